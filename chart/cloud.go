package chart

import (
	"math"

	"hed/score"
)

// A cloud is the pairs of two lists that are both finite. There may be too many for memory, so that they
// are gone over, in their order, as often as needed.
type cloud struct {
	x, y *score.Series
	n    int
}

func cloudOf(x, y *score.Series) cloud {
	p := cloud{x: x, y: y}
	for range p.all {
		p.n++
	}
	return p
}

// all yields the points.
func (p cloud) all(yield func(x, y float64) bool) {
	for k, xs := range p.x.Blocks() {
		ys := p.y.Block(k)
		for i, x := range xs {
			if finite(x) && finite(ys[i]) && !yield(x, ys[i]) {
				return
			}
		}
	}
}

// span is between which values they are.
func (p cloud) span() (x0, x1, y0, y1 float64) {
	x0, x1, y0, y1 = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for x, y := range p.all {
		x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
	}
	return x0, x1, y0, y1
}
