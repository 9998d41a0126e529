package tokenizer

import "unicode/utf8"

// A span is a range of bytes of the text as it was given.
type span struct{ start, end int32 }

// aligned is a text that remembers where each of its bytes comes from. All
// bytes of a character share a span. The text is valid UTF-8.
type aligned struct {
	b  []byte
	at []span
}

func (t *aligned) reset() { t.b, t.at = t.b[:0], t.at[:0] }

func (t *aligned) add(r rune, at span) {
	if r < utf8.RuneSelf {
		t.b = append(t.b, byte(r))
		t.at = append(t.at, at)
		return
	}
	n := len(t.b)
	t.b = utf8.AppendRune(t.b, r)
	for range len(t.b) - n {
		t.at = append(t.at, at)
	}
}

func (t *aligned) addString(s string, at span) {
	t.b = append(t.b, s...)
	for range len(s) {
		t.at = append(t.at, at)
	}
}

func (t *aligned) append(s aligned) {
	t.b = append(t.b, s.b...)
	t.at = append(t.at, s.at...)
}

func (t *aligned) slice(from, to int) aligned {
	return aligned{t.b[from:to], t.at[from:to]}
}

// load makes t a copy of a text. What is not UTF-8 becomes U+FFFD, one for
// each beginning of a character that breaks off and one for each other byte,
// as when Python decodes bytes with errors="replace".
func (t *aligned) load(s string) {
	t.reset()
	i := 0
	for ; i < len(s) && s[i] < utf8.RuneSelf; i++ {
		t.at = append(t.at, span{int32(i), int32(i + 1)})
	}
	t.b = append(t.b, s[:i]...)
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			for i+n < len(s) && !utf8.FullRuneInString(s[i:i+n+1]) {
				n++
			}
		}
		t.add(r, span{int32(i), int32(i + n)})
		i += n
	}
}

// A change is one character of a new text. If by is 0 it takes the place of
// the next old character; if negative, it also swallows -by more; if
// positive, it is put in and belongs to the old character before it.
type change struct {
	r  rune
	by int
}

// transform appends to t what changes make of src, whose first skip
// characters are dropped. Changes may be out of step with the characters they
// came from, as when marks are put in order: the count alone says where a
// character belongs, because that is how the offsets of Hugging Face arise.
func (t *aligned) transform(src aligned, changes []change, skip int) {
	i := 0
	next := func(n int) {
		for ; n > 0 && i < len(src.b); n-- {
			_, size := utf8.DecodeRune(src.b[i:])
			i += size
		}
	}
	next(skip)
	for _, c := range changes {
		var at span
		switch {
		case c.by > 0 && i > 0:
			at = src.at[i-1]
		case c.by > 0 && len(src.at) > 0:
			at = span{src.at[0].start, src.at[0].start}
		case i < len(src.at):
			at = src.at[i]
		}
		if c.by <= 0 {
			next(1 - c.by)
		}
		t.add(c.r, at)
	}
}
