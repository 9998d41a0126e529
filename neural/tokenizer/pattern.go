package tokenizer

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The patterns that published tokenizers split words with. They look ahead
// and rest on Unicode tables, so each has a matcher written by hand.
const (
	patternGPT2  = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
	patternGPT4  = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	patternGPT4o = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	patternTekken = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|` +
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|` +
		`\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	patternQwen = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
)

// newPattern returns a matcher for a regular expression.
func newPattern(pattern string) (matcher, error) {
	switch pattern {
	case patternGPT2:
		return gpt2{}, nil
	case patternGPT4:
		return gpt4{digits: 3}, nil
	case patternQwen:
		return gpt4{digits: 1}, nil
	case patternGPT4o:
		return gpt4o{digits: 3, endings: true}, nil
	case patternTekken:
		return gpt4o{digits: 1}, nil
	case `\s`:
		return one(space), nil
	case `\s+`:
		return run(space), nil
	case `\p{L}+`:
		return run(letter), nil
	case `\p{N}+`:
		return run(number), nil
	case `\p{N}`:
		return one(number), nil
	case `\p{N}{1,3}`:
		return upTo{number, 3}, nil
	}
	return newSimple(pattern)
}

// newSimple takes an expression that means the same to Go as to the library:
// characters, classes of characters and repetitions, without escapes of
// letters (whose tables differ) and without groups that are not plain.
func newSimple(pattern string) (matcher, error) {
	refuse := func(why string) error {
		return fmt.Errorf("the pattern %q is not known here: %s", pattern, why)
	}
	class := false // inside brackets
	for i := range len(pattern) {
		next := byte(0)
		if i+1 < len(pattern) {
			next = pattern[i+1]
		}
		escaped := i > 0 && pattern[i-1] == '\\'
		switch c := pattern[i]; {
		case c == '\\' && (isAlphanumeric(next) && strings.IndexByte("nrt", next) < 0 || escaped):
			return nil, refuse("it uses an escape such as \\s or \\p")
		case escaped:
		case class:
			if c == '[' || c == '&' && next == '&' {
				return nil, refuse("it uses sets of characters in one another")
			}
			class = c != ']'
		case c == '[':
			class = true
		case c == '.' || c == '^' || c == '$':
			return nil, refuse("it uses an anchor or a dot")
		case c == '(' && next == '?', c == '{' && next == ',', strings.IndexByte("*+?}", c) >= 0 && next == '+':
			return nil, refuse("it uses a look-around, a flag, an open or a possessive repetition")
		}
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, refuse(err.Error())
	}
	if re.MatchString("") {
		return nil, refuse("it matches nothing at all")
	}
	return simple{re}, nil
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

type simple struct{ *regexp.Regexp }

func (s simple) find(_ *characters, b []byte, from int) (int, int) {
	m := s.FindIndex(b[from:])
	if m == nil {
		return len(b), len(b)
	}
	return from + m[0], from + m[1]
}

// one matches a character of a class.
type one class

func (m one) find(c *characters, b []byte, from int) (int, int) {
	return upTo{class(m), 1}.find(c, b, from)
}

// run matches as many characters of a class as there are.
type run class

func (m run) find(c *characters, b []byte, from int) (int, int) {
	return upTo{class(m), len(b)}.find(c, b, from)
}

// upTo matches at most n characters of a class.
type upTo struct {
	class
	n int
}

func (m upTo) find(c *characters, b []byte, from int) (int, int) {
	for i := from; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if c.is(r, m.class) {
			return i, stretch(c, b, i, m.class, m.n)
		}
		i += n
	}
	return len(b), len(b)
}

// stretch returns where a run of at most n characters of a class ends.
func stretch(c *characters, b []byte, i int, k class, n int) int {
	for ; i < len(b) && n > 0; n-- {
		r, size := utf8.DecodeRune(b[i:])
		if !c.is(r, k) {
			break
		}
		i += size
	}
	return i
}

// others returns where a run of characters of none of the classes ends.
func others(c *characters, b []byte, i int, k class) int {
	for i < len(b) {
		r, size := utf8.DecodeRune(b[i:])
		if c.is(r, k) {
			break
		}
		i += size
	}
	return i
}

// blanks returns where a match of \s+(?!\S)|\s+ ends: a run of white space
// leaves its last character to the word that follows.
func blanks(c *characters, b []byte, i int) int {
	end := stretch(c, b, i, space, len(b))
	if end == len(b) || end == i {
		return end
	}
	_, last := utf8.DecodeLastRune(b[i:end])
	if end-last > i {
		return end - last
	}
	return end
}

// words matches runs of \w and runs of what is neither \w nor white space.
type words struct{}

func (words) find(c *characters, b []byte, from int) (int, int) {
	i := stretch(c, b, from, space, len(b))
	if i == len(b) {
		return i, i
	}
	if end := stretch(c, b, i, word, len(b)); end > i {
		return i, end
	}
	return i, others(c, b, i, word|space)
}

// gpt2 matches patternGPT2.
type gpt2 struct{}

func (gpt2) find(c *characters, b []byte, i int) (int, int) {
	if i >= len(b) {
		return i, i
	}
	if n := contraction(b[i:], false); n > 0 {
		return i, i + n
	}
	start := i
	if b[i] == ' ' {
		i++
	}
	for _, k := range [...]class{letter, number} {
		if end := stretch(c, b, i, k, len(b)); end > i {
			return start, end
		}
	}
	if end := others(c, b, i, space|letter|number); end > i {
		return start, end
	}
	return start, blanks(c, b, start)
}

// gpt4 matches patternGPT4 or patternQwen.
type gpt4 struct{ digits int }

func (m gpt4) find(c *characters, b []byte, i int) (int, int) {
	if i >= len(b) {
		return i, i
	}
	if n := contraction(b[i:], true); n > 0 {
		return i, i + n
	}
	r, n := utf8.DecodeRune(b[i:])
	first := i
	if r != '\r' && r != '\n' && !c.is(r, letter|number) {
		first += n
	}
	if end := stretch(c, b, first, letter, len(b)); end > first {
		return i, end
	}
	return i, rest(c, b, i, m.digits, "\r\n")
}

// rest returns where a match ends that is not a word: digits, or other
// characters and what may trail them, or white space.
func rest(c *characters, b []byte, i, digits int, trail string) int {
	if end := stretch(c, b, i, number, digits); end > i {
		return end
	}
	mark := i
	if b[i] == ' ' {
		mark++
	}
	if end := others(c, b, mark, space|letter|number); end > mark {
		for end < len(b) && strings.IndexByte(trail, b[end]) >= 0 {
			end++
		}
		return end
	}
	for end := stretch(c, b, i, space, len(b)); end > i; end-- {
		if b[end-1] == '\r' || b[end-1] == '\n' {
			return end
		}
	}
	return blanks(c, b, i)
}

// gpt4o matches patternGPT4o or patternTekken.
type gpt4o struct {
	digits  int
	endings bool // a word may have an English ending
}

func (m gpt4o) find(c *characters, b []byte, i int) (int, int) {
	if i >= len(b) {
		return i, i
	}
	starts := [...]int{i, i} // with the character before the word, and without
	if r, n := utf8.DecodeRune(b[i:]); r != '\r' && r != '\n' && !c.is(r, letter|number) {
		starts[0] += n
	}
	for _, match := range [...]func(*characters, []byte, int) int{lowerWord, upperWord} {
		for _, start := range starts {
			if end := match(c, b, start); end > start {
				if m.endings {
					end += contraction(b[end:], true)
				}
				return i, end
			}
		}
	}
	return i, rest(c, b, i, m.digits, "\r\n/")
}

// lowerWord returns where a match ends of any upper and then some lower
// characters. A character that is both goes to the lower ones if need be.
func lowerWord(c *characters, b []byte, i int) int {
	top := stretch(c, b, i, upper, len(b))
	if end := stretch(c, b, top, lower, len(b)); end > top {
		return end
	}
	for top > i {
		r, n := utf8.DecodeLastRune(b[i:top])
		if c.is(r, lower) {
			return top
		}
		top -= n
	}
	return i
}

// upperWord returns where a match ends of some upper and then any lower
// characters.
func upperWord(c *characters, b []byte, i int) int {
	top := stretch(c, b, i, upper, len(b))
	if top == i {
		return i
	}
	return stretch(c, b, top, lower, len(b))
}

// contraction returns the length of an English ending such as 's. Where case
// is folded, the long s is an s.
func contraction(b []byte, fold bool) int {
	if len(b) < 2 || b[0] != '\'' {
		return 0
	}
	if fold && strings.HasPrefix(string(b[1:min(3, len(b))]), "ſ") {
		return 3
	}
	c, d := b[1], byte(0)
	if len(b) > 2 {
		d = b[2]
	}
	if fold {
		c, d = c|0x20, d|0x20
	}
	switch {
	case c == 's', c == 't', c == 'm', c == 'd':
		return 2
	case c == 'r' && d == 'e', c == 'v' && d == 'e', c == 'l' && d == 'l':
		return 3
	}
	return 0
}
