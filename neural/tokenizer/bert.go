package tokenizer

import "unicode/utf8"

// bert is BertNormalizer. Its steps are those of the list in steps; but a
// text is nearly always done character by character in one pass.
type bert struct {
	clean, chinese, accents, lower bool

	steps sequence
	ascii [utf8.RuneSelf]uint8 // dropped, or the character to write
}

const dropped = 0xff

func newBert(clean, chinese, accents, lower bool) *bert {
	n := &bert{clean: clean, chinese: chinese, accents: accents, lower: lower}
	if clean {
		n.steps = append(n.steps, each(cleanText))
	}
	if chinese {
		n.steps = append(n.steps, spaceChinese{})
	}
	if accents {
		n.steps = append(n.steps, forms["NFD"], each(stripNonspacing))
	}
	if lower {
		n.steps = append(n.steps, lowercase{})
	}
	for i := range n.ascii {
		r := rune(i)
		if clean {
			r = cleanText(chars(), r)
		}
		if lower && 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		n.ascii[i] = dropped
		if r >= 0 {
			n.ascii[i] = uint8(r)
		}
	}
	return n
}

func cleanText(c *characters, r rune) rune {
	switch k := c.of(r); {
	case k&control != 0:
		return -1
	case k&space != 0:
		return ' '
	}
	return r
}

func stripNonspacing(c *characters, r rune) rune {
	if c.is(r, nonspacing) {
		return -1
	}
	return r
}

type spaceChinese struct{}

func (spaceChinese) apply(w *Worker, dst *aligned, src aligned) {
	for i := 0; i < len(src.b); {
		r, n := utf8.DecodeRune(src.b[i:])
		if w.chars.is(r, chinese) {
			dst.add(' ', src.at[i])
			dst.add(r, src.at[i])
			dst.add(' ', src.at[i])
		} else {
			dst.add(r, src.at[i])
		}
		i += n
	}
}

func (n *bert) apply(w *Worker, dst *aligned, src aligned) {
	begin := len(dst.b)
	for i := 0; i < len(src.b); {
		if c := src.b[i]; c < utf8.RuneSelf {
			if c = n.ascii[c]; c != dropped {
				dst.b = append(dst.b, c)
				dst.at = append(dst.at, src.at[i])
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(src.b[i:])
		if !n.one(w.chars, dst, r, src.at[i]) {
			dst.b, dst.at = dst.b[:begin], dst.at[:begin]
			n.steps.apply(w, dst, src)
			return
		}
		i += size
	}
}

// one appends what becomes of r. It gives up on a mark that stays in the text:
// NFD may move such a one past others, so that it depends on its neighbours.
func (n *bert) one(c *characters, dst *aligned, r rune, at span) bool {
	k := c.of(r)
	if n.clean {
		if k&control != 0 {
			return true
		}
		if k&space != 0 {
			r, k = ' ', space
		}
	}
	spaced := n.chinese && k&chinese != 0
	if spaced {
		dst.add(' ', at)
	}
	switch {
	case n.accents && k&decomposed != 0:
		var buf [64]byte
		for d := decomposition(buf[:0], r, false); len(d) > 0; {
			r, size := utf8.DecodeRune(d)
			d = d[size:]
			if !n.plain(c, dst, r, at) {
				return false
			}
		}
	case !n.plain(c, dst, r, at):
		return false
	}
	if spaced {
		dst.add(' ', at)
	}
	return true
}

// plain appends a character that does not decompose further.
func (n *bert) plain(c *characters, dst *aligned, r rune, at span) bool {
	if n.accents {
		switch c.of(r) & (nonspacing | nonstarter) {
		case nonspacing, nonspacing | nonstarter:
			return true
		case nonstarter:
			return false
		}
	}
	if n.lower {
		if s, ok := c.lowered[r]; ok {
			dst.addString(s, at)
			return true
		}
	}
	dst.add(r, at)
	return true
}
