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
package stat

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"hed/internal/option"
	"hed/score"
)

// An Interval is a mean, or a pooled value, with its confidence interval.
type Interval struct {
	Mean      float64 // NaN without values
	Low, High float64 // NaN where there is no interval
	N         int     // values that the mean is of
	Method    Method  // how the interval was made; "" where there is none
}

// A Method is how an interval is made.
type Method string

const (
	MethodBCa   Method = "bca"   // the bias-corrected and accelerated bootstrap (Efron 1987)
	MethodT     Method = "t"     // Student's t, longer on the side of skewness (Hall 1992) unless there are no resamples
	MethodExact Method = "exact" // for any values between two bounds (Gaffke 2005); Clopper and Pearson's for values that are the bounds
)

// Methods names those of some intervals, each once: "bca/t". It is "none" where there is no interval.
func Methods(intervals []Interval) string {
	var names []string
	for _, m := range []Method{MethodBCa, MethodT, MethodExact} {
		if slices.ContainsFunc(intervals, func(in Interval) bool { return in.Method == m }) {
			names = append(names, string(m))
		}
	}
	return cmp.Or(strings.Join(names, "/"), "none")
}

// Missing reports whether a mean of several values has no interval, because fewer than five of them differ
// from the commonest.
func (in Interval) Missing() bool { return in.N > 1 && in.Method == "" && !score.IsAbsent(in.Mean) }

// A Resampling says how intervals are made.
type Resampling struct {
	// Resamples is the number of bootstrap resamples; with 0 the interval
	// is always Student's t, as textbooks have it.
	Resamples int
	Level     float64 // confidence, such as 0.95
	Workers   int     // does not change the result
}

// How many values must differ from the commonest one of their sample. That number says how
// much a sample knows of its population: of a thousand scores of which 990 are 0, it
// is ten.
const (
	fewestDiffer = 5   // for any method that trusts the sample to show how it varies
	fewestSigned = 2   // the same for values of both signs, such as differences, whose tails are not on one side
	enoughDiffer = 200 // for the bootstrap, whose intervals are too narrow before
)

// Means returns the mean of every sample, or its pooled value, with its interval. A
// sample has one value a row, score.Absent where it has none; all have the same
// length and are resampled by the same rows.
//
// The method is chosen for each sample, so that the interval covers the mean of the population
// as often as its level says: see docs/significance-measured.md. It is MethodExact for means of a sample with bounds
// of which fewer than five values differ from the commonest, or fewer than two where they may be of both signs, or of which
// all are at the bounds; MethodT where fewer than 200 differ, and MethodBCa else. Few that differ
// and no bounds, or no mean, have no interval.
// A pooled value is treated as the mean of what each row contributes to it, by the jackknife.
//
// Each of combine makes one number of the means of all samples, and an interval
// of it comes after those of the samples.
func Means(ctx context.Context, samples []score.Sample, how Resampling, rng *rand.Rand, combine ...func([]float64) float64) ([]Interval, error) {
	if err := option.Within("bootstrap", how.Resamples); err != nil {
		return nil, err
	}
	out := make([]Interval, len(samples), len(samples)+len(combine))
	shapes := make([]shape, len(samples), len(samples)+len(combine))
	parts := make([]func(k int) []float64, len(samples)) // what each row contributes, by block
	values := make([]float64, len(samples))
	rows, blocks := 0, 0
	for c, s := range samples {
		v, n := s.Value()
		out[c] = Interval{Mean: v, Low: score.Absent, High: score.Absent, N: n}
		parts[c], values[c], rows, blocks = s.Pseudo(), v, s.Values.Len(), s.Values.NumBlocks()
		shapes[c] = shapeOf(blocks, parts[c])
		shapes[c].differ = min(shapes[c].differ, counted(s))
		out[c].choose(s, &shapes[c], how)
	}
	for _, f := range combine {
		in := Interval{Mean: f(values), Low: score.Absent, High: score.Absent, N: rows}
		sh := shapeOf(blocks, combined(f, out, parts, rows))
		in.choose(score.Sample{}, &sh, how)
		out, shapes = append(out, in), append(shapes, sh)
	}
	if !slices.ContainsFunc(out, func(in Interval) bool { return in.Method == MethodBCa }) {
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
		in := &out[i]
		if in.Method != MethodBCa {
			continue
		}
		ms := slices.DeleteFunc(means[i], math.IsNaN)
		slices.Sort(ms)
		low, high, ok := bca(ms, in.Mean, shapes[i].acceleration(), how.Level)
		if !ok { // of few resamples, all may be on one side
			in.student(&shapes[i], shapes[i].skewness, how.Level)
			continue
		}
		// The mean is part of its interval, also where sums are rounded, or where
		// resamples are few.
		in.Low, in.High = min(low.of(ms), in.Mean), max(high.of(ms), in.Mean)
	}
	return out, nil
}

// choose sets the method, and makes the interval unless it needs resamples.
func (in *Interval) choose(s score.Sample, sh *shape, how Resampling) {
	bounded, fewest := s.Bounded() && !math.IsInf(s.High-s.Low, 0), fewestDiffer
	if s.Pool == nil && s.Low < 0 && s.High > 0 {
		fewest = fewestSigned
	}
	switch {
	case sh.n < 2 || score.IsAbsent(in.Mean):
	case how.Resamples == 0:
		in.student(sh, 0, how.Level)
	case s.Pool == nil && bounded && (sh.differ < fewest || atBounds(s)):
		in.Method = MethodExact
		in.Low, in.High = exact(present(s.Values), s.Low, s.High, how.Level)
	case sh.differ < fewest:
	case sh.differ < enoughDiffer:
		in.student(sh, sh.skewness, how.Level)
		if s.Bounded() {
			in.Low, in.High = max(in.Low, s.Low), min(in.High, s.High)
		}
	default:
		in.Method = MethodBCa
	}
}

