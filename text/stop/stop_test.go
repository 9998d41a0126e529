package stop_test

import (
	"testing"

	"hed/text"
	"hed/text/stop"
	"hed/text/texttest"
)

func TestStop(t *testing.T) {
	for _, test := range []struct {
		filter    text.Filter
		signature string
		drops     []string
		keeps     []string
	}{
		{stop.English(), "stop-en", []string{"the", "of", "don't", "however"}, []string{"storm", "one", "two", "#", "The", ""}},
		{
			stop.List("xx", func() string { return "# a comment\nil dell\n  # è\n" }), "stop-xx",
			[]string{"il", "dell", "è", "#"}, []string{"anno", "comment", "a", "Il", ""},
		},
	} {
		texttest.Filter(t, test.filter)
		if got := test.filter.Signature(); got != test.signature {
			t.Errorf("signature %q, want %q", got, test.signature)
		}
		for _, w := range test.drops {
			if got := test.filter.Filter(w); got != "" {
				t.Errorf("%s: %q is %q, want it dropped", test.signature, w, got)
			}
		}
		for _, w := range test.keeps {
			if got := test.filter.Filter(w); got != w {
				t.Errorf("%s: %q is %q", test.signature, w, got)
			}
		}
	}
}
