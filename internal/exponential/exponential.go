// Package exponential has the exponential function and the logarithm with the same last digit
// on every processor. Those of math fuse products into sums where the processor can, and do
// not elsewhere, so that a score that has gone through them is another number there.
package exponential

import "math"

// ln 2 as a sum. The first part has 20 zeros at its end, so that its product with the
// exponent of a float64 is exact.
const (
	ln2High = 0x1.62e42fefp-1
	ln2Low  = math.Ln2 - ln2High
)

// terms are 1/2!, 1/3! and so on: of a Taylor series that ends below half a unit in the last
// place of its sum, for numbers up to ln(2)/2.
var terms = func() (t [13]float64) {
	factorial := 1.0 // exact in all of them
	for i := range t {
		factorial *= float64(i + 2)
		t[i] = 1 / factorial
	}
	return t
}()

// Exp is e to the power of x. It is less than 0.6 units in the last place off.
//
// Note: every product has a conversion, which keeps compilers from fusing it.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x > 709.79: // Ldexp says which of the last of them is infinite
		return math.Inf(1)
	case x < -745.14:
		return 0
	}
	k := math.RoundToEven(x / math.Ln2)
	high := x - float64(k*ln2High) // exact
	low := float64(k * ln2Low)
	r := high - low
	rest := high - r - low // what r has lost
	sum := 0.0
	for i := len(terms) - 1; i >= 0; i-- {
		sum = float64(sum*r) + terms[i]
	}
	// e^(r+rest) is 1 + r + r²·sum, and rest more for each of what it is. What sums lose
	// is added at last.
	tail := float64(float64(r*r)*sum) + float64(rest*(1+r))
	s := r + tail
	y := 1 + s
	return math.Ldexp(y+(1-y+s+(r-s+tail)), int(k))
}

// Log is the natural logarithm: -Inf of 0, and NaN below it.
func Log(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log(x)
	}
	m, e := math.Frexp(x) // m from 1/2 to below 1
	if m < math.Sqrt2/2 {
		m *= 2
		e--
	}
	z := (m - 1) / (m + 1) // less than 0.172
	q := float64(z * z)
	sum := 0.0
	for k := 21; k >= 1; k -= 2 {
		sum = float64(sum*q) + 1/float64(k)
	}
	return float64(2*z*sum) + float64(float64(e)*math.Ln2)
}
