package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"hed/score"
)

// A Groups chart has a row a system and in it a bar a series: side by side,
// or stacked as the shares of a whole, such as answers or ranks.
type Groups struct {
	Title   string
	Axis    string
	Better  score.Better
	Stacked bool    // values are counts or shares of which a row is the whole
	Ordered bool    // series are steps of one scale, the best first: one hue from dark to light
	Fixed   bool    // rows stay in their order; else the best of the first series is first
	Level   float64 // of the intervals, such as 0.95
	Note    string  // in the caption, such as how many answers there are
	Series  []Series
	Rows    []GroupRow
}

// A Series is what bars, or curves, of one colour show.
type Series struct {
	Name   string
	Colour int
}

// A GroupRow has a value for every series; absent ones are left out.
type GroupRow struct {
	Name   string
	Values []float64
	// Low and High are the interval of the share of the first series, where rows are stacked; both zero where there is none.
	Low, High float64
}

// interval tells whether the row has one.
func (r GroupRow) interval() bool {
	return len(r.Values) > 0 && finite(r.Values[0]) && finite(r.Low) && finite(r.High) && r.Low < r.High
}

func (g Groups) layout(st Style) (*scene, error) {
	for _, r := range g.Rows {
		if len(r.Values) != len(g.Series) {
			return nil, fmt.Errorf("groups chart %q: row %q has %d values for %d series", g.Title, r.Name, len(r.Values), len(g.Series))
		}
		if i := slices.IndexFunc(r.Values, func(v float64) bool { return v < 0 }); g.Stacked && i >= 0 {
			return nil, fmt.Errorf("groups chart %q: row %q has a share of %g, but shares cannot be below zero", g.Title, r.Name, r.Values[i])
		}
	}
	s := st.scene(g.Title, column)
	var all [][]float64
	for _, r := range g.Rows {
		all = append(all, r.Values)
	}
	lo, hi, ok := span(all...)
	if !ok {
		return s.noValues(), nil
	}
	if g.Stacked {
		g.stacked(s, st)
	} else {
		g.beside(s, lo, hi)
	}
	notes := []string{g.Note}
	if slices.ContainsFunc(g.Rows, GroupRow.interval) {
		notes = []string{strings.TrimSuffix(intervalNote(g.Level), ".") + " of the share of “" + plain(g.Series[0].Name) + "”.", g.Note}
	}
	s.finish(notes...)
	return s, nil
}

// colour of series i. A single step of a scale is dark.
func (g Groups) colour(s *scene, i int) color.NRGBA {
	if g.Ordered {
		return amount(1 - float64(i)/max(float64(len(g.Series)-1), 1))
	}
	c, _ := s.category(g.Series[i].Colour)
	return c
}

// paint draws the bar of series i.
func (g Groups) paint(s *scene, i int, x0, y0, x1, y1 float64) {
	if g.Ordered {
		s.draw(rect(x0, y0, x1, y1), pen{fill: g.colour(s, i)})
		return
	}
	s.bar(g.Series[i].Colour, x0, y0, x1, y1)
}

// key names the series above the bars.
func (g Groups) key(s *scene) {
	const square, gap = 6.0, 10.0
	x := margin
	line := s.y + leading*body.size/2
	for i, series := range g.Series {
		name := s.fit(plain(series.Name), body, s.w-2*margin-square-3)
		w := square + 3 + s.width(name, body)
		if x > margin && x+w > s.w-margin {
			x, line = margin, line+1.3*leading*body.size
		}
		g.paint(s, i, x, line-square/2, x+square, line+square/2)
		s.centred(x+square+3, line, 0, name, body)
		x += w + gap
	}
	s.y = line + leading*body.size/2 + 4
}

// sorted are the rows by the given value of each.
func (g Groups) sorted(value func(GroupRow) float64) []GroupRow {
	rows := slices.Clone(g.Rows)
	if !g.Fixed && len(g.Series) > 0 {
		slices.SortStableFunc(rows, func(a, b GroupRow) int { return best(g.Better, value(a), value(b)) })
	}
	return rows
}

