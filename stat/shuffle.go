package stat

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"hed/score"
)

// PairedBootstrap tests whether the mean of the differences a[i]-b[i] is 0
// (Koehn 2004). Documents are drawn with replacement; the statistic is the
// size of the mean difference, and with d* the one of a resample
//
//	P = (#{ |d*| - mean |d*| > |d| } + 1) / (resamples + 1)
//
// which is how sacreBLEU counts, shifting the resamples back to no
// difference. P is never below 1/(resamples+1). Pairs with an absent value
// are passed over; with fewer than two pairs, or where all are equal, it is
// undefined. The error is that of the context. It panics if the lengths
// differ or there are no resamples.
//
// Note: where the difference is large this is the chance of one side, about
// half of what ApproximateRandomisation or SignedRank say. It rejects
// accordingly more often, and is there to be compared with other programs.
func PairedBootstrap(ctx context.Context, a, b []float64, how Resampling, rng *rand.Rand) (Result, error) {
	d, mean, r := startShuffles(a, b, how)
	if r.Warning != nil {
		return r, nil
	}
	means, err := resample(ctx, []*score.Series{score.SeriesOf(d...)}, how, rng.Uint64())
	if err != nil {
		return Result{}, err
	}
	var sizes score.Mean
	for _, m := range means[0] {
		sizes.Add(math.Abs(m))
	}
	count := 0
	for _, m := range means[0] {
		if math.Abs(m)-sizes.Value() > math.Abs(mean) {
			count++
		}
	}
	r.P = float64(count+1) / float64(how.Resamples+1)
	return r, nil
}

// ApproximateRandomisation tests whether the mean of the differences
// a[i]-b[i] is 0 (Noreen 1989): what the two systems have is exchanged on
// each document with probability ½, and with d* the mean difference then
//
//	P = (#{ |d*| >= |d| } + 1) / (resamples + 1)
//
// P is never below 1/(resamples+1). Pairs with an absent value are passed
// over; with fewer than two pairs, or where all are equal, it is undefined.
// The error is that of the context. It panics if the lengths differ or there
// are no resamples.
//
// Note: sacreBLEU counts > instead of >=, which makes P too small where
// exchanges that change nothing are likely: with few documents or many ties.
func ApproximateRandomisation(ctx context.Context, a, b []float64, how Resampling, rng *rand.Rand) (Result, error) {
	d, mean, r := startShuffles(a, b, how)
	if r.Warning != nil {
		return r, nil
	}
	sizes := 0.0
	for _, v := range d {
		sizes += math.Abs(v)
	}
	// Sums of the same numbers in another order differ by rounding.
	least := float64(math.Abs(mean)*float64(len(d))) - float64(rounding*sizes)
	seed := rng.Uint64()
	workers := max(how.Workers, 1)
	counts := make([]int, workers)
	var running sync.WaitGroup
	for w := range workers {
		running.Go(func() {
			// Every resample has its generator, so that workers do not matter.
			for i := w; i < how.Resamples && ctx.Err() == nil; i += workers {
				if math.Abs(flippedSum(d, rand.NewPCG(seed, uint64(i)))) >= least {
					counts[w]++
				}
			}
		})
	}
	running.Wait()
	if ctx.Err() != nil {
		return Result{}, context.Cause(ctx)
	}
	count := 0
	for _, c := range counts {
		count += c
	}
	r.P = float64(count+1) / float64(how.Resamples+1)
	return r, nil
}

// startShuffles returns the differences, their mean, and the result as far as
// it is known without resampling.
func startShuffles(a, b []float64, how Resampling) (d []float64, mean float64, r Result) {
	if how.Resamples < 1 {
		panic("stat: a resampling test without resamples")
	}
	d, _ = differences(a, b)
	var m score.Mean
	equal := true
	for _, v := range d {
		m.Add(v)
		equal = equal && v == 0
	}
	switch {
	case len(d) < 2:
		return d, mean, undefined(len(d), ErrFew)
	case equal:
		return d, mean, undefined(len(d), ErrEqual)
	}
	return d, m.Value(), Result{Statistic: math.Abs(m.Value()), N: len(d)}
}

// flippedSum adds up the values, each with a random sign.
func flippedSum(values []float64, rng *rand.PCG) float64 {
	sum := 0.0
	for len(values) > 0 {
		some := values[:min(len(values), 64)]
		bits := rng.Uint64()
		for _, v := range some {
			sum += math.Float64frombits(math.Float64bits(v) ^ bits<<63)
			bits >>= 1
		}
		values = values[len(some):]
	}
	return sum
}
