// Package python answers questions about characters as Python 3 does.
//
// The programs hed must equal are Python programs, and their numbers hang
// on what str.lower, str.isspace and the \w of package re think of a
// character. Go's unicode and strings packages differ in a handful of
// places; each function here names its differences. Packages token, stem
// and sentence use it.
//
// Note: Python 3.11 knows Unicode 14 and Go 1.26 Unicode 15, so characters
// added in between differ, and five modifier letters that became lower
// case. The test compares all the others.
package python

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lower is str.lower. Unlike [strings.ToLower] it turns U+0130 into two
// characters, "i" and a combining dot, and a capital sigma that ends a
// word into the final form.
func Lower(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return lowerUnicode(s)
		}
	}
	return strings.ToLower(s)
}

func lowerUnicode(s string) string {
	if !strings.Contains(s, "İ") && !strings.Contains(s, "Σ") { // ContainsAny looks at one character after the other
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range s {
		switch {
		case r == 'İ':
			b.WriteString("i̇")
		case r == 'Σ' && finalSigma(s, i):
			b.WriteRune('ς')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// finalSigma reports whether the capital sigma at s[i] ends a word: a cased
// letter stands before it and none after it, looking through the
// characters that Unicode calls case-ignorable.
func finalSigma(s string, i int) bool {
	before := strings.TrimRightFunc(s[:i], caseIgnorable)
	r, n := utf8.DecodeLastRuneInString(before)
	if n == 0 || !cased(r) {
		return false
	}
	after := strings.TrimLeftFunc(s[i+len("Σ"):], caseIgnorable)
	r, n = utf8.DecodeRuneInString(after)
	return n == 0 || !cased(r)
}

func cased(r rune) bool {
	return IsUpper(r) || IsLower(r) || unicode.IsTitle(r)
}

// caseIgnorable is the derived property of Unicode 3.13 D136: format and
// modifying characters, and the few punctuation marks that may stand
// inside a word.
func caseIgnorable(r rune) bool {
	switch r {
	case '\'', '.', ':', '·', '\u0387', '\u055f', '\u05f4', '\u2018', '\u2019',
		'\u2024', '\u2027', '\ufe13', '\ufe52', '\ufe55', '\uff07', '\uff0e', '\uff1a':
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}

// IsSpace is str.isspace, and \s of re. Unlike [unicode.IsSpace] it holds
// for the separators U+001C to U+001F.
func IsSpace(r rune) bool {
	return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f
}

// TrimRight is str.rstrip.
func TrimRight(s string) string { return strings.TrimRightFunc(s, IsSpace) }

// TrimLeft is str.lstrip.
func TrimLeft(s string) string { return strings.TrimLeftFunc(s, IsSpace) }

// IsWord is \w of re: letters, whatever has a numeric value, and "_".
func IsWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// IsDigit is \d of re: decimal digits of any script.
func IsDigit(r rune) bool { return unicode.IsDigit(r) }

// IsUpper is str.isupper of one character. Unlike [unicode.IsUpper] it
// holds for letter-like symbols such as Ⓐ.
func IsUpper(r rune) bool {
	return unicode.IsUpper(r) || r >= utf8.RuneSelf && unicode.Is(unicode.Other_Uppercase, r)
}

// IsLower is str.islower of one character. Unlike [unicode.IsLower] it
// holds for letter-like symbols such as ª and ⓐ.
func IsLower(r rune) bool {
	return unicode.IsLower(r) || r >= utf8.RuneSelf && unicode.Is(unicode.Other_Lowercase, r)
}
