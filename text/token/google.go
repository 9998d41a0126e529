package token

import (
	"strings"

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

// Tokenize makes one copy of s in lower case, which all tokens are parts of.
func (google) Tokenize(dst []text.Token, s string) []text.Token {
	low, bounds, ascii := scanASCII(nil, nil, s)
	if !ascii && (strings.Contains(s, kelvin) || strings.Contains(s, dottedI)) {
		return unusual(dst, s)
	}
	all := string(low)
	for i := 0; i+1 < len(bounds); i += 2 {
		dst = append(dst, text.Token{Text: all[bounds[i]:bounds[i+1]], Start: bounds[i], End: bounds[i+1]})
	}
	return dst
}

// Scan implements text.Scanner.
func (google) Scan(buf []byte, bounds []int, s string) ([]byte, []int) {
	n, e := len(buf), len(bounds)
	buf, bounds, ascii := scanASCII(buf, bounds, s)
	if !ascii && (strings.Contains(s, kelvin) || strings.Contains(s, dottedI)) {
		return text.AppendTokens(buf[:n], bounds[:e], unusual(nil, s))
	}
	return buf, bounds
}

// unusual does without speed what is said of Google.
func unusual(dst []text.Token, s string) []text.Token {
	var tok []byte
	start := 0
	end := func(at int) {
		if len(tok) > 0 {
			dst = append(dst, text.Token{Text: string(tok), Start: start, End: at})
		}
		tok, start = tok[:0], at
	}
	for i, r := range s {
		if len(tok) == 0 {
			start = i
		}
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			tok = append(tok, byte(r))
		case 'A' <= r && r <= 'Z':
			tok = append(tok, byte(r)+'a'-'A')
		case r == '\u212a':
			tok = append(tok, 'k')
		case r == '\u0130':
			tok = append(tok, 'i')
			end(i + len(dottedI)) // the combining dot separates
		default:
			end(i)
		}
	}
	end(len(s))
	return dst
}
