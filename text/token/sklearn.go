package token

import (
	"unicode"
	"unicode/utf8"

	"hed/internal/python"
	"hed/text"
)

// Sklearn returns the tokenizer that scikit-learn's CountVectorizer and
// TfidfVectorizer have by default (version 1.9.1, token_pattern
// `(?u)\b\w\w+\b`): lower case as Python's str.lower, then runs of two or more
// letters, digits and "_". Single letters and digits are left out, and an
// apostrophe separates: "don't" is the token "don".
func Sklearn() text.Tokenizer { return sklearn{} }

type sklearn struct{}

var _ text.Scanner = sklearn{}

func (sklearn) Signature() string { return "sklearn" }

// asciiWord is the lower case of the ASCII characters that \w has, and 0 for others.
var asciiWord = func() (low [utf8.RuneSelf]byte) {
	for r := range rune(utf8.RuneSelf) {
		if python.IsWord(r) {
			low[r] = byte(unicode.ToLower(r))
		}
	}
	return low
}()

// Scan implements text.Scanner.
func (sklearn) Scan(buf []byte, bounds []int, s string) ([]byte, []int) {
	first := len(buf)
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			s = python.Lower(s)
			break
		}
	}
	buf = append(buf, s...)
	start, letters := first, 0
	for i := first; i < len(buf); {
		word, n := false, 1
		if c := buf[i]; c < utf8.RuneSelf {
			if low := asciiWord[c]; low != 0 {
				buf[i], word = low, true
			}
		} else {
			var r rune
			r, n = utf8.DecodeRune(buf[i:])
			word = python.IsWord(r)
		}
		if word {
			if letters == 0 {
				start = i
			}
			letters++
		} else {
			if letters > 1 {
				bounds = append(bounds, start, i)
			}
			letters = 0
		}
		i += n
	}
	if letters > 1 {
		bounds = append(bounds, start, len(buf))
	}
	return buf, bounds
}

// Tokenize walks through s and its lower case together, since a character may
// have another length there.
func (t sklearn) Tokenize(dst []text.Token, s string) []text.Token {
	buf, bounds := t.Scan(nil, nil, s)
	low := string(buf)
	at, place := 0, 0 // the same character in s and in low
	find := func(want int) int {
		for place < want {
			r, n := utf8.DecodeRuneInString(s[at:])
			_, m := utf8.DecodeRuneInString(low[place:])
			if r == 'İ' { // which is two characters in lower case
				m += len("\u0307")
			}
			at, place = at+n, place+m
		}
		return at
	}
	for i := 0; i+1 < len(bounds); i += 2 {
		start := find(bounds[i])
		dst = append(dst, text.Token{Text: low[bounds[i]:bounds[i+1]], Start: start, End: find(bounds[i+1])})
	}
	return dst
}
