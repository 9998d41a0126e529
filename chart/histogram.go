package chart

import (
	"fmt"
	"math"
	"slices"

	"hed/stat"
)

// A Histogram counts the values of a column in bins of equal width, which
// is the round number next to Freedman and Diaconis's choice (1981):
// 2 IQR / cube root of n. The median is marked.
type Histogram struct {
	Title  string
	Axis   string // the measure; a histogram has no better side
	Values []float64
	Colour int
}

func (h Histogram) layout() (*scene, error) {
	s := newScene(h.Title, column)
	var sorted []float64
	for _, v := range h.Values {
		if finite(v) {
			sorted = append(sorted, v)
		}
	}
	if len(sorted) == 0 {
		return s.noValues(), nil
	}
	slices.Sort(sorted)
	edges, counts := bins(sorted)
	most := slices.Max(counts)
	median := stat.Quantile(sorted, 0.5)
	d := digits([]float64{median}, nil)
	if !slices.ContainsFunc(sorted, func(v float64) bool { return v != math.Trunc(v) }) {
		d = min(d, 1) // the median of whole numbers may lie between two
		if median == math.Trunc(median) {
			d = 0
		}
	}
	p := s.plane(edges[0], edges[len(edges)-1], 0, float64(most)*1.12, plain(h.Axis), "number of values", min(6, most+1), 110, 0)
	c, _ := category(h.Colour)
	for i, n := range counts {
		if n > 0 {
			x0, x1 := p.x.at(edges[i]), p.x.at(edges[i+1])
			gap := min(0.3, (x1-x0)/8)
			s.draw(rect(x0+gap, p.y.at(float64(n)), x1-gap, p.y.at(0)), pen{fill: c})
		}
	}
	s.rule(p.x.a, p.y.at(0), p.x.b, p.y.at(0), 0.7, ink)
	x := p.x.at(median)
	s.rule(x, p.y.b-1, x, p.y.a, 2, faded(white, 0.85))
	s.draw(polyline(x, p.y.b-1, x, p.y.a), pen{stroke: ink, width: 0.8, dash: []float64{3, 2}})
	label := "median " + number(median, d)
	align, off := 0.0, 3.0
	if x+3+s.width(label, body) > p.x.b {
		align, off = 1, -3
	}
	y := p.y.b + capital*body.size - 1
	w := s.width(label, body)
	s.draw(rect(x+off-align*w-1, y-ascent*body.size, x+off-align*w+w+1, y+descent*body.size), pen{fill: faded(white, 0.85)})
	s.text(x+off, y, align, label, body)
	note := "n = " + count(len(sorted)) + "."
	if absent := len(h.Values) - len(sorted); absent > 0 {
		note += " " + count(absent) + " without a value."
	}
	s.desc = append(s.desc, fmt.Sprintf("%s values from %s to %s, median %s, quartiles %s and %s", count(len(sorted)),
		number(sorted[0], d), number(sorted[len(sorted)-1], d), number(median, d), number(stat.Quantile(sorted, 0.25), d), number(stat.Quantile(sorted, 0.75), d)))
	s.finish(note)
	return s, nil
}

// bins returns edges on round numbers and the counts between them; a value
// on an edge counts above it, but for the last.
func bins(sorted []float64) (edges []float64, counts []int) {
	n := len(sorted)
	lo, hi := sorted[0], sorted[n-1]
	if none(lo, hi) {
		lo, hi = padded(lo, hi, 0)
		return []float64{lo, hi}, []int{n}
	}
	width := 2 * (stat.Quantile(sorted, 0.75) - stat.Quantile(sorted, 0.25)) / math.Cbrt(float64(n))
	if width <= 0 {
		width = (hi - lo) / 20
	}
	limit := int(min(max(math.Ceil((hi-lo)/width), 5), 40))
	at, _ := ticks(lo, hi, limit+1)
	step := (hi - lo) / float64(limit)
	if len(at) > 1 {
		step = at[1] - at[0]
	}
	first := math.Floor(lo/step + 1e-9)
	for k := first; ; k++ {
		edges = append(edges, float64(k*step))
		if k*step >= hi-step*1e-9 && len(edges) > 1 {
			break
		}
	}
	counts = make([]int, len(edges)-1)
	for _, v := range sorted {
		i := int(math.Floor(v/step+1e-9) - first)
		counts[min(max(i, 0), len(counts)-1)]++
	}
	return edges, counts
}
