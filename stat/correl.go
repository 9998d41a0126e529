package stat

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"hed/score"
	"hed/tensor/vec"
)

// A Coefficient is a way to measure how two columns go together.
type Coefficient string

const (
	// Pearson's r is of the values: how near they are to a line. P is of
	// Student's t with n-2 degrees of freedom; the interval is Fisher's, which
	// is normal in atanh(r) with variance 1/(n-3).
	Pearson Coefficient = "pearson"
	// Spearman's rho is Pearson's r of the ranks, where ties share their
	// mean rank. P is exact below ten pairs, twice the share of the orders of one
	// column with a rho as far to the same side; from ten on it is of Student's t,
	// as in scipy, which finds three pairs in one order impossible. The interval is that of Bonett and Wright (2000), normal in
	// atanh(rho) with variance (1+rho²/2)/(n-3), which is of values that are normal but for their scale. Of fewer than 200 pairs it is the one of
	// OfClusters, of clusters of one pair, where that is longer.
	Spearman Coefficient = "spearman"
	// Kendall's tau-b counts the pairs of rows that both columns order alike,
	// less those that they order otherwise, over the geometric mean of the
	// pairs that each column orders at all. Without ties P is exact for up to 33
	// rows, and for more where all pairs but one are ordered alike, or all but one
	// otherwise; it is normal elsewhere. So does scipy. The interval is that
	// of Fieller, Hartley and Pearson (1957), normal in atanh(tau) with variance
	// 0.437/(n-4). That is of values without ties, so it is multiplied by what
	// ties do to the variance of tau under independence; else the interval
	// would be far too narrow for ratings, and contradict P. Of few pairs it may be longer, as for Spearman.
	Kendall Coefficient = "kendall"
)

// A Correlation is how two columns go together.
type Correlation struct {
	Coefficient Coefficient
	R           float64 // between -1 and 1; NaN where undefined
	Low, High   float64 // confidence interval; NaN where pairs are too few
	P           float64 // that R is 0, two-sided; NaN where undefined
	N           int     // pairs that it rests on
	Clusters    int     // that the interval rests on; 0 where pairs are independent
	Dropped     int     // pairs left out because a value is absent
	Warnings    []error // what to tell with the result, first of all why it is undefined
}

// What makes a correlation undefined. Warnings match them with errors.Is.
var (
	ErrFewPairs = errors.New("a correlation needs two pairs of values at least")
	ErrConstant = errors.New("the values do not vary, so the correlation is undefined")
)

// Of returns the correlation of the pairs x[i], y[i] with its interval at the
// level, such as 0.95. Pairs with an absent value are dropped and counted. A
// column that does not vary makes the correlation undefined; for Pearson's r
// so does one that varies no more than arithmetic rounds, of which scipy makes
// a number with a warning. Ranks are shared by values that are equal but for rounding, to
// 1e-13 of the largest. It panics if the lengths differ.
func (c Coefficient) Of(x, y []float64, level float64) Correlation {
	px, py := pairs(x, y)
	out := c.correlate(c.prepare(px), c.prepare(py), level)
	out.Dropped = len(x) - len(px)
	return out
}

// pairs are the pairs of values that are both present. It returns x and y
// themselves where all are.
func pairs(x, y []float64) ([]float64, []float64) {
	if len(x) != len(y) {
		panic("stat: columns of different lengths")
	}
	missing := 0
	for i, v := range x {
		if score.IsAbsent(v) || score.IsAbsent(y[i]) {
			missing++
		}
	}
	if missing == 0 {
		return x, y
	}
	px, py := make([]float64, 0, len(x)-missing), make([]float64, 0, len(x)-missing)
	for i, v := range x {
		if !score.IsAbsent(v) && !score.IsAbsent(y[i]) {
			px, py = append(px, v), append(py, y[i])
		}
	}
	return px, py
}

// A variate is a column made ready to be correlated with any other.
type variate struct {
	n        int
	constant bool
	// centred are the distances to the mean, of the ranks for Spearman, and
	// squares the sum of their squares.
	centred []float64
	squares float64
	order   // for Kendall
}

// prepare makes a variate of values, none of which is absent.
func (c Coefficient) prepare(values []float64) variate {
	v := variate{n: len(values), constant: true}
	if len(values) > 0 {
		// Ranks make much of differences that rounding made.
		v.constant = slices.Max(values)-slices.Min(values) <= 2*rounding*largest(values)
	}
	switch c {
	case Pearson:
		v.center(values)
	case Spearman:
		v.center(midranks(values, grainOf(largest(values))))
	case Kendall:
		v.order = newOrder(values, grainOf(largest(values)))
	default:
		panic(fmt.Sprintf("stat: unknown coefficient %q", string(c)))
	}
	return v
}

// center sets what Pearson's r needs. Distances are scaled by a power of two,
// which loses nothing, so that squares of tiny or huge values are in range.
func (v *variate) center(values []float64) {
	if v.constant {
		return
	}
	mean, _ := moments(values)
	v.centred = make([]float64, len(values))
	for i, value := range values {
		v.centred[i] = value - mean
	}
	spread := largest(v.centred)
	if v.constant = spread <= rounding*largest(values); v.constant {
		return
	}
	_, exponent := math.Frexp(spread)
	scale := math.Ldexp(1, -max(exponent, -1000))
	for i := range v.centred {
		v.centred[i] *= scale
	}
	v.squares = dot(v.centred, v.centred)
}

