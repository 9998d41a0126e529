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
	Better       Verdict = "better" // significantly, as the column improves
	Worse        Verdict = "worse"  // significantly, and by more than the margin
	WithinMargin Verdict = "within margin"
	NotShown     Verdict = "not shown" // neither that the loss is within the margin nor that it is beyond
	// WorseWithin is significantly worse, and not significantly by more than the
	// margin, for MarginBeyond.
	WorseWithin  Verdict = "worse within margin"
	NoDifference Verdict = "no difference found"
	Different    Verdict = "different" // significantly, where nobody knows which way is better
	Mixed        Verdict = "mixed"     // significantly, but mean and ranks point to different sides
	Untested     Verdict = "not tested"
)

// A MarginMode is what must be shown of a loss and its margin.
type MarginMode string

const (
	// MarginWithin passes a column only where its loss is shown to be within the
	// margin, so few documents pass nothing (non-inferiority). A run that is the
	// same on all columns passes: nothing has changed.
	MarginWithin MarginMode = "within"
	// MarginBeyond fails a column only where its loss is shown to be beyond the
	// margin, so few documents pass anything.
	MarginBeyond MarginMode = "beyond"
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
	Adjusted         float64 // by Holm, over the columns that gate or over the others
	Effect           float64 // matched-pairs rank-biserial, positive where new is higher
	Margin           float64 // what the column may lose; 0 for no margin
	// Bound is what the mean loses at most, with 95% confidence of one side, for
	// MarginWithin; NaN without a margin.
	Bound float64
	// Beyond is the adjusted P that the mean loses no more than the margin, of
	// one side, for MarginBeyond; NaN without a margin.
	Beyond  float64
	Verdict Verdict
	Gated   bool // whether the column counts for a gate
	// TooManyLost says that a larger share of documents lost their value than may.
	TooManyLost bool
	// FewResamples says that the column is pooled and was not tested, since with so few
	// resamples no difference could have been significant.
	FewResamples bool
}

// Lost is the share of the documents with a value in the old run that have none in the
// new one.
func (ch *Change) Lost() float64 {
	if ch.OnlyOld == 0 {
		return 0
	}
	return float64(ch.OnlyOld) / float64(ch.OnlyOld+ch.Difference.N)
}

// UntestedLoss reports whether the column lost more than it may, and there are too few
// resamples to test that.
func (ch *Change) UntestedLoss() bool {
	return ch.FewResamples && exceeds(-ch.Difference.Mean*float64(ch.Column.Better), ch.Margin)
}

// Fails reports whether a gate says no to the column. A loss that cannot be tested fails,
// or to take no resamples would let any loss pass.
func (ch *Change) Fails() bool {
	return ch.Gated && (ch.TooManyLost || ch.UntestedLoss() || ch.Verdict == Worse || ch.Verdict == NotShown)
}

// RunOptions say how runs are compared.
type RunOptions struct {
	Intervals stat.Resampling // of the differences; tests are at the level 0.05
	Seed      uint64          // of the resamples
	Margins   []float64       // by column, 0 for no margin; nil for none at all
	Mode      MarginMode      // "" is MarginWithin
	Gated     []bool          // by column; nil for all
	Missing   float64         // share of the old run's values that a column may lose
}

// Runs compares two runs of a system, column by column. The samples are by
// column, with the documents in the same order in both.
//
// Differences by document are tested by Wilcoxon's signed-rank, whatever the
// column assumes: it is right for normal differences too, of which it needs
// only a twentieth more. Tukey's HSD, which Checked would take for normal
// scores, is for independent samples and wastes the pairs. Columns that are
// pooled are tested by stat.Pooled with the resamples of the intervals, if these
// are enough to find anything, and those that are exact are not tested.
//
// A margin is what the mean may lose, so it is judged on the mean. Ranks would not do:
// of a column that few documents change, moving all differences by the margin makes
// most documents winners. Of a pooled column it is judged on what single documents
// contribute to the difference, by the jackknife.
//
// For MarginWithin the end of the 90% interval must be within the margin, which is a
// test of one side at 0.05. It is not corrected for the number of columns: a gate
// passes only where all of them do, and that happens to one whose true loss is the
// margin in 5% of runs at most, whatever the others do (an intersection-union test,
// Berger 1982). For MarginBeyond the test is Student's t, of one side too, and
// corrected.
//
// It panics if the lengths differ.
func Runs(ctx context.Context, columns []score.Column, old, new []score.Sample, o RunOptions) ([]Change, error) {
	changes := make([]Change, len(columns))
	differences := make([]score.Sample, len(columns))
	p, beyond := make([]float64, len(columns)), make([]float64, len(columns))
	unchanged := true
	resampled := make([]bool, len(columns)) // what a test by resampling is for
	for c, col := range columns {
		ch := &changes[c]
		ch.Column, ch.Gated, ch.Bound = col, o.Gated == nil || o.Gated[c], math.NaN()
		if o.Margins != nil && col.Better != score.Unknown && col.Assume != string(stat.Exact) {
			ch.Margin = o.Margins[c]
		}
		differences[c] = ch.differences(old[c], new[c])
		defer differences[c].Values.Drop()
		r, err := ch.test(ctx, old[c], new[c], o)
		if err != nil {
			return nil, err
		}
		p[c], beyond[c] = r.P, math.NaN()
		resampled[c] = ch.Test == stat.ByRandomisation && (!score.IsAbsent(r.P) || r.Warning == stat.ErrNoResamples)
		unchanged = unchanged && ch.OnlyOld == 0 && (r.Warning == stat.ErrEqual || !moves(differences[c]))
		if r.Warning == stat.ErrEqual {
			ch.Verdict = NoDifference
		} else if score.IsAbsent(r.P) {
			ch.Verdict = Untested
		}
		if ch.Margin > 0 && ch.Verdict != Untested && o.Mode == MarginBeyond {
			beyond[c] = pastMargin(differences[c], col.Better, ch.Margin)
		}
	}
	means, err := stat.Means(ctx, differences, o.Intervals, rand.New(rand.NewPCG(o.Seed, 0)))
	if err != nil {
		return nil, err
	}
	ends := make([]stat.Interval, len(columns))
	if o.Mode != MarginBeyond && slices.ContainsFunc(changes, func(ch Change) bool { return ch.Margin > 0 }) {
		how := o.Intervals
		how.Level = 1 - 2*defaultAlpha
		if ends, err = stat.Means(ctx, differences, how, rand.New(rand.NewPCG(o.Seed, 0))); err != nil {
			return nil, err
		}
	}
	for c := range changes {
		byTest := changes[c].Margin == 0 || o.Mode == MarginBeyond // and not by the interval
		changes[c].FewResamples = resampled[c] && byTest && tooFew(o.Intervals.Resamples, p, c, changes)
	}
	p, beyond = holm(p, changes), holm(beyond, changes)
	for c := range changes {
		ch := &changes[c]
		ch.Difference, ch.Adjusted, ch.Beyond = means[c], p[c], beyond[c]
		ch.TooManyLost = exceeds(ch.Lost(), o.Missing)
		if ch.FewResamples {
			ch.Verdict = Untested
		}
		if ch.Verdict == "" {
			ch.Verdict = verdictOf(ch.Column.Better, ch.Adjusted < defaultAlpha, ch.Difference.Mean, ch.Effect)
		}
		switch {
		case ch.Margin == 0 || unchanged:
		case o.Mode != MarginBeyond:
			ch.within(ends[c])
		case ch.Verdict == Worse && !(ch.Beyond < defaultAlpha):
			ch.Verdict = WorseWithin
		}
	}
	return changes, nil
}

