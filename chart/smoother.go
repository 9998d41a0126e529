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
	// x, scaled, less what lower powers explain of them. They are computed anew each time, since there may be millions of points.
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

// byX are the places of xs in the order of their values.
func byX(xs []float64) []int {
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(xs[a], xs[b]) })
	return order
}

// smoother draws a local regression: at each of 60 places the line of least squares of the nearest third of
// the points, each weighted by the cube of one less the cube of its distance (Cleveland 1979). It stays in what the
// measure can be, and says what it is.
func (p *plane) smoother(xs, ys []float64, within Range) (note string) {
	const places, part = 60, 3
	order := byX(xs)
	near := max(len(order)/part, 2)
	first := 0 // of the nearest points
	var line []float64
	lo, hi := xs[order[0]], xs[order[len(order)-1]]
	for i := 0; i <= places; i++ {
		x := lo + float64(i)/places*(hi-lo)
		for first+near < len(order) && xs[order[first+near]]-x < x-xs[order[first]] {
			first++
		}
		y := local(xs, ys, order[first:first+near], x)
		y = min(max(within.keep(y), p.y.lo), p.y.hi)
		line = append(line, p.x.at(x), p.y.at(y))
	}
	p.draw(polyline(line...), pen{stroke: faded(white, 0.6), width: 2.2}) // it shows on dark hexagons too
	p.draw(polyline(line...), pen{stroke: ink, width: 1.1})
	return "The curve is a local regression: a straight line would miss how one follows the other."
}

// local is the height at x of the weighted line through points.
func local(xs, ys []float64, points []int, x float64) float64 {
	far := max(x-xs[points[0]], xs[points[len(points)-1]]-x) * 1.0001
	weight := func(i int) float64 {
		if far == 0 {
			return 1
		}
		d := math.Abs(xs[i]-x) / far
		c := 1 - float64(d*d*d)
		return c * c * c
	}
	var sum, mx, my float64
	for _, i := range points {
		w := weight(i)
		sum, mx, my = sum+w, mx+float64(w*(xs[i]-x)), my+float64(w*ys[i])
	}
	mx, my = mx/sum, my/sum
	var sxx, sxy float64
	for _, i := range points {
		w, d := weight(i), xs[i]-x-mx
		sxx, sxy = sxx+float64(w*d*d), sxy+float64(w*d*(ys[i]-my))
	}
	if sxx == 0 {
		return my
	}
	return my - mx*sxy/sxx
}
