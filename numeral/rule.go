package numeral

import (
	"iter"
	"unicode/utf8"

	"hed/internal/python"
)

// Matches yields the numerals of a headline as the official NumHG scorer
// sees them, which are the matches of
//
//	\d{1,3}(?:,\d{3})+|\d+[\/\.]{0,1}\d+|\d+
//
// as Python's re finds them, digits of every script included.
func Matches(headline string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for start, end := nextMatch(headline, 0); start >= 0; start, end = nextMatch(headline, end) {
			if !yield(headline[start:end]) {
				return
			}
		}
	}
}

// Official returns the only numeral that [Matches] yields. ok is false if
// there is none or more than one.
func Official(headline string) (numeral string, ok bool) {
	for n := range Matches(headline) {
		if ok {
			return "", false
		}
		numeral, ok = n, true
	}
	return numeral, ok
}

// A Rule decides whether a headline has the gold numeral.
type Rule uint8

const (
	// Strict is the official rule: the headline has exactly one numeral,
	// by [Official], and it is the gold as a string.
	Strict Rule = iota
	// Lenient holds if one of the numerals that the official pattern
	// matches is the gold as a string.
	Lenient
	// ByValue holds if a number of the headline, in any spelling and at
	// any depth, has the value of the gold: "1,000", "1K" and "one
	// thousand" are one number, and "$1.5 million" has 1.5. A gold that is
	// no number is judged as by Lenient.
	ByValue
)

// Match reports whether the headline satisfies the rule.
func (r Rule) Match(headline, gold string) bool {
	switch r {
	case Strict:
		n, ok := Official(headline)
		return ok && n == gold
	case ByValue:
		if want, ok := Parse(gold); ok {
			for _, m := range Find(nil, headline) {
				if m.Value == want {
					return true
				}
			}
			return false
		}
	}
	for n := range Matches(headline) {
		if n == gold {
			return true
		}
	}
	return false
}

// nextMatch returns the bounds of the first match of the official pattern
// from i on, and -1 if there is none.
//
// A match begins at the first digit. The first alternative needs a comma
// right behind one to three digits, so it matches only if the whole run of
// digits is that short; the second takes the run, and if a slash or a
// point and a digit follow, those and the run behind; what remains for
// backtracking is a run alone, which the second or the third alternative
// takes whole.
func nextMatch(s string, i int) (start, end int) {
	for start = i; ; {
		if start >= len(s) {
			return -1, -1
		}
		n := digitLen(s, start)
		if n > 0 {
			break
		}
		_, n = utf8.DecodeRuneInString(s[start:])
		start += n
	}
	end, n := digitRun(s, start)
	if n <= 3 {
		grouped := end
		for grouped < len(s) && s[grouped] == ',' {
			next, ok := threeMore(s, grouped+1)
			if !ok {
				break
			}
			grouped = next
		}
		if grouped > end {
			return start, grouped
		}
	}
	if end < len(s) && (s[end] == '/' || s[end] == '.') {
		if more, n := digitRun(s, end+1); n > 0 {
			end = more
		}
	}
	return start, end
}

// digitLen is the length in bytes of the digit at i, and 0 if there is
// none. Python's \d takes the digits of every script.
func digitLen(s string, i int) int {
	if i >= len(s) {
		return 0
	}
	if s[i] < utf8.RuneSelf {
		if isDigit(s[i]) {
			return 1
		}
		return 0
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if python.IsDigit(r) {
		return n
	}
	return 0
}

// digitRun returns the end of the digits at i and how many they are.
func digitRun(s string, i int) (end, n int) {
	for d := digitLen(s, i); d > 0; d = digitLen(s, i) {
		i += d
		n++
	}
	return i, n
}

// threeMore returns the end of three digits at i.
func threeMore(s string, i int) (end int, ok bool) {
	for range 3 {
		d := digitLen(s, i)
		if d == 0 {
			return 0, false
		}
		i += d
	}
	return i, true
}
