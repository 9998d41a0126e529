package token

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/words"

	"hed/text"
)

// Unicode returns the tokenizer of Unicode Standard Annex 29: words of any
// language in lower case, less those without a letter or digit. It keeps
// "don't", "3.14" and "café" whole.
func Unicode() text.Tokenizer { return uax29{} }

type uax29 struct{}

var _ text.Tokenizer = uax29{}

func (uax29) Signature() string { return "unicode" }

func (uax29) Tokenize(dst []text.Token, s string) []text.Token {
	for it := words.FromString(s); it.Next(); {
		if w := it.Value(); strings.ContainsFunc(w, letterOrDigit) {
			dst = append(dst, text.Token{Text: strings.ToLower(w), Start: it.Start(), End: it.End()})
		}
	}
	return dst
}

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
