package chart

import (
	"fmt"
	"math"

	"hed/score"
	"hed/stat"
)

// A fit is a line of least squares.
type fit struct {
	n, meanX, meanY float64
	sxx             float64 // sum of squares of x about its mean
	slope, r        float64 // absent where x, or for r also y, does not vary
	s               float64 // standard deviation about the line; absent with fewer than three points
}

// regress fits the line. It goes over the values twice, since sums of squares about 0
// would lose the digits in which values differ.
func regress(all cloud) fit {
	f := fit{n: float64(all.n), slope: score.Absent, r: score.Absent, s: score.Absent}
	for x, y := range all.all {
		f.meanX += x / f.n
		f.meanY += y / f.n
	}
	var sxy, syy float64
	for x, y := range all.all {
		dx, dy := x-f.meanX, y-f.meanY
		f.sxx += float64(dx * dx)
		sxy += float64(dx * dy)
		syy += float64(dy * dy)
	}
	if f.sxx == 0 || f.n < 2 {
		return f
	}
	f.slope = sxy / f.sxx
	if syy > 0 {
		f.r = min(max(sxy/math.Sqrt(f.sxx)/math.Sqrt(syy), -1), 1)
	}
	if f.n > 2 { // what the slope does not explain, over the degrees of freedom
		f.s = math.Sqrt(max(syy-float64(f.slope*sxy), 0) / (f.n - 2))
	}
	return f
}

// at is the height of the line.
func (f fit) at(x float64) float64 { return f.meanY + float64(f.slope*(x-f.meanX)) }

// half is half the height at x of the band in which the line lies with the
// given confidence: t times s times the root of 1/n + (x - mean)² / Sxx.
func (f fit) half(x, level float64) float64 {
	d := x - f.meanX
	return stat.StudentT(level, f.n-2) * f.s * math.Sqrt(1/f.n+float64(d*d)/f.sxx)
}

// banded reports whether there is a band at the level.
func (f fit) banded(level float64) bool { return level > 0 && level < 1 && finite(f.s) }

// reach widens the range of y by the band between first and last, by at most
// a quarter, so that a wide band does not dwarf the points.
func (f fit) reach(level, first, last, y0, y1 float64) (lo, hi float64) {
	if !f.banded(level) {
		return y0, y1
	}
	lo, hi = y0, y1
	for _, x := range []float64{first, last} {
		lo, hi = min(lo, f.at(x)-f.half(x, level)), max(hi, f.at(x)+f.half(x, level))
	}
	most := 0.25 * (y1 - y0)
	return max(lo, y0-most), min(hi, y1+most)
}

// regression draws the line and its band over the range of the data, from
// lo to hi, cut at the edges of the plane and of what the measure can be, and says what it is.
func (p *plane) regression(f fit, level, lo, hi float64, within Range) (note string) {
	note = "Least squares."
	const parts = 48 // of the band, whose edges are curves
	keep := func(v float64) float64 { return p.y.at(min(max(within.keep(v), p.y.lo), p.y.hi)) }
	var band, line []float64
	if f.banded(level) {
		note = fmt.Sprintf("Least squares with its %s%% band.", percentage(level))
		for side := -1.0; side <= 1; side += 2 { // there along the lower edge, back along the upper
			for i := 0; i <= parts; i++ {
				at := float64(i) / parts
				if side > 0 {
					at = 1 - at
				}
				x := lo + at*(hi-lo)
				band = append(band, p.x.at(x), keep(f.at(x)+side*f.half(x, level)))
			}
		}
		p.draw(polygon(band...), pen{fill: faded(ink, 0.13)})
	}
	// The line is straight, so that its first and last place on the plane will do.
	for i := 0; i <= parts; i++ {
		x := lo + float64(i)/parts*(hi-lo)
		if p.y.has(f.at(x)) && within.keep(f.at(x)) == f.at(x) {
			line = append(line, p.x.at(x), p.y.at(f.at(x)))
		}
	}
	if len(line) > 2 {
		ends := append(line[:2:2], line[len(line)-2:]...)
		p.draw(polyline(ends...), pen{stroke: faded(white, 0.6), width: 2.2}) // it shows on dark hexagons too
		p.draw(polyline(ends...), pen{stroke: ink, width: 1.1})
	}
	return note
}
