package stat

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"hed/score"
)

// A Test is what compares two systems, under the name that it has in files.
type Test string

const (
	ByTukey         Test = "tukey-hsd"                 // TukeyHSD
	BySignedRank    Test = "wilcoxon-signed-rank"      // SignedRank
	BySign          Test = "sign-exact"                // McNemarExact of wins and losses
	ByRankSum       Test = "mann-whitney"              // the rank-sum test
	ByBootstrap     Test = "paired-bootstrap"          // PairedBootstrap
	ByRandomisation Test = "approximate-randomisation" // ApproximateRandomisation

	// ByPairs is not in files, which have the test that it chooses for a column: BySign where
	// the scores of all systems are two numbers, such as right and wrong, else BySignedRank. With
	// two numbers all differences have one size, of which ranks know no more than signs.
	ByPairs Test = "paired"
)

// Resamples reports whether the test is by resampling, and so random.
func (t Test) Resamples() bool { return t == ByBootstrap || t == ByRandomisation }

// Words is the test as a sentence has it.
func (t Test) Words() string {
	switch t {
	case ByTukey:
		return "Tukey's HSD"
	case BySignedRank:
		return "Wilcoxon's signed-rank test"
	case BySign:
		return "the exact sign test"
	case ByRankSum:
		return "the rank-sum test of Mann and Whitney"
	case ByBootstrap:
		return "the paired bootstrap test"
	case ByRandomisation:
		return "approximate randomisation"
	}
	panic("stat: unknown test " + string(t))
}

// compare fills in the pairs. Their Adjusted is left to the caller, but for
// ByTukey.
func (t Test) compare(ctx context.Context, systems []*score.Series, pairs []Comparison, o Options) error {
	switch t {
	case ByTukey:
		byTukey(inMemory(systems), pairs, o.Level)
	case BySignedRank:
		bySignedRank(systems, pairs)
	case BySign:
		bySign(systems, pairs)
	case ByRankSum:
		byRankSum(inMemory(systems), pairs)
	case ByBootstrap:
		return byResampling(ctx, PairedBootstrap, systems, pairs, o)
	case ByRandomisation:
		return byResampling(ctx, ApproximateRandomisation, systems, pairs, o)
	}
	return nil
}

// A Comparison is a test of two systems on one column.
type Comparison struct {
	A, B int  // the systems, as places in the list that was compared; A < B
	Test Test // "" where nothing was tested
	N    int  // the documents, or values, that it rests on

	Difference float64 // mean of A minus mean of B, over the same documents
	Statistic  float64 // of the test
	P          float64 // NaN where the test is undefined
	Adjusted   float64 // P after correction for all pairs of the column
	Effect     float64 // size of the effect, positive where A is higher
	EffectName Effect  // which one; "" where there is none

	Significant bool    // whether Adjusted is below the level
	Warnings    []error // what to tell with the result
}

// Comparisons are the tests of all pairs of systems on one column.
type Comparisons struct {
	Checked bool   // whether it was tested if the column is normal
	Normal  bool   // whether it is, as far as the test can tell
	Why     string // what chose the test, in a sentence
	Pairs   []Comparison
}

// What goes with results of Tukey's test where its assumptions do not hold.
var (
	ErrSpread  = errors.New("the variances of the systems differ (Brown-Forsythe), but Tukey's HSD assumes that they are equal")
	ErrOpposed = errors.New("one system is good where the other is bad, and Tukey's HSD then finds too many differences")
)

// allPairs are the pairs before they are tested.
func allPairs(systems []*score.Series) []Comparison {
	var out []Comparison
	for a := range systems {
		for b := a + 1; b < len(systems); b++ {
			var mean score.Mean
			for d := range (paired{systems[a], systems[b]}).differences {
				mean.Add(d)
			}
			c := Comparison{A: a, B: b, N: mean.N, Difference: mean.Value(),
				Statistic: math.NaN(), P: math.NaN(), Adjusted: math.NaN(), Effect: math.NaN()}
			if lacking := systems[a].Len() - mean.N; lacking > 0 {
				c.Warnings = append(c.Warnings, fmt.Errorf("%d of %d documents lack a value of one or both systems", lacking, systems[a].Len()))
			}
			out = append(out, c)
		}
	}
	return out
}

// take fills in what a test says.
func (c *Comparison) take(r Result, test Test, effectName Effect, effect float64) {
	c.Test, c.N, c.Statistic, c.P = test, r.N, r.Statistic, r.P
	c.Effect, c.EffectName = effect, effectName
	if r.Warning != nil {
		c.Warnings = append(c.Warnings, r.Warning)
	}
}

