package lang_test

import (
	"strconv"
	"strings"
	"testing"

	"hed/text/lang"
)

func TestChoice(t *testing.T) {
	for _, test := range []struct{ code, name, english, italian, sign string }{
		{"", "document", "en", "it", "English/Italian"},
		{"it", "it", "it", "it", "Italian"},
		{"en", "en", "en", "en", "English"},
		{"it-IT", "it", "it", "it", "Italian"},
		{"EN_us", "en", "en", "en", "English"},
	} {
		c, err := lang.Choose(test.code)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.String(); got != test.name {
			t.Errorf("%q is named %q, want %q", test.code, got, test.name)
		}
		if got := c.Of("en-GB").Code; got != test.english {
			t.Errorf("%q takes English for %s", test.code, got)
		}
		if got := c.Of("it").Code; got != test.italian {
			t.Errorf("%q takes Italian for %s", test.code, got)
		}
		if got := c.Sign(func(p *lang.Pack) string { return p.Name }); got != test.sign {
			t.Errorf("%q signs %q, want %q", test.code, got, test.sign)
		}
	}
	for _, tag := range []string{"xx", "xx-IT", "-", "-it"} {
		if _, err := lang.Choose(tag); err == nil || !strings.Contains(err.Error(), strconv.Quote(tag)) {
			t.Errorf("%q: error %v", tag, err)
		}
	}
}
