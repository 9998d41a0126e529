package token

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mark appends what begins with the mark of n bytes at i, which may be
// a number or a word, and returns its end.
func (c *cutter) mark(i, n int) int {
	s := c.s
	next := i + n
	before := kindBefore(s, i)
	after, _ := kindAt(s, next)
	switch s[i] {
	case '.':
		if after == kindDigit && !alnum(before) { // .5
			return c.word(i, next)
		}
		if end := same(s, i); end > next {
			return c.emit(i, end)
		}
		return c.emit(i, exclaimed(s, next))
	case '!', '?':
		return c.emit(i, exclaimed(s, next))
	case '+':
		if after == kindDigit && !alnum(before) { // +39
			return c.word(i, next)
		}
	case '@', '#':
		if after == kindLetter && !alnum(before) {
			return c.emit(i, nameEnd(s, next))
		}
	case '"', '(', ')', '[', ']', '{', '}', '%', '$', ',', '|':
		return c.emit(i, next)
	}
	if s[i:next] == "‘" {
		return c.single(i, next)
	}
	if s[i] >= utf8.RuneSelf {
		return c.emit(i, symbolEnd(s, i, next))
	}
	if before == 0 || before == kindBlank {
		if end := emoticon(s, i); end > 0 {
			return c.emit(i, end)
		}
	}
	end := same(s, i)
	if s[i] == '-' && strings.HasPrefix(s[end:], ">") { // an arrow
		end++
	}
	return c.emit(i, end)
}

// exclaimed returns the end of the run of ! and ? at i.
func exclaimed(s string, i int) int {
	for i < len(s) && (s[i] == '!' || s[i] == '?') {
		i++
	}
	return i
}

// nameEnd returns the end of the letters and digits at i.
func nameEnd(s string, i int) int {
	for {
		k, n := kindAt(s, i)
		if !alnum(k) {
			return i
		}
		i += n
	}
}

// single appends what begins with the single quote or apostrophe at i.
func (c *cutter) single(i, next int) int {
	s := c.s
	before := kindBefore(s, i)
	opening := before == 0 || before == kindBlank || before == kindMark
	if k, n := kindAt(s, next); k == kindApostrophe && (s[i:next] == s[next:next+n] || s[i:next] == "‘") {
		return c.emit(i, next+n) // '' and ``
	}
	end := nameEnd(s, next)
	switch {
	case c.heads.fold(s[next:end]):
		return c.emit(i, end)
	case before != kindDigit && end-next >= 2 && ascii[s[next]] == kindDigit && ascii[s[next+1]] == kindDigit &&
		(end == next+2 || end == next+3 && s[next+2] == 's'): // '90s
		return c.emit(i, end)
	}
	if opening && end > next {
		c.quote = i
	} else {
		c.quote = i - quoteReach
	}
	return c.emit(i, next)
}

var emoticons = []string{":-)", ":)", ":-(", ":(", ";-)", ";)", "=)", "=(", ":D", ":-D", ":P", ":-P", ":p", ";P", ":O", ":/", ":-/", ":|", ":'(", ">:(", "<3", "</3", "^_^", "-_-", "^^"}

// emoticon returns the end of the face at i, or 0. Blanks stand around it.
func emoticon(s string, i int) int {
	for _, face := range emoticons {
		if strings.HasPrefix(s[i:], face) {
			end := i + len(face)
			if k, _ := kindAt(s, end); k == 0 || k == kindBlank {
				return end
			}
		}
	}
	return 0
}

// symbolEnd returns the end of the token that the character outside ASCII from i
// to next begins: a run of dashes, of periods or of invalid bytes, an emoji
// with all that changes it, or the character alone.
func symbolEnd(s string, i, next int) int {
	r, _ := utf8.DecodeRuneInString(s[i:])
	switch {
	case r == utf8.RuneError, unicode.Is(unicode.Pd, r):
		for next < len(s) {
			q, n := utf8.DecodeRuneInString(s[next:])
			if q != r {
				break
			}
			next += n
		}
		return next
	case r == '…':
		for next < len(s) && s[next] == '.' {
			next++
		}
		return next
	case !unicode.Is(unicode.So, r):
		return next
	}
	flag := regional(r)
	for next < len(s) {
		r, n := utf8.DecodeRuneInString(s[next:])
		switch {
		case r == '\u200d': // joins two
			if q, m := utf8.DecodeRuneInString(s[next+n:]); unicode.Is(unicode.So, q) {
				n += m
			}
		case flag && regional(r):
			flag = false
		case !unicode.IsMark(r) && !unicode.Is(unicode.Sk, r) && (r < 0xe0020 || r > 0xe007f):
			return next
		}
		next += n
	}
	return next
}

func regional(r rune) bool { return '🇦' <= r && r <= '🇿' }