// beside draws bars side by side, on an axis that holds zero.
func (g Groups) beside(s *scene, lo, hi float64) {
	rows := g.sorted(func(r GroupRow) float64 { return r.Values[0] })
	k := float64(len(g.Series))
	// Figures stand beside bars while there is room for them on a page.
	figures := len(rows)*len(g.Series) <= 60
	thick := 1.3 * body.size
	if !figures {
		thick = max(3, 9/k)
	}
	l := plan{axis: measure(g.Axis, g.Better), zero: true, thick: max(k*thick+5, 1.35*body.size), lo: min(lo, 0), hi: max(hi, 0), lie: true}
	if none(l.lo, l.hi) {
		l.hi = 1
	}
	var values []float64
	for _, r := range rows {
		values = append(values, r.Values...)
	}
	d := digits(values, nil)
	room := 0.0
	for _, r := range rows {
		l.names = append(l.names, r.Name)
		l.labels = append(l.labels, "")
		var words []string
		for i, v := range r.Values {
			if finite(v) {
				words = append(words, plain(g.Series[i].Name)+" "+number(v, d))
				room = max(room, s.width(number(v, d), body))
			}
		}
		s.desc = append(s.desc, plain(r.Name)+": "+strings.Join(words, ", "))
	}
	g.key(s)
	if figures {
		l.room = room + 6
	}
	at := s.rows(l)
	for i, r := range rows {
		for j, v := range r.Values {
			off := (float64(j) - (k-1)/2) * thick // the bars of a row are centred on it together
			label := "–"
			if finite(v) {
				x0, y0, x1, y1 := at.block(i, off, 0.42*thick, 0, v)
				g.paint(s, j, x0, y0, x1, y1)
				label = number(v, d)
			}
			if figures {
				s.centred(s.w-margin, at.centre(i)+off, 1, label, body)
			}
		}
	}
}

// stacked draws rows of 100%, each cut into the shares of its series.
func (g Groups) stacked(s *scene, st Style) {
	// share is the part of value i in its row; absent in a row that adds up to 0.
	share := func(r GroupRow, i int) float64 {
		sum := 0.0
		for _, v := range r.Values {
			if finite(v) {
				sum += v
			}
		}
		if sum == 0 || !finite(r.Values[i]) {
			return score.Absent
		}
		return r.Values[i] / sum
	}
	rows := g.sorted(func(r GroupRow) float64 { return share(r, 0) })
	l := plan{axis: strings.TrimPrefix(plain(g.Axis)+", %", ", "), hi: 100, within: Range{0, 100}, thick: rowHeight(len(rows)), lie: true}
	counts := false
	for _, r := range rows {
		l.names = append(l.names, r.Name)
		n, whole := 0.0, true
		var words []string
		for i, v := range r.Values {
			if !finite(v) {
				continue
			}
			n += v
			whole = whole && v == math.Trunc(v)
			words = append(words, plain(g.Series[i].Name)+" "+percent(share(r, i)))
		}
		if r.interval() {
			words[0] += " (" + percent(r.Low) + " to " + percent(r.High) + ")"
		}
		label := ""
		switch {
		case n == 0:
			label = "–"
		case whole && n > 1: // they are counts, so that it matters of how many
			label, counts = number(n, 0), true
		}
		l.labels = append(l.labels, label)
		s.desc = append(s.desc, plain(r.Name)+": "+strings.Join(words, ", "))
	}
	if counts {
		l.head = "n"
	}
	if heads := g.heads(st, rows, l, share); heads != nil {
		l.heads = heads
	} else {
		g.key(s)
	}
	at := s.rows(l)
	for i, r := range rows {
		// An interval runs below the figures.
		from, raised := 0.0, 0.0
		if r.interval() {
			raised = 0.1 * at.pitch
		}
		for j := range r.Values {
			v := share(r, j)
			if !finite(v) || v == 0 {
				continue
			}
			x0, y0, x1, y1 := at.block(i, 0, 0.42*at.pitch, 100*from, 100*(from+v))
			g.paint(s, j, x0, y0, max(x1-0.6, x0), y1) // a hair of paper between parts
			// A figure stands in its part where there is room and no hatching.
			_, round := s.category(g.Series[j].Colour)
			if text := percent(v); s.width(text, body)+3 <= x1-x0 && (g.Ordered || round == 0) {
				form := body
				form.colour = on(g.colour(s, j))
				s.centred((x0+x1)/2, at.centre(i)-raised, 0.5, text, form)
			}
			from += v
		}
		if r.interval() {
			at.beside(i, 0.3*at.pitch, 100*r.Low, 100*r.High)
		}
	}
}

// heads are the names of the series over the parts of the first row, or nil
// where they do not fit there and a key has to name them. How wide the parts will be
// shows on a scene that nobody sees.
func (g Groups) heads(st Style, rows []GroupRow, l plan, share func(GroupRow, int) float64) (heads []head) {
	trial := st.scene("", column)
	at := trial.rows(l)
	from := 0.0
	for j, series := range g.Series {
		v := share(rows[0], j)
		name := plain(series.Name)
		if !finite(v) || trial.width(name, body)+4 > at.value.at(100*v)-at.value.at(0) {
			return nil
		}
		heads = append(heads, head{name, 100 * (from + v/2)})
		from += v
	}
	return heads
}

func percent(v float64) string { return number(100*v, 0) + "%" }
