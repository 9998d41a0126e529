package token_test

import (
	"slices"
	"testing"

	"hed/internal/oracle"
	"hed/text"
	"hed/text/sentence"
	"hed/text/texttest"
	"hed/text/token"
)

var nltk = token.NLTK(sentence.English())

func words(s string) []string { return nltk.Words(nil, s) }

func TestNLTK(t *testing.T) {
	texttest.Tokenizer(t, nltk)
	for _, x := range oracle.Texts(t) {
		if got := words(x.Input); !slices.Equal(got, x.Words) {
			t.Errorf("%q:\n got %q\nwant %q", x.Input, got, x.Words)
		}
	}
	oracle.Check(t, "pseudo-nltk", oracle.PseudoTexts(t), words)
}

func TestNLTKNumHG(t *testing.T) {
	oracle.Check(t, "numhg-nltk", oracle.NumHG(t), words)
}

func TestNLTKOffsets(t *testing.T) {
	const s = "\n \"Can't,\" he said. ''No''"
	want := []text.Token{
		{Text: "``", Start: 2, End: 3}, // after a blank: opens
		{Text: "Ca", Start: 3, End: 5},
		{Text: "n't", Start: 5, End: 8},
		{Text: ",", Start: 8, End: 9},
		{Text: "''", Start: 9, End: 10},
		{Text: "he", Start: 11, End: 13},
		{Text: "said", Start: 14, End: 18},
		{Text: ".", Start: 18, End: 19},
		{Text: "''", Start: 20, End: 22}, // at the start of a sentence: does not
		{Text: "No", Start: 22, End: 24},
		{Text: "''", Start: 24, End: 26},
	}
	if got := nltk.Tokenize(nil, s); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// FuzzNLTK also checks that a token is the source between its offsets, but
// for quotes.
func FuzzNLTK(f *testing.F) {
	for _, x := range oracle.Texts(f)[:200] {
		f.Add(x.Input)
	}
	f.Fuzz(func(t *testing.T, s string) {
		texttest.Tokens(t, nltk, s)
		for _, k := range nltk.Tokenize(nil, s) {
			source := s[k.Start:k.End]
			quote := (source == `"` || source == "''") && (k.Text == "``" || k.Text == "''")
			if source != k.Text && !quote {
				t.Errorf("%q: token %q is %q there", s, k.Text, source)
			}
		}
	})
}
