package stat

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"hed/internal/option"
)

// MethodPercentile takes the percentiles of resamples as they are.
const MethodPercentile Method = "percentile"

// Strata gives a statistic of several independent samples an interval, and tests whether it is 0. Each resample draws
// from every sample by itself, as many rows as it has. The interval has the percentiles of the resamples; with
// s the smaller number of resamples on one side of 0, those at 0 counting for both sides,
//
//	P = 2 (s + 1) / (resamples + 1)
//
// at most 1, so that P is below 1 minus the level where the interval leaves 0 out, but for one resample. Resamples without a value are left out. Without
// any, or with fewer than two rows in a sample, there is neither an interval nor P. The error is that of the context. It
// panics if how asks for no resamples.
func Strata(ctx context.Context, sizes []int, statistic func(rows [][]int32) float64, how Resampling, rng *rand.Rand) (Bootstrap, Result, error) {
	if how.Resamples < 1 {
		panic("stat: no resamples")
	}
	if err := option.Within("bootstrap", how.Resamples); err != nil {
		return Bootstrap{}, Result{}, err
	}
	rows, n := make([][]int32, len(sizes)), 0
	for s, size := range sizes {
		n += size
		for i := range size {
			rows[s] = append(rows[s], int32(i))
		}
	}
	b := Bootstrap{Value: statistic(rows), Low: math.NaN(), High: math.NaN(), N: n}
	if math.IsNaN(b.Value) || slices.Min(sizes) < 2 {
		return b, undefined(n, ErrFew), nil
	}
	var values []float64
	below, above := 0, 0
	for range how.Resamples {
		if ctx.Err() != nil {
			return b, Result{}, context.Cause(ctx)
		}
		for s, size := range sizes {
			for i := range rows[s] {
				rows[s][i] = int32(rng.IntN(size))
			}
		}
		v := statistic(rows)
		if math.IsNaN(v) {
			b.Undefined++
			continue
		}
		values = append(values, v)
		if v <= 0 {
			below++
		}
		if v >= 0 {
			above++
		}
	}
	if b.Resamples = len(values); b.Resamples == 0 {
		return b, undefined(n, ErrFew), nil
	}
	slices.Sort(values)
	b.Low, b.High, b.Method = Quantile(values, (1-how.Level)/2), Quantile(values, (1+how.Level)/2), MethodPercentile
	return b, Result{Statistic: b.Value, P: min(2*float64(min(below, above)+1)/float64(b.Resamples+1), 1), N: n}, nil
}
