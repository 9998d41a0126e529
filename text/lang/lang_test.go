package lang_test

import (
	"strings"
	"testing"

	"hed/text"
	"hed/text/lang"
	"hed/text/texttest"
)

func TestPacks(t *testing.T) {
	codes := make(map[string]bool)
	for _, p := range lang.Packs {
		if p.Name == "" || len(p.Code) != 2 || codes[p.Code] {
			t.Errorf("pack %q %q: want a name and a code of its own", p.Code, p.Name)
		}
		codes[p.Code] = true
		texttest.Tokenizer(t, p.Tokenizer)
		texttest.Filter(t, p.Stop)
		texttest.Filter(t, p.Stemmer)
		texttest.Splitter(t, p.Sentences)
		texttest.Tokenizer(t, p.Words)
		if p.Tagger != nil && p.Tagger().About.Lang != p.Code {
			t.Errorf("%s has a tagger for %s", p.Name, p.Tagger().About.Lang)
		}
		if n := p.Syllables("banana"); n != 3 {
			t.Errorf("%s: banana has %d syllables", p.Name, n)
		}
	}
}

func TestGet(t *testing.T) {
	for _, test := range []struct{ code, in, terms string }{
		{"en", "The Storms of the Century", "storm centuri"},
		{"it", "L'aquila vola sull'acqua", "aquil vol acqua"},
	} {
		p, err := lang.Get(test.code)
		if err != nil {
			t.Fatal(err)
		}
		a := text.Analyzer{Tokenizer: p.Tokenizer, Filters: []text.Filter{p.Stop, p.Stemmer}}
		var terms []string
		for _, tok := range a.Analyze(nil, test.in) {
			terms = append(terms, tok.Text)
		}
		if got := strings.Join(terms, " "); got != test.terms {
			t.Errorf("%s: got %q, want %q", test.code, got, test.terms)
		}
	}
	if _, err := lang.Get("xx"); err == nil || !strings.Contains(err.Error(), "have en, it") {
		t.Errorf("unknown code: error %v does not name the known ones", err)
	}
}