// byTukey tests all pairs at once, so that their P are already of the family, and
// says where the test is to be doubted.
func byTukey(systems [][]float64, pairs []Comparison, level float64) {
	unequal := BrownForsythe(systems...).P < level
	for i, r := range TukeyHSD(systems...) {
		c := &pairs[i]
		c.take(r.Result, ByTukey, ByDeviation, CohenD(systems[r.A], systems[r.B]))
		c.Adjusted = c.P
		if unequal {
			c.Warnings = append(c.Warnings, ErrSpread)
		}
		if covariance(systems[r.A], systems[r.B]) < 0 {
			c.Warnings = append(c.Warnings, ErrOpposed)
		}
	}
}

// bySignedRank tests pair by pair. The effect comes from the same ranks.
func bySignedRank(systems []*score.Series, pairs []Comparison) {
	for i := range pairs {
		c := &pairs[i]
		r, effect := SignedRanks(systems[c.A], systems[c.B])
		c.take(r, BySignedRank, ByRanks, effect)
	}
}

// bySign tests pair by pair. The effect is that of ranks which are all the same.
func bySign(systems []*score.Series, pairs []Comparison) {
	for i := range pairs {
		c := &pairs[i]
		p := paired{systems[c.A], systems[c.B]}
		n, scale := p.size()
		g, up, down := grainOf(scale), 0, 0
		for v := range p.differences {
			switch {
			case g.zero(v):
			case v > 0:
				up++
			default:
				down++
			}
		}
		r := McNemarExact(up, down)
		if n < 2 {
			r = undefined(n, ErrFew)
		}
		c.take(r, BySign, ByRanks, float64(up-down)/float64(up+down))
	}
}

// twoValued reports whether all scores of all systems are one of two numbers.
func twoValued(systems []*score.Series) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, values := range systems {
		for v := range present(values) {
			low, high = min(low, v), max(high, v)
		}
	}
	g := grainOf(max(math.Abs(low), math.Abs(high)))
	for _, values := range systems {
		for v := range present(values) {
			if !g.zero(v-low) && !g.zero(high-v) {
				return false
			}
		}
	}
	return high > low
}

// byRankSum tests pair by pair, by all values that either system has.
func byRankSum(systems [][]float64, pairs []Comparison) {
	for i := range pairs {
		c := &pairs[i]
		r, effect := rankSum(withoutAbsent(systems[c.A]), withoutAbsent(systems[c.B]))
		c.take(r, ByRankSum, ByRanks, effect)
	}
}

// byResampling tests by a function such as PairedBootstrap. It does so for all pairs
// with the same first system at once, which share the draws, and not for all pairs at
// once, whose differences would fill the memory where systems are many.
func byResampling(ctx context.Context, test func(context.Context, []*score.Series, Resampling, *rand.Rand) ([]Result, error), systems []*score.Series, pairs []Comparison, o Options) error {
	for len(pairs) > 0 {
		first := pairs[:len(systems)-1-pairs[0].A]
		pairs = pairs[len(first):]
		series := make([]*score.Series, len(first))
		for i, c := range first {
			series[i] = cleanDifferences(systems[c.A], systems[c.B])
		}
		results, err := test(ctx, series, o.Resampling, rand.New(rand.NewPCG(o.Seed, 0)))
		if err != nil {
			return err
		}
		for i, r := range results {
			c := &first[i]
			c.take(r, o.Test, ByDifferences, paired{systems[c.A], systems[c.B]}.cohenD())
			series[i].Drop()
		}
	}
	return nil
}

// cleanDifferences are those of two systems by document, absent where either is, and 0 where they are noise.
func cleanDifferences(a, b *score.Series) *score.Series {
	out := score.Like(a)
	_, scale := paired{a, b}.size()
	g := grainOf(scale)
	for k, block := range a.Blocks() {
		other := b.Block(k)
		for i, v := range block {
			if v -= other[i]; g.zero(v) {
				v = 0
			}
			out.Append(v)
		}
	}
	return out
}

// inSeries are values that are in memory.
func inSeries(systems [][]float64) []*score.Series {
	all := make([]*score.Series, len(systems))
	for i, values := range systems {
		all[i] = score.SeriesOf(values...)
	}
	return all
}

// inMemory are all values, for tests of several systems at once.
func inMemory(systems []*score.Series) [][]float64 {
	all := make([][]float64, len(systems))
	for i, s := range systems {
		all[i] = s.Values()
	}
	return all
}
