package draft

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-fonts/liberation/liberationserifbold"
	"github.com/clipperhouse/displaywidth"
	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A Target is a place where a headline is shown, and how much room it has there: so many characters, or lines of so
// many pixels.
type Target struct {
	Name       string  `json:"name"`
	Title      string  `json:"title"`
	Note       string  `json:"note"`   // how much room there is, in words
	Source     string  `json:"source"` // who says so
	Characters int     `json:"characters,omitempty"`
	Font       string  `json:"font,omitempty"` // one of the fonts
	Size       float64 `json:"size,omitempty"` // of the font, in pixels
	Width      float64 `json:"width,omitempty"`
	Lines      int     `json:"lines,omitempty"`
}

//go:embed targets.json
var targetsFile []byte

// Targets are those that come with hed.
func Targets() []Target {
	all, err := ReadTargets(targetsFile)
	if err != nil {
		panic("draft: targets.json: " + err.Error()) // the file is part of the source
	}
	return all
}

// ReadTargets reads a list of targets, as targets.json is one.
func ReadTargets(data []byte) ([]Target, error) {
	var all []Target
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, t := range all {
		_, known := fonts[t.Font]
		switch {
		case t.Name == "" || t.Title == "" || seen[t.Name]:
			return nil, fmt.Errorf("target %q has no name and title of its own", t.Name)
		case t.Characters > 0 && t.Width == 0 && t.Lines == 0:
		case t.Characters != 0 || !known || !(t.Size > 0) || !(t.Width > 0) || t.Lines < 1:
			return nil, fmt.Errorf(`target %q: expected either characters, or font ("sans", "sans bold" or "serif bold"), size, width and lines`, t.Name)
		}
		seen[t.Name] = true
	}
	return all, nil
}

// fonts are Liberation's, whose characters are as wide as those of Arial and Times New Roman. So what is measured here
// is what browsers show that have those, and it is the same on every machine, which a canvas would not be.
var fonts = map[string]func() *sfnt.Font{
	"sans":       parsed(liberationsansregular.TTF),
	"sans bold":  parsed(liberationsansbold.TTF),
	"serif bold": parsed(liberationserifbold.TTF),
}

func parsed(ttf []byte) func() *sfnt.Font {
	return sync.OnceValue(func() *sfnt.Font {
		f, err := sfnt.Parse(ttf)
		if err != nil {
			panic("draft: a font: " + err.Error()) // it is part of the program
		}
		return f
	})
}

// A Length is how much of the room of a target a headline takes.
type Length struct {
	Target     *Target
	Characters int
	Pixels     float64 // of the only line, or of the longest one
	Lines      int
	Used       float64 // share of the room, above 1 where it is too long
	// Shown is what is left of a headline that is too long, with an ellipsis; "" where it fits.
	Shown string
}

// Fits reports whether all of the headline is shown.
func (l *Length) Fits() bool { return l.Shown == "" }

const ellipsis = " …"

// Measure says how much room a headline takes.
func (t *Target) Measure(headline string) Length {
	words := strings.Fields(headline)
	text := strings.Join(words, " ")
	l := Length{Target: t, Characters: Characters(text)}
	if t.Characters > 0 {
		l.Used = float64(l.Characters) / float64(t.Characters)
		if l.Characters > t.Characters {
			l.Shown = cut(words, func(s string) bool { return Characters(s) <= t.Characters })
		}
		return l
	}
	m := ruler{face: fonts[t.Font](), size: t.Size}
	widths := t.wrap(&m, words)
	last := 0.0
	for _, w := range widths {
		l.Pixels, last = max(l.Pixels, w), w
	}
	l.Lines = len(widths)
	l.Used = (float64(max(l.Lines-1, 0))*t.Width + last) / (float64(t.Lines) * t.Width)
	if l.Lines > t.Lines || l.Pixels > t.Width {
		l.Used = max(l.Used, l.Pixels/t.Width)
		l.Shown = cut(words, func(s string) bool {
			widths := t.wrap(&m, strings.Fields(s))
			return len(widths) <= t.Lines && (len(widths) == 0 || slices.Max(widths) <= t.Width)
		})
	}
	return l
}

// wrap gives the widths of the lines that words make. A target of one line has one, however long.
func (t *Target) wrap(m *ruler, words []string) (lines []float64) {
	if t.Lines == 1 {
		if len(words) == 0 {
			return nil
		}
		return []float64{m.width(strings.Join(words, " "))}
	}
	for from := 0; from < len(words); {
		to, width := from+1, m.width(words[from])
		for to < len(words) {
			w := m.width(strings.Join(words[from:to+1], " "))
			if w > t.Width {
				break
			}
			to, width = to+1, w
		}
		lines, from = append(lines, width), to
	}
	return lines
}

// cut is the longest beginning that fits with an ellipsis, at the end of a word where one fits.
func cut(words []string, fits func(string) bool) string {
	for n := len(words) - 1; n > 0; n-- {
		if s := strings.Join(words[:n], " ") + ellipsis; fits(s) {
			return s
		}
	}
	shown := ""
	for g := graphemes.FromString(words[0]); g.Next(); {
		if !fits(shown + g.Value() + "…") {
			break
		}
		shown += g.Value()
	}
	return shown + "…"
}

// Characters counts what readers see as characters.
func Characters(text string) (n int) {
	for g := graphemes.FromString(text); g.Next(); {
		n++
	}
	return n
}

// A ruler measures text in a font. It is the memory of one goroutine.
type ruler struct {
	face *sfnt.Font
	size float64
	buf  sfnt.Buffer
}

// width is that of a line, in pixels. What the font lacks is as wide as a square if terminals give it two cells, as
// Chinese and emoji, and as a digit otherwise.
func (m *ruler) width(text string) float64 {
	const digit = 0.556
	em := fixed.Int26_6(m.face.UnitsPerEm()) << 6
	units, rest := fixed.Int26_6(0), 0.0
	last, before := sfnt.GlyphIndex(0), ' '
	for g := graphemes.FromString(text); g.Next(); {
		for i, r := range g.Value() {
			index, err := m.face.GlyphIndex(&m.buf, r)
			if err != nil || index == 0 {
				last = 0
				if i == 0 {
					switch displaywidth.String(g.Value()) {
					case 0:
					case 1:
						rest += digit
					default:
						rest++
					}
				}
				continue
			}
			if advance, err := m.face.GlyphAdvance(&m.buf, index, em, font.HintingNone); err == nil {
				units += advance
			}
			if last != 0 && kerned(before, r) {
				if kern, err := m.face.Kern(&m.buf, last, index, em, font.HintingNone); err == nil {
					units += kern
				}
			}
			last, before = index, r
		}
	}
	return (float64(units)/float64(em) + rest) * m.size
}

// kerned reports whether browsers move two characters closer: not at the ends of words, which they lay out one by one, and not
// figures, which stand in columns.
func kerned(a, b rune) bool {
	figure := func(r rune) bool { return r >= '0' && r <= '9' }
	return a != ' ' && b != ' ' && !(figure(a) && figure(b))
}
