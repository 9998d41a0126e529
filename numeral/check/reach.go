package check

import (
	"fmt"
	"math"

	"hed/numeral/quantity"
)

// byLuck is the share of other numbers from which on it says nothing that arithmetic leads to one: it would lead to one number in five anyway.
const byLuck = 0.2

// telling reports whether it speaks for h that arithmetic leads to it: most other numbers of about its size, written as exactly, are not reached.
func telling(h *figure, reached func(*figure) bool) bool {
	const most = 400 // numbers to try; the finest steps are left out
	step := math.Pow(10, math.Floor(math.Log10(h.low)))
	for range 6 {
		if math.Abs(h.low/step-math.Round(h.low/step)) < 1e-6 {
			break
		}
		step /= 10
	}
	low, high := h.low/2, h.low*2
	switch {
	case h.When.Year > 0:
		low, high = h.low-6, h.low+6
	case h.Kind == quantity.Count && h.low < 10:
		low, high = 2, 9
	}
	tried, lucky := 0, 0
	for v := math.Ceil(low/step) * step; v <= high; v += step * max(1, math.Round((high-low)/step/most)) {
		if math.Abs(v-h.low) < step/2 {
			continue
		}
		other := *h
		other.low, other.high = v, v
		if h.When.Year > 0 {
			other.When.Year = int16(v)
		}
		tried++
		if reached(&other) {
			lucky++
		}
	}
	return tried > 0 && float64(lucky) < byLuck*float64(tried)
}

// slip reports whether a number looks like what a figure of the article became by mistake: it is not far from it.
func slip(h, said *figure) bool {
	return said != nil && h.low < 1.6*said.low && said.low < 1.6*h.low
}

// maxRoutes bounds the work for texts that are full of numbers, which lead to nearly any.
const maxRoutes = 3000

// A route is a number that two figures of a sentence lead to.
type route struct {
	value float64
	a, b  int
}

// routes lists what two figures of a sentence lead to by any arithmetic that writers do, as h counts it, whether or not the words say that they belong together;
// nothing where it is more than maxRoutes.
func (c *checker) routes(h *figure) (all []route) {
	n := len(c.a.related())
	for i := range n {
		if len(all) > maxRoutes {
			return nil
		}
		for j := i + 1; j < n && j < i+maxPair && c.a.figures[j].sentence == c.a.figures[i].sentence; j++ {
			to := func(v float64) {
				if v > 0 && !math.IsInf(v, 0) {
					all = append(all, route{v, i, j})
				}
			}
			switch a, b := &c.a.figures[i], &c.a.figures[j]; h.Kind {
			case quantity.Year, quantity.Date, quantity.Time, quantity.Score, quantity.Vague, quantity.Ordinal:
			case quantity.Share, quantity.Multiple:
				ratios(h, a, b, to)
			default:
				c.amounts(h, a, b, to)
			}
		}
	}
	return all
}

// ratios are the shares and multiples that two figures make.
func ratios(h, a, b *figure, to func(float64)) {
	if !(a.low > 0) || !(b.low > 0) || a.Kind == quantity.Year || a.Kind != b.Kind && !bare(a) && !bare(b) || a.Unit != b.Unit && !bare(a) && !bare(b) {
		return
	}
	small, large := min(a.low, b.low), max(a.low, b.low)
	if h.Kind == quantity.Multiple {
		to(large / small)
		return
	}
	for _, v := range [...]float64{small / large, (large - small) / small, (large - small) / large, small / (small + large), large / (small + large)} {
		to(100 * v / asPercent(h))
	}
	if a.Kind == quantity.Share {
		to((small + large) * asPercent(a) / asPercent(h))
		to((large - small) * asPercent(a) / asPercent(h))
	}
}

// amounts are the sums and differences of two figures, and what a share, a count, a time or a multiple makes of one of them.
func (c *checker) amounts(h, a, b *figure, to func(float64)) {
	if measured(h.Kind) && a.Kind != h.Kind && b.Kind != h.Kind {
		return // nothing has its unit
	}
	for _, x := range c.countedAs(h, a) {
		for _, y := range c.countedAs(h, b) {
			to(x + y)
			to(math.Abs(x - y))
		}
	}
	for _, pair := range [...][2]*figure{{a, b}, {b, a}} {
		by := pair[1]
		for _, x := range c.countedAs(h, pair[0]) {
			switch by.Kind {
			case quantity.Share:
				s := by.low * asPercent(by) / 100
				for _, v := range [...]float64{x * s, x * (1 - s), x / s, x / (1 + s), x / (1 - s), x * (1 + s)} {
					to(v)
				}
			case quantity.Multiple:
				to(x * by.low)
				to(x / by.low)
			case quantity.Count, quantity.Group:
				if by.low > 1 && by.low == math.Trunc(by.low) && measured(pair[0].Kind) {
					to(x * by.low)
					to(x / by.low)
				}
			case quantity.Duration:
				if by.low > 1 && h.Kind != quantity.Duration {
					to(x / by.low)
				}
			}
		}
	}
}

// countedAs returns a figure as h counts it; a number without a unit may have left out that of h, and a scale.
func (c *checker) countedAs(h, a *figure) (all []float64) {
	if !(a.low > 0) {
		return nil
	}
	switch {
	case a.Unit == h.Unit && (a.Kind == h.Kind || converts(h.Kind, a.Kind)), h.Kind != quantity.Count && a.Kind == quantity.Count && a.Of == "", h.Kind == quantity.Count && a.Kind == quantity.Group,
		bare(h) && measured(a.Kind) && a.Kind != quantity.Share && a.Kind != quantity.Duration:
		all = append(all, a.low)
	case a.Kind == h.Kind || converts(h.Kind, a.Kind):
		if v, _, ok := a.Convert(h.Unit); ok {
			all = append(all, v.Float())
		}
	}
	if s := c.a.scaleBeside(a); s > 1 && bare(a) && a.low < 1000 {
		all = append(all, a.low*s)
	}
	return all
}

// reached takes an error back where two figures of a sentence lead to h, and would hardly lead to another number.
func (c *checker) reached(h *figure) (Result, bool) {
	routes := c.routes(h)
	find := func(h *figure) *route {
		for i := range routes {
			if agrees(h, routes[i].value) != differs {
				return &routes[i]
			}
		}
		return nil
	}
	r := find(h)
	if r == nil || !telling(h, func(other *figure) bool { return find(other) != nil }) {
		return Result{}, false
	}
	return c.result(Doubtful, "perhaps", r.a, fmt.Sprintf("The article does not have %s; perhaps it was worked out from %s and %s.",
		c.head.quote(h), c.a.quote(&c.a.figures[r.a]), c.a.quote(&c.a.figures[r.b]))), true
}
