package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"hed/stat"
)

// Scores are fractions of small numbers, and differences of them that are equal have
// different bits: 1-2/3 is not 1/3. Whatever ranks such scores must say what it says of
// the same scores times 27,720, which are whole numbers: every denominator up to
// 12 divides it.
func TestRoundingDoesNotSplitTies(t *testing.T) {
	const whole = 27720
	rng := rand.New(rand.NewPCG(17, 0))
	split := 0 // differences that are equal and have different bits
	for _, n := range []int{10, 40, 60, 200} {
		var fractions, numbers [3][]float64
		for s := range fractions {
			for range n {
				d := 1 + rng.IntN(12)
				k := rng.IntN(d + 1)
				// Half of the scores are computed as one minus the rest, as rates are.
				v := float64(k) / float64(d)
				if rng.IntN(2) == 0 {
					v = 1 - float64(d-k)/float64(d)
				}
				fractions[s] = append(fractions[s], v)
				numbers[s] = append(numbers[s], float64(k*(whole/d)))
			}
		}
		a, b, c := fractions[0], fractions[1], fractions[2]
		x, y, z := numbers[0], numbers[1], numbers[2]
		for i := range a {
			for j := range i {
				if x[i]-y[i] == x[j]-y[j] && a[i]-b[i] != a[j]-b[j] {
					split++
				}
			}
		}
		for name, pair := range map[string][2]stat.Result{
			"signed rank": {stat.SignedRank(a, b), stat.SignedRank(x, y)},
			"friedman":    {stat.Friedman(a, b, c), stat.Friedman(x, y, z)},
			"rank sum":    {resultOf(rankSum(t, a, b)), resultOf(rankSum(t, x, y))},
			"spearman":    {correlated(stat.Spearman, a, b), correlated(stat.Spearman, x, y)},
			"kendall":     {correlated(stat.Kendall, a, b), correlated(stat.Kendall, x, y)},
			"effect":      {{Statistic: stat.RankBiserial(a, b)}, {Statistic: stat.RankBiserial(x, y)}},
		} {
			if got, want := pair[0], pair[1]; got.Statistic != want.Statistic || got.P != want.P || got.N != want.N {
				t.Errorf("%s of %d fractions: %+v, of whole numbers %+v", name, n, got, want)
			}
		}
	}
	if split < 30 {
		t.Errorf("only %d ties are split by rounding, so that this shows nothing", split)
	}
}

func resultOf(c stat.Comparison) stat.Result {
	return stat.Result{Statistic: c.Statistic, P: c.P, N: c.N}
}

func correlated(c stat.Coefficient, x, y []float64) stat.Result {
	r := c.Of(x, y, 0.95)
	return stat.Result{Statistic: r.R, P: r.P, N: r.N}
}

// Systems whose scores differ by nothing but rounding do not differ.
func TestRoundingIsNoDifference(t *testing.T) {
	a, b := make([]float64, 12), make([]float64, 12)
	for i := range a {
		a[i], b[i] = 0.1*float64(i)+0.2, 0.1*(float64(i)+2)
	}
	if r := stat.SignedRank(a, b); r.Warning != stat.ErrEqual {
		t.Errorf("signed rank: %+v", r)
	}
	for _, test := range []stat.Test{stat.ByRandomisation, stat.ByBootstrap} {
		c := compare(t, stat.Nothing, [][]float64{a, b}, stat.Options{Test: test, Resampling: stat.Resampling{Resamples: 50}})
		if !math.IsNaN(c.Pairs[0].P) {
			t.Errorf("%s: %+v", test, c.Pairs[0])
		}
	}
	// Nothing is tied to infinity but infinity.
	if r := stat.SignedRank([]float64{math.Inf(1), 2, 3}, []float64{1, 1, 1}); r.N != 3 {
		t.Errorf("with an infinite value: %+v", r)
	}
}

// Five documents up and none down of 40: the normal approximation said 0.025, and half
// of all signs of five differences are as far to one side in 2 of 32 cases.
func TestFewDifferencesAreExact(t *testing.T) {
	a, b := make([]float64, 40), make([]float64, 40)
	for i := range 5 {
		a[i*7] = 0.5
	}
	if r := stat.SignedRank(a, b); r.P != 0.0625 || r.N != 5 {
		t.Errorf("five of 40: %+v", r)
	}
	// Hollander and Wolfe's depression scores, the example of R's wilcox.test: V = 40,
	// p = 0.01953 of one side.
	x := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	y := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	if r := stat.SignedRank(x, y); r.Statistic != 5 || r.P != 2*0.01953125 {
		t.Errorf("depression: %+v", r)
	}
}