// tooFew reports whether the smallest P that so many resamples can give column c would not
// be significant beside the P of the others.
func tooFew(resamples int, p []float64, c int, changes []Change) bool {
	least := slices.Clone(p)
	least[c] = 1 / float64(resamples+1)
	return !(holm(least, changes)[c] < defaultAlpha)
}

// moves reports whether a difference is not 0.
func moves(differences score.Sample) bool {
	for _, block := range differences.Values.Blocks() {
		if slices.ContainsFunc(block, func(v float64) bool { return v != 0 && !score.IsAbsent(v) }) {
			return true
		}
	}
	return false
}

// holm corrects the P of the columns that gate for their number, and those of the
// others for theirs: looking at more columns than gate costs a gate nothing.
func holm(p []float64, changes []Change) []float64 {
	out := make([]float64, len(p))
	for _, gated := range []bool{true, false} {
		family := slices.Clone(p)
		for c := range changes {
			if changes[c].Gated != gated {
				family[c] = math.NaN()
			}
		}
		for c, v := range stat.Holm(family) {
			if changes[c].Gated == gated {
				out[c] = v
			}
		}
	}
	return out
}

// within judges by the ends of the interval of the difference, and fills in the bound. A
// column without any value in the old run has nothing to lose.
func (ch *Change) within(ends stat.Interval) {
	if ends.N == 0 && ch.OnlyOld == 0 {
		return
	}
	ch.Bound = 0 - ends.Low // which is not -0
	least := -ends.High     // that is lost
	if ch.Column.Better == score.Lower {
		ch.Bound, least = ends.High, ends.Low
	}
	switch {
	case exceeds(least, ch.Margin):
		ch.Verdict = Worse
	case score.IsAbsent(ch.Bound) || exceeds(ch.Bound, ch.Margin):
		ch.Verdict = NotShown
	case ch.Verdict != Better:
		ch.Verdict = WithinMargin
	}
}

// exceeds reports whether v is greater than limit by more than rounding.
func exceeds(v, limit float64) bool { return v-limit > 1e-12*max(1, math.Abs(limit)) }

// test fills in what the test says.
func (ch *Change) test(ctx context.Context, old, new score.Sample, o RunOptions) (r stat.Result, err error) {
	if new.Pool == nil {
		ch.Test = stat.BySignedRank
		r, ch.Effect = stat.SignedRanks(new.Values, old.Values)
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

// pastMargin is the P that the mean loses no more than the margin, by what each document contributes to the
// difference. Losses that are all alike have no t, and leave no doubt either.
func pastMargin(difference score.Sample, better score.Better, margin float64) float64 {
	losses, margins := score.Like(difference.Values), score.Like(difference.Values)
	defer losses.Drop()
	defer margins.Drop()
	var mean score.Mean
	contributed := difference.Pseudo()
	for k := range difference.Values.NumBlocks() {
		for _, v := range contributed(k) {
			loss := -v * float64(better)
			mean.Add(loss)
			losses.Append(loss)
			margins.Append(margin)
		}
	}
	r := stat.PairedT(losses, margins)
	switch {
	case !score.IsAbsent(r.P) && r.Statistic > 0:
		return r.P / 2
	case !score.IsAbsent(r.P):
		return 1 - r.P/2
	}
	if r, _ = stat.SignedRanks(losses, margins); mean.Value() > margin {
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
	for k, block := range old.Values.Blocks() {
		after := new.Values.Block(k)
		for i, before := range block {
			switch noOld, noNew := score.IsAbsent(before), score.IsAbsent(after[i]); {
			case noNew && !noOld:
				ch.OnlyOld++
			case noOld && !noNew:
				ch.OnlyNew++
			}
		}
	}
	old, new = score.Paired(old, new)
	ch.Old, _ = old.Value()
	ch.New, _ = new.Value()
	return new.Minus(old)
}
