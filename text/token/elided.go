package token

import (
	"slices"
	"strings"
	"unicode/utf8"

	"hed/text"
)

// Elided returns t for languages that write an article and its noun as one
// word: Italian "dell'anno" becomes "dell" and "anno", which stop words and
// stemmers know. An apostrophe at an end of a token is dropped.
func Elided(t text.Tokenizer) text.Tokenizer { return elided{t} }

type elided struct{ text.Tokenizer }

var _ text.Tokenizer = elided{}

func (e elided) Signature() string { return e.Tokenizer.Signature() + "-elided" }

func (e elided) Tokenize(dst []text.Token, s string) []text.Token {
	n := len(dst)
	dst = e.Tokenizer.Tokenize(dst, s)
	if !slices.ContainsFunc(dst[n:], hasElision) {
		return dst
	}
	whole := slices.Clone(dst[n:])
	dst = dst[:n]
	for _, t := range whole {
		dst = appendParts(dst, t)
	}
	return dst
}

const elisions = "'’"

// hasElision reports whether t is to be cut. A token whose length changed with
// its case has no known offsets inside and stays whole.
func hasElision(t text.Token) bool {
	return t.End-t.Start == len(t.Text) && strings.ContainsAny(t.Text, elisions)
}

func appendParts(dst []text.Token, t text.Token) []text.Token {
	for hasElision(t) {
		i := strings.IndexAny(t.Text, elisions)
		if i > 0 {
			dst = append(dst, text.Token{Text: t.Text[:i], Start: t.Start, End: t.Start + i})
		}
		_, n := utf8.DecodeRuneInString(t.Text[i:])
		t.Text, t.Start = t.Text[i+n:], t.Start+i+n
	}
	if t.Text != "" {
		dst = append(dst, t)
	}
	return dst
}
