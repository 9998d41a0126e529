package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A Critical chart is the diagram of critical differences: systems on an
// axis of mean ranks, the best on the right, and a thick line under those
// that do not differ by more than the critical difference, and all where
// Friedman's test finds no difference at all. With many systems
// or long names it takes the width of a page, 175 mm.
//
// See Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets,
// JMLR 7 (2006), section 3.2.2 and figure 1.
type Critical struct {
	Title      string
	Axis       string // what was ranked; the axis says "mean rank by Axis"
	Items      []CriticalItem
	Difference float64 // the critical difference, of Nemenyi's test; 0 or absent draws no groups
	Level      float64 // of the tests, such as 0.05
	// P is of Friedman's test, which comes first: unless it is below Level the
	// systems are one group, whatever Nemenyi's would say. It may be absent, as
	// with two systems, for which there is no such test.
	P         float64
	Documents int // that were ranked
}

// A CriticalItem is one system.
type CriticalItem struct {
	Name   string
	Rank   float64 // mean rank, 1 is best
	Colour int
}

func (c Critical) layout() (*scene, error) {
	var items []CriticalItem
	for _, it := range c.Items {
		if finite(it.Rank) {
			items = append(items, it)
		}
	}
	if len(items) == 0 {
		return newScene(c.Title, column).noValues(), nil
	}
	// From the worst, on the left, to the best.
	slices.SortStableFunc(items, func(a, b CriticalItem) int { return cmp.Compare(b.Rank, a.Rank) })
	var raw, labels []string
	for _, it := range items {
		raw = append(raw, it.Name)
	}
	s := newScene(c.Title, column)
	if _, wide := s.names(raw, page); wide > 0.2*column || len(items) > 12 { // the axis between the names would be too short
		s = newScene(c.Title, page)
	}
	names, wide := s.names(raw, 0.27*s.w)
	for i, it := range items {
		labels = append(labels, number(it.Rank, 2))
		s.desc = append(s.desc, fmt.Sprintf("%s: mean rank %s", plain(raw[i]), labels[i]))
	}
	figures := 0.0
	for _, l := range labels {
		figures = max(figures, s.width(l, quiet))
	}
	room := wide + 6 + figures // on either side of the axis, for a name and its rank
	lo, hi := min(1, math.Floor(items[len(items)-1].Rank)), max(float64(len(c.Items)), math.Ceil(items[0].Rank), 2)
	// The axis runs backwards, from the worst rank to the best.
	ranks := scale{hi, lo, margin + room + 8, s.w - margin - room - 8}

	text := "mean rank"
	if c.Axis != "" {
		text += " by " + plain(c.Axis)
	}
	s.paragraph(margin, s.w-margin, text+", 1 is best", body)
	s.y += 3
	tested, one := c.Difference > 0 && finite(c.Difference), c.P >= c.Level
	if tested && !one {
		s.difference(c, ranks)
	}
	s.y += leading * quiet.size
	axis := s.y + 4
	s.rule(ranks.a, axis, ranks.b, axis, 0.8, ink)
	for _, v := range rankTicks(hi, s.width("00", quiet)+4, ranks) {
		x := ranks.at(v)
		s.rule(x, axis-3, x, axis, 0.8, ink)
		s.text(x, axis-5, 0.5, number(v, 0), quiet)
	}
	s.y = axis
	var bars [][2]int
	switch {
	case !tested:
	case one && len(items) > 1:
		bars = [][2]int{{0, len(items) - 1}}
	default:
		bars = groups(items, c.Difference)
	}
	s.joinedRanks(items, bars, ranks, axis)
	s.stems(items, names, labels, ranks, axis, wide, figures)
	s.finish(c.note(len(bars)))
	return s, nil
}

// note names the tests, which are other ones than those of tables.
func (c Critical) note(bars int) string {
	if !(c.Difference > 0) {
		return ""
	}
	p := "p = " + number(c.P, 3)
	if c.P < 0.001 {
		p = "p < 0.001"
	}
	level := " at level " + strconv.FormatFloat(c.Level, 'g', 3, 64) + "."
	documents := number(float64(c.Documents), 0) + " documents"
	if c.Documents == 1 {
		documents = "1 document"
	}
	if c.P >= c.Level {
		return fmt.Sprintf("Friedman's test (%s), %s: the systems do not differ significantly%s", p, documents, level)
	}
	test := "Nemenyi's test"
	if finite(c.P) {
		test += fmt.Sprintf(" after Friedman's (%s)", p)
	}
	if bars == 0 {
		return test + ", " + documents + ": all systems differ significantly" + level
	}
	return test + ", " + documents + ". Systems joined by a thick line do not differ significantly" + level
}

