package token

import (
	"strings"
	"unicode/utf8"

	"hed/internal/python"
)

// NLTK's word tokenizer is a row of substitutions by regular expression, each of
// which puts blanks around something and sees the blanks of those before
// it; in the end the text is split at the blanks. Nothing else changes,
// apart from quotes, so instead of rewriting the text this file keeps a mark
// for each byte, "there is a blank before it now", and gives the marks in
// the order of the substitutions as far as the order matters.
//
// One substitution is left out: the second one for the final period can put
// blanks only where the first one did.
//
// So marked is a sentence and what has been found out about its bytes. The
// sentence does not end in blanks.
type marked struct {
	s     string
	marks []byte // one for each byte of s and one for its end
}

const (
	gap   = 1 << iota // a blank stands before this byte
	opens             // this byte is part of a quote that became ``
)

// pad puts blanks around s[i:j].
func (m marked) pad(i, j int) {
	m.marks[i] |= gap
	m.marks[j] |= gap
}

// space returns the length of the white space at s[i], or 0.
func (m marked) space(i int) int {
	if i >= len(m.s) {
		return 0
	}
	if c := m.s[i]; c < utf8.RuneSelf {
		if c == ' ' || '\t' <= c && c <= '\r' || 0x1c <= c && c <= 0x1f {
			return 1
		}
		return 0
	}
	if r, n := utf8.DecodeRuneInString(m.s[i:]); python.IsSpace(r) {
		return n
	}
	return 0
}

// blankAt reports whether the text at i now begins with " ".
func (m marked) blankAt(i int) bool {
	return m.marks[i]&gap != 0 || i < len(m.s) && m.s[i] == ' '
}

// openingQuotes is STARTING_QUOTES of NLTK.
func (m marked) openingQuotes() {
	s := m.s
	last := 0 // the end of the last quote opened after a bracket: its blank opens no other
	for i := 0; i < len(s); {
		n := 1
		switch s[i] {
		case '`':
			// A run is padded, and then each pair in it.
			for i+n < len(s) && s[i+n] == '`' {
				n++
			}
			m.pad(i, i+n)
			for k := i; k+2 <= i+n; k += 2 {
				m.pad(k, k+2)
			}
		case '"':
			switch {
			case i == 0:
				m.open(i, 1)
			case i != last && m.afterOpener(i):
				m.open(i, 1)
				last = i + 1
			}
		case '\'':
			switch {
			case strings.HasPrefix(s[i:], "''") && i > 0 && i != last && m.afterOpener(i):
				n = 2
				m.open(i, n)
				last = i + n
			case m.loneLetter(i + 1):
				m.marks[i+1] |= gap
			}
		case "«"[0], "“"[0]:
			if k := prefixed(s[i:], "«", "“", "‘", "„"); k > 0 {
				n = k
				m.pad(i, i+n)
			}
		}
		i += n
	}
}

// afterOpener reports whether the quote at i follows a blank or a bracket.
func (m marked) afterOpener(i int) bool {
	return m.marks[i]&gap != 0 || strings.IndexByte(" ([{<", m.s[i-1]) >= 0
}

func (m marked) open(i, n int) {
	m.pad(i, i+n)
	for k := i; k < i+n; k++ {
		m.marks[k] |= opens
	}
}

// loneLetter reports whether a word of one letter or digit stands at i, the
// place after an apostrophe, that is not the end of a contraction: 's, 't,
// 'm, 'd and 'n stay together.
func (m marked) loneLetter(i int) bool {
	r, n := utf8.DecodeRuneInString(m.s[i:])
	return python.IsWord(r) && !strings.ContainsRune("mtsdnMTSDNſ", r) && m.wordEnds(i+n)
}

// wordEnds reports whether no letter or digit stands at i, so that a word
// before it ends there.
func (m marked) wordEnds(i int) bool {
	r, _ := utf8.DecodeRuneInString(m.s[i:])
	return m.marks[i]&gap != 0 || !python.IsWord(r)
}

// prefixed returns the length of the first of the prefixes that s has, or 0.
func prefixed(s string, prefixes ...string) int {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return len(p)
		}
	}
	return 0
}
