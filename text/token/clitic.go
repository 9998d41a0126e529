package token

import (
	"strings"
	"unicode/utf8"

	"hed/internal/python"
)

// apostrophes parts one that a blank follows from its word, the last rule
// of PUNCTUATION that needs an order.
func (m marked) apostrophes() {
	for i := range m.each('\'') {
		if m.blankAt(i + 1) {
			m.part(i)
		}
	}
}

// clitics is the rest of ENDING_QUOTES: 's, 'll, n't and the like are parted
// from the word before if a blank follows. By now the text ends in one.
func (m marked) clitics() {
	m.marks[len(m.s)] |= gap
	for i := range m.each('\'') {
		if m.blankAt(i+1) || strings.IndexByte("sSmMdD", m.s[i+1]) >= 0 && m.blankAt(i+2) {
			m.part(i)
		}
	}
	for i := range m.each('\'') {
		switch rest := m.s[i+1:]; {
		case prefixed(rest, "ll", "LL", "re", "RE", "ve", "VE") > 0 && m.blankAt(i+3):
			m.part(i)
		case i > 0 && prefixed(m.s[i-1:], "n't", "N'T") > 0 && m.blankAt(i+2) && m.marks[i]&gap == 0:
			m.part(i - 1)
		}
	}
}

// each yields the places of a byte, except in opening quotes.
func (m marked) each(c byte) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		i := 0
		for {
			n := strings.IndexByte(m.s[i:], c)
			if n < 0 {
				return
			}
			i += n
			if m.marks[i]&opens == 0 && !yield(i) {
				return
			}
			i++
		}
	}
}

// part puts a blank before i, unless an apostrophe, or nothing, comes before.
func (m marked) part(i int) {
	if i > 0 && m.s[i-1] != '\'' {
		m.marks[i] |= gap
	}
}

// contractions is CONTRACTIONS2 and CONTRACTIONS3: words that are two, such
// as cannot and 'tis.
func (m marked) contractions() {
	s := m.s
	for i := 0; i+1 < len(s); i++ {
		switch c := s[i]; c {
		case 'm', 'n', 't', 'M', 'N', 'T':
			if s[i+1]|0x20 == c|0x20 {
				m.contraction(i, "can", "not")
				m.contraction(i, "gim", "me")
				m.contraction(i, "gon", "na")
				m.contraction(i, "got", "ta")
				m.contraction(i, "lem", "me")
				m.contraction(i, "wan", "na")
			}
		case '\'':
			m.contraction(i-1, "d", "'ye")
			m.contraction(i-1, "more", "'n")
		}
	}
	m.tis("is")
	m.tis("was")
}

// contraction parts the two halves of a word if the first one ends with the
// byte at i and word boundaries surround both.
func (m marked) contraction(i int, first, second string) {
	mid := i + 1
	start := mid - backward(m.s[:mid], first)
	end := mid + forward(m.s[mid:], second)
	if start == mid || end == mid || m.marks[mid]&gap != 0 {
		return
	}
	if r, _ := utf8.DecodeLastRuneInString(m.s[:start]); python.IsWord(r) && m.marks[start]&gap == 0 {
		return
	}
	if first == "wan" { // as NLTK has it: white space, not just a boundary
		if !m.blankAt(end) && m.space(end) == 0 {
			return
		}
	} else if !m.wordEnds(end) {
		return
	}
	m.pad(start, end)
	m.marks[mid] |= gap
}

// tis parts the rest of a word from 't, where a blank comes before.
func (m marked) tis(rest string) {
	last := -1 // the end of the last one: its blank is too late for the next
	for i := range m.each('\'') {
		t := forward(m.s[i+1:], "t")
		mid := i + 1 + t
		end := mid + forward(m.s[mid:], rest)
		if t == 0 || end == mid || i == last || !m.wordEnds(end) {
			continue
		}
		if i == 0 || m.s[i-1] == ' ' || m.marks[i]&gap != 0 {
			m.pad(mid, end)
			last = end
		}
	}
}

// forward returns the length of the prefix of s that equals word, in the
// eyes of Python's IGNORECASE, or 0.
func forward(s, word string) int {
	i := 0
	for _, want := range word {
		r, n := utf8.DecodeRuneInString(s[i:])
		if foldRune(r) != want {
			return 0
		}
		i += n
	}
	return i
}

// backward returns the length of the suffix of s that equals word, or 0.
func backward(s, word string) int {
	i := len(s)
	for k := len(word) - 1; k >= 0; k-- {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if foldRune(r) != rune(word[k]) {
			return 0
		}
		i -= n
	}
	return len(s) - i
}

// foldRune maps a letter to the small ASCII letter that matches it under
// IGNORECASE, which also takes the long s and the dotless and dotted i.
func foldRune(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r | 0x20
	case r == 'ſ':
		return 's'
	case r == 'ı' || r == 'İ':
		return 'i'
	}
	return r
}
