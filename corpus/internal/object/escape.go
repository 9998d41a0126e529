package object

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

var errSurrogate = errors.New(`half a surrogate pair (\ud800 to \udfff alone) is not a character; write the character itself`)

// unescape decodes the inside of a valid JSON string. It is here because
// encoding/json writes U+FFFD for half a surrogate pair, which would be a
// repair in silence, and checks a second time what Split has checked.
func unescape(s string) (string, error) {
	var b strings.Builder
	b.Grow(len(s))
	for {
		at := strings.IndexByte(s, '\\')
		if at < 0 {
			b.WriteString(s)
			return b.String(), nil
		}
		b.WriteString(s[:at])
		c := s[at+1]
		s = s[at+2:]
		switch c {
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'u':
			r, size := unicodeEscape(s)
			if size == 0 {
				return "", errSurrogate
			}
			b.WriteRune(r)
			s = s[size:]
		default: // quote, backslash and slash stand for themselves
			b.WriteByte(c)
		}
	}
}

// unicodeEscape decodes what follows \u, with the second half of a pair;
// the size is 0 if there is only half of one.
func unicodeEscape(s string) (r rune, size int) {
	r = hex(s)
	if !utf16.IsSurrogate(r) {
		return r, 4
	}
	if len(s) < 10 || s[4:6] != `\u` {
		return 0, 0
	}
	if r = utf16.DecodeRune(r, hex(s[6:])); r == utf8.RuneError {
		return 0, 0
	}
	return r, 10
}

func hex(s string) rune {
	n, _ := strconv.ParseUint(s[:4], 16, 32) // Split has seen four digits
	return rune(n)
}
