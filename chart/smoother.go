package chart

import (
	"cmp"
	"math"
	"slices"
)

// Where points lie on a curve, a line would say what is not so. They do where a cubic explains much more of y than
// the line: by two hundredths of its variance, and by an F that chance gives less than once in a thousand times.
const (
	fewestForCurve = 50 // points
	curveGain      = 0.02
	curveF         = 8 // of 2 and 50 degrees of freedom; with more, F needs less
)

// curved reports whether a line of least squares misses how y follows x.
func curved(all cloud, f fit) bool {
	if all.n < fewestForCurve || !finite(f.slope) || !finite(f.r) {
		return false
	}
	// Powers of x that have nothing to do with each other, so that each explains its own part: the square and the cube of
	// x, scaled, less what lower powers explain of them. They are computed again each time, since there may be millions of points.
	spread := math.Sqrt(f.sxx / f.n)
	var explained [4][4]float64 // of a power, by lower ones
	powers := func(x float64) (p [4]float64) {
		z := (x - f.meanX) / spread
		p = [4]float64{1, z, z * z, z * z * z}
		for k := range p {
			for lower := range k {
				p[k] -= float64(explained[k][lower] * p[lower])
			}
		}
		return p
	}
	left, total := 0.0, 0.0 // squares about the line and about the mean
	for x, y := range all.all {
		left += square(y - f.at(x))
		total += square(y - f.meanY)
	}
	gain := 0.0
	var sizes [4]float64
	for k := range sizes {
		for lower := range k {
			if sizes[lower] > 0 {
				sum := 0.0
				for x := range all.all {
					p := powers(x)
					sum += float64(p[k] * p[lower])
				}
				explained[k][lower] = sum / sizes[lower]
			}
		}
		with := 0.0
		for x, y := range all.all {
			v := powers(x)[k]
			sizes[k] += float64(v * v)
			with += float64(v * y)
		}
		if k >= 2 && sizes[k] > 1e-9*f.n {
			gain += square(with) / sizes[k]
		}
	}
	return gain > curveGain*total && gain/2 > curveF*(left-gain)/(f.n-4)
}

func square(v float64) float64 { return float64(v * v) }

// A spot is a point, or points next to each other at their mean.
type spot struct{ x, y, points float64 }

// From mostSpots points on, those in one of so many strips of the plane are one spot, so that millions are neither kept nor sorted.
const mostSpots, strips = 1 << 16, 1 << 12

// spots are the points in the order of x, which is not the same everywhere.
func spots(all cloud) (out []spot) {
	if all.n < mostSpots {
		for x, y := range all.all {
			out = append(out, spot{x, y, 1})
		}
		slices.SortStableFunc(out, func(a, b spot) int { return cmp.Compare(a.x, b.x) })
		return out
	}
	lo, hi, _, _ := all.span()
	out = make([]spot, strips)
	for x, y := range all.all {
		s := &out[min(int((x-lo)/(hi-lo)*strips), strips-1)]
		s.x, s.y, s.points = s.x+x, s.y+y, s.points+1
	}
	out = slices.DeleteFunc(out, func(s spot) bool { return s.points == 0 })
	for i := range out {
		s := &out[i]
		s.x, s.y = s.x/s.points, s.y/s.points
	}
	return out
}

// smoother draws a local regression: at each of 60 places the line of least squares of the nearest third of
// the points, each weighted by the cube of one less the cube of its distance (Cleveland 1979). It stays in what the
// measure can be, and says what it is.
func (p *plane) smoother(all cloud, within Range) (note string) {
	const places, part = 60, 3
	at, near := spots(all), float64(max(all.n/part, 2))
	first, end, held := 0, 0, 0.0 // the nearest, and how many points they are
	grow := func() {
		for ; end < len(at) && held < near; end++ {
			held += at[end].points
		}
	}
	grow()
	var line []float64
	lo, hi := at[0].x, at[len(at)-1].x
	for i := 0; i <= places; i++ {
		x := lo + float64(i)/places*(hi-lo)
		for end < len(at) && at[end].x-x < x-at[first].x {
			held -= at[first].points
			first++
			grow()
		}
		y := local(at[first:end], x)
		y = min(max(within.keep(y), p.y.lo), p.y.hi)
		line = append(line, p.x.at(x), p.y.at(y))
	}
	p.draw(polyline(line...), pen{stroke: faded(white, 0.6), width: 2.2}) // it shows on dark hexagons too
	p.draw(polyline(line...), pen{stroke: ink, width: 1.1})
	return "The curve is a local regression: a straight line would miss how one follows the other."
}

// local is the height at x of the weighted line through spots.
func local(at []spot, x float64) float64 {
	far := max(x-at[0].x, at[len(at)-1].x-x) * 1.0001
	weight := func(s spot) float64 {
		if far == 0 {
			return s.points
		}
		d := math.Abs(s.x-x) / far
		c := 1 - float64(d*d*d)
		return c * c * c * s.points
	}
	var sum, mx, my float64
	for _, s := range at {
		w := weight(s)
		sum, mx, my = sum+w, mx+float64(w*(s.x-x)), my+float64(w*s.y)
	}
	mx, my = mx/sum, my/sum
	var sxx, sxy float64
	for _, s := range at {
		w, d := weight(s), s.x-x-mx
		sxx, sxy = sxx+float64(w*d*d), sxy+float64(w*d*(s.y-my))
	}
	if at[0].x == at[len(at)-1].x || sxx == 0 { // no line, where rounding would give one of any slope
		return my
	}
	return my - mx*sxy/sxx
}
