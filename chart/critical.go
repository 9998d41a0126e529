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
// that a test does not tell apart. Two systems are joined if and only if it does
// not, whatever their ranks: which of them differ is for the test to say. With many systems
// or long names the chart takes the width of a page, 175 mm.
//
// See Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets,
// JMLR 7 (2006), section 3.2.2 and figure 1, where the test is Nemenyi's; and Benavoli,
// Corani and Mangili, Should We Really Use Post-Hoc Tests Based on Mean-Ranks?,
// JMLR 17 (2016), why another is better.
type Critical struct {
	Title     string
	Axis      string // what was ranked; the axis says "mean rank by Axis"
	Items     []CriticalItem
	Test      string   // what compared two systems, as a sentence begins with it; empty where nothing did
	Same      [][2]int // places in Items of systems that are not told apart
	Level     float64  // of the test, such as 0.05
	Documents int      // that were ranked
}

// A CriticalItem is one system.
type CriticalItem struct {
	Name   string
	Rank   float64 // mean rank, 1 is best
	Colour int
}

func (c Critical) layout() (*scene, error) {
	var order []int // places in Items
	for i, it := range c.Items {
		if finite(it.Rank) {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return newScene(c.Title, column).noValues(), nil
	}
	// From the worst, on the left, to the best.
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.Items[b].Rank, c.Items[a].Rank) })
	items := make([]CriticalItem, len(order))
	for i, at := range order {
		items[i] = c.Items[at]
	}
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
	s.y += leading * quiet.size
	axis := s.y + 4
	s.rule(ranks.a, axis, ranks.b, axis, 0.8, ink)
	for _, v := range rankTicks(hi, s.width("00", quiet)+4, ranks) {
		x := ranks.at(v)
		s.rule(x, axis-3, x, axis, 0.8, ink)
		s.text(x, axis-5, 0.5, number(v, 0), quiet)
	}
	s.y = axis
	bars := sameGroups(len(order), func(i, k int) bool {
		return slices.Contains(c.Same, [2]int{order[i], order[k]}) || slices.Contains(c.Same, [2]int{order[k], order[i]})
	})
	s.joinedRanks(items, bars, ranks, axis)
	s.stems(items, names, labels, ranks, axis, wide, figures)
	s.finish(c.note(bars))
	return s, nil
}

// note names the test.
func (c Critical) note(bars [][]int) string {
	if c.Test == "" || len(c.Items) < 2 {
		return ""
	}
	documents := number(float64(c.Documents), 0) + " documents"
	if c.Documents == 1 {
		documents = "1 document"
	}
	level := " at level " + strconv.FormatFloat(c.Level, 'g', 3, 64) + "."
	text := plain(c.Test) + ", " + documents
	if len(bars) == 0 {
		return text + ": all systems differ significantly" + level
	}
	text += ". Systems joined by a thick line do not differ significantly" + level
	if slices.ContainsFunc(bars, gapped) {
		text += " Where a line is thin it passes by systems that differ from some of those it joins."
	}
	return text
}

// gapped reports whether a bar passes by systems.
func gapped(bar []int) bool { return bar[len(bar)-1]-bar[0] >= len(bar) }

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

// sameGroups are groups of n systems, in order, in each of which all are the same as all others,
// so that all pairs of systems that are the same are in some group. A test may find that
// neighbours differ and those further apart do not; then a group has gaps.
func sameGroups(n int, same func(i, k int) bool) (groups [][]int) {
	done := map[[2]int]bool{}
	for i := range n {
		for far := n - 1; far > i; far-- {
			if done[[2]int{i, far}] || !same(i, far) {
				continue
			}
			group := []int{i, far}
			for k := i + 1; k < far; k++ {
				if !slices.ContainsFunc(group, func(g int) bool { return !same(g, k) }) {
					group = append(group, k)
				}
			}
			slices.Sort(group)
			for a, x := range group {
				for _, y := range group[a+1:] {
					done[[2]int{x, y}] = true
				}
			}
			groups = append(groups, group)
		}
	}
	return groups
}

// joinedRanks draws groups under the axis, each as high as it can stand
// without touching another.
func (s *scene) joinedRanks(items []CriticalItem, bars [][]int, ranks scale, axis float64) {
	const gap = 4.0
	var ends []float64 // of the last bar of every level
	for _, b := range bars {
		x0, x1 := ranks.at(items[b[0]].Rank)-2, ranks.at(items[b[len(b)-1]].Rank)+2
		level := slices.IndexFunc(ends, func(e float64) bool { return e+4 < x0 })
		if level < 0 {
			ends = append(ends, 0)
			level = len(ends) - 1
		}
		ends[level] = x1
		y := axis + gap*float64(level+1)
		if !gapped(b) {
			s.rule(x0, y, x1, y, 2, ink)
			continue
		}
		s.rule(x0, y, x1, y, 0.5, ink)
		for _, i := range b {
			x := ranks.at(items[i].Rank)
			s.rule(x-2, y, x+2, y, 2, ink)
		}
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
