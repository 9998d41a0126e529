package stat

import (
	"cmp"
	"math"
	"slices"
)

// Holm adjusts the P of a family of m tests so that the chance of any false
// rejection stays below the level, under any dependence (Holm 1979): the i-th
// smallest P is multiplied by m-i+1, and none is below the one before, nor
// above 1. They are in the order in which they were given, and may be compared
// with the level as they are. A test without P (NaN) stays so and is not
// counted. It follows statsmodels.stats.multitest.multipletests.
func Holm(p []float64) []float64 {
	out := slices.Clone(p)
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	before := 0.0
	for i, at := range order {
		before = max(before, min(p[at]*float64(len(order)-i), 1))
		out[at] = before
	}
	return out
}
