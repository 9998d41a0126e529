package analysis

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"hed/score"
	"hed/stat"
)

// A Verdict is what a comparison of two runs says of a column.
type Verdict string

const (
	Better       Verdict = "better"              // significantly, as the column improves
	Worse        Verdict = "worse"               // significantly, and by more than the margin
	WithinMargin Verdict = "worse within margin" // significantly, but by no more than the margin as far as can be told
	NoDifference Verdict = "no difference found"
	Different    Verdict = "different" // significantly, where nobody knows which way is better
	Mixed        Verdict = "mixed"     // significantly, but mean and ranks point to different sides
	Untested     Verdict = "not tested"
)

// A Change is how the values of a column differ between two runs over the same
// documents. It rests on the documents that have a value in both.
type Change struct {
	Column     score.Column
	Old, New   float64       // means
	Difference stat.Interval // of new minus old; N are the documents
	// OnlyOld and OnlyNew are documents left out since only that run has a value.
	OnlyOld, OnlyNew int
	Statistic        float64 // of Wilcoxon's signed-rank test
	P                float64 // NaN where the test is undefined
	Adjusted         float64 // by Holm, over all columns
	Effect           float64 // matched-pairs rank-biserial, positive where new is higher
	Margin           float64 // what the column may lose
	// Beyond is the adjusted P of a difference that is the margin away from
	// 0, on the bad side; with a margin of 0 that is Adjusted.
	Beyond  float64
	Verdict Verdict
}

// RunOptions say how runs are compared.
type RunOptions struct {
	Intervals stat.Resampling // tests have the rest of 1 as their level
	Seed      uint64          // of the resamples
	Margins   []float64       // by column; nil for none
}

// Runs compares two runs of a system, column by column. The values are by
// column, then document, in the same order in both.
//
// Differences by document are tested by Wilcoxon's signed-rank, whatever the
// column assumes: it is right for normal differences too, of which it needs
// only a twentieth more. Tukey's HSD, which Checked would take for normal
// scores, is for independent samples and wastes the pairs. Columns that are
// exact are not tested.
//
// A margin is what the mean may lose, so it is tested on the mean, by Student's t.
// Ranks would not do: of a column that few documents change, moving all
// differences by the margin makes most documents winners.
// All P are of both sides. It panics if the lengths differ.
func Runs(ctx context.Context, columns []score.Column, old, new [][]float64, o RunOptions) ([]Change, error) {
	changes := make([]Change, len(columns))
	series := make([]*score.Series, len(columns))
	p, beyond := make([]float64, len(columns)), make([]float64, len(columns))
	past := make([]bool, len(columns)) // the mean is, of the margin
	for c, col := range columns {
		ch := &changes[c]
		ch.Column = col
		if o.Margins != nil {
			ch.Margin = o.Margins[c]
		}
		d := ch.differences(old[c], new[c])
		series[c] = score.SeriesOf(d...)
		zero := make([]float64, len(d))
		r := stat.SignedRank(d, zero)
		if col.Assume == string(stat.Exact) {
			r.Statistic, r.P = math.NaN(), math.NaN()
		}
		ch.Statistic, ch.P, ch.Effect = r.Statistic, r.P, stat.RankBiserial(d, zero)
		p[c], beyond[c] = r.P, r.P
		if r.Warning == stat.ErrEqual {
			ch.Verdict = NoDifference
		} else if score.IsAbsent(r.P) {
			ch.Verdict = Untested
		}
		if ch.Margin > 0 && ch.Verdict != Untested && col.Better != score.Unknown {
			beyond[c], past[c] = pastMargin(d, col.Better, ch.Margin)
		}
	}
	means, err := stat.Means(ctx, series, o.Intervals, rand.New(rand.NewPCG(o.Seed, 0)))
	if err != nil {
		return nil, err
	}
	p, beyond = stat.Holm(p), stat.Holm(beyond)
	for c := range changes {
		ch := &changes[c]
		ch.Difference, ch.Adjusted, ch.Beyond = means[c], p[c], beyond[c]
		if ch.Verdict == "" {
			ch.judge(1-o.Intervals.Level, past[c])
		}
	}
	return changes, nil
}

// judge finds the verdict of a column that was tested.
func (ch *Change) judge(level float64, past bool) {
	up, ranksUp := ch.Difference.Mean*float64(ch.Column.Better), ch.Effect*float64(ch.Column.Better)
	switch {
	case !(ch.Adjusted < level):
		ch.Verdict = NoDifference
	case ch.Column.Better == score.Unknown:
		ch.Verdict = Different
	case up > 0 && ranksUp > 0:
		ch.Verdict = Better
	case !(up < 0 && ranksUp < 0):
		ch.Verdict = Mixed
	case ch.Margin > 0 && !(past && ch.Beyond < level):
		ch.Verdict = WithinMargin
	default:
		ch.Verdict = Worse
	}
}

// pastMargin tests whether the mean loss is the margin, and says whether it is
// past it. Losses that are all alike have no t; then the ranks decide.
func pastMargin(d []float64, better score.Better, margin float64) (p float64, past bool) {
	losses := slices.Clone(d)
	var mean score.Mean
	for i, v := range losses {
		losses[i] = -v * float64(better)
		mean.Add(losses[i])
	}
	margins := slices.Repeat([]float64{margin}, len(d))
	r := stat.PairedT(losses, margins)
	if score.IsAbsent(r.P) {
		r = stat.SignedRank(losses, margins)
	}
	return r.P, mean.Value() > margin
}

// differences are new minus old, absent where one is. It fills in the means over
// the others.
func (ch *Change) differences(old, new []float64) []float64 {
	if len(old) != len(new) {
		panic("analysis: runs with different numbers of documents")
	}
	d := make([]float64, len(old))
	var a, b score.Mean
	for i := range d {
		d[i] = new[i] - old[i]
		switch noOld, noNew := score.IsAbsent(old[i]), score.IsAbsent(new[i]); {
		case noOld && noNew:
		case noNew:
			ch.OnlyOld++
		case noOld:
			ch.OnlyNew++
		default:
			a.Add(old[i])
			b.Add(new[i])
		}
	}
	ch.Old, ch.New = a.Value(), b.Value()
	return d
}
