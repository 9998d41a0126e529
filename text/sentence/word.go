package sentence

import (
	"strings"
	"unicode/utf8"

	"hed/internal/python"
)

// A word is a token of Punkt, which keeps periods with the word before, and
// what the rules say about it.
type word struct {
	text     string
	kind     string // in lower case, "##number##" for numbers
	breaks   bool   // a sentence ends after it
	abbr     bool
	ellipsis bool
}

const number = "##number##"

// words appends the words of s.
func words(dst []word, s string) []word {
	// A line is a text of its own: dots on two lines are no ellipsis.
	for line := range strings.SplitSeq(s, "\n") {
		for line = python.TrimLeft(line); line != ""; line = python.TrimLeft(line) {
			n := wordLen(line)
			dst = append(dst, word{text: line[:n], kind: kind(line[:n])})
			line = line[n:]
		}
	}
	return dst
}

// wordLen returns the length of the first word of s, which does not begin
// with white space.
func wordLen(s string) int {
	if n := multi(s); n > 0 {
		return n
	}
	_, n := utf8.DecodeRuneInString(s)
	if strings.IndexByte("(\"`{[:;&#*@)}]-,", s[0]) >= 0 {
		return n
	}
	for n < len(s) && !ends(s[n:]) {
		if s[n] == ',' && ends(s[n+1:]) {
			break
		}
		_, size := utf8.DecodeRuneInString(s[n:])
		n += size
	}
	return n
}

// ends reports whether s, the rest of a line, begins with something that
// ends a word.
func ends(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s == "" || python.IsSpace(r) || inside(s[0]) || multi(s) > 0
}

// multi returns the length of the dashes or dots that s begins with, if there
// are at least two, or three dots with a blank between each.
func multi(s string) int {
	if s[0] != '-' && s[0] != '.' {
		return 0
	}
	n := 1
	for n < len(s) && s[n] == s[0] {
		n++
	}
	if n > 1 {
		return n
	}
	if s[0] == '-' {
		return 0
	}
	dots := 1
	for {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !python.IsSpace(r) || !strings.HasPrefix(s[n+size:], ".") {
			break
		}
		n += size + 1
		dots++
	}
	if dots < 3 {
		return 0
	}
	return n
}

// kind returns the word as the parameters know it.
func kind(s string) string {
	if numeric(s) {
		return number
	}
	return python.Lower(s)
}

// numeric reports whether s is a number: an optional sign and point or comma,
// a digit, then digits, points, commas and dashes.
func numeric(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if s != "" && (s[0] == '.' || s[0] == ',') {
		s = s[1:]
	}
	for i, r := range s {
		if !python.IsDigit(r) && (i == 0 || r != ',' && r != '.' && r != '-') {
			return false
		}
	}
	return s != ""
}

// bare is the kind without the period it ends in.
func (w *word) bare() string {
	if len(w.kind) > 1 {
		return strings.TrimSuffix(w.kind, ".")
	}
	return w.kind
}

// ended is the kind, without its period if that ends a sentence.
func (w *word) ended() string {
	if w.breaks {
		return w.bare()
	}
	return w.kind
}

// initial reports whether the word is one letter and a period. What is a
// letter is Python's [^\W\d], which takes "_" and "½" too.
func (w *word) initial() bool {
	r, n := utf8.DecodeRuneInString(w.text)
	return w.text[n:] == "." && python.IsWord(r) && !python.IsDigit(r)
}

func (w *word) isUpper() bool {
	r, _ := utf8.DecodeRuneInString(w.text)
	return python.IsUpper(r)
}

func (w *word) isLower() bool {
	r, _ := utf8.DecodeRuneInString(w.text)
	return python.IsLower(r)
}
