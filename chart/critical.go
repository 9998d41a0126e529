package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Critical chart shows mean ranks: a dot a system, with its interval, on an axis from 1, the best, to the
// number of systems, the best first and darkest. Thick lines at the right edge join systems that a
// test does not tell apart. Two systems are joined if and only if it does
// not, whatever their ranks: which of them differ is for the test to say.
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
	Alpha     float64  // level of the test, such as 0.05
	Level     float64  // of the intervals, such as 0.95
	Documents int      // that were ranked
	Note      string   // in the caption, behind the others
}

// A CriticalItem is one system.
type CriticalItem struct {
	Name      string
	Rank      float64 // mean rank, 1 is best
	Low, High float64 // the interval; absent, or both zero, where there is none
	Baseline  bool    // which is grey
}

func (c Critical) layout(st Style) (*scene, error) {
	s := st.scene(c.Title, column)
	var order []int // places in Items, the best first
	for i, it := range c.Items {
		if finite(it.Rank) {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return s.noValues(), nil
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.Items[a].Rank, c.Items[b].Rank) })
	bars := sameGroups(len(order), func(i, k int) bool {
		return slices.Contains(c.Same, [2]int{order[i], order[k]}) || slices.Contains(c.Same, [2]int{order[k], order[i]})
	})
	levels, many := stacked(bars)
	gap := min(5, 0.3*s.w/float64(max(many, 1))) // between lines that join systems

	text := "mean rank"
	if c.Axis != "" {
		text += " by " + plain(c.Axis)
	}
	worst, best := c.Items[order[len(order)-1]], c.Items[order[0]]
	l := plan{
		axis: text + ", 1 is best", thick: rowHeight(len(order)), lie: true, side: gap * float64(many),
		lo: min(1, math.Floor(best.Rank)), hi: max(float64(len(c.Items)), math.Ceil(worst.Rank), 2),
	}
	var halves, ranks []float64
	for _, at := range order {
		halves, ranks = append(halves, c.Items[at].bar().half()), append(ranks, c.Items[at].Rank)
	}
	d := min(digits(ranks, halves), 2)
	for _, at := range order {
		it := c.Items[at].bar()
		label := number(it.Value, d)
		l.names, l.labels = append(l.names, it.Name), append(l.labels, label)
		l.roles = append(l.roles, role{it.Value == best.Rank && len(order) > 1, it.Baseline})
		s.desc = append(s.desc, plain(it.Name)+": mean rank "+strings.TrimPrefix(describe(it, label, d), plain(it.Name)+": "))
	}
	l.exact = func(sc scale) []float64 { return rankTicks(l.hi, s.width("00", quiet)+4, sc.at(1)-sc.at(0)) }
	r := s.rows(l)
	for i, at := range order {
		r.rank(i, c.Items[at], l)
	}
	for i, b := range bars {
		r.join(b, s.w-margin-l.side+gap*(float64(levels[i])+0.7), min(2, gap/2))
	}
	notes := []string{c.note(bars), c.Note}
	if slices.ContainsFunc(halves, finite) {
		notes = append([]string{intervalNote(c.Level)}, notes...)
	}
	s.finish(notes...)
	return s, nil
}

// bar is the item as one of a bar chart, whose intervals are the same.
func (it CriticalItem) bar() BarItem {
	return BarItem{Name: it.Name, Value: it.Rank, Low: it.Low, High: it.High, Baseline: it.Baseline}
}

// rank draws the dot of a system, the darker the better, and its interval, which stays on the axis.
func (r *rows) rank(i int, it CriticalItem, l plan) {
	if b := it.bar(); finite(b.half()) {
		low, high := b.ends()
		r.along(i, max(low, l.lo), min(high, l.hi))
	}
	x, y := r.point(i, 0, it.Rank)
	if it.Baseline {
		r.spot(l.roles[i], x, y)
		return
	}
	fill := amount(1 - (it.Rank-l.lo)/(l.hi-l.lo))
	r.dot(x, y, 2.6, pen{fill: fill, stroke: dark(fill), width: 0.5})
}

// join draws a standing line at x beside the rows of a group.
func (r *rows) join(group []int, x, width float64) {
	reach := 0.32 * r.pitch
	first, last := r.centre(group[0])-reach, r.centre(group[len(group)-1])+reach
	if !gapped(group) {
		r.rule(x, first, x, last, width, ink)
		return
	}
	r.rule(x, first, x, last, width/4, ink)
	for _, i := range group {
		r.rule(x, r.centre(i)-reach, x, r.centre(i)+reach, width, ink)
	}
}

// stacked are the columns in which groups stand without touching each other, and how many there are.
func stacked(groups [][]int) (levels []int, many int) {
	var ends []int // the last row of every column
	for _, g := range groups {
		level := slices.IndexFunc(ends, func(e int) bool { return e < g[0] })
		if level < 0 {
			ends = append(ends, 0)
			level = len(ends) - 1
		}
		ends[level] = g[len(g)-1]
		levels = append(levels, level)
	}
	return levels, len(ends)
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
	level := " at level " + strconv.FormatFloat(c.Alpha, 'g', 3, 64) + "."
	text := plain(c.Test) + ", " + documents
	if len(bars) == 0 {
		return text + ": all systems differ significantly" + level
	}
	text += ". Systems joined by a thick line do not differ significantly" + level
	if slices.ContainsFunc(bars, gapped) {
		text += " Where a line is thin, it passes systems that differ from some of those that it joins."
	}
	return text
}

// gapped reports whether a bar passes by systems.
func gapped(bar []int) bool { return bar[len(bar)-1]-bar[0] >= len(bar) }

// rankTicks are 1 and the round ranks that have room beside it and each other, a rank being step points wide.
func rankTicks(hi, room, step float64) (at []float64) {
	for _, by := range []float64{1, 2, 5, 10, 20, 50, 100} {
		if by*step < room {
			continue
		}
		at = []float64{1}
		for v := by; v <= hi; v += by {
			if (v-1)*step >= room {
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
