package stat

import (
	"math"
	"slices"
)

// shapiroMost is the largest sample for which Royston fitted the
// distribution of W.
const shapiroMost = 5000

// ShapiroWilk tests whether values come from a normal distribution, by the
// statistic W of Shapiro and Wilk (1965): the square of the correlation
// between the ordered values and the ones expected of a normal sample. W is
// at most 1; small W and small P speak against normality. Weights and P are
// Royston's approximations (1995, algorithm AS R94), with his own normal
// quantiles (AS 111), as scipy.stats.shapiro has them.
//
// It is undefined with fewer than 3 values, with more than 5,000, and
// where all are equal. Absent values are passed over.
func ShapiroWilk(values []float64) Result {
	x := withoutAbsent(values)
	slices.Sort(x)
	n := len(x)
	switch {
	case n < 3:
		return undefined(n, ErrFew)
	case n > shapiroMost:
		return undefined(n, ErrMany)
	case x[0] == x[n-1]:
		return undefined(n, ErrEqual)
	}
	rest := shapiroRest(x, shapiroWeights(n))
	return Result{Statistic: 1 - rest, P: shapiroP(rest, n), N: n}
}

// shapiroWeights are the weights of the upper half of the ordered sample,
// the largest value first; the lower half has the same with a minus.
func shapiroWeights(n int) []float64 {
	if n == 3 {
		return []float64{math.Sqrt2 / 2}
	}
	m := make([]float64, n/2) // expected order statistics, upper half
	squares := 0.0
	for i := range m {
		m[i] = -quantileAS111((float64(i+1) - 0.375) / (float64(n) + 0.25))
		squares += 2 * float64(m[i]*m[i])
	}
	// The outermost one or two weights are polynomials in 1/sqrt(n); the
	// others are proportional to m, scaled so that squares add up to 1.
	root, norm := 1/math.Sqrt(float64(n)), math.Sqrt(squares)
	outer := []float64{m[0]/norm + polynomial(root, 0, 0.221157, -0.147981, -2.071190, 4.434685, -2.706056)}
	if n > 5 {
		outer = append(outer, m[1]/norm+polynomial(root, 0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633))
	}
	left, share := squares, 1.0
	for i, a := range outer {
		left -= 2 * float64(m[i]*m[i])
		share -= 2 * float64(a*a)
	}
	scale := math.Sqrt(left / share)
	for i := range m {
		m[i] /= scale
	}
	copy(m, outer)
	return m
}

// shapiroRest is 1-W, computed as a product so that it keeps its digits
// where W is near 1.
func shapiroRest(sorted, weights []float64) float64 {
	n := len(sorted)
	width, origin := sorted[n-1]-sorted[0], sorted[n/2]
	mean := 0.0
	for _, v := range sorted {
		mean += (v - origin) / width
	}
	mean /= float64(n)
	var aa, xx, ax float64 // the weights are symmetric: their mean is 0
	for i, v := range sorted {
		a := 0.0
		switch {
		case i < n/2:
			a = -weights[i]
		case n-1-i < n/2:
			a = weights[n-1-i]
		}
		d := (v-origin)/width - mean
		aa += float64(a * a)
		xx += float64(d * d)
		ax += float64(a * d)
	}
	s := math.Sqrt(aa * xx)
	return (s - ax) * (s + ax) / float64(aa*xx)
}

// shapiroP is the chance of so small a W, from rest = 1-W: exact for three
// values, else by a transformation that makes log(1-W) normal.
func shapiroP(rest float64, n int) float64 {
	if n == 3 {
		// W is at least 3/4, which rounding may miss.
		return max(1-float64(6/math.Pi*math.Acos(math.Sqrt(max(1-rest, 0.75)))), 0)
	}
	y, size := math.Log(rest), float64(n)
	var mean, sd float64
	if n <= 11 {
		bound := polynomial(size, -2.273, 0.459)
		if y >= bound {
			return 1e-19 // what AS R94 says beyond the end of its fit
		}
		y = -math.Log(bound - y)
		mean = polynomial(size, 0.5440, -0.39978, 0.025054, -0.0006714)
		sd = math.Exp(polynomial(size, 1.3822, -0.77857, 0.062767, -0.0020322))
	} else {
		l := math.Log(size)
		mean = polynomial(l, -1.5861, -0.31082, -0.083751, 0.0038915)
		sd = math.Exp(polynomial(l, -0.4803, -0.082676, 0.0030302))
	}
	return normalTail((y - mean) / sd)
}

// quantileAS111 is the normal quantile of Beasley and Springer (1977). Its
// seven digits are part of AS R94: better ones would move W.
func quantileAS111(p float64) float64 {
	q := p - 0.5
	if math.Abs(q) <= 0.42 {
		r := float64(q * q)
		return q * polynomial(r, 2.50662823884, -18.61500062529, 41.39119773534, -25.44106049637) /
			polynomial(r, 1, -8.47351093090, 23.08336743743, -21.06224101826, 3.13082909833)
	}
	r := math.Sqrt(-math.Log(min(p, 1-p)))
	z := polynomial(r, -2.78718931138, -2.29796479134, 4.85014127135, 2.32121276858) /
		polynomial(r, 1, 3.54388924762, 1.63706781897)
	return math.Copysign(z, q)
}

// polynomial is c[0] + c[1] x + c[2] x² and so on.
func polynomial(x float64, c ...float64) float64 {
	sum := 0.0
	for _, v := range slices.Backward(c) {
		sum = float64(sum*x) + v
	}
	return sum
}