// difference draws the length of the critical difference above the axis.
func (s *scene) difference(c Critical, ranks scale) {
	length := math.Abs(ranks.at(1+c.Difference) - ranks.at(1))
	label := "critical difference " + number(c.Difference, 2)
	s.text(margin, s.y+ascent*quiet.size, 0, label, quiet)
	x0 := margin + s.width(label, quiet) + 6
	y := s.y + (ascent-capital/2)*quiet.size
	if x1 := x0 + length; x1 <= s.w-margin { // else it is longer than the axis, and the number has to do
		s.rule(x0, y-2, x0, y+2, 0.8, ink)
		s.rule(x1, y-2, x1, y+2, 0.8, ink)
		s.rule(x0, y, x1, y, 0.8, ink)
	}
	s.y += leading*quiet.size + 2
}

// rankTicks are 1 and the round ranks that have room beside it and each other.
func rankTicks(hi, room float64, ranks scale) (at []float64) {
	for _, step := range []float64{1, 2, 5, 10, 20, 50, 100} {
		if math.Abs(ranks.at(step)-ranks.at(0)) < room {
			continue
		}
		at = []float64{1}
		for v := step; v <= hi; v += step {
			if v > 1 && math.Abs(ranks.at(v)-ranks.at(1)) >= room {
				at = append(at, v)
			}
		}
		return at
	}
	return []float64{1}
}

// groups are the largest runs of items, first and last, whose ranks differ
// by no more than the critical difference.
func groups(items []CriticalItem, difference float64) (out [][2]int) {
	end := 0
	for i := range items {
		j := i
		for j+1 < len(items) && items[i].Rank-items[j+1].Rank <= difference {
			j++
		}
		if j > i && j > end {
			out = append(out, [2]int{i, j})
			end = j
		}
	}
	return out
}

// joinedRanks draws groups under the axis, each as high as it can stand
// without touching another.
func (s *scene) joinedRanks(items []CriticalItem, bars [][2]int, ranks scale, axis float64) {
	const gap = 4.0
	var ends []float64 // of the last bar of every level
	for _, b := range bars {
		x0, x1 := ranks.at(items[b[0]].Rank)-2, ranks.at(items[b[1]].Rank)+2
		level := slices.IndexFunc(ends, func(e float64) bool { return e+4 < x0 })
		if level < 0 {
			ends = append(ends, 0)
			level = len(ends) - 1
		}
		ends[level] = x1
		y := axis + gap*float64(level+1)
		s.rule(x0, y, x1, y, 2, ink)
	}
	s.y = axis + gap*float64(len(ends)) + 2
}

// stems lead from the places on the axis to the names: the worse half to the
// left, the better to the right, the outermost first.
func (s *scene) stems(items []CriticalItem, names, labels []string, ranks scale, axis, wide, figures float64) {
	pitch := 1.45 * body.size
	n := len(items)
	first := s.y + pitch*0.6
	half := n / 2
	for i, it := range items {
		level, side := i, -1.0
		if i >= half {
			level, side = n-1-i, 1
		}
		x, y := ranks.at(it.Rank), first+pitch*float64(level)
		edge, name, align := margin+wide+3, margin+wide, 1.0
		if side > 0 {
			edge, name, align = s.w-margin-wide-3, s.w-margin-wide, 0
		}
		c, _ := category(it.Colour)
		s.draw(polyline(x, axis, x, y, edge-side*figures-side*3, y), pen{stroke: mix(c, ink, 0.25), width: 0.8})
		s.centred(edge, y, (1+side)/2, labels[i], quiet)
		s.centred(name, y, align, names[i], body)
		s.mark(it.Colour, x, axis, 2)
	}
	s.y = first + pitch*float64(max(half, n-half)-1) + 0.6*body.size
}