// student goes Student's t times the standard error to both sides of the mean, and farther on
// the side to which the values are skewed: t as a function of the sample is skewed the
// other way, and Hall's cubic (1992) takes that out of it. It is not made shorter on the other side: the skewness of
// few values is uncertain, and that of symmetric values with long tails would make intervals
// too narrow on either side at random.
func (in *Interval) student(sh *shape, skewness, level float64) {
	in.Method = MethodT
	n := float64(sh.n)
	se := math.Sqrt(sh.variance / (n - 1))
	quantile, a := StudentT(level, n-1), skewness/math.Sqrt(n)
	// The t whose cubic is y: 3/a (r - 1), where r is the cube root of 1 + a(y - a/6).
	t := func(y float64) float64 {
		y -= a / 6
		r := math.Cbrt(1 + float64(a*y))
		return 3 * y / (float64(r*r) + r + 1)
	}
	low, high := max(t(quantile), quantile), min(t(-quantile), -quantile)
	in.Low, in.High = in.Mean-float64(low*se), in.Mean-float64(high*se) // not fused, see dot
}

// A shape is what matters of some values for the choice of an interval.
type shape struct {
	n                  int
	variance, skewness float64 // of the values themselves; the skewness is 0 where they do not vary
	differ             int     // values that are not the commonest one; not more than n/2 where n is large
}

// acceleration is that of BCa: a sixth of the skewness of the jackknife's values.
func (sh *shape) acceleration() float64 { return sh.skewness / (6 * math.Sqrt(float64(sh.n))) }

// inOne is one block of values, for shapeOf.
func inOne(values []float64) (int, func(int) []float64) {
	return 1, func(int) []float64 { return values }
}

// shapeOf passes over absent values. The powers are of distances to the mean, which takes a
// second pass over the values and loses no digits.
func shapeOf(blocks int, block func(k int) []float64) shape {
	sum, count := 0.0, 0
	for k := range blocks {
		for _, v := range block(k) {
			if v == v { // not absent
				sum += v
				count++
			}
		}
	}
	n := float64(count)
	mean, squares, cubes, scale := sum/n, 0.0, 0.0, 0.0
	for k := range blocks {
		for _, v := range block(k) {
			if v != v {
				continue
			}
			d := v - mean
			square := float64(d * d)
			squares += square
			cubes += float64(square * d)
			if size := math.Abs(v); size > scale {
				scale = size
			}
		}
	}
	sh := shape{n: count, variance: squares / n}
	g := grainOf(scale)
	if sh.variance > float64(g)*float64(g) {
		sh.skewness = cubes / n / float64(sh.variance*math.Sqrt(sh.variance))
	}
	sh.differ = sh.n - commonest(blocks, block, sh.n, g)
	return sh
}

// commonest is how many of n values are the commonest one, but for rounding. Of many it is found
// only if it is more than half of them; what is more common than the others, but not by that
// much, leaves enough that differ.
func commonest(blocks int, block func(k int) []float64, n int, g grain) int {
	if n >= 2*enoughDiffer {
		// Boyer and Moore's vote: each value strikes out one of another kind.
		candidate, votes := 0.0, 0
		for k := range blocks {
			for _, v := range block(k) {
				switch {
				case v != v: // absent
				case votes == 0:
					candidate, votes = v, 1
				case g.zero(v - candidate):
					votes++
				default:
					votes--
				}
			}
		}
		if votes == 0 {
			return 0
		}
		same := 0
		for k := range blocks {
			for _, v := range block(k) {
				if g.zero(v - candidate) { // false for an absent one
					same++
				}
			}
		}
		return same
	}
	var sorted []float64
	for k := range blocks {
		sorted = append(sorted, block(k)...)
	}
	sorted = slices.DeleteFunc(sorted, score.IsAbsent)
	slices.Sort(sorted)
	most := 0
	g.runs(len(sorted), func(i int) float64 { return sorted[i] }, func(first, end int) { most = max(most, end-first) })
	return most
}

// counted is how many rows have something of each count of a pool: a value that is made of the matches of three rows
// knows as little as a mean of which three values differ.
func counted(s score.Sample) int {
	least := s.Values.Len()
	for _, series := range s.Counts {
		n := 0
		for _, block := range series.Blocks() {
			for _, v := range block {
				if v != 0 && !score.IsAbsent(v) {
					n++
				}
			}
		}
		least = min(least, n)
	}
	return least
}

// combined is what each row contributes to f of the means: the pseudo-values of the jackknife.
func combined(f func([]float64) float64, means []Interval, parts []func(k int) []float64, rows int) func(k int) []float64 {
	whole := make([]float64, len(parts))
	for c := range parts {
		whole[c] = means[c].Mean
	}
	all, n := f(whole), float64(rows)
	return func(k int) []float64 {
		blocks := make([][]float64, len(parts))
		for c := range parts {
			blocks[c] = parts[c](k)
		}
		without, out := make([]float64, len(parts)), make([]float64, len(blocks[0]))
		for i := range out {
			for c := range parts {
				without[c] = means[c].Mean
				if v := blocks[c][i]; !score.IsAbsent(v) && means[c].N > 1 {
					without[c] -= (v - means[c].Mean) / float64(means[c].N-1)
				}
			}
			out[i] = float64(n*all) - float64((n-1)*f(without))
		}
		return out
	}
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
