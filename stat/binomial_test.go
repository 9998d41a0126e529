package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"hed/stat"
)

// TestBinomial: P is twice the smaller of binomtest(k, n, p, "less").pvalue and binomtest(k, n, p, "greater").pvalue, of scipy
// 1.17.1, and at most 1.
func TestBinomial(t *testing.T) {
	for _, c := range []struct {
		k, n int
		p    float64
		want float64
	}{
		{300, 600, 0.5, 1},
		{330, 600, 0.5, 0.015940437036359566},
		{270, 600, 0.5, 0.015940437036359566},
		{0, 7, 0.5, 0.015625},
		{7, 7, 0.5, 0.015625},
		{3, 10, 0.6, 0.10952376320000004},
		{10, 10, 0.6, 0.0120932352},
		{0, 10, 0.01, 1},
		{5542, 10000, 0.55, 0.40423734900500274},
		{2, 5, 0.4, 1},
	} {
		r := stat.Binomial(c.k, c.n, c.p)
		if math.Abs(r.P-c.want) > 1e-12 || r.N != c.n || r.Statistic != float64(c.k)/float64(c.n) {
			t.Errorf("%d of %d, chance %g: got %+v, want P %g", c.k, c.n, c.p, r, c.want)
		}
	}
	if r := stat.Binomial(0, 0, 0.5); !math.IsNaN(r.P) || r.Warning == nil {
		t.Errorf("of nothing: got %+v", r)
	}
}

// TestStrata: two samples of the same share are told apart in about one of twenty trials; of samples that differ much, always; the
// interval and P agree.
func TestStrata(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func(n int, share float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			if rng.Float64() < share {
				out[i] = 1
			}
		}
		return out
	}
	test := func(shareA, shareB float64, trials int) (found int) {
		for range trials {
			a, b := draw(120, shareA), draw(200, shareB)
			mean := func(x []float64, rows []int32) (m float64) {
				for _, i := range rows {
					m += x[i] / float64(len(rows))
				}
				return m
			}
			in, r, err := stat.Strata(t.Context(), []int{len(a), len(b)}, func(rows [][]int32) float64 { return mean(a, rows[0]) - mean(b, rows[1]) },
				stat.Resampling{Resamples: 300, Level: 0.95}, rng)
			if err != nil || in.N != 320 || in.Resamples != 300 || !(in.Low <= in.Value && in.Value <= in.High) {
				t.Fatalf("got %+v, %v", in, err)
			}
			if out := in.Low > 0 || in.High < 0; r.P < 0.04 && !out || r.P > 0.06 && out {
				t.Errorf("P is %g, and the interval from %g to %g", r.P, in.Low, in.High)
			}
			if r.P < 0.05 {
				found++
			}
		}
		return found
	}
	if n := test(0.6, 0.6, 200); n < 2 || n > 22 {
		t.Errorf("of 200 pairs of samples that do not differ, %d do", n)
	}
	if n := test(0.8, 0.4, 20); n != 20 {
		t.Errorf("of 20 pairs of samples that differ, %d do", n)
	}
	nothing, r, err := stat.Strata(t.Context(), []int{1, 3}, func([][]int32) float64 { return 1 }, stat.Resampling{Resamples: 10, Level: 0.95}, rng)
	if err != nil || nothing.Method != "" || !math.IsNaN(r.P) {
		t.Errorf("of one row: got %+v, %+v, %v", nothing, r, err)
	}
}
