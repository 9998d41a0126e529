package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hed/score"
)

// An Overview shows all measures of all systems at once, in small panels: a panel a measure, in it a row a system,
// and there a dot with its interval on an axis of the measure's own. The best of a panel is darkest, baselines are
// rings. Names stand once, left of each line of panels. It takes the width of a page.
type Overview struct {
	Title     string
	Systems   []OverviewSystem // rows, in this order
	Panels    []Panel
	Level     float64 // of the intervals
	Documents int     // behind every mean; 0 leaves it out
}

// An OverviewSystem is a row.
type OverviewSystem struct {
	Name     string
	Baseline bool
}

// A Panel is a measure, with a value, and where there is one an interval, for every system.
type Panel struct {
	Title     string
	Better    score.Better
	Range     Range
	Values    []float64
	Low, High []float64 // nil without intervals
}

// Sizes of panels, in points.
const (
	panelLeast = 62.0 // wide
	panelMost  = 150.0
	panelGap   = 13.0
)

func (o Overview) layout(st Style) (*scene, error) {
	for _, p := range o.Panels {
		if n := len(o.Systems); len(p.Values) != n || p.Low != nil && (len(p.Low) != n || len(p.High) != n) {
			return nil, fmt.Errorf("overview %q: %q has %d values, %d and %d ends of intervals for %d systems", o.Title, p.Title, len(p.Values), len(p.Low), len(p.High), n)
		}
	}
	s := st.scene(o.Title, page)
	panels := slices.DeleteFunc(slices.Clone(o.Panels), func(p Panel) bool {
		_, _, ok := span(p.Values)
		return !ok
	})
	if len(panels) == 0 {
		return s.noValues(), nil
	}
	var names []string
	forms := make([]letterform, len(o.Systems))
	for i, sys := range o.Systems {
		names, forms[i] = append(names, sys.Name), body
	}
	lines, wide := s.wrapped(names, forms, 0.3*s.w)
	most := 1
	for _, l := range lines {
		most = max(most, len(l))
	}
	pitch := max(rowHeight(len(names))-1.5, float64(most)*leading*body.size+2)
	left := margin + wide + 6
	room := s.w - margin - left
	// As many panels beside each other as fit, and as many in each line.
	per := max(1, int((room+panelGap)/(panelLeast+panelGap)))
	rows := (len(panels) + per - 1) / per
	per = (len(panels) + rows - 1) / rows
	width := min((room-panelGap*float64(per-1))/float64(per), panelMost)
	bounds := false
	for line := range slices.Chunk(panels, per) {
		heads, tall := make([][]string, len(line)), 0
		for i, p := range line {
			heads[i] = s.wrap(p.head(), bold, width)
			tall = max(tall, len(heads[i]))
		}
		top := s.y + float64(tall)*leading*body.size + 3
		for i, name := range lines {
			for k, part := range name {
				s.centred(margin+wide, top+pitch*(float64(i)+0.5)+(float64(k)-float64(len(name)-1)/2)*leading*body.size, 1, part, body)
			}
		}
		bottom := top + pitch*float64(len(names))
		for i, p := range line {
			x := left + float64(i)*(width+panelGap)
			for k, text := range heads[i] {
				s.text(x, top-3-descent*body.size-float64(len(heads[i])-1-k)*leading*body.size, 0, text, bold)
			}
			bounds = s.panel(p, o.Systems, x, x+width, top, bottom, pitch) || bounds
		}
		s.y = bottom + 4 + leading*quiet.size + 6
	}
	s.y -= 4
	s.finish(o.notes(s, panels, bounds)...)
	return s, nil
}

// bold is body for what stands out.
var bold = letterform{body.size, true, ink}

// head is the title of a panel with the way that is better.
func (p Panel) head() string {
	return strings.TrimSpace(plain(p.Title) + " " + map[score.Better]string{score.Higher: "↑", score.Lower: "↓"}[p.Better])
}

