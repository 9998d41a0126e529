package agree

import (
	"fmt"
	"math"
	"slices"

	"hed/score"
)

// Percent is the chance that two raters of an item, drawn at random, gave the
// same value, on average over the items with two values or more.
type Percent struct{}

// Fleiss is the kappa of Fleiss (1971) for any number of raters:
//
//	(p - e) / (1 - e)
//
// where p is Percent and e the sum of the squared shares of the values. Items
// need not have the same number of values: shares are then averaged over all
// items with a value, as Gwet's irrCAC does. Values have no order.
type Fleiss struct{}

// Randolph is the free-marginal kappa of Randolph (2005): as Fleiss, but
// chance gives every value alike, e = 1/Categories.
type Randolph struct {
	Categories int // values that raters could choose from; 0 for those that occur
}

func (Percent) String() string  { return "percent" }
func (Fleiss) String() string   { return "fleiss" }
func (Randolph) String() string { return "randolph" }

func (Percent) on(r *Ratings) (*sample, error) {
	s, pairs := shares(r, 2, func(p float64, _ []float64) (float64, error) { return p, nil })
	s.mean, s.made = &score.Sample{Values: score.SeriesOf(pairs...), High: 1}, func(p float64) float64 { return p }
	return s, nil
}

func (Fleiss) on(r *Ratings) (*sample, error) {
	s, _ := shares(r, 1, func(p float64, shares []float64) (float64, error) {
		chance, values := 0.0, 0
		for _, s := range shares {
			chance += float64(s * s)
			if s > 0 {
				values++
			}
		}
		if values < 2 {
			return math.NaN(), ErrOneValue
		}
		return (p - chance) / (1 - chance), nil
	})
	pairs, _ := r.rated(2)
	s.raters, s.single = r.fewest(), s.items-len(pairs)
	return s, nil
}

func (f Randolph) on(r *Ratings) (*sample, error) {
	k := f.Categories
	switch {
	case k == 0:
		k = len(r.values)
	case k < len(r.values):
		return nil, fmt.Errorf("randolph: %d categories, but there are %d different values", k, len(r.values))
	}
	chance := 1 / float64(k)
	above := func(p float64) float64 { return (p - chance) / (1 - chance) }
	s, pairs := shares(r, 2, func(p float64, _ []float64) (float64, error) {
		if k < 2 {
			return math.NaN(), ErrOneValue
		}
		return above(p), nil
	})
	s.mean, s.made = &score.Sample{Values: score.SeriesOf(pairs...), High: 1}, above
	return s, nil
}

// shares is a sample of the items with some number of values at least. Its
// value is kappa of the agreement in pairs of raters, and of the share
// of each value. The agreement of each item comes with it, for the caller to keep.
func shares(r *Ratings, least int, kappa func(p float64, shares []float64) (float64, error)) (*sample, []float64) {
	items, ratings := r.rated(least)
	pairs := make([]float64, len(items)) // agreement of pairs; NaN where there are none
	counts := make([]int, len(r.values))
	for k, i := range items {
		said, same := r.of(i), 0
		for _, v := range said {
			same += counts[v] // pairs with the values before
			counts[v]++
		}
		for _, v := range said {
			counts[v] = 0
		}
		m := float64(len(said))
		pairs[k] = float64(same) / (m * (m - 1) / 2)
	}
	return &sample{items: len(items), ratings: ratings, of: items, value: func(chosen []int32) (float64, error) {
		p, paired := 0.0, 0
		shares := make([]float64, len(r.values))
		for _, k := range chosen {
			said := r.of(items[k])
			if len(said) > 1 {
				p += pairs[k]
				paired++
			}
			for _, v := range said {
				shares[v] += 1 / float64(len(said))
			}
		}
		if paired == 0 {
			return math.NaN(), ErrNoOverlap
		}
		for v := range shares {
			shares[v] /= float64(len(chosen))
		}
		return kappa(p/float64(paired), shares)
	}}, slices.Clone(pairs)
}
