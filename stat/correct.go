package stat

import (
	"cmp"
	"math"
	"slices"
)

// The corrections of a family of m tests return adjusted P in the order in
// which they were given, which may be compared with the level as they are.
// A test without P (NaN) stays so and is not counted. They follow
// statsmodels.stats.multitest.multipletests.

// Holm controls the chance of any false rejection, under any dependence
// (Holm 1979): the i-th smallest P is multiplied by m-i+1, and none is below
// the one before.
func Holm(p []float64) []float64 {
	return adjust(p, true, func(i, m int) float64 { return float64(m - i) })
}

// Hochberg is a sharper Holm that needs independent or positively dependent
// tests (Hochberg 1988): the same factors, and none is above the one after.
func Hochberg(p []float64) []float64 {
	return adjust(p, false, func(i, m int) float64 { return float64(m - i) })
}

// BenjaminiHochberg controls the expected share of false rejections among
// the rejections (Benjamini and Hochberg 1995): the i-th smallest P is
// multiplied by m/i, and none is above the one after.
func BenjaminiHochberg(p []float64) []float64 {
	return adjust(p, false, func(i, m int) float64 { return float64(m) / float64(i+1) })
}

// adjust multiplies the P in ascending order by their factors and then makes
// them ascend again, from the smallest up or from the largest down.
func adjust(p []float64, up bool, factor func(i, m int) float64) []float64 {
	out := slices.Clone(p)
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	m := len(order)
	for i, at := range order {
		out[at] = min(p[at]*factor(i, m), 1)
	}
	for i := 1; i < m; i++ {
		if up {
			out[order[i]] = max(out[order[i]], out[order[i-1]])
		} else {
			at := m - 1 - i
			out[order[at]] = min(out[order[at]], out[order[at+1]])
		}
	}
	return out
}
