package stat

import (
	"iter"
	"math"
	"slices"

	"hed/score"
)

// An Effect is a size of an effect, under the name that it has in files.
type Effect string

const (
	ByRanks       Effect = "rank-biserial" // RankBiserial, or that of independent samples
	ByDeviation   Effect = "cohen-d"       // CohenD
	ByDifferences Effect = "cohen-dz"      // CohenDPaired
)

// Words is the effect as a sentence has it.
func (e Effect) Words() string {
	switch e {
	case ByRanks:
		return "the rank-biserial correlation r"
	case ByDeviation:
		return "Cohen's d"
	case ByDifferences:
		return "Cohen's d of paired differences"
	}
	panic("stat: unknown effect " + string(e))
}

// Symbol is the letter of the effect.
func (e Effect) Symbol() string {
	if e == ByRanks {
		return "r"
	}
	return "d"
}

// Thresholds are from where an effect is called small, medium and large (Cohen 1988): for
// the rank-biserial, which is a correlation, they are those of r.
func (e Effect) Thresholds() (small, medium, large float64) {
	if e == ByRanks {
		return 0.1, 0.3, 0.5
	}
	return 0.2, 0.5, 0.8
}

// Word is the size of an effect in a word, whichever way it points.
func (e Effect) Word(effect float64) string {
	small, medium, large := e.Thresholds()
	switch size := math.Abs(effect); {
	case size < small:
		return "negligible"
	case size < medium:
		return "small"
	case size < large:
		return "medium"
	}
	return "large"
}

// CohenD is the difference of the means of two independent samples in
// standard deviations, pooled over both (Cohen 1988):
//
//	(mean(a) - mean(b)) / sqrt(((n-1)var(a) + (m-1)var(b)) / (n+m-2))
//
// It is positive where a is higher. Absent values are passed over. It is NaN
// where a sample has fewer than two values or no value differs from the
// others of its sample.
func CohenD(a, b []float64) float64 {
	a, b = withoutAbsent(a), withoutAbsent(b)
	if len(a) < 2 || len(b) < 2 {
		return math.NaN()
	}
	meanA, squaresA := moments(a)
	meanB, squaresB := moments(b)
	sd := math.Sqrt((squaresA + squaresB) / float64(len(a)+len(b)-2))
	if sd <= rounding*max(largest(a), largest(b)) {
		return math.NaN()
	}
	return (meanA - meanB) / sd
}

// CohenDPaired is the mean of the differences a[i]-b[i] over their standard
// deviation, which is Cohen's d_z. Pairs with an absent value are passed
// over. It is NaN where fewer than two pairs are left or all differ alike. It
// panics if the lengths differ.
func CohenDPaired(a, b []float64) float64 { return pairedOf(a, b).cohenD() }

func (p paired) cohenD() float64 {
	n, scale := p.size()
	if n < 2 {
		return math.NaN()
	}
	mean, squares := momentsOf(p.differences)
	sd := math.Sqrt(squares / float64(n-1))
	if sd <= rounding*scale {
		return math.NaN()
	}
	return mean / sd
}

// RankBiserial is the matched-pairs rank-biserial correlation that goes with
// Wilcoxon's signed-rank test (Kerby 2014): with the absolute differences
// ranked, ties sharing their mean rank,
//
//	(sum of ranks where a > b - sum of ranks where a < b) / sum of ranks
//
// It is between -1 and 1. Pairs that are equal are dropped, as Wilcoxon does,
// and so are pairs with an absent value; without any other it is NaN. What is equal is
// as in SignedRank. It
// panics if the lengths differ.
func RankBiserial(a, b []float64) float64 {
	return newSignedRanks(pairedOf(a, b)).effect()
}

// present are the values that are not absent, in their order.
func present(values *score.Series) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for _, block := range values.Blocks() {
			for _, v := range block {
				if !score.IsAbsent(v) && !yield(v) {
					return
				}
			}
		}
	}
}

// withoutAbsent is a copy of values without those that are absent.
func withoutAbsent(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), score.IsAbsent)
}

// moments are the mean of values and the sum of squared distances to it.
func moments(values []float64) (mean, squares float64) { return momentsOf(slices.Values(values)) }

// momentsOf goes over the values twice.
func momentsOf(values iter.Seq[float64]) (mean, squares float64) {
	var m, s score.Mean
	for v := range values {
		m.Add(v)
	}
	mean = m.Value()
	for v := range values {
		s.Add(float64((v - mean) * (v - mean)))
	}
	return mean, float64(s.Value() * float64(s.N))
}

// largest is the size of the value that is furthest from 0.
func largest(values []float64) float64 {
	size := 0.0
	for _, v := range values {
		size = max(size, math.Abs(v))
	}
	return size
}
