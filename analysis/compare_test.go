package analysis_test

import (
	"encoding/json"
	"math"
	"os"
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
				Better                                       int
				Margin                                       float64
				Old, New                                     []present
				Mean, Statistic, P, Adjusted, Beyond, Effect present
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

func runs(t *testing.T, col score.Column, old, new []float64, margin float64) analysis.Change {
	t.Helper()
	got, err := analysis.Runs(t.Context(), []score.Column{col}, samples(old), samples(new),
		analysis.RunOptions{Intervals: stat.Resampling{Level: 0.95}, Margins: []float64{margin}})
	if err != nil {
		t.Fatal(err)
	}
	return got[0]
}

func TestVerdict(t *testing.T) {
	higher, lower := score.Column{Better: score.Higher}, score.Column{Better: score.Lower}
	for _, c := range []struct {
		name   string
		column score.Column
		d      float64
		margin float64
		want   analysis.Verdict
	}{
		{"up", higher, 0.1, 0, analysis.Better},
		{"down", higher, -0.1, 0, analysis.Worse},
		{"up is bad", lower, 0.1, 0, analysis.Worse},
		{"down is good", lower, -0.1, 0, analysis.Better},
		{"nothing", higher, 0, 0, analysis.NoDifference},
		{"no way is better", score.Column{}, -0.1, 0, analysis.Different},
		{"no way is better, whatever the margin", score.Column{}, -0.1, 0.01, analysis.Different},
		{"less than the margin", higher, -0.1, 0.2, analysis.WithinMargin},
		{"the margin itself", higher, -0.1, 0.1, analysis.WithinMargin},
		{"more than the margin", higher, -0.1, 0.05, analysis.Worse},
		{"more than the margin, upwards", lower, 0.1, 0.05, analysis.Worse},
		{"a margin does not matter upwards", higher, 0.1, 0.2, analysis.Better},
		{"exact", score.Column{Better: score.Higher, Assume: "exact"}, -0.1, 0, analysis.Untested},
	} {
		old, new := moved(40, c.d)
		if got := runs(t, c.column, old, new, c.margin); got.Verdict != c.want {
			t.Errorf("%s: %s, want %s (%+v)", c.name, got.Verdict, c.want, got)
		}
	}
}

// A loss that is hardly larger than the margin has a P between the level and
// twice that. Losses that are all alike have no t, and are compared as they are.
func TestPastMargin(t *testing.T) {
	higher := score.Column{Better: score.Higher}
	old, new := moved(40, -0.1)
	if got := runs(t, higher, old, new, 0.09966); got.Beyond < 0.05 || got.Beyond > 0.1 || got.Verdict != analysis.WithinMargin {
		t.Errorf("hardly more: %+v", got)
	}
	for i := range old {
		old[i] = float64(i % 8)
		new[i] = old[i] - 0.25
	}
	for margin, want := range map[float64]analysis.Verdict{0.125: analysis.Worse, 0.25: analysis.WithinMargin, 0.5: analysis.WithinMargin} {
		if got := runs(t, higher, old, new, margin); got.Verdict != want {
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
	if got := runs(t, higher, old, new, 0); got.Verdict != analysis.Mixed || got.Difference.Mean < 0 || got.Effect > 0 {
		t.Errorf("got %+v", got)
	}
	if got := runs(t, higher, old, old, 0); got.Verdict != analysis.NoDifference || !math.IsNaN(got.P) || got.Difference.Mean != 0 {
		t.Errorf("equal: got %+v", got)
	}
	nan := math.NaN()
	one := runs(t, higher, []float64{1, nan, 0.5}, []float64{nan, 1, 0.25}, 0)
	if one.Verdict != analysis.Untested || one.Difference.N != 1 || one.Old != 0.5 || one.New != 0.25 || one.OnlyOld != 1 || one.OnlyNew != 1 {
		t.Errorf("one pair: got %+v", one)
	}
	if none := runs(t, higher, []float64{nan}, []float64{1}, 0.1); none.Verdict != analysis.Untested || !math.IsNaN(none.Old) || !math.IsNaN(none.Difference.Mean) {
		t.Errorf("no pair: got %+v", none)
	}
}

// Intervals depend on the seed, and on nothing else.
func TestRunsSeed(t *testing.T) {
	a, b := moved(50, 0.02)
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
