package agree

import (
	"fmt"
	"math"
	"slices"
)

// A Level is what may be made of values: Stevens' level of measurement.
type Level string

const (
	Nominal  Level = "nominal"  // values are the same or not
	Ordinal  Level = "ordinal"  // values are above or below each other
	Interval Level = "interval" // so are their differences
	Ratio    Level = "ratio"    // and 0 is nothing
)

// Known reports whether there is such a level.
func (l Level) Known() bool {
	return slices.Contains([]Level{Nominal, Ordinal, Interval, Ratio}, l)
}

// Weight is how Cohen's kappa counts disagreements of values of the level.
func (l Level) Weight() Weight {
	switch l {
	case Nominal:
		return Unweighted
	case Ordinal:
		return Linear
	}
	return Quadratic
}

// Alpha is Krippendorff's alpha, for any number of raters and with gaps:
//
//	1 - D / E
//
// where D is the mean of a squared distance between the values of an item, and
// E that between all values, whichever item they are of. The distance is
//
//	nominal   1 between different values
//	ordinal   how many values are between them, of the two themselves half
//	interval  v - w
//	ratio     (v - w) / (v + w), or 0 where v + w is 0
//
// Items with fewer than two values are left out of both. All levels but the
// nominal need values that are numbers. Alpha is undefined where all values
// are the same; the krippendorff program raises an error there, or returns
// NaN where other values are only on items that are left out.
type Alpha struct {
	Level Level
}

// maxRatio is how many different values the ratio level takes, which has no shorter way
// than all pairs of them, in each resample.
const maxRatio = 2000

func (Alpha) String() string { return "krippendorff" }

func (a Alpha) on(r *Ratings) (*sample, error) {
	switch a.Level {
	case Nominal:
	case Ordinal, Interval, Ratio:
		if r.notNumber != nil {
			return nil, fmt.Errorf("krippendorff, level %s: %w; level %s takes any value", a.Level, r.notNumber, Nominal)
		}
	default:
		return nil, fmt.Errorf("krippendorff: unknown level %q; there are %s, %s, %s and %s", a.Level, Nominal, Ordinal, Interval, Ratio)
	}
	if a.Level == Ratio && len(r.numbers) > 0 && r.numbers[0] < 0 {
		return nil, fmt.Errorf("krippendorff, level %s: value %s is below 0, where ratios have no meaning; use level %s", Ratio, r.values[0], Interval)
	}
	if a.Level == Ratio && len(r.values) > maxRatio {
		return nil, fmt.Errorf("krippendorff, level %s: there are %d different values, and all pairs of them are compared; round them to at most %d values, or use level %s",
			Ratio, len(r.values), maxRatio, Interval)
	}
	u := newUnits(r)
	var disagreement func(items []int32) (observed, expected float64)
	switch a.Level {
	case Nominal:
		disagreement = u.nominal()
	case Ordinal:
		disagreement = u.ordinal
	case Interval:
		disagreement = u.interval(r.numbers)
	case Ratio:
		disagreement = u.ratio(r.numbers)
	}
	return &sample{items: len(u.sizes), ratings: u.ratings, of: u.items, raters: r.fewest(), value: func(items []int32) (float64, error) {
		if len(items) == 0 {
			return math.NaN(), ErrNoOverlap
		}
		n := 0.0
		for _, i := range items {
			n += u.sizes[i]
		}
		observed, expected := disagreement(items)
		if expected == 0 {
			return math.NaN(), ErrOneValue
		}
		return 1 - (n-1)*observed/expected, nil
	}}, nil
}
