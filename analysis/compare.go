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
	Test             stat.Test
	Statistic        float64
	P                float64 // NaN where the test is undefined
	Adjusted         float64 // by Holm, over all columns
	Effect           float64 // matched-pairs rank-biserial, positive where new is higher
	Margin           float64 // what the column may lose
	// Beyond is the adjusted P that the mean loses no more than the margin, of
	// one side; NaN without a margin.
	Beyond  float64
	Verdict Verdict
}

// RunOptions say how runs are compared.
type RunOptions struct {
	Intervals stat.Resampling // of the differences; tests are at the level 0.05
	Seed      uint64          // of the resamples
	Margins   []float64       // by column; nil for none
}

// Runs compares two runs of a system, column by column. The samples are by
// column, with the documents in the same order in both.
//
// Differences by document are tested by Wilcoxon's signed-rank, whatever the
// column assumes: it is right for normal differences too, of which it needs
// only a twentieth more. Tukey's HSD, which Checked would take for normal
// scores, is for independent samples and wastes the pairs. Columns that are
// pooled are tested by stat.Pooled with the resamples of the intervals, and
// those that are exact are not tested.
//
// A margin is what the mean may lose, so it is tested on the mean, by Student's t.
// Ranks would not do: of a column that few documents change, moving all
// differences by the margin makes most documents winners. Of a pooled column it is
// tested on what single documents contribute to the difference, by the jackknife.
// That P is of one side, all others are of both. It panics if the lengths
// differ.
func Runs(ctx context.Context, columns []score.Column, old, new []score.Sample, o RunOptions) ([]Change, error) {
	changes := make([]Change, len(columns))
	differences := make([]score.Sample, len(columns))
	p, beyond := make([]float64, len(columns)), make([]float64, len(columns))
	for c, col := range columns {
		ch := &changes[c]
		ch.Column = col
		if o.Margins != nil {
			ch.Margin = o.Margins[c]
		}
		differences[c] = ch.differences(old[c], new[c])
		r, err := ch.test(ctx, old[c], new[c], o)
		if err != nil {
			return nil, err
		}
		p[c], beyond[c] = r.P, math.NaN()
		if r.Warning == stat.ErrEqual {
			ch.Verdict = NoDifference
		} else if score.IsAbsent(r.P) {
			ch.Verdict = Untested
		}
		if ch.Margin > 0 && ch.Verdict != Untested && col.Better != score.Unknown {
			beyond[c] = pastMargin(differences[c].Pseudo(), col.Better, ch.Margin)
		}
	}
	means, err := stat.Means(ctx, differences, o.Intervals, rand.New(rand.NewPCG(o.Seed, 0)))
	if err != nil {
		return nil, err
	}
	p, beyond = stat.Holm(p), stat.Holm(beyond)
	for c := range changes {
		ch := &changes[c]
		ch.Difference, ch.Adjusted, ch.Beyond = means[c], p[c], beyond[c]
		if ch.Verdict == "" {
			ch.judge(defaultAlpha)
		}
	}
	return changes, nil
}

// test fills in what the test says.
func (ch *Change) test(ctx context.Context, old, new score.Sample, o RunOptions) (r stat.Result, err error) {
	if new.Pool == nil {
		a, b := new.Values.Values(), old.Values.Values()
		r, ch.Test, ch.Effect = stat.SignedRank(a, b), stat.BySignedRank, stat.RankBiserial(a, b)
	} else {
		ch.Test, ch.Effect = stat.ByRandomisation, math.NaN()
		if r, err = stat.Pooled(ctx, new, old, stat.Options{Test: ch.Test, Resampling: o.Intervals, Seed: o.Seed}); err != nil {
			return r, err
		}
	}
	if ch.Column.Assume == string(stat.Exact) {
		r.Statistic, r.P, ch.Test = math.NaN(), math.NaN(), ""
	}
	ch.Statistic, ch.P = r.Statistic, r.P
	return r, nil
}

// judge finds the verdict of a column that was tested.
func (ch *Change) judge(alpha float64) {
	ch.Verdict = verdictOf(ch.Column.Better, ch.Adjusted < alpha, ch.Difference.Mean, ch.Effect)
	if ch.Verdict == Worse && ch.Margin > 0 && !(ch.Beyond < alpha) {
		ch.Verdict = WithinMargin
	}
}

// pastMargin is the P that the mean loses no more than the margin. Losses that are
// all alike have no t, and leave no doubt either.
func pastMargin(d []float64, better score.Better, margin float64) float64 {
	losses := make([]float64, len(d))
	var mean score.Mean
	for i, v := range d {
		losses[i] = -v * float64(better)
		mean.Add(losses[i])
	}
	r := stat.PairedT(losses, slices.Repeat([]float64{margin}, len(d)))
	switch {
	case !score.IsAbsent(r.P) && r.Statistic > 0:
		return r.P / 2
	case !score.IsAbsent(r.P):
		return 1 - r.P/2
	}
	r = stat.SignedRank(losses, slices.Repeat([]float64{margin}, len(d)))
	if mean.Value() > margin {
		return r.P / 2
	}
	return 1
}

// differences are new minus old. It fills in the values of both over the documents that
// both have, and how many others there are.
func (ch *Change) differences(old, new score.Sample) score.Sample {
	if old.Values.Len() != new.Values.Len() {
		panic("analysis: runs with different numbers of documents")
	}
	for i, before := range old.Values.Values() {
		switch noOld, noNew := score.IsAbsent(before), score.IsAbsent(new.Values.At(i)); {
		case noNew && !noOld:
			ch.OnlyOld++
		case noOld && !noNew:
			ch.OnlyNew++
		}
	}
	old, new = score.Paired(old, new)
	ch.Old, _ = old.Value()
	ch.New, _ = new.Value()
	return new.Minus(old)
}
