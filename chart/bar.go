package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"hed/score"
)

// A Bar chart shows one value of every system, with its interval where
// there is one. Bars start at zero. Where the values lie within a tenth of
// the largest, all bars would look the same: then the chart has dots on an
// axis that is cut, and says so. Values on a scale that does not start at zero, such as
// ratings from 1 to 5, are Dots on the whole of it. Bars carry their names, so that they have one hue; the best is darker.
type Bar struct {
	Title  string // what is compared
	Axis   string // the measure and its unit
	Better score.Better
	Range  Range   // where the axis ends at the latest
	Level  float64 // of the intervals, such as 0.95; 0 where they have none
	Fixed  bool    // items stay in their order; else the best is first
	Dots   bool    // on an axis over the whole Range
	Note   string  // in the caption, such as how many answers there are
	Items  []BarItem

	whole bool // the axis goes to 1
}

// A BarItem is one bar.
type BarItem struct {
	Name      string
	Value     float64 // score.Absent draws the name and a dash
	Low, High float64 // the interval; absent, or both zero, where there is none
	Label     string  // printed for the value; empty prints the value
	Baseline  bool    // which is grey
}

// half is half the width of the interval, or absent.
func (b BarItem) half() float64 {
	if !finite(b.Low) || !finite(b.High) || b.Low == 0 && b.High == 0 || !finite(b.Value) {
		return score.Absent
	}
	return (b.High - b.Low) / 2
}

// ends are the ends of the interval, which always holds the value, or the
// value twice.
func (b BarItem) ends() (low, high float64) {
	if finite(b.half()) {
		return min(b.Value, b.Low), max(b.Value, b.High)
	}
	return b.Value, b.Value
}

func (b Bar) layout(st Style) (*scene, error) {
	s := st.scene(b.Title, column)
	items := slices.Clone(b.Items)
	if !b.Fixed {
		slices.SortStableFunc(items, func(x, y BarItem) int { return best(b.Better, x.Value, y.Value) })
	}
	var values, halves, low, high []float64
	for _, it := range items {
		lo, hi := it.ends()
		values, halves = append(values, it.Value), append(halves, it.half())
		low, high = append(low, lo), append(high, hi)
	}
	lo, hi, ok := span(low, high)
	if !ok {
		return s.noValues(), nil
	}
	var notes []string
	if slices.ContainsFunc(halves, finite) {
		notes = append(notes, intervalNote(b.Level))
	}
	dots := b.Dots || alike(values) && !b.whole // measures that were mapped to 0–1 are not of one kind
	l := plan{axis: measure(b.Axis, b.Better), tops: high, thick: rowHeight(len(items)), within: b.Range}
	switch {
	case b.Dots:
		l.lo, l.hi = b.Range.Low, b.Range.High
	case dots:
		l.lo, l.hi = lo, hi
		if none(lo, hi) {
			l.lo, l.hi = padded(lo, hi, 0)
		}
		notes = append(notes, "The axis does not start at zero, since the values are within a tenth of each other.")
	default:
		l.zero = true
		l.lo, l.hi = min(lo, 0), max(hi, 0)
		if none(l.lo, l.hi) || b.whole {
			l.hi = 1
		}
	}
	first := leader(b.Better, values)
	if b.whole {
		first = score.Absent // bars are not of one kind
	}
	d := digits(values, halves)
	for i, it := range items {
		label := cmp.Or(plain(it.Label), number(it.Value, d))
		if !finite(it.Value) {
			label = "–"
		}
		if !dots {
			l.tops[i] = max(high[i], 0) // a label stands above the zero line, also of a bar below it
		}
		l.names, l.labels = append(l.names, it.Name), append(l.labels, label)
		l.roles = append(l.roles, role{it.Value == first, it.Baseline})
		s.desc = append(s.desc, describe(it, label, d))
	}
	r := s.rows(l)
	for i, it := range items {
		r.bar(i, it, l.roles[i], dots)
	}
	s.finish(append(notes, b.Note)...)
	return s, nil
}

// bar draws an item as a bar or as a dot, with its interval.
func (r *rows) bar(i int, it BarItem, as role, dot bool) {
	if !finite(it.Value) {
		return
	}
	if !dot {
		x0, y0, x1, y1 := r.block(i, 0, min(0.36*r.pitch, 20), 0, it.Value)
		fill, _ := as.tone()
		r.draw(rect(x0, y0, x1, y1), pen{fill: fill})
	}
	if finite(it.half()) {
		low, high := it.ends()
		r.along(i, low, high)
	}
	if dot {
		x, y := r.point(i, 0, it.Value)
		r.spot(as, x, y)
	}
}

// best orders values for sorting: better first, those without one last.
func best(better score.Better, x, y float64) int {
	switch {
	case !finite(x) && !finite(y):
		return 0
	case !finite(x):
		return 1
	case !finite(y):
		return -1
	case better == score.Lower:
		return cmp.Compare(x, y)
	}
	return cmp.Compare(y, x)
}

// leader is the best value; absent where no way is better, or where half of the values or more are as good, so that none
// stands out.
func leader(better score.Better, values []float64) float64 {
	if better == score.Unknown || len(values) == 0 {
		return score.Absent
	}
	first := slices.MinFunc(values, func(x, y float64) int { return best(better, x, y) })
	n, all := 0, 0
	for _, v := range values {
		if finite(v) {
			all++
		}
		if v == first {
			n++
		}
	}
	if 2*n >= all && all > 2 || n == all {
		return score.Absent
	}
	return first
}

// alike reports whether bars of the values would look the same although
// they differ: all of one sign and within a tenth of the largest.
func alike(values []float64) bool {
	lo, hi, ok := span(values)
	largest := max(math.Abs(lo), math.Abs(hi))
	return ok && lo != hi && lo*hi > 0 && hi-lo < 0.1*largest
}

// intervalNote explains the thin lines.
func intervalNote(level float64) string {
	if level == 0 {
		return "Thin lines are intervals."
	}
	return fmt.Sprintf("Thin lines are %s%% confidence intervals.", percentage(level))
}

// percentage is a level as people say it: 95, 99.9.
func percentage(level float64) string {
	return strconv.FormatFloat(math.Round(level*1e4)/100, 'f', -1, 64)
}

// describe is an item in words. A label of the caller's is in other units than the
// interval, which is then left out.
func describe(it BarItem, label string, d int) string {
	switch {
	case !finite(it.Value):
		return plain(it.Name) + ": no value"
	case finite(it.half()) && it.Label == "":
		return fmt.Sprintf("%s: %s (%s to %s)", plain(it.Name), label, number(it.Low, d), number(it.High, d))
	}
	return plain(it.Name) + ": " + label
}
