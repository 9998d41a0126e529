package agree

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"hed/stat"
)

// A Measure is a way to measure agreement: Percent, Cohen, Fleiss, Randolph
// or Alpha. Its value is 1 where raters always agree; but for Percent, 0 is
// agreement by chance, and it may be negative.
type Measure interface {
	String() string // as in "fleiss"

	// on makes a sample of the ratings. An error is a misfit of measure and
	// ratings, such as a rater who is not there.
	on(*Ratings) (*sample, error)
}

// A sample is the items that a measure can use, ready to be resampled.
type sample struct {
	items   int
	ratings int
	// value is the measure of some of the items, named from 0 to items-1, and
	// NaN with a reason where undefined. It may be called from several
	// workers.
	value func(items []int32) (float64, error)
}

// Why an agreement is undefined.
var (
	ErrNoOverlap = errors.New("no item has values of two raters")
	ErrOneValue  = errors.New("all values are the same, so chance alone would agree as well")
)

// An Agreement is a measure of some ratings.
type Agreement struct {
	Measure   string
	Value     float64 // at most 1; NaN where undefined
	Undefined error   // why it is, or nil
	Low, High float64 // interval over resampled items; NaN where there is none
	Items     int     // items that it rests on
	Ratings   int     // values of these items
	Resamples int     // that the interval is of: those in which the measure is defined
	Warnings  []error // what to tell with the result
}

// Agreement is the measure without an interval.
func (r *Ratings) Agreement(m Measure) (Agreement, error) {
	s, err := m.on(r)
	if err != nil {
		return Agreement{}, err
	}
	a := Agreement{Measure: m.String(), Low: math.NaN(), High: math.NaN(), Items: s.items, Ratings: s.ratings}
	all := make([]int32, s.items)
	for i := range all {
		all[i] = int32(i)
	}
	a.Value, a.Undefined = s.value(all)
	return a, nil
}

// Bootstrap is the measure with an interval between percentiles of its values
// in resamples of the items that it rests on. Raters are not resampled:
// the interval is about other items for the same raters.
// Krippendorff's own bootstrap draws pairs of values instead and takes them
// for independent, which makes narrower intervals.
func (r *Ratings) Bootstrap(ctx context.Context, m Measure, how stat.Resampling, rng *rand.Rand) (Agreement, error) {
	a, err := r.Agreement(m)
	if err != nil || a.Undefined != nil {
		return a, err
	}
	s, err := m.on(r)
	if err != nil {
		return a, err
	}
	b, err := stat.Percentile(ctx, s.items, func(items []int32) float64 {
		v, _ := s.value(items)
		return v
	}, how, rng)
	if err != nil {
		return a, err
	}
	a.Low, a.High, a.Resamples, a.Warnings = b.Low, b.High, b.Resamples, b.Warnings
	return a, nil
}
