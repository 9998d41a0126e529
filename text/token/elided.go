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
		dst = appendParts(dst, t, s)
	}
	return dst
}

func hasElision(t text.Token) bool { return strings.ContainsFunc(t.Text, text.IsApostrophe) }

// appendParts cuts a token of s. Its text and what is in s may have other lengths
// between the apostrophes, but have the same apostrophes.
func appendParts(dst []text.Token, t text.Token, s string) []text.Token {
	for {
		i, at := strings.IndexFunc(t.Text, text.IsApostrophe), strings.IndexFunc(s[t.Start:t.End], text.IsApostrophe)
		if i < 0 || at < 0 {
			break
		}
		if i > 0 {
			dst = append(dst, text.Token{Text: t.Text[:i], Start: t.Start, End: t.Start + at})
		}
		_, n := utf8.DecodeRuneInString(t.Text[i:])
		t.Text = t.Text[i+n:]
		_, n = utf8.DecodeRuneInString(s[t.Start+at:])
		t.Start += at + n
	}
	if t.Text != "" {
		dst = append(dst, t)
	}
	return dst
}
