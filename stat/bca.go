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

// A Bootstrap is a statistic with the interval that the jackknife or resampling gives it.
type Bootstrap struct {
	Value     float64 // of the rows as they are; NaN where undefined
	Low, High float64 // NaN where there is no interval
	Method    Method  // how the interval was made; "" where there is none
	N         int     // rows
	Resamples int     // resamples with a value, which the interval is of
	Undefined int     // resamples without one
	Warnings  []error // what to tell with the result
}

// A Statistic is a number made of some of the rows of a sample, of pairs, or
// of any other table: rows are places in it, and may repeat. It is NaN
// where undefined. It is called from several workers at once, and must not
// keep or change rows.
type Statistic func(rows []int32) float64

// Estimate gives statistic an interval by the rule of Means: what each row contributes to it, by the jackknife, is taken for
// the values of a sample. It panics if how asks for no resamples. It is
// deterministic in the state of rng, whatever the number of workers.
//
// low and high are what statistic cannot be below and above, infinite where there is no such number. Near an end a
// statistic varies less, and more to the other side, so that Student's t is taken of log((x - low) / (high - x)). For an
// intraclass correlation that is the logarithm of F, of which Arvesen and Schmitz (1970) take the jackknife. The lower end is that of the statistic
// itself where it is nearer, and so are both where the statistic reaches low or high without some row.
func Estimate(ctx context.Context, n int, statistic Statistic, low, high float64, how Resampling, rng *rand.Rand) (Bootstrap, error) {
	b := start(n, statistic, how)
	if math.IsNaN(b.Value) {
		return b, nil
	}
	without, err := jackknifed(ctx, n, statistic, how.Workers)
	if err != nil {
		return b, err
	}
	if slices.ContainsFunc(without, math.IsNaN) {
		b.Warnings = append(b.Warnings, errors.New("without some of them it is undefined, so there is no interval"))
		return b, nil
	}
	sh := shapeOf(inOne(pseudo(b.Value, without)))
	switch {
	case sh.differ < fewestDiffer:
		b.Warnings = append(b.Warnings, fmt.Errorf("fewer than %d differ in what they contribute, so there is no interval", fewestDiffer))
		return b, nil
	case sh.differ >= enoughDiffer:
		if err := b.resample(ctx, statistic, sh.acceleration(), how, rng); err != nil || b.Method != "" {
			return b, err
		}
	}
	in := Interval{Mean: b.Value}
	in.student(&sh, sh.skewness, how.Level)
	b.Low, b.High, b.Method = in.Low, in.High, in.Method
	b.stretch(without, low, high, how.Level)
	return b, nil
}

// stretch moves the ends of an interval by Student's t to where they are on the scale of log((x - low) / (high - x)), unless the
// statistic has no such ends or, without some row, reaches one.
func (b *Bootstrap) stretch(without []float64, low, high, level float64) {
	inside := func(v float64) bool { return low < v && v < high }
	if math.IsInf(high-low, 0) || !inside(b.Value) || slices.ContainsFunc(without, func(v float64) bool { return !inside(v) }) {
		return
	}
	to := func(v float64) float64 { return math.Log((v - low) / (high - v)) }
	back := func(v float64) float64 { return low + (high-low)/(1+math.Exp(-v)) }
	stretched := make([]float64, len(without))
	for i, v := range without {
		stretched[i] = to(v)
	}
	in := Interval{Mean: to(b.Value)}
	sh := shapeOf(inOne(pseudo(in.Mean, stretched)))
	in.student(&sh, sh.skewness, level)
	// Where one row makes the statistic much lower, the scale would take the lower end to the least that there is.
	b.Low, b.High = min(max(b.Low, back(in.Low)), b.Value), max(back(in.High), b.Value)
}

// pseudo are the jackknife's values: what each row contributes to value, given what it is without the row.
func pseudo(value float64, without []float64) []float64 {
	out := make([]float64, len(without))
	for i, v := range without {
		out[i] = value - float64(float64(len(without)-1)*(v-value))
	}
	return out
}

// BCa gives statistic a bias-corrected and accelerated interval (Efron 1987):
// the percentiles are moved by how far the median of the resamples is from the
// value, and by how its spread changes with it, which the jackknife
// tells. Ties with the value count half, as in scipy.
//
// Where no percentile is defined, because all values are the same or all
// resamples are on one side of the value, there is no interval.
func BCa(ctx context.Context, n int, statistic Statistic, how Resampling, rng *rand.Rand) (Bootstrap, error) {
	b := start(n, statistic, how)
	if math.IsNaN(b.Value) {
		return b, nil
	}
	without, err := jackknifed(ctx, n, statistic, how.Workers)
	if err != nil {
		return b, err
	}
	for i := range without {
		without[i] = -without[i]
	}
	sh := shapeOf(inOne(without))
	err = b.resample(ctx, statistic, sh.acceleration(), how, rng)
	return b, err
}

