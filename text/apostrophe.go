package text

import (
	"strings"
	"unicode/utf8"
)

// IsApostrophe reports whether r is written as an apostrophe: ' or one of the
// characters that editors and keyboards put in its place.
func IsApostrophe(r rune) bool { return r == '\'' || IsCurved(r) }

// IsCurved reports whether r is an apostrophe other than '. The left quote is
// one where an editor took the beginning of "’90s" for that of a quotation.
func IsCurved(r rune) bool {
	switch r {
	case '\u2019', '\u2018', '\u02bc', '\uff07':
		return true
	}
	return false
}

// Straight returns s with ' in place of the other apostrophes, U+2019 (’),
// U+2018 (‘), U+02BC (ʼ) and U+FF07 (＇), so that "don’t" and "don't" are
// the same word.
func Straight(s string) string {
	i := strings.IndexFunc(s, IsCurved)
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for ; i >= 0; i = strings.IndexFunc(s, IsCurved) {
		_, n := utf8.DecodeRuneInString(s[i:])
		b.WriteString(s[:i])
		b.WriteByte('\'')
		s = s[i+n:]
	}
	b.WriteString(s)
	return b.String()
}
