package stat

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"hed/internal/option"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Bootstrap is a statistic with the intervals that resampling gives it.
type Bootstrap struct {
	Value     float64 // of the rows as they are; NaN where undefined
	Low, High float64 // NaN where there is no interval
	N         int     // rows
	Resamples int     // resamples with a value, which the interval is of
	Undefined int     // resamples without one

	// Bias and Acceleration are z0 and a of the BCa interval; NaN for one
	// between percentiles.
	Bias, Acceleration float64
	Warnings           []error // what to tell with the result
}

// A Statistic is a number made of some of the rows of a sample, of pairs, or
// of any other table: rows are places in it, and may repeat. It is NaN
// where undefined. It is called from several workers at once, and must not
// keep or change rows.
type Statistic func(rows []int32) float64

// Percentile gives statistic an interval between percentiles of its values in
// resamples of n rows, drawn with replacement (Efron 1979). It
// panics if how asks for no resamples. It is deterministic in the state of rng,
// whatever the number of workers.
func Percentile(ctx context.Context, n int, statistic Statistic, how Resampling, rng *rand.Rand) (Bootstrap, error) {
	b, values, err := bootstrap(ctx, n, statistic, how, rng)
	if err != nil || len(values) == 0 {
		return b, err
	}
	b.Low, b.High = Quantile(values, (1-how.Level)/2), Quantile(values, (1+how.Level)/2)
	return b, nil
}

// BCa gives statistic a bias-corrected and accelerated interval (Efron 1987):
// the percentiles are moved by how far the median of the resamples is from the
// value, and by how its spread changes with it, which the jackknife
// tells. That takes a value without each of the n rows, besides those
// of the resamples. Ties with the value count half, as in scipy.
//
// Where no percentile is defined, because all values are the same or all
// resamples are on one side of the value, there is no interval.
func BCa(ctx context.Context, n int, statistic Statistic, how Resampling, rng *rand.Rand) (Bootstrap, error) {
	b, values, err := bootstrap(ctx, n, statistic, how, rng)
	if err != nil || len(values) == 0 {
		return b, err
	}
	below, _ := slices.BinarySearch(values, b.Value)
	upTo, _ := slices.BinarySearch(values, math.Nextafter(b.Value, math.Inf(1)))
	b.Bias = distuv.UnitNormal.Quantile(float64(below+upTo) / 2 / float64(len(values)))
	if b.Acceleration, err = acceleration(ctx, n, statistic, how.Workers); err != nil {
		return b, err
	}
	percentile := func(z float64) float64 {
		z += b.Bias
		return distuv.UnitNormal.CDF(b.Bias + z/(1-float64(b.Acceleration*z)))
	}
	z := distuv.UnitNormal.Quantile((1 + how.Level) / 2)
	low, high := percentile(-z), percentile(z)
	if math.IsNaN(low) || math.IsNaN(high) || math.IsInf(b.Bias, 0) {
		b.Warnings = append(b.Warnings, errors.New("the resamples do not vary enough for a BCa interval"))
		return b, nil
	}
	b.Low, b.High = Quantile(values, low), Quantile(values, high)
	return b, nil
}

// bootstrap returns a Bootstrap that lacks its interval, and the values of the
// resamples in order, those that are undefined left out.
func bootstrap(ctx context.Context, n int, statistic Statistic, how Resampling, rng *rand.Rand) (Bootstrap, []float64, error) {
	if how.Resamples <= 0 {
		panic("stat: a bootstrap without resamples")
	}
	if err := option.Within("bootstrap", how.Resamples); err != nil {
		return Bootstrap{}, nil, err
	}
	nan := math.NaN()
	b := Bootstrap{Value: nan, Low: nan, High: nan, N: n, Bias: nan, Acceleration: nan}
	if n == 0 {
		b.Warnings = append(b.Warnings, errors.New("no rows to resample"))
		return b, nil, nil
	}
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	if b.Value = statistic(all); math.IsNaN(b.Value) {
		b.Warnings = append(b.Warnings, errors.New("the statistic is undefined"))
		return b, nil, nil
	}
	seed := rng.Uint64()
	values := make([]float64, how.Resamples)
	err := inParallel(ctx, how.Resamples, how.Workers, func(r int) {
		rows, bits := make([]int32, n), rand.NewPCG(seed, uint64(r))
		for i := range rows {
			// Lemire's multiplication; its bias is n in 2^32.
			rows[i] = int32(bits.Uint64() >> 32 * uint64(n) >> 32)
		}
		values[r] = statistic(rows)
	})
	if err != nil {
		return b, nil, err
	}
	values = slices.DeleteFunc(values, math.IsNaN)
	slices.Sort(values)
	b.Resamples, b.Undefined = len(values), how.Resamples-len(values)
	if b.Undefined > 0 {
		b.Warnings = append(b.Warnings, fmt.Errorf("undefined in %d of %d resamples, which are left out", b.Undefined, how.Resamples))
	}
	return b, values, nil
}

// acceleration is a sixth of the skewness of the jackknife's values. Where one
// is undefined, so is it.
func acceleration(ctx context.Context, n int, statistic Statistic, workers int) (float64, error) {
	without := make([]float64, n)
	err := inParallel(ctx, n, workers, func(left int) {
		rows := make([]int32, 0, n)
		for i := range int32(n) {
			if int(i) != left {
				rows = append(rows, i)
			}
		}
		without[left] = statistic(rows)
	})
	if err != nil {
		return 0, err
	}
	mean, _ := moments(without)
	var squares, cubes float64
	for _, v := range without {
		d := mean - v
		squares += float64(d * d)
		cubes += float64(d * d * d)
	}
	if squares <= float64(n)*(rounding*largest(without))*(rounding*largest(without)) {
		return math.NaN(), nil
	}
	return cubes / math.Pow(squares, 1.5) / 6, nil
}
