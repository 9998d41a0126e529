package analysis_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hed/analysis"
	"hed/score"
	"hed/stat"
)

// share is a pooled column: the second count of all documents over the first. Long
// documents weigh more than in the mean.
var share = score.Column{Name: "share", Better: score.Higher, High: 1, Assume: "checked", Pool: &score.Pool{
	Counts: []string{"all", "part"}, Value: func(sums []float64) float64 { return sums[1] / sums[0] },
}}

// pooledTable has two systems, of which the first is better by the sums.
func pooledTable(documents int) *score.Table {
	t := score.NewTable([]string{"one", "other"}, []score.Column{share, {Name: "plain", Better: score.Higher, High: 1, Assume: "checked"}})
	for d := range documents {
		all := float64(1 + d%10)
		a, b := float64(d%5)/5, float64(d%5)/5
		if d%10 >= 7 {
			a += 0.2
		} else if d%10 < 3 {
			b += 0.2
		}
		t.Append(fmt.Sprint(d), []float64{a, a, all, a * all, b, b, all, b * all})
	}
	return t
}

// Means, intervals, tests and folds of a pooled column are of its sums.
func TestPooledColumn(t *testing.T) {
	tab := pooledTable(100)
	a := analyse(t, tab, analysis.Paired)
	for i, s := range a.Systems {
		want, _ := tab.Samples(i)[0].Value()
		if in := s.Means[0]; in.Mean != want || !(in.Low < want && want < in.High) || in.Mean == s.Means[1].Mean {
			t.Errorf("%s: %+v, want %v", s.Name, in, want)
		}
	}
	pair := a.Tests[0].Pairs[0]
	if pair.Test != stat.ByRandomisation || !pair.Significant || math.Abs(pair.Difference-(a.Systems[0].Means[0].Mean-a.Systems[1].Means[0].Mean)) > 1e-15 {
		t.Errorf("got %+v", pair)
	}
	if p := a.Tests[1].Pairs[0]; p.Significant {
		t.Errorf("the mean, which does not differ, has %+v", p)
	}
	if v := a.Verdict(0, 0, 1); v != analysis.Better {
		t.Errorf("the verdict is %s", v)
	}
	names := make([]string, 100)
	for d := range names {
		names[d] = []string{"short", "long"}[d%10/5]
	}
	short := a.Folds(names)[0]
	want, _ := tab.Samples(0)[0].Of(func(doc int) bool { return doc%10 < 5 }).Value()
	if short.Means[0][0] != want {
		t.Errorf("a fold has %v, want %v", short.Means[0][0], want)
	}
}

func TestPooledRuns(t *testing.T) {
	tab := pooledTable(100)
	o := analysis.RunOptions{Intervals: stat.Resampling{Resamples: 500, Level: 0.95}, Seed: 1, Margins: []float64{0, 0}}
	of := func(old, new int) analysis.Change {
		t.Helper()
		got, err := analysis.Runs(t.Context(), tab.Columns(), tab.Samples(old), tab.Samples(new), o)
		if err != nil {
			t.Fatal(err)
		}
		return got[0]
	}
	one, _ := tab.Samples(0)[0].Value()
	other, _ := tab.Samples(1)[0].Value()
	ch := of(0, 1)
	if ch.Old != one || ch.New != other || ch.Difference.Mean != other-one || !(ch.Difference.High < 0) || ch.Verdict != analysis.Worse || !score.IsAbsent(ch.Effect) {
		t.Errorf("got %+v", ch)
	}
	if ch := of(0, 0); ch.Verdict != analysis.NoDifference {
		t.Errorf("a run and itself: %+v", ch)
	}
	o.Margins = []float64{2 * (one - other), 0}
	if ch := of(0, 1); ch.Verdict != analysis.WithinMargin || !(one-other < ch.Bound && ch.Bound < 2*(one-other)) {
		t.Errorf("with twice the loss as the margin: %+v", ch)
	}
	o.Intervals.Resamples = 0 // so there is no test, and yet an interval
	if ch := of(0, 1); ch.Verdict != analysis.WithinMargin {
		t.Errorf("without resamples, with a margin: %+v", ch)
	}
	o.Intervals.Resamples, o.Mode = 500, analysis.MarginBeyond
	if ch := of(0, 1); ch.Verdict != analysis.WorseWithin || !(ch.Beyond > 0.95) {
		t.Errorf("not shown to lose more than twice the loss: %+v", ch)
	}
	o.Intervals.Resamples, o.Margins = 0, nil
	if ch := of(0, 1); ch.Verdict != analysis.Untested || !(ch.Difference.High < 0) {
		t.Errorf("without resamples: %+v", ch)
	}
}

// A gate that cannot test a loss does not let it pass: the smallest p of 39 resamples is 0.025, which Holm doubles
// for two columns.
func TestUntestedLoss(t *testing.T) {
	tab := pooledTable(100)
	for _, c := range []struct {
		resamples  int
		old, new   int
		margin     float64
		mode       analysis.MarginMode
		gated      []bool
		few, fails bool
	}{
		{0, 0, 1, 0, "", nil, true, true},
		{39, 0, 1, 0, "", nil, true, true},
		{40, 0, 1, 0, "", nil, false, true},
		{39, 0, 1, 0, "", []bool{true, false}, false, true}, // alone p need not be so small
		{19, 0, 1, 0, "", []bool{true, false}, true, true},
		{0, 0, 1, 0, "", []bool{false, true}, true, false}, // does not gate
		{0, 1, 0, 0, "", nil, true, false},                 // a gain
		{0, 0, 0, 0, "", nil, false, false},                // the same
		{0, 0, 1, 0.5, analysis.MarginWithin, nil, false, false},
		{0, 0, 1, 0.5, analysis.MarginBeyond, nil, true, false},
		{0, 0, 1, 0.001, analysis.MarginBeyond, nil, true, true},
	} {
		o := analysis.RunOptions{Intervals: stat.Resampling{Resamples: c.resamples, Level: 0.95}, Seed: 1, Margins: []float64{c.margin, 0}, Mode: c.mode, Gated: c.gated}
		got, err := analysis.Runs(t.Context(), tab.Columns(), tab.Samples(c.old), tab.Samples(c.new), o)
		if err != nil {
			t.Fatal(err)
		}
		if ch := &got[0]; ch.FewResamples != c.few || ch.Fails() != c.fails || c.few && ch.Verdict != analysis.Untested {
			t.Errorf("%+v: fails %t, %+v", c, ch.Fails(), ch)
		}
	}
}

// The value of a system beside its ratings is the pooled one, of the documents that were rated.
func TestPooledHuman(t *testing.T) {
	tab := score.NewTable([]string{"a", "b", "c", "d"}, []score.Column{share})
	tab.Append("long", []float64{0.1, 100, 10, 0.2, 100, 20, 0.3, 100, 30, 0.4, 100, 40})
	tab.Append("short", []float64{1, 1, 1, 0.8, 10, 8, 0.5, 10, 5, 0, 1, 0})
	tab.Append("not rated", []float64{0, 900, 0, 1, 900, 900, 0, 900, 0, 1, 900, 900})
	none := score.Absent
	h, err := analysis.HumanOf(t.Context(), tab, [][]float64{{1, 1, none}, {2, 2, none}, {3, 3, none}, {4, 4, none}}, 0.95, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	// Means would put the systems in the opposite order: 0.55, 0.5, 0.4, 0.2.
	if r := h.Systems[0].Spearman.R; math.Abs(r-1) > 1e-12 {
		t.Errorf("the systems correlate by %v, want 1", r)
	}
}
