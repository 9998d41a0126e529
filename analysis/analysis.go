// Package analysis says what a score table shows: which system leads, by how
// much, whether that may be chance, and which columns say the same.
//
// It puts the parts of stat together as HEvAS did (Litvak et al. 2019,
// sections 3.4 and 3.5), but that systems are compared by document unless HEvAS's rule is
// asked for, and draws the conclusions: ranks, verdicts and the
// sentence that sums them up. Whoever shows a result asks here who is ahead,
// so that terminal, paper and page agree. chart and report show what it finds.
package analysis

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"hed/score"
	"hed/stat"
)

// An Analysis is what was found. Systems are in order of rank, and known to
// Tests by their places.
type Analysis struct {
	Columns   []score.Column
	Systems   []System
	Documents int
	Level     float64       // confidence of the intervals, such as 0.95
	Alpha     float64       // tests call significant what is below, such as 0.05
	Overall   score.Overall // how columns make the overall score
	Resamples int           // of intervals, and of tests by resampling; 0 for none

	Tests []stat.Comparisons // by column; empty with one system

	// Correlations of every column with every other, over all systems.
	Pearson, Spearman [][]stat.Correlation
}

// A System is what was found of one system alone.
type System struct {
	Name    string
	Rank    int             // 1 for the best; equal scores share one; 0 without a score
	Means   []stat.Interval // by column; of those that are pooled, the pooled value
	Overall stat.Interval   // of all columns together
	// Measured is the number of columns on which Overall rests: they count, and have a mean.
	Measured int

	// Correlations of every column with every other.
	Pearson, Spearman [][]stat.Correlation
	// Series are the scores by column, in the order of the documents. They are
	// those of the table, and must not be changed.
	Series []*score.Series

	samples []score.Sample // by column
}

// Options say how the table is analysed.
type Options struct {
	Overall   score.Overall   // Unit for ""
	Intervals stat.Resampling // its workers are those of everything
	Test      Test
	Alpha     float64 // level of the tests; 0 means 0.05
	Seed      uint64  // of all resamples; those of intervals are the same for every system
}

const defaultAlpha = 0.05

// Of analyses a table.
func Of(ctx context.Context, t *score.Table, o Options) (*Analysis, error) {
	o.Overall, o.Alpha = cmp.Or(o.Overall, score.Unit), cmp.Or(o.Alpha, defaultAlpha)
	if err := o.Test.Check(o.Intervals.Resamples); err != nil {
		return nil, err
	}
	if err := o.Overall.Check(t.Columns()); err != nil {
		return nil, fmt.Errorf("overall score %w", err)
	}
	a := &Analysis{Columns: t.Columns(), Documents: t.Len(), Level: o.Intervals.Level, Alpha: o.Alpha, Overall: o.Overall, Resamples: o.Intervals.Resamples}
	for i, name := range t.Systems() {
		s := System{Name: name, samples: t.Samples(i)}
		for _, sample := range s.samples {
			s.Series = append(s.Series, sample.Values)
		}
		if err := s.summarise(ctx, a.Columns, o); err != nil {
			return nil, err
		}
		a.Systems = append(a.Systems, s)
	}
	rank(a.Systems)
	if err := a.test(ctx, o); err != nil {
		return nil, err
	}
	return a, a.correlate(ctx, o.Intervals.Workers)
}

// summarise makes means and intervals. Every system has the same resamples.
func (s *System) summarise(ctx context.Context, columns []score.Column, o Options) error {
	means, err := stat.Means(ctx, s.samples, o.Intervals, rand.New(rand.NewPCG(o.Seed, 0)), o.Overall.Of(columns))
	if err != nil {
		return err
	}
	s.Means, s.Overall = means[:len(columns)], means[len(columns)]
	for c, counts := range o.Overall.Counts(columns) {
		if counts && !score.IsAbsent(s.Means[c].Mean) {
			s.Measured++
		}
	}
	return nil
}

// rank orders the systems. Equal scores share a rank; a system without any
// score comes last and has none.
func rank(systems []System) {
	slices.SortStableFunc(systems, func(a, b System) int {
		x, y := a.Overall.Mean, b.Overall.Mean
		switch none, other := score.IsAbsent(x), score.IsAbsent(y); {
		case none && other:
			return 0
		case none:
			return 1
		case other:
			return -1
		}
		return cmp.Compare(y, x)
	})
	for i := range systems {
		if score.IsAbsent(systems[i].Overall.Mean) {
			break
		}
		systems[i].Rank = i + 1
		if i > 0 && systems[i].Overall.Mean == systems[i-1].Overall.Mean {
			systems[i].Rank = systems[i-1].Rank
		}
	}
}

// correlate fills in the correlations, of each system and of all together.
func (a *Analysis) correlate(ctx context.Context, workers int) (err error) {
	both := func(values []*score.Series) (pearson, spearman [][]stat.Correlation) {
		if err == nil {
			pearson, err = stat.Pearson.Matrix(ctx, values, a.Level, workers)
		}
		if err == nil {
			spearman, err = stat.Spearman.Matrix(ctx, values, a.Level, workers)
		}
		return pearson, spearman
	}
	for i := range a.Systems {
		s := &a.Systems[i]
		s.Pearson, s.Spearman = both(s.Series)
	}
	if len(a.Systems) == 1 {
		a.Pearson, a.Spearman = a.Systems[0].Pearson, a.Systems[0].Spearman
		return err
	}
	pooled := make([]*score.Series, len(a.Columns))
	for c := range pooled {
		pooled[c] = a.Pooled(c)
	}
	a.Pearson, a.Spearman = both(pooled)
	for _, s := range pooled {
		s.Drop()
	}
	return err
}

// Pooled are the scores on a column, of one system after another.
func (a *Analysis) Pooled(column int) *score.Series {
	var all []*score.Series
	for _, s := range a.Systems {
		all = append(all, s.Series[column])
	}
	return score.Concat(all...)
}
