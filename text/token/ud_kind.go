package token

import (
	"unicode"
	"unicode/utf8"
)

// A kind is what the universal tokenizers know of a character.
type kind uint8

// The zero kind is that of no character: before or after the text.
const (
	kindLetter     kind = iota + 1 // of any script, with its accents, and "_"
	kindDigit                      // and other signs for numbers
	kindApostrophe                 // ' ’ and the backtick that some write instead
	kindIdeograph                  // of a script without blanks between words
	kindFormat                     // invisible; part of a word, nothing by itself
	kindBlank
	kindMark // all the rest: punctuation, symbols, invalid bytes
	kindWide // in ascii: not ASCII, look closer
)

var ascii = asciiKinds()

func asciiKinds() (kinds [256]kind) {
	for c := range kinds {
		switch {
		case c >= utf8.RuneSelf:
			kinds[c] = kindWide
		case 'a' <= c|0x20 && c|0x20 <= 'z', c == '_':
			kinds[c] = kindLetter
		case '0' <= c && c <= '9':
			kinds[c] = kindDigit
		case c == '\'', c == '`':
			kinds[c] = kindApostrophe
		case c <= ' ', c == 0x7f:
			kinds[c] = kindBlank
		default:
			kinds[c] = kindMark
		}
	}
	return kinds
}

// kindAt returns the kind of the character at i and its length, or 0 and 0
// where there is none.
func kindAt(s string, i int) (kind, int) {
	if i >= len(s) {
		return 0, 0
	}
	if k := ascii[s[i]]; k != kindWide {
		return k, 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if r == utf8.RuneError && n == 1 {
		return kindMark, n
	}
	return kindOf(r), n
}

// kindBefore returns the kind of the character that ends at i.
func kindBefore(s string, i int) kind {
	if i == 0 {
		return 0
	}
	if k := ascii[s[i-1]]; k != kindWide {
		return k
	}
	r, n := utf8.DecodeLastRuneInString(s[:i])
	if r == utf8.RuneError && n == 1 {
		return kindMark
	}
	return kindOf(r)
}

func alnum(k kind) bool { return k == kindLetter || k == kindDigit }

// kindOf is for characters outside ASCII.
func kindOf(r rune) kind {
	switch {
	case r == '’':
		return kindApostrophe
	case r == '\u200b', r == '\ufeff', unicode.IsSpace(r): // no letters of a word stand around these
		return kindBlank
	case r >= '\u2e80' && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r == 'ー'):
		return kindIdeograph
	case unicode.IsLetter(r), unicode.IsMark(r):
		return kindLetter
	case unicode.IsNumber(r):
		return kindDigit
	case unicode.Is(unicode.Cf, r):
		return kindFormat
	case unicode.IsControl(r):
		return kindBlank
	}
	return kindMark
}
