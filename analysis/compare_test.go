package analysis_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hed/analysis"
	"hed/score"
	"hed/stat"
)

// present is NaN for null.
type present float64

func (p *present) UnmarshalJSON(data []byte) error {
	v := math.NaN()
	if string(data) != "null" {
		if err := json.Unmarshal(data, &v); err != nil {
			return err
		}
	}
	*p = present(v)
	return nil
}

func values(list []present) (out []float64) {
	for _, v := range list {
		out = append(out, float64(v))
	}
	return out
}

// compare.json was made by scipy and statsmodels; the file names their versions.
func TestRunsOracle(t *testing.T) {
	data, err := os.ReadFile("testdata/compare.json")
	if err != nil {
		t.Fatal(err)
	}
	var oracle struct {
		Cases []struct {
			Name    string
			Columns []struct {
				Better                                              int
				Margin                                              float64
				Old, New                                            []present
				Mean, Statistic, P, Adjusted, Bound, Beyond, Effect present
			}
		}
	}
	if err := json.Unmarshal(data, &oracle); err != nil {
		t.Fatal(err)
	}
	for _, c := range oracle.Cases {
		var columns []score.Column
		var old, new [][]float64
		o := analysis.RunOptions{Intervals: stat.Resampling{Level: 0.95}}
		for _, col := range c.Columns {
			columns = append(columns, score.Column{Better: score.Better(col.Better)})
			old, new = append(old, values(col.Old)), append(new, values(col.New))
			o.Margins = append(o.Margins, col.Margin)
		}
		within, err := analysis.Runs(t.Context(), columns, samples(old...), samples(new...), o)
		if err != nil {
			t.Fatal(err)
		}
		o.Mode = analysis.MarginBeyond
		got, err := analysis.Runs(t.Context(), columns, samples(old...), samples(new...), o)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.Columns {
			near := func(what string, got float64, want present) {
				t.Helper()
				w := float64(want)
				if math.IsNaN(got) != math.IsNaN(w) || math.Abs(got-w) > 1e-10*max(math.Abs(w), 1e-3) {
					t.Errorf("%s, column %d: %s is %v, want %v", c.Name, i, what, got, w)
				}
			}
			near("mean", got[i].Difference.Mean, want.Mean)
			near("statistic", got[i].Statistic, want.Statistic)
			near("p", got[i].P, want.P)
			near("adjusted", got[i].Adjusted, want.Adjusted)
			near("bound", within[i].Bound, want.Bound)
			near("beyond", got[i].Beyond, want.Beyond)
			near("effect", got[i].Effect, want.Effect)
		}
	}
}

func samples(columns ...[]float64) []score.Sample {
	var all []score.Sample
	for _, values := range columns {
		all = append(all, score.Sample{Values: score.SeriesOf(values...)})
	}
	return all
}

// moved is n documents whose values go up by d, more or less.
func moved(n int, d float64) (old, new []float64) {
	for i := range n {
		old = append(old, float64(i%7)/10)
		new = append(new, old[i]+d+float64(i%5-2)/1000)
	}
	return old, new
}

