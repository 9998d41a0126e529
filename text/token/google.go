package token

import (
	"strings"
	"unicode/utf8"

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

var _ text.Scanner = google{}

func (google) Signature() string { return "google" }

const (
	kelvin  = "\u212a"
	dottedI = "\u0130"
)

// inToken holds the bytes that tokens are made of.
var inToken = func() (t [256]bool) {
	for _, c := range "abcdefghijklmnopqrstuvwxyz0123456789" {
		t[c] = true
	}
	return t
}()

// Tokenize allocates once if s has capitals: tokens are substrings of s in
// lower case, apart from those with one of the two odd characters.
func (google) Tokenize(dst []text.Token, s string) []text.Token {
	low := lowerASCII(s)
	for i := 0; i < len(low); {
		start := i
		for i < len(low) && inToken[low[i]] {
			i++
		}
		tok := low[start:i]
		if i < len(low) && low[i] >= utf8.RuneSelf {
			if end := unusual(low, i); end > i {
				i = end
				tok = plain.Replace(low[start:end])
			}
		}
		if i == start {
			i++
			continue
		}
		dst = append(dst, text.Token{Text: tok, Start: start, End: i})
	}
	return dst
}

// Scan implements text.Scanner.
func (g google) Scan(buf []byte, bounds []int, s string) ([]byte, []int) {
	n, e := len(buf), len(bounds)
	buf, bounds, ascii := scanASCII(buf, bounds, s)
	if ascii || !strings.Contains(s, kelvin) && !strings.Contains(s, dottedI) {
		return buf, bounds
	}
	buf, bounds = buf[:n], bounds[:e]
	for _, t := range g.Tokenize(nil, s) {
		start := len(buf)
		buf = append(buf, t.Text...)
		bounds = append(bounds, start, len(buf))
	}
	return buf, bounds
}

// unusual returns where the token goes on to that has reached low[i], a byte
// outside ASCII: i itself unless one of the two odd characters stands there.
func unusual(low string, i int) int {
	for {
		switch rest := low[i:]; {
		case strings.HasPrefix(rest, dottedI):
			return i + len(dottedI)
		case strings.HasPrefix(rest, kelvin):
			i += len(kelvin)
		case rest != "" && inToken[rest[0]]:
			i++
		default:
			return i
		}
	}
}

var plain = strings.NewReplacer(kelvin, "k", dottedI, "i")