// dot is added up block by block, as of columns that are not in memory.
func dot(x, y []float64) (sum float64) {
	for first := 0; first < len(x); first += score.BlockLen {
		end := min(first+score.BlockLen, len(x))
		sum += vec.Dot64(x[first:end], y[first:end])
	}
	return sum
}

// correlate is the correlation of two columns of one length.
func (c Coefficient) correlate(x, y variate, level float64) Correlation {
	r := 0.0
	if c != Kendall && !x.constant && !y.constant {
		r = cosine(dot(x.centred, y.centred), x.squares, y.squares)
	}
	return c.judge(x, y, r, level)
}

// judge says what a correlation r of two columns means. Of Kendall's it is found here. The columns
// themselves are looked at where they are short.
func (c Coefficient) judge(x, y variate, r, level float64) Correlation {
	nan := math.NaN()
	out := Correlation{Coefficient: c, R: nan, Low: nan, High: nan, P: nan, N: x.n}
	switch {
	case out.N < 2:
		out.Warnings = append(out.Warnings, ErrFewPairs)
		return out
	case x.constant && y.constant:
		out.Warnings = append(out.Warnings, fmt.Errorf("both columns: %w", ErrConstant))
		return out
	case x.constant:
		out.Warnings = append(out.Warnings, fmt.Errorf("first column: %w", ErrConstant))
		return out
	case y.constant:
		out.Warnings = append(out.Warnings, fmt.Errorf("second column: %w", ErrConstant))
		return out
	}
	n := float64(out.N)
	var variance float64 // of atanh(R)
	switch c {
	case Pearson:
		out.R = r
		out.P = studentP(out.R, out.N)
		variance = 1 / (n - 3)
	case Spearman:
		out.R = r
		if out.N < 10 {
			out.P = exactSpearman(x.centred, y.centred)
		} else {
			out.P = studentP(out.R, out.N)
		}
		variance = (1 + float64(out.R*out.R)/2) / (n - 3)
	case Kendall:
		k := newConcordance(&x.order, &y.order)
		out.R, out.P = k.tau(), k.p()
		variance = float64(0.437/(n-4)) * k.widening()
	}
	if math.IsNaN(out.R) {
		out.Warnings = append(out.Warnings, errors.New("some values are infinite, so the correlation is undefined"))
		return out
	}
	if !(variance > 0) || math.IsInf(variance, 0) {
		out.Warnings = append(out.Warnings, fmt.Errorf("%d pairs are too few for a confidence interval", out.N))
		return out
	}
	half := float64(distuv.UnitNormal.Quantile((1+level)/2) * math.Sqrt(variance))
	z := math.Atanh(out.R)
	if c != Pearson {
		var influence []float64
		z, influence = c.ranked(&x, &y, out.R)
		half = max(half, float64(StudentT(level, n-1)*deviation(influence, math.Tanh(z))))
	}
	out.Low, out.High = min(math.Tanh(z-half), out.R), max(math.Tanh(z+half), out.R)
	return out
}

// ranked is what the interval of a correlation r of ranks is made of: where its middle is, in atanh(r), and how much each
// pair moves r, where pairs are so few that it matters. Two columns that are ordered alike, or the other way
// round, are taken for ordered so but for two neighbours: few pairs are often in one order by chance, and say little of how far from
// it others are.
func (c Coefficient) ranked(x, y *variate, r float64) (z float64, influence []float64) {
	n := float64(x.n)
	most := 1 - 4/(n*(n-1))
	if c == Spearman {
		most = 1 - 12/(n*(n*n-1))
	}
	switch {
	case math.Abs(r) > most:
		return math.Atanh(math.Copysign(most, r)), nil
	case x.n >= enoughDiffer:
	case c == Kendall:
		influence = influenceOnTau(x.order, y.order)
	default: // the distances of ranks have the order of the ranks
		influence = influenceOnRho(newOrder(x.centred, grainOf(largest(x.centred))), newOrder(y.centred, grainOf(largest(y.centred))))
	}
	return math.Atanh(r), influence
}

// deviation is the standard error of atanh(r) by what each pair contributes to r.
func deviation(influence []float64, r float64) float64 {
	if len(influence) < 2 {
		return 0
	}
	n := float64(len(influence))
	return math.Sqrt(vec.Dot64(influence, influence)/n/(n-1)) / (1 - r) / (1 + r)
}

// value is only the R of correlate.
func (c Coefficient) value(x, y variate) float64 {
	switch {
	case x.n < 2 || x.constant || y.constant:
		return math.NaN()
	case c == Kendall:
		return newConcordance(&x.order, &y.order).tau()
	}
	return cosine(dot(x.centred, y.centred), x.squares, y.squares)
}

// cosine is Pearson's r of the product of two columns and of each with itself. One root of the
// product, rather than the product of two roots, makes it exactly 1 for equal columns.
// Rounding may take it out of its range.
func cosine(product, x, y float64) float64 {
	return max(-1, min(1, product/math.Sqrt(x*y)))
}

// studentP is the two-sided p of t = r sqrt((n-2)/(1-r²)) with n-2 degrees of
// freedom, by the incomplete beta function, which keeps the digits of the
// smallest p. Two points are always on a line: their p is 1.
func studentP(r float64, n int) float64 {
	if n == 2 {
		return 1
	}
	return mathext.RegIncBeta(float64(n-2)/2, 0.5, (1-r)*(1+r))
}
