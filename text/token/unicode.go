package token

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"

	"hed/text"
)

// Unicode returns the tokenizer of Unicode Standard Annex 29: words of any
// language in lower case, less those without a letter or digit. It keeps
// "don't", "3.14" and "café" whole. All apostrophes are one letter to it, see
// [text.Straight]; "unicode", its signature up to hed 0.1.0, told them apart.
func Unicode() text.Tokenizer { return uax29{} }

type uax29 struct{}

var _ text.Tokenizer = uax29{}

func (uax29) Signature() string { return "unicode2" }

func (uax29) Tokenize(dst []text.Token, s string) []text.Token {
	n := len(dst)
	straight := text.Straight(s)
	for it := words.FromString(straight); it.Next(); {
		if w := it.Value(); strings.ContainsFunc(w, letterOrDigit) {
			dst = append(dst, text.Token{Text: strings.ToLower(w), Start: it.Start(), End: it.End()})
		}
	}
	if len(straight) < len(s) {
		relocate(dst[n:], s)
	}
	return dst
}

// relocate moves tokens from where they are in text.Straight(s) to where they are in s,
// which has longer apostrophes.
func relocate(tokens []text.Token, s string) {
	longer := 0 // how much of s before next is not in text.Straight(s)
	next := nextCurved(s, 0)
	move := func(place int) int {
		for next-longer < place {
			_, n := utf8.DecodeRuneInString(s[next:])
			longer += n - 1
			next = nextCurved(s, next+n)
		}
		return place + longer
	}
	for i := range tokens {
		tokens[i].Start, tokens[i].End = move(tokens[i].Start), move(tokens[i].End)
	}
}

// nextCurved is the place of the next apostrophe other than ', or the end of s.
func nextCurved(s string, from int) int {
	if i := strings.IndexFunc(s[from:], text.IsCurved); i >= 0 {
		return from + i
	}
	return len(s)
}

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
