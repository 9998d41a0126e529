package token

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"hed/text"
)

// Google returns the tokenizer of Google's rouge-score (version 0.1.2,
// tokenize.py, without the stemmer): lower case as Python's str.lower, then
// runs of a-z and 0-9.
//
// Of all characters outside ASCII just two have a lower case with an ASCII
// letter in it: the Kelvin sign U+212A is a "k", and U+0130 is an "i"
// followed by a combining dot, which separates. Every other such
// character separates, so "café" is the token "caf".
func Google() text.Tokenizer { return google{} }

type google struct{}

var _ text.Tokenizer = google{}

func (google) Signature() string { return "google" }

// fold maps a letter or digit of ASCII to its lower case, other bytes to 0.
var fold = func() (t [256]byte) {
	for c := byte('a'); c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = c, c
	}
	for c := byte('0'); c <= '9'; c++ {
		t[c] = c
	}
	return t
}()

const (
	kelvin  = "\u212a" // lower case is "k"
	dottedI = "\u0130" // lower case is "i\u0307"
)

// Tokenize allocates at most once: tokens are substrings of s, or of one
// buffer that holds the lower case of those that had capitals.
func (google) Tokenize(dst []text.Token, s string) []text.Token {
	var low []byte
	for i := 0; i < len(s); {
		start := i
		changed := byte(0)
		for i < len(s) && fold[s[i]] != 0 {
			changed |= fold[s[i]] ^ s[i]
			i++
		}
		if i < len(s) && s[i] >= utf8.RuneSelf {
			if end := unusual(s, i); end > i {
				i, changed = end, 1
			}
		}
		if i == start {
			i++
			continue
		}
		tok := s[start:i]
		if changed != 0 {
			if low == nil {
				low = make([]byte, 0, len(s)-start)
			}
			n := len(low)
			low = appendLower(low, tok)
			// The bytes are written once and low never grows beyond its
			// capacity, so they may be shared as a string.
			tok = unsafe.String(&low[n], len(low)-n)
		}
		dst = append(dst, text.Token{Text: tok, Start: start, End: i})
	}
	return dst
}

// unusual returns where the token goes on to that has reached s[i], a byte
// outside ASCII: i itself unless one of the two odd characters stands there.
func unusual(s string, i int) int {
	for {
		switch rest := s[i:]; {
		case strings.HasPrefix(rest, dottedI):
			return i + len(dottedI)
		case strings.HasPrefix(rest, kelvin):
			i += len(kelvin)
		case rest != "" && fold[rest[0]] != 0:
			i++
		default:
			return i
		}
	}
}

func appendLower(dst []byte, tok string) []byte {
	for i := range len(tok) {
		switch c := tok[i]; {
		case fold[c] != 0:
			dst = append(dst, fold[c])
		case c == kelvin[0]:
			dst = append(dst, 'k')
		case c == dottedI[0]:
			dst = append(dst, 'i')
		}
	}
	return dst
}
