package chart

import (
	"cmp"
	"image/color"
	"slices"
	"sort"
	"strings"
)

// Sizes in points. A column of a paper is 85 mm wide.
const (
	column = 85 * 72 / 25.4
	page   = 175 * 72 / 25.4 // both columns
	margin = 4.0
	// nameShare is the part of the width that names may take before they
	// lose their middle.
	nameShare = 0.45
)

// A letterform is how text looks.
type letterform struct {
	size   float64
	bold   bool
	colour color.NRGBA
}

var (
	body    = letterform{7, false, ink}
	heading = letterform{8.5, true, ink}
	quiet   = letterform{7, false, grey}
)

// leading is the distance of lines, ascent and descent the reach of letters
// above and below the baseline, all as parts of the size; capital is the
// height of figures and capital letters.
const (
	leading = 1.22
	ascent  = 0.74
	descent = 0.21
	capital = 0.69
)

// A pen is how a path is drawn; a colour without alpha draws nothing.
type pen struct {
	fill, stroke color.NRGBA
	width        float64
	dash         []float64
}

// An item of a scene is a path or a line of text.
type item struct {
	*path
	pen
	circle  [3]float64 // x, y and radius, where path is a circle
	letters []letter
	x, y    float64 // where the text starts
	size    float64
}

// A box is where a line of text stands.
type box struct {
	text           string
	x0, y0, x1, y1 float64
}

func (b box) touches(o box) bool {
	return b.x0 < o.x1 && o.x0 < b.x1 && b.y0 < o.y1 && o.y0 < b.y1
}

// A scene is a figure before it is written: filled and stroked paths and
// lines of text, on white paper, in points from the top left corner.
type scene struct {
	typesetter
	title string
	desc  []string // what a reader who cannot see it should know
	w, h  float64
	scale float64 // of everything when it is written: text is laid out in 7 points
	grey  bool
	y     float64 // what is above is taken
	items []item
	boxes []box             // of the text drawn
	words map[string]string // of Style
	comma bool
}

// scene has its title drawn and y below it. width is that of a chart of this kind, in
// points, unless the style has one.
func (st Style) scene(title string, width float64) *scene {
	s := &scene{title: plain(title), w: width, y: margin, scale: cmp.Or(st.Size/body.size, 1), grey: st.Grey, words: st.Words, comma: st.Comma}
	if st.Width > 0 {
		s.w = st.Width * 72 / 25.4 / s.scale
	}
	if s.title != "" && !st.Untitled {
		s.paragraph(margin, s.w-margin, s.title, heading)
		s.y += 3
	}
	return s
}

// finish writes the notes below what was drawn and closes the figure.
func (s *scene) finish(notes ...string) {
	text := strings.Join(slices.DeleteFunc(notes, func(n string) bool { return n == "" }), " ")
	if text != "" {
		s.y += 4
		s.paragraph(margin, s.w-margin, text, quiet)
		s.desc = append(s.desc, text)
	}
	s.h = s.y + margin
}

// draw adds a path.
func (s *scene) draw(p *path, how pen) { s.items = append(s.items, item{path: p, pen: how}) }

// dot adds a circle.
func (s *scene) dot(x, y, r float64, how pen) {
	s.items = append(s.items, item{path: circle(x, y, r), pen: how, circle: [3]float64{x, y, r}})
}

// rule adds a straight line.
func (s *scene) rule(x0, y0, x1, y1, width float64, c color.NRGBA) {
	s.draw(polyline(x0, y0, x1, y1), pen{stroke: c, width: width})
}

// width is how much room text takes.
func (s *scene) width(text string, f letterform) float64 {
	_, w := s.set(text, f.bold)
	return float64(w * f.size / em)
}

