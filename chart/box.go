package chart

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"hed/score"
	"hed/stat"
)

// A Box chart shows how the values of every system are spread: the median,
// the quartiles (interpolated as numpy does), whiskers to the last value
// within 1.5 interquartile ranges of them, and the values beyond as rings.
// With fewer than 30 values, all of them are drawn instead of the rings.
type Box struct {
	Title  string
	Axis   string
	Better score.Better
	Range  Range // where the axis ends at the latest
	Fixed  bool  // items stay in their order; else the best median is first
	Items  []BoxItem
}

// A BoxItem is the values of one system; absent ones are left out.
type BoxItem struct {
	Name     string
	Values   *score.Series
	Baseline bool // which is grey
}

// ringsPerPoint is how near rings are drawn to each other: a tenth of a point is
// less than their line is wide.
const ringsPerPoint = 10

// fewPoints is the number of values from which on a box stands alone.
const fewPoints = 30

// A fiveNumber is a box.
type fiveNumber struct {
	item            BoxItem
	n               int
	least, greatest float64
	q1, median, q3  float64 // absent without values
	low, high       float64 // ends of the whiskers
}

// each yields the values.
func (it BoxItem) each(yield func(float64) bool) {
	for _, block := range it.Values.Blocks() {
		for _, v := range block {
			if finite(v) && !yield(v) {
				return
			}
		}
	}
}

// five finds the numbers of a box.
func five(it BoxItem) fiveNumber {
	f := fiveNumber{item: it, median: score.Absent, least: math.Inf(1), greatest: math.Inf(-1)}
	for v := range it.each {
		f.n++
		f.least, f.greatest = min(f.least, v), max(f.greatest, v)
	}
	if f.n == 0 {
		return f
	}
	q := stat.Quantiles(it.each, 0.25, 0.5, 0.75)
	f.q1, f.median, f.q3 = q[0], q[1], q[2]
	reach := 1.5 * (f.q3 - f.q1)
	f.low, f.high = f.q1, f.q3
	// A whisker ends at a value; where none is within reach there is no whisker.
	for v := range it.each {
		if v >= f.q1-reach {
			f.low = min(f.low, v)
		}
		if v <= f.q3+reach {
			f.high = max(f.high, v)
		}
	}
	return f
}

func (b Box) layout(st Style) (*scene, error) {
	s := st.scene(b.Title, column)
	var boxes []fiveNumber
	for _, it := range b.Items {
		boxes = append(boxes, five(it))
	}
	if !b.Fixed {
		slices.SortStableFunc(boxes, func(x, y fiveNumber) int { return best(b.Better, x.median, y.median) })
	}
	l := plan{axis: measure(b.Axis, b.Better), thick: rowHeight(len(boxes)), within: b.Range}
	var all [][]float64
	var medians []float64
	for _, f := range boxes {
		if f.n > 0 {
			all = append(all, []float64{f.least, f.greatest})
		}
		medians = append(medians, f.median)
	}
	lo, hi, ok := span(all...)
	if !ok {
		return s.noValues(), nil
	}
	if l.lo, l.hi = lo, hi; none(lo, hi) {
		l.lo, l.hi = padded(lo, hi, 0)
	}
	if lo >= 0 && lo < 0.25*hi { // near zero the axis may as well show it
		l.lo = min(0, l.lo)
	}
	d := max(digits(medians, nil), spanDigits(l.hi-l.lo))
	first := leader(b.Better, medians)
	some, beyond, least, most := false, false, math.MaxInt, 0
	for _, f := range boxes {
		l.names = append(l.names, f.item.Name)
		top := score.Absent
		if f.n > 0 {
			top = max(f.high, f.greatest)
		}
		l.tops = append(l.tops, top)
		label, n := "–", f.n
		if n > 0 {
			label = number(f.median, d)
			least, most = min(least, n), max(most, n)
			s.desc = append(s.desc, fmt.Sprintf("%s: median %s, quartiles %s and %s, %s values", plain(f.item.Name), label, number(f.q1, d), number(f.q3, d), count(n)))
		} else {
			s.desc = append(s.desc, plain(f.item.Name)+": no value")
		}
		l.labels = append(l.labels, label)
		l.roles = append(l.roles, role{f.median == first, f.item.Baseline})
		some = some || n > 0 && n < fewPoints
		beyond = beyond || n >= fewPoints && (f.least < f.low || f.greatest > f.high)
	}
	r := s.rows(l)
	for i, f := range boxes {
		if f.n > 0 {
			r.box(i, f, l.roles[i])
		}
	}
	note := "Boxes are quartiles with the median, whiskers reach 1.5 interquartile ranges; figures are medians"
	if least == most {
		note += " of " + count(most) + " values"
	}
	notes := []string{note + "."}
	if some {
		notes = append(notes, "Dots are the values where they are fewer than 30.")
	}
	if beyond {
		notes = append(notes, "Rings are values beyond the whiskers.")
	}
	s.finish(notes...)
	return s, nil
}

// spanDigits is how many decimals tell values apart that are as far from each other on an axis as can be seen.
func spanDigits(span float64) int { return max(0, int(math.Ceil(-math.Log10(span/50)))) }

// box draws a box in row i.
func (r *rows) box(i int, f fiveNumber, as role) {
	c, edge := as.tone()
	half := min(0.31*r.pitch, 14)
	// line goes from value v to w, so far off the centre of the row.
	line := func(v, w, at0, at1 float64, width float64) {
		x0, y0 := r.point(i, at0, v)
		x1, y1 := r.point(i, at1, w)
		r.rule(x0, y0, x1, y1, width, ink)
	}
	line(f.low, f.q1, 0, 0, 0.8)
	line(f.q3, f.high, 0, 0, 0.8)
	line(f.low, f.low, -half/2, half/2, 0.8)
	line(f.high, f.high, -half/2, half/2, 0.8)
	x0, y0, x1, y1 := r.block(i, 0, half, f.q1, f.q3)
	r.draw(rect(x0, y0, x1, y1), pen{fill: mix(white, c, 0.6), stroke: edge, width: 0.8})
	if f.n < fewPoints {
		for k, v := range slices.Sorted(f.item.each) {
			x, y := r.point(i, half*jitter(k), v)
			r.dot(x, y, 1.1, pen{fill: faded(ink, 0.55)})
		}
	} else {
		for _, v := range r.rings(f) {
			x, y := r.point(i, 0, v)
			r.dot(x, y, 1.1, pen{stroke: faded(edge, 0.6), width: 0.5})
		}
	}
	line(f.median, f.median, -half, half, 1.6)
}

// rings are the values beyond the whiskers. Many at one place look like one: the least of them.
func (r *rows) rings(f fiveNumber) []float64 {
	places := map[float64]float64{}
	for v := range f.item.each {
		if v >= f.low && v <= f.high {
			continue
		}
		place := math.Round(ringsPerPoint * r.value.at(v))
		if there, ok := places[place]; !ok || v < there {
			places[place] = v
		}
	}
	return slices.Sorted(maps.Values(places))
}

// jitter spreads point k across its box, from -0.6 to 0.6, the same in every
// run: the fractional parts of multiples of the golden ratio.
func jitter(k int) float64 {
	const golden = 0.6180339887498949
	x := float64(float64(k+1) * golden)
	return (x-float64(int(x)))*1.2 - 0.6
}
