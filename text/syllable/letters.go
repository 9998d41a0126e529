package syllable

import (
	"strings"
	"sync"
	"unicode"
)

// normal appends word to b, a byte for each character: letters in lower case
// and without accents, where a vowel that had one is a capital; an apostrophe
// for any kind of it; 0 for digits; + behind a part that is all capitals; ~ for
// letters that are not Latin; and a hyphen for all else.
func normal(b []byte, word string) []byte {
	start, upper := len(b), true // of the part that goes on
	flush := func() {
		if upper && len(b)-start > 1 {
			b = append(b, '+')
		}
	}
	for _, r := range word {
		switch {
		case unicode.IsLetter(r):
			upper = upper && unicode.IsUpper(r)
			b = append(b, fold(r))
			continue
		case unicode.IsMark(r): // the accent of the letter before
			if n := len(b); n > start && vowel(b[n-1]) {
				b[n-1] &^= 0x20
			}
			continue
		case r == softHyphen:
			continue
		}
		flush()
		switch {
		case r == '\'' || r == '’':
			b = append(b, '\'')
		case unicode.IsDigit(r):
			b = append(b, '0')
		default:
			b = append(b, '-')
		}
		start, upper = len(b), true
	}
	flush()
	return b
}

const softHyphen = '\u00ad'

// foreign stands for a letter that is not Latin.
const foreign = '~'

// fold returns the Latin letter of r.
func fold(r rune) byte {
	switch {
	case 'a' <= r && r <= 'z':
		return byte(r)
	case 'A' <= r && r <= 'Z':
		return byte(r) | 0x20
	}
	if c, ok := accented()[unicode.ToLower(r)]; ok {
		return c
	}
	return foreign
}

var accented = sync.OnceValue(func() map[rune]byte {
	m := make(map[rune]byte)
	for group := range strings.FieldsSeq(`
		Aàáâãäåāăą Eèéêëēĕėęěæœ Iìíîïĩīĭįı Oòóôõöøōŏő Uùúûüũūŭůűų yýÿŷ
		cçćĉċč dďđð gĝğġģ hĥħ jĵ kķ lĺļľŀł nñńņňŋ rŕŗř sśŝşšșß tţťŧțþ wŵ zźżž`) {
		for _, r := range group[1:] {
			m[r] = group[0]
		}
	}
	return m
})

// vowel reports whether c is one, with or without an accent; y is none.
func vowel(c byte) bool {
	switch c | 0x20 {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	}
	return false
}

// letters returns the length of the letters that s begins with.
func letters(s string) int {
	n := 0
	for n < len(s) && 'a' <= s[n]|0x20 && s[n]|0x20 <= 'z' {
		n++
	}
	return n
}

// A part is a run of letters of a word.
type part struct {
	text   string
	last   string // the part before, if an apostrophe stands between
	number bool   // a digit stands before
	upper  bool   // all letters are capitals
}

// A splitter finds the parts of a normal word. It is passed by value, so that
// the word stays on the stack.
type splitter struct {
	word  string
	at    int
	last  string
	found bool // a letter
}

// next returns the next part, one without text at the end.
func (s splitter) next() (part, splitter) {
	for s.at < len(s.word) {
		i := s.at
		end := i + letters(s.word[i:])
		if end > i {
			p := part{s.word[i:end], s.last, i > 0 && s.word[i-1] == '0', strings.HasPrefix(s.word[end:], "+")}
			s.at, s.last, s.found = end, p.text, true
			return p, s
		}
		switch s.word[i] {
		case '\'', '+':
		case foreign:
			s.found = true
			fallthrough
		default:
			s.last = ""
		}
		s.at++
	}
	return part{}, s
}

// total returns n, or 1 if there are letters and n is less.
func (s splitter) total(n int) int {
	if s.found {
		return max(n, 1)
	}
	return n
}

// spelled returns how many syllables the names of the letters of w have: two
// for those in long, three for a w.
func spelled(w, long string) int {
	n := 0
	for i := range len(w) {
		switch {
		case w[i] == 'w':
			n += 3
		case strings.IndexByte(long, w[i]) >= 0:
			n += 2
		default:
			n++
		}
	}
	return n
}
