package tokenizer

import (
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// form is a Unicode normalisation form: NFD, NFKD, NFC or NFKC. Only
// characters of Unicode 9 change, since the library's tables end there.
type form struct {
	norm            norm.Form
	compat, compose bool
}

var forms = map[string]form{
	"NFD": {norm.NFD, false, false}, "NFKD": {norm.NFKD, true, false},
	"NFC": {norm.NFC, false, true}, "NFKC": {norm.NFKC, true, true},
}

// A part is a character of a decomposition.
type part struct {
	change
	class uint8 // canonical combining class
}

func (f form) apply(w *Worker, dst *aligned, src aligned) {
	if f.stable(w.chars, src.b) {
		dst.append(src)
		return
	}
	w.changes = w.changes[:0]
	parts := w.decompose(src.b, f.compat)
	if f.compose {
		w.compose(parts)
	} else {
		for _, p := range parts {
			w.changes = append(w.changes, p.change)
		}
	}
	dst.transform(src, w.changes, 0)
}

// stable reports whether a text needs no look at its parts.
func (f form) stable(c *characters, b []byte) bool {
	if f.compose {
		return f.norm.IsNormal(b)
	}
	return others(c, b, 0, decomposed|nonstarter) == len(b)
}

// decompose returns the characters of b taken apart and in canonical order.
func (w *Worker) decompose(b []byte, compat bool) []part {
	w.parts = w.parts[:0]
	sorted := 0
	add := func(r rune, by int) {
		p := part{change{r, by}, combining(w.chars, r)}
		if p.class == 0 {
			sortMarks(w.parts[sorted:])
			sorted = len(w.parts) + 1
		}
		w.parts = append(w.parts, p)
	}
	var buf [64]byte
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		i += n
		if !w.chars.is(r, decomposed) {
			add(r, 0)
			continue
		}
		by := 0
		for d := decomposition(buf[:0], r, compat); len(d) > 0; by = 1 {
			r, n := utf8.DecodeRune(d)
			d = d[n:]
			add(r, by)
		}
	}
	sortMarks(w.parts[min(sorted, len(w.parts)):])
	return w.parts
}

func sortMarks(p []part) {
	if len(p) > 1 {
		slices.SortStableFunc(p, func(a, b part) int { return int(a.class) - int(b.class) })
	}
}

// decomposition appends the full decomposition of r.
func decomposition(buf []byte, r rune, compat bool) []byte {
	const first, vowels, tails = 0xac00, 21, 28 // Hangul syllables
	if r >= first && r < first+19*vowels*tails {
		i := r - first
		buf = utf8.AppendRune(buf, 0x1100+i/(vowels*tails))
		buf = utf8.AppendRune(buf, 0x1161+i/tails%vowels)
		if i%tails != 0 {
			buf = utf8.AppendRune(buf, 0x11a7+i%tails)
		}
		return buf
	}
	buf = utf8.AppendRune(buf, r)
	f := norm.NFD
	if compat {
		f = norm.NFKD
	}
	if d := f.Properties(buf).Decomposition(); len(d) > 0 {
		return d
	}
	return buf
}

// combining returns the canonical combining class of r.
func combining(c *characters, r rune) uint8 {
	if !c.is(r, nonstarter) {
		return 0
	}
	var buf [utf8.UTFMax]byte
	return norm.NFD.Properties(utf8.AppendRune(buf[:0], r)).CCC()
}

// compose puts parts together again, into w.changes.
func (w *Worker) compose(parts []part) {
	starter, last := -1, -1 // the character to join marks to; the class of the last mark not joined
	for _, p := range parts {
		class := int(p.class)
		blocked := last >= 0 && last >= class
		if starter >= 0 && !blocked {
			s := &w.changes[starter]
			if r, ok := w.pair(s.r, p.r); ok {
				s.r, s.by = r, s.by+p.by-1
				continue
			}
		}
		w.changes = append(w.changes, p.change)
		switch {
		case class == 0:
			starter, last = len(w.changes)-1, -1
		case starter >= 0:
			last = class
		}
	}
}

// pair returns the character that a and b make together.
func (w *Worker) pair(a, b rune) (rune, bool) {
	if b < 0x300 { // the first character that is the second part of another
		return 0, false
	}
	w.key = utf8.AppendRune(utf8.AppendRune(w.key[:0], a), b)
	w.joined = norm.NFC.Append(w.joined[:0], w.key...)
	r, n := utf8.DecodeRune(w.joined)
	return r, n == len(w.joined) && w.chars.is(r, decomposed)
}
