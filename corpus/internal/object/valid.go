package object

import (
	"encoding/binary"
	"math/bits"
)

// valid tells whether text is JSON, as json.Valid does. It looks at eight bytes of a string at once, which makes it some five times
// as fast on records, which are mostly the texts of articles.
func valid(text []byte) bool {
	c := checker{text: text}
	return c.value(0) && !c.more()
}

// maxDepth is how deep json.Valid lets lists and objects be nested.
const maxDepth = 10_000

// A checker goes through JSON. Its methods tell whether what they are named after is next, and go behind it.
type checker struct {
	text []byte
	at   int
}

// more skips space, and tells whether anything is left.
func (c *checker) more() bool {
	for ; c.at < len(c.text); c.at++ {
		switch c.text[c.at] {
		case ' ', '\t', '\n', '\r':
		default:
			return true
		}
	}
	return false
}

// sign is a single byte, after space.
func (c *checker) sign(b byte) bool { return c.more() && c.byte(b) }

func (c *checker) byte(b byte) bool {
	if c.at < len(c.text) && c.text[c.at] == b {
		c.at++
		return true
	}
	return false
}

func (c *checker) value(depth int) bool {
	if !c.more() {
		return false
	}
	switch c.text[c.at] {
	case '"':
		return c.string()
	case '{':
		return c.items('}', depth+1, func() bool { return c.more() && c.string() && c.sign(':') && c.value(depth+1) })
	case '[':
		return c.items(']', depth+1, func() bool { return c.value(depth + 1) })
	case 't':
		return c.word("true")
	case 'f':
		return c.word("false")
	case 'n':
		return c.word("null")
	}
	return c.number()
}

// items are those of a list or an object, from its first bracket to its last.
func (c *checker) items(end byte, depth int, item func() bool) bool {
	c.at++
	if depth > maxDepth {
		return false
	}
	if c.sign(end) {
		return true
	}
	for item() {
		if c.sign(end) {
			return true
		}
		if !c.sign(',') {
			return false
		}
	}
	return false
}

func (c *checker) word(w string) bool {
	end := c.at + len(w)
	if end > len(c.text) || string(c.text[c.at:end]) != w {
		return false
	}
	c.at = end
	return true
}

func (c *checker) number() bool {
	c.byte('-')
	if !c.byte('0') && !c.digits() {
		return false
	}
	if c.byte('.') && !c.digits() {
		return false
	}
	if c.byte('e') || c.byte('E') {
		if !c.byte('+') {
			c.byte('-')
		}
		return c.digits()
	}
	return true
}

// digits are one or more.
func (c *checker) digits() bool {
	from := c.at
	for c.at < len(c.text) && '0' <= c.text[c.at] && c.text[c.at] <= '9' {
		c.at++
	}
	return c.at > from
}

func (c *checker) string() bool {
	if !c.byte('"') {
		return false
	}
	for {
		c.at += plain(c.text[c.at:])
		if c.byte('"') {
			return true
		}
		if !c.byte('\\') || !c.escape() {
			return false
		}
	}
}

// escape is what follows a backslash.
func (c *checker) escape() bool {
	if c.at == len(c.text) {
		return false
	}
	kind := c.text[c.at]
	c.at++
	switch kind {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
		for range 4 {
			if c.at == len(c.text) || !hexadecimal(c.text[c.at]) {
				return false
			}
			c.at++
		}
		return true
	}
	return false
}

func hexadecimal(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'f'
}

const (
	ones = 0x0101010101010101
	tops = 0x8080808080808080 // the highest bit of each byte
)

// plain counts the bytes before the first quote, backslash or control character.
func plain(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote, slash := w^('"'*ones), w^('\\'*ones)
		// Subtracting borrows from the bytes above one that is found, so the lowest bit alone is sure.
		found := (w-0x20*ones)&^w | (quote-ones)&^quote | (slash-ones)&^slash
		if found &= tops; found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(b) && b[i] >= 0x20 && b[i] != '"' && b[i] != '\\' {
		i++
	}
	return i
}
