package stat_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hed/stat"
)

// Many values are selected by their bits, few are sorted: the results are those of sorted values.
func TestQuantiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, n := range []int{1, 2, 3, 100, 20_000, 50_001} {
		for name, draw := range map[string]func() float64{
			"normal": rng.NormFloat64,
			"ties":   func() float64 { return float64(rng.IntN(7)) / 3 },
			"zeros":  func() float64 { return math.Copysign(0, rng.NormFloat64()) },
			"wide":   func() float64 { return math.Ldexp(rng.NormFloat64(), rng.IntN(600)-300) },
		} {
			values := make([]float64, n)
			for i := range values {
				values[i] = draw()
			}
			p := []float64{0, 0.25, 0.5, 0.75, 0.999, 1}
			got := stat.Quantiles(slices.Values(values), p...)
			sorted := slices.Sorted(slices.Values(values))
			for i, p := range p {
				if want := stat.Quantile(sorted, p); got[i] != want {
					t.Errorf("%d %s values: quantile %g is %v, want %v", n, name, p, got[i], want)
				}
			}
		}
	}
	if got := stat.Quantiles(slices.Values([]float64(nil)), 0.5); !math.IsNaN(got[0]) {
		t.Errorf("the median of nothing is %v", got)
	}
}
