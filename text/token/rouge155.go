package token

import (
	"strings"

	"hed/text"
)

// ROUGE155 returns the tokenizer of ROUGE-1.5.5.pl: a token is a longest run
// of ASCII letters and digits, in lower case.
//
// Everything else separates, byte by byte. The program knows no encoding,
// so "café" is "caf" and "naïve" is "na", "ve"; nor markup, so "&amp;" is
// "amp"; and "don't" is "don", "t", "3,000" is "3", "000". It sets hyphens
// apart as tokens but then counts only tokens that begin with a letter or a
// digit, so a hyphen separates like any other byte.
func ROUGE155() text.Tokenizer { return rouge155{} }

type rouge155 struct{}

var _ text.Scanner = rouge155{}

func (rouge155) Tokenize(dst []text.Token, s string) []text.Token {
	for i := 0; i < len(s); i++ {
		start := i
		for i < len(s) && alphanumeric(s[i]) {
			i++
		}
		if i > start {
			dst = append(dst, text.Token{Text: strings.ToLower(s[start:i]), Start: start, End: i})
		}
	}
	return dst
}

// Scan implements text.Scanner.
func (rouge155) Scan(buf []byte, bounds []int, s string) ([]byte, []int) {
	buf, bounds, _ = scanASCII(buf, bounds, s)
	return buf, bounds
}

func (rouge155) Signature() string { return "rouge155" }

func alphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
