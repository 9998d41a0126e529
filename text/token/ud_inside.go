package token

import (
	"strings"
	"unicode/utf8"
)

// joined returns where to go on behind the mark at i if it is inside the
// token that began at start, and else 0.
func (c *cutter) joined(start, i, next int) int {
	s := c.s
	before := kindBefore(s, i)
	after, _ := kindAt(s, next)
	inside := alnum(after)
	switch s[i] {
	case '.':
		if before == kindDigit && after == kindDigit || before == kindLetter && c.initials(start, i) {
			return next
		}
		return c.host(i)
	case ',', ':':
		if before == kindDigit && after == kindDigit {
			return next
		}
	case '-':
		if inside && c.hyphen(s, start, i, next) {
			return next
		}
	case '/':
		if c.slash(s, start, i, next) {
			return next
		}
	case '&': // AT&T
		if before == kindLetter && after == kindLetter {
			return next
		}
	case '@':
		if inside {
			return hostEnd(s, next)
		}
	case '*': // a word that is half hidden
		end := same(s, i)
		if k, _ := kindAt(s, end); k == kindLetter || end-i > 1 && i-start <= 2 {
			return end
		}
	case '$':
		if after == kindDigit && i-start <= 2 && s[start] < 'a' && before == kindLetter {
			return next
		}
	default:
		if before == kindDigit && s[i:next] == "°" {
			return next
		}
	}
	return 0
}

// same returns the end of the run of one byte at i.
func same(s string, i int) int {
	end := i + 1
	for end < len(s) && s[end] == s[i] {
		end++
	}
	return end
}

// initials reports whether the period at i is inside an abbreviation such as
// U.S., p.m. or Ph.D.: one letter follows it, and one stands before it or
// another period behind that letter.
func (c *cutter) initials(start, i int) bool {
	k, n := kindAt(c.s, i+1)
	end := i + 1 + n
	if after, _ := kindAt(c.s, end); k != kindLetter || alnum(after) {
		return false
	}
	_, m := utf8.DecodeLastRuneInString(c.s[:i])
	return i-m == start || c.s[i-m-1] == '.' ||
		i-start <= 2 && end < len(c.s) && c.s[end] == '.'
}

// abbreviated reports whether the period at i belongs to s[start:i]. Treebanks
// part the last period of a sentence from most abbreviations, and then so do
// we, except in U.S. and the like: a headline that ends in it has no full stop.
func (c *cutter) abbreviated(start, i int) bool {
	word := c.s[start:i]
	if len(word) > longest {
		return false
	}
	if strings.Contains(word, ".") {
		return dotted(word) && !strings.HasPrefix(c.s[i:], "...")
	}
	if strings.HasPrefix(c.s[i+1:], ".") {
		return false
	}
	after := c.following(i + 1)
	switch {
	case after == 0:
		return false
	case word == "No" || word == "no" || word == "Nos" || word == "nos":
		return after == kindDigit && c.abbreviations.fold(word)
	case len(word) == 1:
		return word != "I" && 'A' <= word[0] && word[0] <= 'Z' || c.abbreviations[word]
	}
	if c.abbreviations[word] {
		return true
	}
	b, n := lowered(word)
	if c.abbreviations[string(b[:n])] {
		return true
	}
	b[0] = word[0] // SAT. is Sat., but LA. may be a city
	return n > 2 && word[1] < 'a' && c.abbreviations[string(b[:n])]
}

// dotted reports whether a letter or two stand between all periods of word.
func dotted(word string) bool {
	for part := range strings.SplitSeq(word, ".") {
		if k, _ := kindAt(part, 0); k != kindLetter || utf8.RuneCountInString(part) > 2 {
			return false
		}
	}
	return true
}

// following returns the kind of what comes after blanks and marks that close
// something.
func (c *cutter) following(i int) kind {
	for i < len(c.s) {
		k, n := kindAt(c.s, i)
		if k != kindBlank && !strings.Contains(`)]"'”’»`, c.s[i:i+n]) {
			return k
		}
		i += n
	}
	return 0
}
