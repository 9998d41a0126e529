package tokenizer

import (
	"bytes"
	"unicode/utf8"
)

// A normalizer appends to dst what it makes of src. One that can make any number of
// bytes of one stops once dst is longer than the worker allows.
type normalizer interface {
	apply(w *Worker, dst *aligned, src aligned)
}

// sequence runs normalizers one after the other.
type sequence []normalizer

func (s sequence) apply(w *Worker, dst *aligned, src aligned) {
	switch len(s) {
	case 0:
		dst.append(src)
	case 1:
		s[0].apply(w, dst, src)
	default:
		tmp := w.take()
		s[0].apply(w, tmp, src)
		if len(tmp.b) <= w.most {
			s[1:].apply(w, dst, *tmp)
		} else {
			dst.append(*tmp) // so that the caller sees it
		}
		w.give(tmp)
	}
}

// each replaces every character by what fn returns; a negative one is dropped.
type each func(c *characters, r rune) rune

func (fn each) apply(w *Worker, dst *aligned, src aligned) {
	for i := 0; i < len(src.b); {
		r, n := utf8.DecodeRune(src.b[i:])
		if to := fn(w.chars, r); to >= 0 {
			dst.add(to, src.at[i])
		}
		i += n
	}
}

func stripAccents(c *characters, r rune) rune {
	if c.is(r, mark) {
		return -1
	}
	return r
}

// nmt follows the rules of SentencePiece's nmt normalisation.
func nmt(_ *characters, r rune) rune {
	switch {
	case r >= 1 && r <= 8, r == 0xb, r >= 0xe && r <= 0x1f, r == 0x7f, r == 0x8f, r == 0x9f:
		return -1
	case r == '\t', r == '\n', r == '\f', r == '\r', r == 0x1680, r >= 0x200b && r <= 0x200f,
		r == 0x2028, r == 0x2029, r == 0x2581, r == 0xfeff, r == utf8.RuneError:
		return ' '
	}
	return r
}

type lowercase struct{}

func (lowercase) apply(w *Worker, dst *aligned, src aligned) {
	for i := 0; i < len(src.b); {
		c := src.b[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst.add(rune(c), src.at[i])
			i++
			continue
		}
		r, n := utf8.DecodeRune(src.b[i:])
		if s, ok := w.chars.lowered[r]; ok {
			dst.addString(s, src.at[i])
		} else {
			dst.add(r, src.at[i])
		}
		i += n
	}
}

// strip drops white space at the ends.
type strip struct{ left, right bool }

func (s strip) apply(w *Worker, dst *aligned, src aligned) {
	from, to := 0, len(src.b)
	for s.left && from < to {
		r, n := utf8.DecodeRune(src.b[from:])
		if !w.chars.is(r, space) {
			break
		}
		from += n
	}
	for s.right && from < to {
		r, n := utf8.DecodeLastRune(src.b[from:to])
		if !w.chars.is(r, space) {
			break
		}
		to -= n
	}
	dst.append(src.slice(from, to))
}

// prepend puts a string before a text that is not empty.
type prepend string

func (p prepend) apply(_ *Worker, dst *aligned, src aligned) {
	if len(src.b) > 0 {
		dst.addString(string(p), src.at[0])
		dst.append(src)
	}
}

// replace puts content in the place of each match. It belongs to the last
// character that was matched.
type replace struct {
	matcher
	content string
}

func (p replace) apply(w *Worker, dst *aligned, src aligned) {
	done := 0
	for done < len(src.b) {
		from, to := p.find(w.chars, src.b, done)
		if from == to {
			break
		}
		dst.append(src.slice(done, from))
		dst.addString(p.content, src.at[to-1])
		if done = to; len(dst.b) > w.most {
			return
		}
	}
	dst.append(src.slice(done, len(src.b)))
}

// byteChars writes each byte as a printable character, as GPT-2 does: those
// that are printable in Latin-1 stand for themselves, the others follow from
// U+0100 on.
type byteChars struct{}

func (byteChars) apply(_ *Worker, dst *aligned, src aligned) {
	for i, c := range src.b {
		dst.add(byteToChar(c), src.at[i])
	}
}

func byteToChar(c byte) rune {
	switch {
	case c <= ' ':
		return 0x100 + rune(c)
	case c >= 0x7f && c <= 0xa0:
		return 0x100 + rune(c) - 0x7f + 33
	case c == 0xad:
		return 0x100 + 33 + 34
	}
	return rune(c)
}

// charToByte undoes byteToChar.
func charToByte(r rune) (byte, bool) {
	switch {
	case r >= 0x100 && r <= 0x120:
		return byte(r - 0x100), true
	case r > 0x120 && r <= 0x142:
		return byte(r - 0x100 - 33 + 0x7f), true
	case r == 0x143:
		return 0xad, true
	case r > ' ' && r < 0x7f, r > 0xa0 && r <= 0xff && r != 0xad:
		return byte(r), true
	}
	return 0, false
}

// A matcher finds parts of a text.
type matcher interface {
	// find returns the first match in b at or after from, or an empty range
	// at the end of b. A match is never empty.
	find(c *characters, b []byte, from int) (start, end int)
}

type literal string

func (s literal) find(_ *characters, b []byte, from int) (int, int) {
	i := bytes.Index(b[from:], []byte(s))
	if i < 0 {
		return len(b), len(b)
	}
	return from + i, from + i + len(s)
}
