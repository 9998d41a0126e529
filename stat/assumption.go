package stat

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"hed/score"
)

// An Assumption is what may be assumed of the distribution of a column, and
// so which test its systems are compared by.
type Assumption string

const (
	// Checked tests whether the column is normal and goes on as Normal or as
	// Nothing. This is the rule of HEvAS (Litvak et al. 2019, section 3.4),
	// which does not say what is tested for normality; here it is the scores
	// of each system by themselves, since Tukey's test assumes that each group
	// is normal around a mean of its own. The column counts as normal unless
	// Normality rejects a system's scores at the level, corrected by Holm for
	// the number of systems. A system whose scores cannot be tested, because
	// they are all equal or fewer than three, is not normal; one without
	// scores does not count.
	//
	// A normal column goes on as Nothing all the same where systems are
	// good on the documents that others are bad on (the mean of the
	// covariances of all pairs is below 0). HEvAS knows no such rule, but
	// Tukey's test then rejects up to three times as often as it should.
	Checked Assumption = "checked"
	// Nothing compares two systems at a time, by the test of Options.
	Nothing Assumption = "nothing"
	// Normal compares by TukeyHSD, unchecked. As HEvAS does, it takes the
	// systems for independent samples, which scores on the same documents are
	// not: see TukeyHSD for what that does to P. PairedT is the sharper test.
	Normal Assumption = "normal"
	// Exact takes the documents for all there are: differences are what they
	// are, and there is nothing to test.
	Exact Assumption = "exact"
)

// ParseAssumption is the assumption of that name, Checked for "".
func ParseAssumption(name string) (Assumption, error) {
	switch a := Assumption(name); a {
	case "":
		return Checked, nil
	case Checked, Nothing, Normal, Exact:
		return a, nil
	}
	return "", fmt.Errorf("no assumption %q; have %s, %s, %s, %s", name, Checked, Nothing, Normal, Exact)
}

// Options say how systems are compared. The zero value is the default.
type Options struct {
	Level float64 // of significance and of the check; 0 means 0.05
	// Test compares two systems where TukeyHSD does not compare all: any but
	// ByTukey. "" means BySignedRank, which is the one of HEvAS.
	Test Test
	// Resampling and Seed are for tests by resampling. All pairs of all columns have
	// the same draws, so that equal scores have equal P.
	Resampling Resampling
	Seed       uint64
}

func (o Options) level() float64 {
	if o.Level == 0 {
		return 0.05
	}
	return o.Level
}

// Compare tests all pairs of systems on one column. Each system has a value
// for every document, in the same order, absent where it has none. With
// Exact there is no test and P is NaN. A pair whose test is undefined has no P
// and a warning, and does not count in the correction, which is Holm's; that of
// TukeyHSD is its own. The error is that of the context. It panics if the lengths
// differ, or for a test by resampling without resamples.
//
// Tests by document use the documents which both systems have, and read them block by block; the others
// use all values, and have them in memory.
func (a Assumption) Compare(ctx context.Context, systems []*score.Series, o Options) (Comparisons, error) {
	o.Level, o.Test = o.level(), cmp.Or(o.Test, BySignedRank)
	out := Comparisons{Pairs: allPairs(systems)}
	test := o.Test
	switch a {
	case Checked, "":
		out.Checked = true
		out.Normal, out.Why = isNormal(inMemory(systems), o.Level)
		switch {
		case out.Normal && opposed(inMemory(systems)):
			out.Why += ", but systems are good where others are bad, and Tukey's HSD then finds too many differences"
		case out.Normal:
			test = ByTukey
		}
	case Normal:
		out.Why = "the column is taken to be normal"
		test = ByTukey
	case Nothing:
		out.Why = "nothing is assumed about the column"
	case Exact:
		out.Why = "the column is exact, so it needs no test"
		return out, nil
	default:
		panic("stat: unknown assumption " + string(a))
	}
	if len(systems) < 2 {
		out.Why = "there are fewer than two systems, so there is nothing to compare"
		return out, nil
	}
	if test == ByPairs {
		test = BySignedRank
		if twoValued(systems) {
			test = BySign
			out.Why += ", which has two values"
		}
	}
	out.Why += ", hence " + test.Words()
	if err := test.compare(ctx, systems, out.Pairs, o); err != nil {
		return Comparisons{}, err
	}
	out.conclude(o.Level)
	return out, nil
}

// conclude corrects the P of all pairs by Holm, but for those of ByTukey, which are of
// the family already, and says which are significant.
func (c *Comparisons) conclude(level float64) {
	if c.Pairs[0].Test != ByTukey {
		p := make([]float64, len(c.Pairs))
		for i, pair := range c.Pairs {
			p[i] = pair.P
		}
		for i, adjusted := range Holm(p) {
			c.Pairs[i].Adjusted = adjusted
		}
	}
	for i := range c.Pairs {
		c.Pairs[i].Significant = c.Pairs[i].Adjusted < level
	}
}

// isNormal is the check of Checked, and what it found.
func isNormal(systems [][]float64, level float64) (bool, string) {
	var p []float64
	undefined := 0
	name := "Shapiro-Wilk"
	for _, values := range systems {
		r := Normality(values)
		if r.N > shapiroMost {
			name = "D'Agostino-Pearson"
		}
		if r.N > 0 {
			p = append(p, r.P)
			if math.IsNaN(r.P) {
				undefined++
			}
		}
	}
	if len(p) == 0 {
		return false, "the column has no values"
	}
	rejected, least := 0, 1.0
	for _, v := range Holm(p) {
		if v < level {
			rejected++
		}
		if v < least {
			least = v
		}
	}
	switch {
	case rejected > 0:
		return false, fmt.Sprintf("the scores of %d of %d systems are not normal (%s, Holm, level %g)", rejected, len(p), name, level)
	case undefined > 0:
		return false, fmt.Sprintf("the scores of %d of %d systems are all equal or too few to be tested for normality", undefined, len(p))
	}
	return true, fmt.Sprintf("the scores of no system are far from normal (%s, Holm, level %g, lowest p %.2g)", name, level, least)
}

// opposed reports whether systems, on the whole, are good on the documents
// that others are bad on.
func opposed(systems [][]float64) bool {
	sum := 0.0
	for a := range systems {
		for b := range a {
			sum += covariance(systems[a], systems[b])
		}
	}
	return sum < 0
}

// covariance is that of the documents which both have, times their number
// less one.
func covariance(a, b []float64) float64 {
	var meanA, meanB score.Mean
	for i, v := range a {
		if !math.IsNaN(v) && !math.IsNaN(b[i]) {
			meanA.Add(v)
			meanB.Add(b[i])
		}
	}
	ma, mb, sum := meanA.Value(), meanB.Value(), 0.0
	for i, v := range a {
		if p := float64((v - ma) * (b[i] - mb)); !math.IsNaN(p) {
			sum += p
		}
	}
	return sum
}
