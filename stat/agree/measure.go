package agree

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"hed/score"
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
	of      []int32 // what the items are in the ratings
	// raters is the fewest values that an item has, of those with two and more, for a measure that has a least value; 0 for others.
	raters int
	single int // items with one value, which the measure takes for chance and not for agreement
	// mean has the values of items, with their bounds, of whose mean the measure is made; nil where it is not.
	mean *score.Sample
	made func(mean float64) float64
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
	Value     float64     // at most 1; NaN where undefined
	Undefined error       // why it is, or nil
	Low, High float64     // interval over other items; NaN where there is none
	Method    stat.Method // how the interval was made; "" where there is none
	Items     int         // items that it rests on
	Ratings   int         // values of these items
	Warnings  []error     // what to tell with the result
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

// Bootstrap is the measure with an interval by stat.Estimate, whose rows are
// the items that it rests on, or their cases. Raters are not resampled:
// the interval is about other items for the same raters.
// Krippendorff's own bootstrap draws pairs of values instead and takes them
// for independent, which makes narrower intervals. Ends beyond 1 are 1, and those
// below what a measure can be are the least that it can be, unless its value is below too, as that of ICC(2,1) may be with few items.
func (r *Ratings) Bootstrap(ctx context.Context, m Measure, how stat.Resampling, rng *rand.Rand) (Agreement, error) {
	a, err := r.Agreement(m)
	if err != nil || a.Undefined != nil {
		return a, err
	}
	s, err := m.on(r)
	if err != nil {
		return a, err
	}
	together := r.together(s)
	if s.mean != nil && len(together) == s.items { // cases of one item each are no reason to forget the bounds of a mean
		in, err := stat.Means(ctx, []score.Sample{*s.mean}, how, rng)
		if err == nil {
			a.Low, a.High, a.Method = s.made(in[0].Low), s.made(in[0].High), in[0].Method
		}
		return a, err
	}
	b, err := stat.Estimate(ctx, len(together), func(rows []int32) float64 {
		items := make([]int32, 0, s.items)
		for _, row := range rows {
			items = append(items, together[row]...)
		}
		v, _ := s.value(items)
		return v
	}, s.least(), 1, how, rng)
	if err != nil {
		return a, err
	}
	a.Low, a.High, a.Method, a.Warnings = b.Low, b.High, b.Method, b.Warnings
	if a.High > 1 { // but not where it is NaN
		a.High = 1
	}
	least := s.least()
	if s.mean != nil {
		least = s.made(s.mean.Low)
	}
	if a.Low < least && least <= a.Value {
		a.Low = least
	}
	return a, nil
}

// least is what a measure of all raters cannot be below; -Inf for others. It is -1/(raters-1) if all items have two values and more. If
// a share of them has, disagreement by chance is at least that share of what it is among these, and the distance to 1 is as many times as large.
func (s *sample) least() float64 {
	if s.raters < 2 {
		return math.Inf(-1)
	}
	k := float64(s.raters)
	pairs := (k - 1) * float64(s.items-s.single) / float64(s.items)
	return (pairs - k) / pairs
}

// fewest is how many values the item has that has fewest of them, of those with two and more.
func (r *Ratings) fewest() int {
	fewest := 0
	for i := range int32(len(r.items)) {
		if n := len(r.of(i)); n > 1 && (fewest == 0 || n < fewest) {
			fewest = n
		}
	}
	return fewest
}

// together are the items of a sample that are resampled together.
func (r *Ratings) together(s *sample) [][]int32 {
	var all [][]int32
	place := map[int32]int{}
	for i := range int32(s.items) {
		if r.cases == nil {
			all = append(all, []int32{i})
			continue
		}
		of := r.cases[s.of[i]]
		at, ok := place[of]
		if !ok {
			at = len(all)
			place[of] = at
			all = append(all, nil)
		}
		all[at] = append(all[at], i)
	}
	return all
}