// text writes a line whose baseline is at y. It starts at x with align 0,
// ends there with 1 and is centred on it with 0.5.
func (s *scene) text(x, y, align float64, text string, f letterform) {
	if text == "" {
		return
	}
	text = s.signed(text)
	letters, w := s.set(text, f.bold)
	w = float64(w * f.size / em)
	x -= float64(align * w)
	s.items = append(s.items, item{pen: pen{fill: f.colour}, letters: letters, x: x, y: y, size: f.size})
	s.boxes = append(s.boxes, lineBox(text, x, y, w, f))
}

// lineBox is where a line of text of width w stands when it starts at x, y.
func lineBox(text string, x, y, w float64, f letterform) box {
	return box{text, x, y - ascent*f.size, x + w, y + descent*f.size}
}

// centred writes a line whose figures are centred on y.
func (s *scene) centred(x, y, align float64, text string, f letterform) {
	s.text(x, y+capital/2*f.size, align, text, f)
}

// paragraph writes text between x0 and x1 from y on and moves y below it.
func (s *scene) paragraph(x0, x1 float64, text string, f letterform) {
	for _, line := range s.wrap(text, f, x1-x0) {
		s.y += ascent * f.size
		s.text(x0, s.y, 0, line, f)
		s.y += (leading - ascent) * f.size
	}
}

// wrap breaks text at spaces into lines that fit, where it can without breaking at noBreak.
func (s *scene) wrap(text string, f letterform, width float64) (lines []string) {
	line := ""
	var words []string
	for word := range strings.SplitSeq(text, " ") {
		if whole := strings.ReplaceAll(word, noBreak, " "); s.width(whole, f) <= width {
			words = append(words, whole)
		} else {
			words = append(words, strings.Fields(word)...)
		}
	}
	for _, word := range words {
		word = s.fit(word, f, width)
		if line == "" {
			line = word
		} else if next := line + " " + word; s.width(next, f) <= width {
			line = next
		} else {
			lines, line = append(lines, line), word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fit returns text, without its middle where it is too wide: names often
// begin alike and end in what tells them apart.
func (s *scene) fit(text string, f letterform, width float64) string {
	return cut(text, func(text string) float64 { return s.width(text, f) }, width, 0.5)
}

// mostLines is how many lines a name may take before it loses its middle.
const mostLines = 4

// wrapped breaks names into lines that fit, and returns the width of the widest.
func (s *scene) wrapped(names []string, forms []letterform, limit float64) (all [][]string, widest float64) {
	short, _ := s.names(names, (mostLines-0.5)*limit)
	for i, name := range short {
		var lines []string
		for _, word := range strings.SplitAfter(name, " ") {
			lines = s.pack(lines, word, forms[i], limit)
		}
		for k := range lines {
			lines[k] = strings.TrimSpace(lines[k])
			widest = max(widest, s.width(lines[k], forms[i]))
		}
		all = append(all, lines)
	}
	return all, widest
}

// pack puts a word behind the last line, or on lines of its own: broken behind a mark between its
// parts if there is one, else anywhere.
func (s *scene) pack(lines []string, word string, f letterform, limit float64) []string {
	fits := func(text string) bool { return s.width(strings.TrimSpace(text), f) <= limit }
	last := len(lines) - 1
	if last >= 0 && fits(lines[last]+word) {
		lines[last] += word
		return lines
	}
	for !fits(word) {
		runes := []rune(word)
		room := sort.Search(len(runes), func(n int) bool { return !fits(string(runes[:n+1])) })
		at := max(room, 1)
		for k := at; k > at/2; k-- {
			if strings.ContainsRune("-_./:+=", runes[k-1]) {
				at = k
				break
			}
		}
		lines, word = append(lines, string(runes[:at])), string(runes[at:])
	}
	return append(lines, word)
}

// names fits all names and returns the width of the widest.
func (s *scene) names(names []string, limit float64) (short []string, widest float64) {
	width := func(text string) float64 { return s.width(text, body) }
	for _, n := range names {
		short = append(short, plain(n))
	}
	short = Shorten(short, width, limit)
	for _, n := range short {
		widest = max(widest, width(n))
	}
	return short, widest
}
