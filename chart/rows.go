package chart

import (
	"slices"
	"strings"
)

// rows are the places of systems beside an axis of values. They lie, one
// below the other, when there are more than five or a name is too wide to
// stand under its bar; else they stand side by side.
type rows struct {
	*scene
	stand bool
	first float64   // where the first row begins
	pitch float64   // of rows, but for those that lie and have names of several lines
	lines []float64 // the centres of rows that lie
	value scale
}

// A plan is what rows are made of.
type plan struct {
	names  []string
	labels []string              // values as text
	tops   []float64             // the largest value drawn in a row, which a standing label stays clear of
	roles  []role                // nil where none stands out
	lo, hi float64               // moved outward to ticks
	within Range                 // but not out of it
	exact  func(scale) []float64 // ticks of an axis from lo to hi itself
	zero   bool                  // draw a line at zero
	axis   string                // text of the axis
	thick  float64               // height of a lying row

	lie   bool    // in any case
	side  float64 // room at the right edge that the caller draws in
	room  float64 // for figures on the right that the caller writes
	head  string  // above the labels of lying rows
	heads []head  // above the first of them
}

// form is how the name of row i looks.
func (l *plan) form(i int) letterform {
	if l.roles == nil {
		return body
	}
	return l.roles[i].name()
}

// A head is text above a value.
type head struct {
	text string
	at   float64
}

const standHeight = 118.0 // of the axis beside standing rows

// rowHeight is how high n lying rows of one bar each are.
func rowHeight(n int) float64 {
	if n > 12 {
		return 11
	}
	return 13.5
}

// rows draws axis, names and labels, and leaves the rows to the caller.
func (s *scene) rows(l plan) *rows {
	r := &rows{scene: s}
	n := float64(len(l.names))
	_, _, at, d := outward(l.lo, l.hi, 6, l.within)
	left := margin + s.tickRoom(at, d) + 4
	slot := (s.w - margin - left) / n // of the width, for a row that stands
	r.stand = !l.lie && len(l.names) <= 5 && !slices.ContainsFunc(l.names, func(name string) bool {
		return s.width(plain(name), heading) > slot-6 // which is wider than any
	}) && !slices.ContainsFunc(l.labels, func(label string) bool { return s.width(label, heading) > slot-6 })
	if r.stand {
		r.standing(l, left, slot)
	} else {
		r.lying(l)
	}
	return r
}

// standing has the axis at the left, names below and labels above the bars.
func (r *rows) standing(l plan, left, slot float64) {
	r.paragraph(margin, r.w-margin, l.axis, body)
	r.y += 3
	top, bottom := r.y+leading*body.size, r.y+leading*body.size+standHeight
	right := r.w - margin
	r.first, r.pitch = left, slot
	from, to, at, d := outward(l.lo, l.hi, 6, l.within)
	r.value = scale{from, to, bottom, top}
	r.yAxis(left, right, r.value, at, d)
	if l.zero {
		r.rule(left, r.value.at(0), right, r.value.at(0), 0.7, ink)
	}
	for i, name := range l.names {
		r.text(r.centre(i), bottom+4+ascent*body.size, 0.5, plain(name), l.form(i))
		if l.labels[i] != "" {
			y := bottom
			if finite(l.tops[i]) {
				y = r.value.at(l.tops[i])
			}
			half := r.width(l.labels[i], body)/2 + 1
			r.draw(rect(r.centre(i)-half, y-3-ascent*body.size, r.centre(i)+half, y-2), pen{fill: white}) // over the grid
			r.text(r.centre(i), y-3, 0.5, l.labels[i], l.form(i))
		}
	}
	r.y = bottom + 4 + leading*body.size
}

// lying has names at the left, labels at the right and the axis below.
func (r *rows) lying(l plan) {
	forms := make([]letterform, len(l.names))
	for i := range forms {
		forms[i] = l.form(i)
	}
	names, wide := r.wrapped(l.names, forms, nameShare*r.w)
	right := r.w - margin - l.side
	// Labels are aligned at the decimal point.
	whole, fraction := 0.0, 0.0
	labels := make([]string, len(l.labels))
	for i, label := range l.labels {
		label = r.fit(label, forms[i], 0.2*r.w)
		labels[i] = label
		before, after := parted(label)
		whole, fraction = max(whole, r.width(before, forms[i])), max(fraction, r.width(after, forms[i]))
	}
	room := max(l.room, 4)
	if whole > 0 {
		room = whole + fraction + 6
	}
	r.pitch = l.thick
	a, b := margin+wide+5, right-room-2
	var at []float64
	d := 0
	if r.value = (scale{l.lo, l.hi, a, b}); l.exact != nil {
		at = l.exact(r.value)
	} else {
		r.value, at, d = r.xOutward(l.lo, l.hi, a, b, l.within)
	}
	if l.head != "" || l.heads != nil {
		r.text(right, r.y+ascent*quiet.size, 1, l.head, quiet)
		for _, h := range l.heads {
			r.text(r.value.at(h.at), r.y+ascent*body.size, 0.5, h.text, body)
		}
		r.y += leading * quiet.size
	}
	r.first = r.y + 1
	bottom := r.first
	for _, name := range names {
		high := max(r.pitch, float64(len(name))*leading*body.size+2)
		r.lines = append(r.lines, bottom+high/2)
		bottom += high
	}
	bottom++
	r.xAxis(r.first, bottom, r.value, at, d)
	for i, name := range names {
		for k, line := range name {
			r.centred(margin+wide, r.centre(i)+(float64(k)-float64(len(name)-1)/2)*leading*body.size, 1, line, forms[i])
		}
		before, _ := parted(labels[i])
		r.centred(right-fraction-r.width(before, forms[i]), r.centre(i), 0, labels[i], forms[i])
	}
	if l.zero {
		r.rule(r.value.at(0), r.first, r.value.at(0), bottom, 0.7, ink)
	}
	r.axisText(r.value.a, l.axis)
}

// parted is a number before and from its decimal point.
func parted(label string) (before, after string) {
	if i := strings.LastIndexByte(label, '.'); i >= 0 {
		return label[:i], label[i:]
	}
	return label, ""
}

// centre of row i, across the axis.
func (r *rows) centre(i int) float64 {
	if r.stand {
		return r.first + r.pitch*(float64(i)+0.5)
	}
	return r.lines[i]
}

// point is the place of value v in row i, off the row's centre by so much.
func (r *rows) point(i int, off, v float64) (x, y float64) {
	if r.stand {
		return r.centre(i) + off, r.value.at(v)
	}
	return r.value.at(v), r.centre(i) + off
}

// block is the corners of a bar from value v to w, twice half thick.
func (r *rows) block(i int, off, half, v, w float64) (x0, y0, x1, y1 float64) {
	x0, y0 = r.point(i, off-half, v)
	x1, y1 = r.point(i, off+half, w)
	return x0, y0, x1, y1
}

// along draws a thin line from value v to w. It has a white edge, so that it
// shows on bars of any colour.
func (r *rows) along(i int, v, w float64) { r.beside(i, 0, v, w) }

// beside is along, off the row's centre by so much.
func (r *rows) beside(i int, off, v, w float64) {
	x0, y0 := r.point(i, off, v)
	x1, y1 := r.point(i, off, w)
	r.rule(x0, y0, x1, y1, 2, faded(white, 0.85))
	r.rule(x0, y0, x1, y1, 0.8, ink)
}
