package chart

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// em is the size of the square on which both faces are designed.
const em = 2048

// faces are parsed once; a parsed font does not change.
var faces = sync.OnceValue(func() (f [2]*sfnt.Font) {
	for i, ttf := range [][]byte{liberationsansregular.TTF, liberationsansbold.TTF} {
		var err error
		if f[i], err = sfnt.Parse(ttf); err != nil {
			panic("chart: the embedded font: " + err.Error())
		}
		if f[i].UnitsPerEm() != em {
			panic("chart: the embedded font has another em")
		}
	}
	return f
})

// A glyph is the outline of a character in units of the em, its origin on
// the baseline.
type glyph struct {
	id      string // such as "hr36": hed, regular, glyph 36
	index   sfnt.GlyphIndex
	outline *path
	advance float64
	digit   bool
}

// A typesetter finds glyphs and remembers them. It is not safe for
// concurrent use; every scene has its own.
type typesetter struct {
	buf    sfnt.Buffer
	glyphs [2]map[rune]*glyph
}

// A letter is a glyph of a line and its place on it, in units of the em.
type letter struct {
	*glyph
	x float64
}

// set lays out text on a line and returns its width, in units of the em.
// Figures are not kerned, so that they stand in columns.
func (t *typesetter) set(text string, bold bool) (line []letter, width float64) {
	face := 0
	if bold {
		face = 1
	}
	var last *glyph
	for _, r := range text {
		g := t.glyph(r, face)
		if g == nil {
			continue
		}
		if last != nil && last.index != 0 && g.index != 0 && !(last.digit && g.digit) {
			k, err := faces()[face].Kern(&t.buf, last.index, g.index, fixed.I(em), font.HintingNone)
			if err == nil {
				width += units(k)
			}
		}
		line = append(line, letter{g, width})
		width += g.advance
		last = g
	}
	return line, width
}

// units are 26.6 fixed-point numbers, in which fonts are measured, as floats.
func units(v fixed.Int26_6) float64 { return float64(v) / 64 }

// glyph is nil for a character that takes no place.
func (t *typesetter) glyph(r rune, face int) *glyph {
	if t.glyphs[face] == nil {
		t.glyphs[face] = map[rune]*glyph{}
	}
	if g, ok := t.glyphs[face][r]; ok {
		return g
	}
	g := t.load(r, face)
	t.glyphs[face][r] = g
	return g
}

// load reads a glyph from the font.
func (t *typesetter) load(r rune, face int) *glyph {
	f := faces()[face]
	index, err := f.GlyphIndex(&t.buf, r)
	if err != nil || index == 0 {
		if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector) {
			return nil // joins and variants: what they change is a box already
		}
		return t.box(r)
	}
	segments, err := f.LoadGlyph(&t.buf, index, fixed.I(em), nil)
	if err != nil {
		return t.box(r)
	}
	p := &path{}
	for i, s := range segments {
		var at []float64
		for _, a := range s.Args[:points("MLQC"[s.Op])] {
			at = append(at, units(a.X), units(a.Y))
		}
		if s.Op == sfnt.SegmentOpMoveTo && i > 0 { // fonts leave the ends of outlines open
			p.close()
		}
		p.add("MLQC"[s.Op], at...)
	}
	if len(segments) > 0 {
		p.close()
	}
	advance, err := f.GlyphAdvance(&t.buf, index, fixed.I(em), font.HintingNone)
	if err != nil {
		return t.box(r)
	}
	return &glyph{fmt.Sprintf("h%c%d", "rb"[face], index), index, p, units(advance), r >= '0' && r <= '9'}
}

// Missing are the characters of names which the font lacks, so that charts
// show a box with their number instead; each once, in the order of their
// numbers. It is empty where all can be read.
func Missing(names ...string) []rune {
	var t typesetter
	var all []rune
	for _, name := range names {
		for _, r := range plain(name) {
			if g := t.glyph(r, 0); g != nil && g.index == 0 {
				all = append(all, r)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// box stands for a character that the font lacks: a frame with its code
// point in small hexadecimal figures, so that names in other scripts stay
// visible and different names look different.
func (t *typesetter) box(r rune) *glyph {
	const width, height, line = 1500.0, 1500.0, 70.0
	code := fmt.Sprintf("%04X", r)
	if len(code) > 4 {
		code = fmt.Sprintf("%06X", r)
	}
	left, right := 110.0, 110+width
	p := &path{}
	add := func(q *path) { p.steps, p.at = append(p.steps, q.steps...), append(p.at, q.at...) }
	top := 250 - height
	// The inner outline turns the other way, which makes it a hole.
	add(polygon(left, 250, left, top, right, top, right, 250))
	add(polygon(left+line, 250-line, right-line, 250-line, right-line, top+line, left+line, top+line))
	columns := len(code) / 2 // of figures, in two lines
	scale := 0.5
	if columns == 3 {
		scale = 0.4
	}
	for i, c := range code {
		g := t.glyph(c, 0)
		x := left + width/2 + (float64(i%columns)-float64(columns)/2)*1170*scale
		y := top + height*0.46
		if i >= columns {
			y = top + height*0.91
		}
		q := g.outline.moved(scale, x, y)
		for j, v := range q.at {
			q.at[j] = float64(int(v)) // whole units keep the file small
		}
		add(q)
	}
	return &glyph{id: "hx" + code, outline: p, advance: width + 220}
}

// plain makes one line of text, fit for XML, of what a caller passes as a name.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r >= 0xfffd && r <= 0xffff {
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
