package stat

import "math"

// StudentizedRange is the distribution of the range of K independent
// standard normal values over an independent estimate of their standard
// deviation with Df degrees of freedom, which may be infinite. K is at least
// 2 and Df positive; anything else is a mistake of the caller and panics.
//
// The estimate is integrated out in its logarithm, where the integrand is a
// bell of width 1/sqrt(2 Df) wherever its peak may be, and the range in the
// smallest of the values. On such integrands the trapezoidal rule converges
// exponentially. The tail is summed as it is, not taken from 1, so that it
// keeps its digits however small it gets.
type StudentizedRange struct {
	K  int
	Df float64
}

// Survival is the chance of a value above q, 1 for q <= 0.
func (r StudentizedRange) Survival(q float64) float64 {
	if r.K < 2 || !(r.Df > 0) {
		panic("stat: studentised range of fewer than two values or without degrees of freedom")
	}
	switch {
	case math.IsNaN(q):
		return math.NaN()
	case q <= 0:
		return 1
	case math.IsInf(r.Df, 1):
		return min(newRangeTail(r.K, q).above(q), 1)
	case r.K == 2: // the range of two is their difference
		return studentTails(q/math.Sqrt2, r.Df)
	}
	// No range is above q unless a pair differs by that much. Beyond what
	// floating point can hold this bound is as good as the integral.
	pairs := float64(r.K) * float64(r.K-1) / 2
	if bound := pairs * studentTails(q/math.Sqrt2, r.Df); bound < 1e-300 {
		return bound
	}
	width := 1 / math.Sqrt(2*r.Df)
	step := min(0.5*width, 0.1)
	// The peak is 0 where q is small and peak where q is large.
	peak := -math.Log1p(q*q/(2*r.Df)) / 2
	top := math.Ceil(9*width/step) * step
	tail := newRangeTail(r.K, q*math.Exp(top))
	logScale := math.Log(2) + math.Log(r.Df/(4*math.Pi))/2 - stirlingRest(r.Df/2)
	sum := 0.0
	for i := 0; ; i++ {
		u := top - float64(float64(i)*step)
		density := math.Exp(logScale + float64(r.Df*(u-math.Expm1(2*u)/2)))
		term := density * tail.above(q*math.Exp(u))
		sum += term
		if u < peak && term <= 1e-17*sum {
			return min(sum*step, 1)
		}
	}
}

const (
	rangeStep = 0.2 // between the places at which the smallest value is tried
	rangeLow  = 8.6 // below 0, or
	rangeHalf = 6.5 // to each side of the middle, nothing is left
	rangeMost = 55  // range whose tail is 0
)

// A rangeTail is the distribution of the range of k standard normal values,
// with what does not depend on the range computed once.
type rangeTail struct {
	k      int
	lowest int       // the first place, in steps
	weight []float64 // k φ(z) Q(z)^(k-1), Q being the upper tail
	upper  []float64 // Q(z)
}

// newRangeTail prepares for ranges up to most.
func newRangeTail(k int, most float64) *rangeTail {
	t := &rangeTail{k: k, lowest: rangeFirst(min(most, rangeMost))}
	for i := t.lowest; ; i++ {
		z := float64(i) * rangeStep
		q := normalTail(z)
		weight := float64(k) * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * math.Pow(q, float64(k-1))
		if z > 0 && weight < 1e-18 {
			return t
		}
		t.upper = append(t.upper, q)
		t.weight = append(t.weight, weight)
	}
}

// rangeFirst is the first place that matters to a range of w. Where w is
// large, that is around -w/2: the range is in the middle of the normal curve.
func rangeFirst(w float64) int {
	return int(math.Floor(min(-w/2-rangeHalf, -rangeLow) / rangeStep))
}

// above is the chance that the range is above w. With the smallest value
// at z, the others are above z, but not all below z+w:
//
//	∫ k φ(z) (Q(z)^(k-1) - (Q(z) - Q(z+w))^(k-1)) dz
func (t *rangeTail) above(w float64) float64 {
	switch {
	case w > rangeMost:
		return 0
	case t.k == 2:
		return math.Erfc(w / 2)
	case float64(t.k)*math.Pow(w, float64(t.k-1)) < 1e-17:
		return 1 // the chance of so small a range is below that
	}
	first := rangeFirst(w) - t.lowest
	end := min(int((-w/2+rangeHalf)/rangeStep)-t.lowest+1, len(t.upper))
	sum := 0.0
	for i := first; i < end; i++ {
		z := float64(t.lowest+i) * rangeStep
		sum += float64(t.weight[i] * anyOf(normalTail(z+w)/t.upper[i], t.k-1))
	}
	return min(sum*rangeStep, 1)
}

// anyOf is the chance that something of chance p happens in n attempts,
// 1 - (1-p)^n. Powers are faster than logarithms, but have no digits where p
// is small.
func anyOf(p float64, n int) float64 {
	if p < 1e-3 {
		return -math.Expm1(float64(n) * math.Log1p(-p))
	}
	never, base := 1.0, 1-p
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			never *= base
		}
		base *= base
	}
	return 1 - never
}

// stirlingRest is log Γ(a) less Stirling's formula
// (a-½) log a - a + ½ log 2π.
func stirlingRest(a float64) float64 {
	if a < 15 {
		l, _ := math.Lgamma(a)
		return l - float64((a-0.5)*math.Log(a)) + a - math.Log(2*math.Pi)/2
	}
	return polynomial(1/(a*a), 1./12, -1./360, 1./1260, -1./1680, 1./1188) / a
}
