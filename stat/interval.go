// Package stat summarises the columns of a score table and compares systems
// on them.
//
// Results carry their doubts: how many values they rest on, how they
// were made, and warnings. Where a test is undefined it says so and has no P,
// rather than 0 or 1. Tests give the numbers of the program that each
// names, most of them scipy. Everything random takes its generator from the
// caller.
//
// Assumption.Compare chooses the test for a column and applies it to all
// pairs of systems; most tests are also functions of their own. Null tries a
// choice on systems that do not differ. The package knows score, whose columns
// name their assumption, and report shows what it finds.
//
// No command reaches two of the functions yet: BCa, for intervals of few documents,
// and McNemarExact, for columns of two values and documents that seldom differ.
package stat

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"hed/internal/option"
	"hed/score"
)

// An Interval is a mean, or a pooled value, with its confidence interval.
type Interval struct {
	Mean      float64 // NaN without values
	Low, High float64 // NaN with fewer than two values
	N         int     // values that the mean is of
}

// A Resampling says how intervals are made.
type Resampling struct {
	// Resamples is the number of bootstrap resamples; with 0 the interval
	// comes from Student's t instead.
	Resamples int
	Level     float64 // confidence, such as 0.95
	Workers   int     // does not change the result
}

// Means returns the mean of every sample, or its pooled value, with its interval. A
// sample has one value a row, score.Absent where it has none; all have the same
// length and are resampled by the same rows. The bootstrap interval is between
// percentiles of the values of the resamples (Efron 1979). Student's t for a
// pooled value has the standard error of the jackknife.
//
// Each of combine makes one number of the means of all samples, and an interval
// of it comes after those of the samples. Student's t knows none for it.
func Means(ctx context.Context, samples []score.Sample, how Resampling, rng *rand.Rand, combine ...func([]float64) float64) ([]Interval, error) {
	if err := option.Within("bootstrap", how.Resamples); err != nil {
		return nil, err
	}
	out := make([]Interval, len(samples), len(samples)+len(combine))
	rows := 0
	values := make([]float64, len(samples))
	for c, s := range samples {
		v, n := s.Value()
		out[c] = Interval{v, score.Absent, score.Absent, n}
		values[c] = v
		rows = s.Values.Len()
		if how.Resamples == 0 {
			out[c].student(s, how.Level)
		}
	}
	for _, f := range combine {
		out = append(out, Interval{f(values), score.Absent, score.Absent, rows})
	}
	if how.Resamples == 0 || rows == 0 {
		return out, nil
	}
	means, err := resampledValues(ctx, samples, how, rng.Uint64())
	if err != nil {
		return nil, err
	}
	for _, f := range combine {
		all := make([]float64, how.Resamples)
		for r := range all {
			for c := range samples {
				values[c] = means[c][r]
			}
			all[r] = f(values)
		}
		means = append(means, all)
	}
	for i := range out {
		if out[i].N < 2 {
			continue
		}
		ms := slices.DeleteFunc(means[i], math.IsNaN)
		slices.Sort(ms)
		// The mean is part of its interval, also where values are equal
		// and sums are rounded, or where resamples are few.
		out[i].Low = min(Quantile(ms, (1-how.Level)/2), out[i].Mean)
		out[i].High = max(Quantile(ms, (1+how.Level)/2), out[i].Mean)
	}
	return out, nil
}

// student goes Student's t times the standard error to both sides of the
// mean. The squares are of distances to the mean, which takes a second pass
// over the values and loses no digits.
func (in *Interval) student(s score.Sample, level float64) {
	if in.N < 2 {
		return
	}
	values := s.Pseudo()
	var mean, squares score.Mean
	for _, v := range values {
		mean.Add(v)
	}
	for _, v := range values {
		d := v - mean.Value()
		squares.Add(float64(d * d))
	}
	n := float64(in.N)
	se := math.Sqrt(squares.Value() / (n - 1))
	half := float64(StudentT(level, n-1) * se) // not fused, see dot
	in.Low, in.High = in.Mean-half, in.Mean+half
}

// StudentT is how many standard errors an interval at the level, such as 0.95,
// goes to either side with df degrees of freedom.
func StudentT(level, df float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile((1 + level) / 2)
}

// Decimals is how many decimals of means their intervals justify, of which halves
// are half the widths: two significant figures of the median, so that the last
// figure is uncertain and no more than that. Halves that are not above 0 are
// passed over; ok is false where none is left.
func Decimals(halves []float64) (decimals int, ok bool) {
	halves = slices.DeleteFunc(slices.Clone(halves), func(h float64) bool { return !(h > 0) || math.IsInf(h, 0) })
	if len(halves) == 0 {
		return 0, false
	}
	slices.Sort(halves)
	// Logarithms of powers of ten are rounded, to either side.
	return max(1-int(math.Floor(math.Log10(halves[len(halves)/2])+1e-9)), 0), true
}

// Quantile interpolates linearly between the order statistics of sorted, as
// numpy does by default: p is 0 for the least and 1 for the largest. NaN without
// values.
func Quantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := float64(p * float64(len(sorted)-1))
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + float64((at-float64(i))*(sorted[i+1]-sorted[i]))
}