// A percentile is a place among sorted values, from 0 to 1.
type percentile float64

func (p percentile) of(sorted []float64) float64 { return Quantile(sorted, float64(p)) }

// bca are the percentiles of the sorted values of resamples between which the BCa interval is. They are
// not ok where one is undefined.
func bca(sorted []float64, value, acceleration, level float64) (low, high percentile, ok bool) {
	below, _ := slices.BinarySearch(sorted, value)
	upTo, _ := slices.BinarySearch(sorted, math.Nextafter(value, math.Inf(1)))
	bias := distuv.UnitNormal.Quantile(float64(below+upTo) / 2 / float64(len(sorted)))
	at := func(z float64) percentile {
		z += bias
		return percentile(distuv.UnitNormal.CDF(bias + z/(1-float64(acceleration*z))))
	}
	z := distuv.UnitNormal.Quantile((1 + level) / 2)
	low, high = at(-z), at(z)
	// Where nothing varies, the middle of the resamples is the value, and says nothing.
	varies := len(sorted) > 0 && sorted[0] < sorted[len(sorted)-1]
	return low, high, varies && !math.IsNaN(float64(low)) && !math.IsNaN(float64(high)) && !math.IsInf(bias, 0)
}

// start returns a Bootstrap that lacks its interval.
func start(n int, statistic Statistic, how Resampling) Bootstrap {
	if how.Resamples <= 0 {
		panic("stat: a bootstrap without resamples")
	}
	nan := math.NaN()
	b := Bootstrap{Value: nan, Low: nan, High: nan, N: n}
	if n == 0 {
		b.Warnings = append(b.Warnings, errors.New("no rows to resample"))
		return b
	}
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	if b.Value = statistic(all); math.IsNaN(b.Value) {
		b.Warnings = append(b.Warnings, errors.New("the statistic is undefined"))
	}
	return b
}

// resample makes the interval of BCa, if there is one.
func (b *Bootstrap) resample(ctx context.Context, statistic Statistic, acceleration float64, how Resampling, rng *rand.Rand) error {
	if err := option.Within("bootstrap", how.Resamples); err != nil {
		return err
	}
	seed := rng.Uint64()
	values := make([]float64, how.Resamples)
	err := inParallel(ctx, how.Resamples, how.Workers, func(r int) {
		rows, bits := make([]int32, b.N), rand.NewPCG(seed, uint64(r))
		for i := range rows {
			// Lemire's multiplication; its bias is n in 2^32.
			rows[i] = int32(bits.Uint64() >> 32 * uint64(b.N) >> 32)
		}
		values[r] = statistic(rows)
	})
	if err != nil {
		return err
	}
	values = slices.DeleteFunc(values, math.IsNaN)
	slices.Sort(values)
	b.Resamples, b.Undefined = len(values), how.Resamples-len(values)
	if b.Undefined > 0 {
		b.Warnings = append(b.Warnings, fmt.Errorf("undefined in %d of %d resamples, which are left out", b.Undefined, how.Resamples))
	}
	low, high, ok := bca(values, b.Value, acceleration, how.Level)
	if !ok {
		b.Warnings = append(b.Warnings, errors.New("the resamples do not vary enough for a BCa interval"))
		return nil
	}
	b.Low, b.High, b.Method = low.of(values), high.of(values), MethodBCa
	return nil
}

// mostLeftOut is how many values the jackknife takes: each needs all other rows.
const mostLeftOut = 1000

// jackknifed is the statistic without each of the rows. Of more than mostLeftOut rows it is without each of as
// many groups of them, which vary as much between them as single rows do, and are skewed as much.
func jackknifed(ctx context.Context, n int, statistic Statistic, workers int) ([]float64, error) {
	without := make([]float64, min(n, mostLeftOut))
	err := inParallel(ctx, len(without), workers, func(left int) {
		rows := make([]int32, 0, n)
		for i := range n {
			if i%len(without) != left {
				rows = append(rows, int32(i))
			}
		}
		without[left] = statistic(rows)
	})
	return without, err
}
