package token_test

import (
	"slices"
	"testing"

	"hed/text"
	"hed/text/texttest"
	"hed/text/token"
)

// What is wanted here is what re.findall(r"(?u)\b\w\w+\b", s.lower()) gives in Python 3.11.
func TestSklearn(t *testing.T) {
	texttest.Tokenizer(t, token.Sklearn())
	const s = "Don't A 4.25% snake_case naïve Ⅻ\u212ag \u0130c i\u0130 ΟΔΟΣ x２"
	want := []text.Token{
		{Text: "don", Start: 0, End: 3},
		{Text: "25", Start: 10, End: 12},
		{Text: "snake_case", Start: 14, End: 24},
		{Text: "naïve", Start: 25, End: 31},
		{Text: "ⅻkg", Start: 32, End: 39},
		{Text: "ii", Start: 44, End: 47},
		{Text: "οδος", Start: 48, End: 56},
		{Text: "x２", Start: 57, End: 61},
	}
	if got := token.Sklearn().Tokenize(nil, s); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func FuzzSklearn(f *testing.F) {
	f.Add("İΣ. aΣ, K_1")
	f.Fuzz(func(t *testing.T, s string) { texttest.Tokens(t, token.Sklearn(), s) })
}