func runs(t *testing.T, col score.Column, old, new []float64, margin float64, mode analysis.MarginMode) analysis.Change {
	t.Helper()
	got, err := analysis.Runs(t.Context(), []score.Column{col}, samples(old), samples(new),
		analysis.RunOptions{Intervals: stat.Resampling{Level: 0.95}, Margins: []float64{margin}, Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	return got[0]
}

func TestVerdict(t *testing.T) {
	higher, lower, exact := score.Column{Better: score.Higher}, score.Column{Better: score.Lower}, score.Column{Better: score.Higher, Assume: "exact"}
	for _, c := range []struct {
		name   string
		column score.Column
		d      float64
		margin float64
		within analysis.Verdict
		beyond analysis.Verdict
	}{
		{"up", higher, 0.1, 0, analysis.Better, analysis.Better},
		{"down", higher, -0.1, 0, analysis.Worse, analysis.Worse},
		{"up is bad", lower, 0.1, 0, analysis.Worse, analysis.Worse},
		{"down is good", lower, -0.1, 0, analysis.Better, analysis.Better},
		{"nothing", higher, 0, 0, analysis.NoDifference, analysis.NoDifference},
		{"no way is better", score.Column{}, -0.1, 0, analysis.Different, analysis.Different},
		{"no way is better, whatever the margin", score.Column{}, -0.1, 0.01, analysis.Different, analysis.Different},
		{"less than the margin", higher, -0.1, 0.2, analysis.WithinMargin, analysis.WorseWithin},
		{"the margin itself", higher, -0.1, 0.1, analysis.NotShown, analysis.WorseWithin},
		{"more than the margin", higher, -0.1, 0.05, analysis.Worse, analysis.Worse},
		{"more than the margin, upwards", lower, 0.1, 0.05, analysis.Worse, analysis.Worse},
		{"less than the margin, upwards", lower, 0.1, 0.2, analysis.WithinMargin, analysis.WorseWithin},
		{"a margin does not matter upwards", higher, 0.1, 0.2, analysis.Better, analysis.Better},
		{"no difference, and a margin that shows it", higher, 0, 0.1, analysis.WithinMargin, analysis.NoDifference},
		{"no difference, and a margin that is too small to show it", higher, 0, 1e-6, analysis.NotShown, analysis.NoDifference},
		{"exact", exact, -0.1, 0, analysis.Untested, analysis.Untested},
	} {
		old, new := moved(40, c.d)
		for mode, want := range map[analysis.MarginMode]analysis.Verdict{analysis.MarginWithin: c.within, analysis.MarginBeyond: c.beyond} {
			if got := runs(t, c.column, old, new, c.margin, mode); got.Verdict != want {
				t.Errorf("%s, %s: %s, want %s (%+v)", c.name, mode, got.Verdict, want, got)
			}
		}
	}
}

// Losses that are all alike have an interval without a width, whatever rounding makes of
// them: what loses 0.1 is within a margin of 0.1, although 0.4-0.3 is more.
func TestWithinMarginEqualLosses(t *testing.T) {
	higher := score.Column{Better: score.Higher}
	old, new := make([]float64, 30), make([]float64, 30)
	for i := range old {
		old[i] = float64(i%5+1) / 10
		new[i] = float64(i%5) / 10
	}
	for margin, want := range map[float64]analysis.Verdict{0.09: analysis.Worse, 0.1: analysis.WithinMargin, 0.11: analysis.WithinMargin} {
		if got := runs(t, higher, old, new, margin, ""); got.Verdict != want {
			t.Errorf("all lose 0.1, margin %v: %+v, want %s", margin, got, want)
		}
	}
}

// A run against itself passes on four documents, also where columns have no value in either
// run, or one: they were "not shown" while another column had none.
func TestUnchanged(t *testing.T) {
	nan := math.NaN()
	a := []float64{0.1, 0.2, 0.3, 0.4}
	none, one := []float64{nan, nan, nan, nan}, []float64{nan, 1, nan, nan}
	columns := slices.Repeat([]score.Column{{Better: score.Higher, High: 1}}, 3)
	o := analysis.RunOptions{Intervals: stat.Resampling{Resamples: 10, Level: 0.95}, Margins: []float64{0.01, 0.01, 0.01}}
	got, err := analysis.Runs(t.Context(), columns, samples(a, none, one), samples(a, none, one), o)
	if err != nil {
		t.Fatal(err)
	}
	for c, ch := range got {
		if ch.Fails() {
			t.Errorf("column %d: %+v", c, ch)
		}
	}
	if got, err = analysis.Runs(t.Context(), columns, samples(a, none, one), samples(a, none, none), o); err != nil || !got[2].Fails() {
		t.Errorf("a lost value: %v, %+v", err, got)
	}
}

// A column that does not gate is corrected for the others that do not, and fails nothing.
func TestGated(t *testing.T) {
	a, b := moved(6, 0.1) // P is 0.03125
	columns := slices.Repeat([]score.Column{{Better: score.Lower}}, 3)
	o := analysis.RunOptions{Intervals: stat.Resampling{Level: 0.95}}
	for _, c := range []struct {
		gated    []bool
		adjusted []float64
		fails    int
	}{
		{nil, []float64{0.09375, 0.09375, 0.09375}, 0},
		{[]bool{true, false, false}, []float64{0.03125, 0.0625, 0.0625}, 1},
		{[]bool{false, true, false}, []float64{0.0625, 0.03125, 0.0625}, 1},
		{[]bool{false, false, false}, []float64{0.09375, 0.09375, 0.09375}, 0},
	} {
		o.Gated = c.gated
		got, err := analysis.Runs(t.Context(), columns, samples(a, a, a), samples(b, b, b), o)
		if err != nil {
			t.Fatal(err)
		}
		var adjusted []float64
		fails := 0
		for _, ch := range got {
			adjusted = append(adjusted, ch.Adjusted)
			if ch.Fails() {
				fails++
			}
		}
		if !slices.Equal(adjusted, c.adjusted) || fails != c.fails {
			t.Errorf("%v: adjusted %v, %d fail", c.gated, adjusted, fails)
		}
	}
}

// A loss that is hardly larger than the margin has a P between the level and
// twice that. Losses that are all alike have no t, and are compared as they are.
func TestPastMargin(t *testing.T) {
	higher := score.Column{Better: score.Higher}
	old, new := moved(40, -0.1)
	if got := runs(t, higher, old, new, 0.09966, analysis.MarginBeyond); got.Beyond < 0.05 || got.Beyond > 0.1 || got.Verdict != analysis.WorseWithin {
		t.Errorf("hardly more: %+v", got)
	}
	for i := range old {
		old[i] = float64(i % 8)
		new[i] = old[i] - 0.25
	}
	for margin, want := range map[float64]analysis.Verdict{0.125: analysis.Worse, 0.25: analysis.WorseWithin, 0.5: analysis.WorseWithin} {
		if got := runs(t, higher, old, new, margin, analysis.MarginBeyond); got.Verdict != want {
			t.Errorf("all lose 0.25, margin %v: %+v, want %s", margin, got, want)
		}
	}
}

// The same values, or too few of them, say nothing, and most going down while
// the mean goes up says neither better nor worse.
func TestVerdictWithoutAnswer(t *testing.T) {
	higher := score.Column{Better: score.Higher}
	old, new := moved(40, -0.01)
	for i := range 6 {
		new[i] = old[i] + 20
	}
	if got := runs(t, higher, old, new, 0, ""); got.Verdict != analysis.Mixed || got.Difference.Mean < 0 || got.Effect > 0 {
		t.Errorf("got %+v", got)
	}
	if got := runs(t, higher, old, old, 0, ""); got.Verdict != analysis.NoDifference || !math.IsNaN(got.P) || got.Difference.Mean != 0 {
		t.Errorf("equal: got %+v", got)
	}
	nan := math.NaN()
	one := runs(t, higher, []float64{1, nan, 0.5}, []float64{nan, 1, 0.25}, 0, "")
	if one.Verdict != analysis.Untested || one.Difference.N != 1 || one.Old != 0.5 || one.New != 0.25 || one.OnlyOld != 1 || one.OnlyNew != 1 {
		t.Errorf("one pair: got %+v", one)
	}
	// One document shows nothing, and a measure without any value in the old run has nothing to lose.
	if one := runs(t, higher, []float64{1}, []float64{0.99}, 0.1, ""); one.Verdict != analysis.NotShown {
		t.Errorf("one pair and a margin: got %+v", one)
	}
	if lost := runs(t, higher, []float64{1, 1}, []float64{nan, nan}, 0.1, ""); lost.Verdict != analysis.NotShown {
		t.Errorf("all lost: got %+v", lost)
	}
	if none := runs(t, higher, []float64{nan}, []float64{1}, 0.1, ""); none.Verdict != analysis.Untested || !math.IsNaN(none.Old) || !math.IsNaN(none.Difference.Mean) {
		t.Errorf("no pair: got %+v", none)
	}
}

// Intervals depend on the seed, and on nothing else.
func TestRunsSeed(t *testing.T) {
	a, b := moved(400, 0.02) // enough for resamples
	with := func(seed uint64, workers int) []analysis.Change {
		got, err := analysis.Runs(t.Context(), make([]score.Column, 2), samples(a, b), samples(b, a),
			analysis.RunOptions{Intervals: stat.Resampling{Resamples: 200, Level: 0.95, Workers: workers}, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	first := with(1, 1)
	if d := cmp.Diff(first, with(1, 3), cmpopts.EquateNaNs()); d != "" {
		t.Errorf("another number of workers:\n%s", d)
	}
	if first[0].Difference == with(2, 1)[0].Difference {
		t.Error("another seed gives the same interval")
	}
	if d := first[0].Difference; !(d.Low < d.Mean && d.Mean < d.High) || first[1].Difference.Mean != -d.Mean {
		t.Errorf("intervals %+v", first)
	}
}
