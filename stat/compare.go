package stat

import (
	"errors"
	"fmt"
	"math"

	"hed/score"
)

// A Comparison is a test of two systems on one column.
type Comparison struct {
	A, B int    // the systems, as places in the list that was compared; A < B
	Test string // such as "wilcoxon-signed-rank"
	N    int    // the documents, or values, that it rests on

	Difference float64 // mean of A minus mean of B, over the same documents
	Statistic  float64 // of the test
	P          float64 // NaN where the test is undefined
	Adjusted   float64 // P after correction for all pairs of the column
	Effect     float64 // size of the effect, positive where A is higher
	EffectName string  // which one, such as "rank-biserial"

	Significant bool    // whether Adjusted is below the level
	Warnings    []error // what to tell with the result
}

// Comparisons are the tests of all pairs of systems on one column.
type Comparisons struct {
	Normal bool   // whether the column counts as normal
	Why    string // what chose the test, in a sentence
	Pairs  []Comparison
}

// What goes with results of Tukey's test where its assumptions do not hold.
var (
	ErrSpread  = errors.New("the variances of the systems differ (Brown-Forsythe), which Tukey's HSD assumes they do not")
	ErrOpposed = errors.New("one system is good where the other is bad, for which Tukey's HSD finds too much")
)

// allPairs are the pairs before they are tested.
func allPairs(systems [][]float64) []Comparison {
	var out []Comparison
	for a := range systems {
		for b := a + 1; b < len(systems); b++ {
			d, _ := differences(systems[a], systems[b])
			var mean score.Mean
			for _, v := range d {
				mean.Add(v)
			}
			c := Comparison{A: a, B: b, N: len(d), Difference: mean.Value(),
				Statistic: math.NaN(), P: math.NaN(), Adjusted: math.NaN(), Effect: math.NaN()}
			if lacking := len(systems[a]) - len(d); lacking > 0 {
				c.Warnings = append(c.Warnings, fmt.Errorf("%d of %d documents lack a value of one or both systems", lacking, len(systems[a])))
			}
			out = append(out, c)
		}
	}
	return out
}

// take fills in what a test says.
func (c *Comparison) take(r Result, test, effectName string, effect float64) {
	c.Test, c.N, c.Statistic, c.P = test, r.N, r.Statistic, r.P
	c.Effect, c.EffectName = effect, effectName
	if r.Warning != nil {
		c.Warnings = append(c.Warnings, r.Warning)
	}
}

// tukeyTest is the name of the one test that is not by ranks.
const tukeyTest = "tukey-hsd"

func byTukey(systems [][]float64, pairs []Comparison, level float64) {
	unequal := BrownForsythe(systems...).P < level
	for i, r := range TukeyHSD(systems...) {
		c := &pairs[i]
		c.take(r.Result, tukeyTest, "cohen-d", CohenD(systems[r.A], systems[r.B]))
		c.Adjusted = c.P
		if unequal {
			c.Warnings = append(c.Warnings, ErrSpread)
		}
		if covariance(systems[r.A], systems[r.B]) < 0 {
			c.Warnings = append(c.Warnings, ErrOpposed)
		}
	}
}

func bySignedRank(systems [][]float64, pairs []Comparison) {
	for i := range pairs {
		c := &pairs[i]
		d, _ := differences(systems[c.A], systems[c.B])
		ranks := newSignedRanks(d)
		c.take(ranks.result(), "wilcoxon-signed-rank", "rank-biserial", ranks.effect())
	}
}

func byRankSum(systems [][]float64, pairs []Comparison) {
	for i := range pairs {
		c := &pairs[i]
		r, effect := rankSum(present(systems[c.A]), present(systems[c.B]))
		c.take(r, "mann-whitney", "rank-biserial", effect)
	}
}
