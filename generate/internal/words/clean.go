package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Valid returns s with U+FFFD for bytes that are not UTF-8. Whoever reads
// an article begins with it: tokenizers for valid text may take such a byte and
// the blank after it for part of a word.
func Valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

// appendClean appends s to dst on one line: runs of blanks, line breaks and
// control characters become one space. Inside a word a narrow space stays.
func appendClean(dst []byte, s string, word bool) []byte {
	for i, r := range s {
		switch {
		case !blank(r) || word && r == narrow:
			dst = append(dst, s[i:i+utf8.RuneLen(r)]...)
		case len(dst) == 0 || dst[len(dst)-1] != ' ':
			dst = append(dst, ' ')
		}
	}
	return dst
}

// blank reports whether r has no place inside a line but as a space. Control
// characters are among them: some programs break lines at U+001C.
func blank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
