package token_test

import (
	"slices"
	"strings"
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
		{"O‘Neill", []string{"o'neill"}},
	} {
		if got := texts(token.Unicode().Tokenize(nil, test.in)); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.in, got, test.want)
		}
	}
}

// "Don’t" and "Don't" were different words: half of a corpus that an editor had set shared no
// contraction with the other half. Every apostrophe gives the tokens of ', each where it is in
// the text.
func TestApostrophes(t *testing.T) {
	italian := token.Elided(token.Unicode())
	for _, plain := range []string{
		"'Don't', O'Brien said, 'it's the '90s'", "L'ora dell'ENI: un po' di più", "'", "''a''", "a'", "א' ב'ג", "İ'İ x'Kelvin \u212a'\u212a",
		strings.Repeat("It's ", 100) + "over", "\xff'a\xe2'b",
	} {
		for _, mark := range []string{"’", "‘", "ʼ", "＇"} {
			for _, s := range []string{strings.ReplaceAll(plain, "'", mark), strings.Replace(plain, "'", mark, 1)} {
				if got := text.Straight(s); got != plain {
					t.Fatalf("%q is %q", s, got)
				}
				for _, tok := range []text.Tokenizer{token.Unicode(), italian} {
					texttest.Tokens(t, tok, s)
					want, got := tok.Tokenize(nil, plain), tok.Tokenize(nil, s)
					if !slices.Equal(texts(got), texts(want)) {
						t.Errorf("%q: got %q, want %q", s, texts(got), texts(want))
						continue
					}
					for i, k := range got {
						if a, b := text.Straight(s[k.Start:k.End]), plain[want[i].Start:want[i].End]; a != b {
							t.Errorf("%q: token %q is at %q, want %q", s, k.Text, a, b)
						}
					}
				}
			}
		}
	}
	if s := "no other ' here"; text.Straight(s) != s {
		t.Error("a straight one changes")
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
