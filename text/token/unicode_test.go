package token_test

import (
	"slices"
	"testing"

	"hed/internal/oracle"
	"hed/text"
	"hed/text/texttest"
	"hed/text/token"
)

func TestUnicode(t *testing.T) {
	texttest.Tokenizer(t, token.Unicode())
	for _, test := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"— … !", nil},
		{"Don't Pay $3.14 at the Café", []string{"don't", "pay", "3.14", "at", "the", "café"}},
		{"1-Day U.S. e-mail", []string{"1", "day", "u.s", "e", "mail"}},
		{"L'ANNO", []string{"l'anno"}},
	} {
		if got := texts(token.Unicode().Tokenize(nil, test.in)); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.in, got, test.want)
		}
	}
}

func TestElided(t *testing.T) {
	tok := token.Elided(token.Unicode())
	texttest.Tokenizer(t, tok)
	const s = "L'anno dell’ENI po' più"
	want := []text.Token{
		{Text: "l", Start: 0, End: 1},
		{Text: "anno", Start: 2, End: 6},
		{Text: "dell", Start: 7, End: 11},
		{Text: "eni", Start: 14, End: 17},
		{Text: "po", Start: 18, End: 20},
		{Text: "più", Start: 22, End: 26},
	}
	if got := tok.Tokenize(nil, s); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func FuzzUnicode(f *testing.F) {
	for _, x := range oracle.Texts(f)[:100] {
		f.Add(x.Input)
	}
	f.Fuzz(func(t *testing.T, s string) {
		texttest.Tokens(t, token.Unicode(), s)
		texttest.Tokens(t, token.Elided(token.Unicode()), s)
	})
}
