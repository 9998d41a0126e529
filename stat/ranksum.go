package stat

import (
	"math"
	"slices"
)

// rankSumMost is the size of the smaller sample up to which rankSum is
// exact, as scipy has it.
const rankSumMost = 8

// rankSum tests whether two independent samples come from the same
// distribution (Mann and Whitney 1947). The statistic U counts the pairs of
// a value of each in which that of a is higher, ties, as
// in SignedRank, for half; P is of both sides. It is exact where one sample has at most 8 values and no two
// values are tied, else that of the normal approximation with corrections for
// ties and for continuity. This is scipy.stats.mannwhitneyu(method="auto").
//
// The effect is the rank-biserial correlation that goes with it, 2U/(nm)-1 of n and
// m values (Wendt 1972), which is Cliff's delta too: how much more often a value of a is
// above one of b than below it, between -1 and 1.
//
// No value may be absent. It is undefined where a sample is empty, both
// have one value, or all values are equal. Scores of systems on the same
// documents are not independent; SignedRank uses that they belong together.
func rankSum(a, b []float64) (r Result, effect float64) {
	n, m := float64(len(a)), float64(len(b))
	size := len(a) + len(b)
	if n == 0 || m == 0 || size < 3 {
		return undefined(size, ErrFew), math.NaN()
	}
	twice, tied := wins(a, b)
	u := float64(twice) / 2
	effect = 2*u/(n*m) - 1
	all := n + m
	variance := n * m / 12 * (all + 1 - tied/(all*(all-1)))
	if !(variance > 0) {
		return undefined(size, ErrEqual), effect
	}
	r = Result{Statistic: u, N: size}
	high := max(u, n*m-u)
	if tied == 0 && min(len(a), len(b)) <= rankSumMost {
		r.P = min(2*fewWins(len(a), len(b), int(n*m-high)), 1)
		return r, effect
	}
	z := (high - n*m/2 - 0.5) / math.Sqrt(variance)
	r.P = min(2*normalTail(z), 1)
	if size < 10 {
		r.Warning = ErrApproximate
	}
	return r, effect
}

// wins is twice U, which is whole, and the sum of t³-t over groups of t tied
// values. It sorts both samples and walks through them side by side.
func wins(a, b []float64) (twice int, tied float64) {
	slices.Sort(a)
	slices.Sort(b)
	g := float64(grainOf(max(largest(a), largest(b))))
	for i, j := 0, 0; i < len(a) || j < len(b); {
		v := math.Inf(1)
		if i < len(a) {
			v = a[i]
		}
		if j < len(b) {
			v = min(v, b[j])
		}
		endA, endB := i, j
		for endA < len(a) && (a[endA] == v || a[endA]-v <= g) {
			endA++
		}
		for endB < len(b) && (b[endB] == v || b[endB]-v <= g) {
			endB++
		}
		twice += (endA - i) * (j + endB)
		t := float64(endA - i + endB - j)
		tied += float64(t*t*t) - t
		i, j = endA, endB
	}
	return twice, tied
}

// fewWins is the chance that U is at most most, where nothing is tied. The
// ways to win u times are the partitions of u into at most n parts of at most
// m: coefficients of the Gaussian binomial
//
//	∏ (1 - x^(m+i)) / (1 - x^i),  i = 1..n
func fewWins(n, m, most int) float64 {
	n, m = min(n, m), max(n, m)
	ways := make([]float64, most+1)
	ways[0] = 1
	all := 1.0
	for i := 1; i <= n; i++ {
		for u := i; u <= most; u++ {
			ways[u] += ways[u-i]
		}
		for u := most; u >= m+i; u-- {
			ways[u] -= ways[u-m-i]
		}
		all *= float64(m+i) / float64(i)
	}
	sum := 0.0
	for _, w := range ways {
		sum += w
	}
	return sum / all
}
