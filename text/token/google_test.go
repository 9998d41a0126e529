package token_test

import (
	"regexp"
	"slices"
	"testing"

	"hed/internal/oracle"
	"hed/text"
	"hed/text/texttest"
	"hed/text/token"
)

func texts(tokens []text.Token) []string {
	var s []string
	for _, t := range tokens {
		s = append(s, t.Text)
	}
	return s
}

func google(s string) []string { return texts(token.Google().Tokenize(nil, s)) }

func TestGoogle(t *testing.T) {
	texttest.Tokenizer(t, token.Google())
	for _, x := range oracle.Texts(t) {
		if got := google(x.Input); !slices.Equal(got, x.Google) {
			t.Errorf("%q:\n got %q\nwant %q", x.Input, got, x.Google)
		}
	}
	oracle.Check(t, "pseudo-google", oracle.PseudoTexts(t), google)
}

func TestGoogleNumHG(t *testing.T) {
	oracle.Check(t, "numhg-google", oracle.NumHG(t), google)
}

// TestGoogleOffsets has the two characters that change length in lower case.
func TestGoogleOffsets(t *testing.T) {
	const s = "a 20\u212aB \u0130c"
	want := []text.Token{
		{Text: "a", Start: 0, End: 1},
		{Text: "20kb", Start: 2, End: 8},
		{Text: "i", Start: 9, End: 11},
		{Text: "c", Start: 11, End: 12},
	}
	if got := token.Google().Tokenize(nil, s); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func FuzzGoogle(f *testing.F) {
	for _, x := range oracle.Texts(f)[:100] {
		f.Add(x.Input)
	}
	valid := regexp.MustCompile(`^[a-z0-9]+$`)
	f.Fuzz(func(t *testing.T, s string) {
		texttest.Tokens(t, token.Google(), s)
		for _, tok := range google(s) {
			if !valid.MatchString(tok) {
				t.Errorf("%q: token %q", s, tok)
			}
		}
	})
}
