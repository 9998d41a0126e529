package stat

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"hed/internal/option"
	"hed/score"
)

// ErrNoResamples is why a pooled value is not tested.
var ErrNoResamples = errors.New("a value that is pooled over documents is tested by resampling, and there are no resamples")

// ComparePooled is Compare for a column with a Pool, whose test is Pooled. There is no
// size of an effect.
func ComparePooled(ctx context.Context, systems []score.Sample, o Options) (Comparisons, error) {
	o.Test = pooledTest(o)
	values := make([]*score.Series, len(systems))
	for i, s := range systems {
		values[i] = s.Values
	}
	out := Comparisons{Pairs: allPairs(values), Why: "the column is pooled over documents, hence " + o.Test.Words()}
	if len(systems) < 2 {
		out.Why = "there are fewer than two systems, so there is nothing to compare"
		return out, nil
	}
	for i := range out.Pairs {
		c := &out.Pairs[i]
		a, b := systems[c.A], systems[c.B]
		c.Difference, _ = a.Minus(b).Value()
		r, err := Pooled(ctx, a, b, o)
		if err != nil {
			return Comparisons{}, err
		}
		c.take(r, o.Test, "", math.NaN())
	}
	out.conclude(o.level())
	return out, nil
}

// pooledTest is the test of Pooled.
func pooledTest(o Options) Test {
	if o.Test == ByBootstrap {
		return ByBootstrap
	}
	return ByRandomisation
}

// Pooled tests whether two pooled values differ. They are values of all documents, so
// that documents are resampled and not scores: as PairedBootstrap does if the options
// say so, and else as ApproximateRandomisation does, where the systems exchange
// their counts. P is sacreBLEU's for the same draws, but for ties, as
// ApproximateRandomisation says. The statistic is the size of the difference.
// Without resamples the test is undefined.
func Pooled(ctx context.Context, a, b score.Sample, o Options) (Result, error) {
	a, b = score.Paired(a, b)
	difference := a.Minus(b)
	size, _ := difference.Value()
	size = math.Abs(size)
	sumsA, n := a.Sums()
	sumsB, _ := b.Sums()
	differences := make([]*score.Series, len(a.Counts))
	equal := true
	for c := range differences {
		differences[c] = score.Sample{Values: a.Counts[c]}.Minus(score.Sample{Values: b.Counts[c]}).Values
		for v := range present(differences[c]) {
			equal = equal && v == 0
		}
	}
	switch {
	case n < 2:
		return undefined(n, ErrFew), nil
	case equal:
		return undefined(n, ErrEqual), nil
	case o.Resampling.Resamples < 1:
		return undefined(n, ErrNoResamples), nil
	}
	if err := option.Within("bootstrap", o.Resampling.Resamples); err != nil {
		return Result{}, err
	}
	out := Result{Statistic: size, N: n}
	seed := rand.New(rand.NewPCG(o.Seed, 0)).Uint64()
	if pooledTest(o) == ByBootstrap {
		values, err := resampledValues(ctx, []score.Sample{difference}, o.Resampling, seed)
		if err != nil {
			return Result{}, err
		}
		if size == 0 && !slices.ContainsFunc(values[0], func(v float64) bool { return v != 0 && !math.IsNaN(v) }) {
			return undefined(n, ErrEqual), nil // the counts differ, and make the same value always
		}
		if out.P = bootstrapP(values[0], size); n < 10 {
			out.Warning = ErrSmall
		}
		return out, nil
	}
	total, err := resample(ctx, differences, o.Resampling, func(signs []float64, r, k int) float64 {
		drawSigns(signs, rand.NewPCG(seed, uint64(r)<<32|uint64(k+1)))
		return 0 // nobody asks for the weight
	})
	if err != nil {
		return Result{}, err
	}
	sizes := make([]float64, o.Resampling.Resamples)
	turned := make([]float64, len(differences))
	for r := range sizes {
		for c := range turned {
			turned[c] = total[r*len(turned)+c].sum
		}
		sizes[r] = swapped(a.Pool, sumsA, sumsB, turned)
	}
	// Values of sums that are equal but for their order may differ by rounding.
	out.P = atLeast(sizes, size-rounding*max(math.Abs(a.Pool.Value(sumsA)), math.Abs(b.Pool.Value(sumsB))))
	return out, nil
}

// swapped is how far the values of two systems are apart after exchanges of documents,
// where turned are the sums of their differences, whose signs the exchanges turned.
func swapped(pool *score.Pool, a, b, turned []float64) float64 {
	one, other := make([]float64, len(a)), make([]float64, len(a))
	for c := range a {
		one[c] = (a[c] + b[c] + turned[c]) / 2
		other[c] = (a[c] + b[c] - turned[c]) / 2
	}
	return math.Abs(pool.Value(one) - pool.Value(other))
}