// panel draws the rows of one measure between x0 and x1, and reports whether there are intervals.
func (s *scene) panel(p Panel, systems []OverviewSystem, x0, x1, top, bottom, pitch float64) (intervals bool) {
	items := make([]BarItem, len(systems))
	var low, high, halves []float64
	for i, sys := range systems {
		items[i] = BarItem{Name: sys.Name, Value: p.Values[i], Low: score.Absent, High: score.Absent, Baseline: sys.Baseline}
		if p.Low != nil {
			items[i].Low, items[i].High = p.Low[i], p.High[i]
		}
		a, b := items[i].ends()
		low, high, halves = append(low, a), append(high, b), append(halves, items[i].half())
	}
	first := leader(p.Better, p.Values)
	lo, hi, _ := span(low, high)
	if lo > 0 && lo < hi/2 { // near zero the axis may as well show it
		lo = 0
	}
	if none(lo, hi) {
		lo, hi = padded(lo, hi, 0)
		lo, hi = min(p.Range.keep(lo), p.Values[0]), max(p.Range.keep(hi), p.Values[0])
		if none(lo, hi) || !finite(lo) || !finite(hi) {
			lo, hi = math.Min(low[0], 0), max(high[0], 0)+1
		}
	}
	sc, at, d := s.xOutwardIn(lo, hi, x0+3, x1-3, p.Range)
	for _, v := range at {
		s.rule(sc.at(v), top, sc.at(v), bottom, 0.5, faint)
	}
	s.panelTicks(sc, at, d, x0, x1, bottom+4+ascent*quiet.size)
	var words []string
	digits := digits(p.Values, halves)
	for i, it := range items {
		y := top + pitch*(float64(i)+0.5)
		if !finite(it.Value) {
			s.centred((x0+x1)/2, y, 0.5, "–", quiet)
			continue
		}
		if finite(it.half()) {
			intervals = true
			s.rule(sc.at(low[i]), y, sc.at(high[i]), y, 0.8, ink)
		}
		s.spot(role{it.Value == first, it.Baseline}, sc.at(it.Value), y)
		words = append(words, s.describe(it, number(it.Value, digits), digits))
	}
	s.desc = append(s.desc, p.head()+". "+strings.Join(words, "; "))
	return intervals
}

// panelTicks writes the first and the last tick, and those between where all have room, without leaving the room of
// the panel. Where there is no room for two, the first is enough.
func (s *scene) panelTicks(sc scale, at []float64, d int, from, to, y float64) {
	const apart = 4
	fits := func(at []float64) bool {
		end := math.Inf(-1)
		for _, v := range at {
			x, w := s.tickPlace(sc, number(v, d), v, from, to)
			if x < end+apart {
				return false
			}
			end = x + w
		}
		return true
	}
	if n := len(at); n > 2 && !fits(at) {
		at = []float64{at[0], at[n-1]}
	}
	if !fits(at) {
		at = at[:1]
	}
	for _, v := range at {
		x, _ := s.tickPlace(sc, number(v, d), v, from, to)
		s.text(x, y, 0, number(v, d), quiet)
	}
}

// tickPlace is where the label of a tick begins, and how wide it is: centred if it does not leave its room.
func (s *scene) tickPlace(sc scale, text string, v, from, to float64) (x, w float64) {
	w = s.width(text, quiet)
	return min(max(sc.at(v)-w/2, from), to-w), w
}

// notes say how to read the figure.
func (o Overview) notes(s *scene, panels []Panel, intervals bool) (notes []string) {
	text := "Dots are means"
	if o.Documents > 0 {
		text += " of " + count(o.Documents) + " documents"
		if o.Documents == 1 {
			text = "Dots are the values of 1 document"
		}
	}
	notes = append(notes, text+", each panel on its own axis.")
	if intervals {
		notes = append(notes, s.intervalNote(o.Level))
	}
	way := func(b score.Better) bool {
		return slices.ContainsFunc(panels, func(p Panel) bool { return p.Better == b })
	}
	switch up, down := way(score.Higher), way(score.Lower); {
	case up && down:
		notes = append(notes, "↑: higher is better, ↓: lower; the best of each is darkest.")
	case up:
		notes = append(notes, "↑: higher is better; the best of each is darkest.")
	case down:
		notes = append(notes, "↓: lower is better; the best of each is darkest.")
	}
	if slices.ContainsFunc(o.Systems, func(s OverviewSystem) bool { return s.Baseline }) {
		notes = append(notes, "Rings are baselines.")
	}
	return notes
}
