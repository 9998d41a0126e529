package token

import (
	"strings"
	"unicode/utf8"

	"hed/internal/python"
)

// finalPeriod parts a single period from its word if nothing but closing
// brackets, quotes and blanks follow. Periods inside a sentence stay.
func (m marked) finalPeriod() {
	s := python.TrimRight(m.s)
	for s != "" {
		r, n := utf8.DecodeLastRuneInString(s)
		if !strings.ContainsRune("])}>\"'»”’ ", r) || m.marks[len(s)-n]&opens != 0 {
			break
		}
		s = s[:len(s)-n]
	}
	dot := len(s) - 1
	if dot < 0 || s[dot] != '.' {
		return
	}
	if m.marks[dot]&gap != 0 || dot > 0 && s[dot-1] != '.' {
		m.pad(dot, dot+1)
		m.marks[len(m.s)] |= gap
	}
}

// punctuation is PUNCTUATION up to the apostrophe.
func (m marked) punctuation() {
	s := m.s
	taken := -1 // a comma here was seen as the neighbour of the one before
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ';', '@', '#', '$', '%', '&', '?', '!':
			m.pad(i, i+1)
		case ',', ':':
			r, _ := utf8.DecodeRuneInString(s[i+1:])
			switch {
			case i+1 == len(s) || m.marks[i+1]&gap != 0:
				m.pad(i, i+1)
			case i != taken && !python.IsDigit(r):
				m.pad(i, i+1)
				taken = i + 1
			}
		case '.':
			if n := m.run(i, '.'); n > 1 {
				m.pad(i, i+n)
				i += n - 1
			}
		}
	}
}

// brackets is the end of PUNCTUATION, then PARENS_BRACKETS, DOUBLE_DASHES,
// and the part of ENDING_QUOTES that is about quotes alone.
func (m marked) brackets() {
	s := m.s
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '*', '[', ']', '(', ')', '{', '}', '<', '>', '"':
			m.pad(i, i+1)
		case '-', '\'':
			if m.run(i, s[i]) > 1 && m.marks[i]&opens == 0 {
				m.pad(i, i+2)
				i++
			}
		case "»"[0], "”"[0]:
			if n := prefixed(s[i:], "»", "”", "’"); n > 0 {
				m.pad(i, i+n)
			}
		}
	}
}

// run returns how many bytes c stand at i without a blank between.
func (m marked) run(i int, c byte) int {
	n := 1
	for i+n < len(m.s) && m.s[i+n] == c && m.marks[i+n]&gap == 0 {
		n++
	}
	return n
}
