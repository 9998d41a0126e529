package stem_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"hed/internal/oracle"
	"hed/internal/python"
	"hed/text"
	"hed/text/stem"
	"hed/text/texttest"
	"hed/text/token"
)

func TestNLTK(t *testing.T) {
	f := stem.NLTK(0)
	texttest.Filter(t, f)
	for _, p := range oracle.Stems(t) {
		if got := f.Filter(p[0]); got != p[1] {
			t.Errorf("%q: got %q, want %q", p[0], got, p[1])
		}
	}
	oracle.Check(t, "pseudo-porter", oracle.PseudoWords(t), func(s string) []string { return []string{f.Filter(s)} })
}

// TestNLTKWords has the words that NLTK treats apart from Porter's paper, and
// the lengths at which stemming begins.
func TestNLTKWords(t *testing.T) {
	for _, test := range []struct {
		minLen   int
		in, want string
	}{
		{0, "", ""},
		{0, "as", "as"},
		{0, "AS", "as"},
		{0, "was", "wa"},
		{4, "was", "was"},
		{4, "WAS", "WAS"},
		{4, "éas", "éas"},
		{4, "cats", "cat"},
		{0, "dies", "die"},
		{0, "died", "die"},
		{0, "skies", "sky"},
		{0, "Skies", "ski"},
		{0, "news", "news"},
		{0, "enjoy", "enjoy"},
		{0, "fly", "fli"},
		{0, "geology", "geolog"},
		{0, "zéés", "zéé"},
		{0, "aééed", "aé"},
	} {
		if got := stem.NLTK(test.minLen).Filter(test.in); got != test.want {
			t.Errorf("NLTK(%d) of %q: got %q, want %q", test.minLen, test.in, got, test.want)
		}
	}
}

// TestNLTKNumHG follows rouge-score with use_stemmer, tokens and all.
func TestNLTKNumHG(t *testing.T) {
	a := text.Analyzer{Tokenizer: token.Google(), Filters: []text.Filter{stem.NLTK(4)}}
	oracle.Check(t, "numhg-rouge", oracle.NumHG(t), func(s string) []string {
		var terms []string
		for _, tok := range a.Analyze(nil, s) {
			terms = append(terms, tok.Text)
		}
		return terms
	})
}

func TestSnowball(t *testing.T) {
	// From the vocabularies at snowballstem.org.
	for _, test := range []struct {
		language  stem.Language
		signature string
		in, want  string
	}{
		{stem.English, "snowball-en", "consistently", "consist"},
		{stem.English, "snowball-en", "knightly", "knight"},
		{stem.Italian, "snowball-it", "abbandonata", "abbandon"},
		{stem.Italian, "snowball-it", "propaganda", "propagand"},
	} {
		f := stem.Snowball(test.language)
		texttest.Filter(t, f)
		if got := f.Filter(test.in); got != test.want {
			t.Errorf("%q: got %q, want %q", test.in, got, test.want)
		}
		if got := f.Signature(); got != test.signature {
			t.Errorf("signature %q, want %q", got, test.signature)
		}
	}
}

// FuzzNLTK checks that a word keeps something and never grows.
func FuzzNLTK(f *testing.F) {
	for _, p := range oracle.Stems(f)[:200] {
		f.Add(p[0])
	}
	filter := stem.NLTK(0)
	f.Fuzz(func(t *testing.T, s string) {
		got := filter.Filter(s)
		n, most := utf8.RuneCountInString(got), utf8.RuneCountInString(python.Lower(s))
		if (n == 0) != (s == "") || n > most {
			t.Errorf("%q: got %q", s, got)
		}
	})
}

func BenchmarkNLTK(b *testing.B) {
	words := strings.Fields("officials bridges lighthouse repairing organization crossings believe stamp generalizations happiness")
	f := stem.NLTK(4)
	b.ReportAllocs()
	for b.Loop() {
		for _, w := range words {
			f.Filter(w)
		}
	}
}
