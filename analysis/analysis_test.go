package analysis_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hed/analysis"
	"hed/score"
	"hed/stat"
)

var columns = []score.Column{
	{Name: "up", Better: score.Higher, High: 1, Assume: "checked"},
	{Name: "down", Better: score.Lower, High: 20, Full: 20, Assume: "checked"},
	{Name: "flat", High: 1, Assume: "checked"},
}

// table has three systems: good is better than bad on every document, and alike
// is good with a little noise.
func table(documents int) *score.Table {
	r := rand.New(rand.NewPCG(1, 2))
	t := score.NewTable([]string{"bad", "good", "alike"}, columns)
	for d := range documents {
		x := r.Float64() * r.Float64()
		id := string(rune('a' + d%26))
		if d >= 26 {
			id += id
		}
		t.Append(id, []float64{
			x / 2, 10 * (1 - x/2), 0.5,
			x/2 + 0.3, 5 * (1 - x), 0.5,
			x/2 + 0.3 + 0.001*r.NormFloat64(), 5 * (1 - x), 0.5,
		})
	}
	return t
}

func analyse(t *testing.T, tab *score.Table, test analysis.Test) *analysis.Analysis {
	t.Helper()
	a, err := analysis.Of(t.Context(), tab, analysis.Options{
		Overall: score.Unit, Test: test, Seed: 1, Intervals: stat.Resampling{Resamples: 200, Level: 0.95, Workers: 2},
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestOf(t *testing.T) {
	a := analyse(t, table(40), analysis.HEvAS)
	if a.Documents != 40 || len(a.Systems) != 3 || a.Systems[2].Name != "bad" || a.Systems[2].Rank != 3 {
		t.Fatalf("%d documents, systems %+v", a.Documents, a.Systems)
	}
	bad := 2
	good := slices.IndexFunc(a.Systems, func(s analysis.System) bool { return s.Name == "good" })
	for c := range 2 {
		if got := a.Standing(c); got.Best == bad || got.Next == bad || got.Against[bad] != analysis.Better || got.Against[got.Next] == analysis.Better {
			t.Errorf("standing on %s: %+v", columns[c].Name, got)
		}
	}
	if got := a.Standing(2); got.Best != -1 || got.Next != -1 || slices.Contains(got.Against, analysis.Better) {
		t.Errorf("a column without a direction has a best: %+v", got)
	}
	if got := a.Between(good, bad); got != (analysis.Record{Wins: 2, Columns: 2}) {
		t.Errorf("good beats bad: %+v", got)
	}
	if got := a.Between(bad, good); got != (analysis.Record{Losses: 2, Columns: 2}) {
		t.Errorf("bad loses to good: %+v", got)
	}
	s := a.Systems[good]
	if !(s.Overall.Low < s.Overall.Mean && s.Overall.Mean < s.Overall.High) {
		t.Errorf("overall %+v", s.Overall)
	}
	var m score.Mean
	for _, v := range s.Series[0].Values() {
		m.Add(v)
	}
	if s.Means[0].Mean != m.Value() || s.Series[0].Len() != 40 {
		t.Errorf("mean %v of %d values, want %v", s.Means[0].Mean, s.Series[0].Len(), m.Value())
	}
	if r := s.Pearson[0][1].R; !(r < -0.99) {
		t.Errorf("up and down go against each other by %v", r)
	}
	if r := a.Spearman[0][2].R; !math.IsNaN(r) {
		t.Errorf("a constant column goes with another by %v", r)
	}
}

// The chosen test is used, whatever the column would choose.
func TestTests(t *testing.T) {
	for test, want := range map[analysis.Test]stat.Test{
		analysis.Bootstrap: "paired-bootstrap", analysis.Randomisation: "approximate-randomisation",
		analysis.SignedRank: "wilcoxon-signed-rank", analysis.Tukey: "tukey-hsd", analysis.RankSum: "mann-whitney", analysis.HEvAS: "wilcoxon-signed-rank", analysis.Paired: "wilcoxon-signed-rank",
	} {
		a := analyse(t, table(40), test)
		if got := a.Tests[0].Pairs[0].Test; got != want {
			t.Errorf("%s: %s, want %s", test, got, want)
		}
	}
	if _, err := analysis.ParseTest("wilcox"); err == nil || !strings.Contains(err.Error(), "have paired, hevas, signed-rank, rank-sum, tukey, bootstrap, randomisation") {
		t.Errorf("got %v", err)
	}
	for name, want := range map[string]analysis.Test{"": analysis.Paired, "paired": analysis.Paired, "hevas": analysis.HEvAS, "checked": analysis.HEvAS} {
		if got, err := analysis.ParseTest(name); got != want || err != nil {
			t.Errorf("%q: got %v, %v", name, got, err)
		}
	}
}

// sameText compares warnings by what they say.
func sameText(a, b error) bool { return a.Error() == b.Error() }

func TestWorkers(t *testing.T) {
	tab := table(50)
	of := func(workers int) *analysis.Analysis {
		a, err := analysis.Of(t.Context(), tab, analysis.Options{Overall: score.Unit, Intervals: stat.Resampling{Resamples: 100, Level: 0.9, Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if d := cmp.Diff(of(1), of(7), cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(analysis.System{}), cmpopts.IgnoreFields(analysis.System{}, "Series"), cmp.Comparer(sameText)); d != "" {
		t.Error(d)
	}
}

func TestOdd(t *testing.T) {
	a := analyse(t, score.NewTable(nil, columns), analysis.HEvAS)
	if len(a.Systems) != 0 || a.Documents != 0 {
		t.Errorf("of nothing: %+v", a)
	}
	tab := score.NewTable([]string{"alone"}, columns)
	tab.Append("1", []float64{score.Absent, 3, 0})
	a = analyse(t, tab, analysis.HEvAS)
	if s := a.Systems[0]; len(a.Tests) != 0 || !math.IsNaN(s.Means[0].Mean) || s.Rank != 1 {
		t.Errorf("one system: %+v", a)
	}
	if _, err := analysis.Of(t.Context(), tab, analysis.Options{Test: analysis.Bootstrap}); err == nil || err.Error() != "the test bootstrap needs resamples, such as 1000" {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := analysis.Of(ctx, table(40), analysis.Options{Intervals: stat.Resampling{Resamples: 10, Level: 0.95}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Equal scores share a rank, the next counts all before it, and without a score
// there is none.
func TestRanks(t *testing.T) {
	tab := score.NewTable([]string{"d", "a", "b", "e", "c"}, columns[:1])
	tab.Append("1", []float64{score.Absent, 0.5, 0.7, score.Absent, 0.7})
	got := map[string]int{}
	for _, s := range analyse(t, tab, analysis.HEvAS).Systems {
		got[s.Name] = s.Rank
	}
	if d := cmp.Diff(map[string]int{"b": 1, "c": 1, "a": 3, "d": 0, "e": 0}, got); d != "" {
		t.Error(d)
	}
}

// By hand: two folds, of which the first has two documents.
func TestFolds(t *testing.T) {
	tab := score.NewTable([]string{"s"}, columns[:1])
	for d, v := range []float64{0.2, 0.4, score.Absent, 0.9} {
		tab.Append(string(rune('a'+d)), []float64{v})
	}
	a := analyse(t, tab, analysis.HEvAS)
	got := a.Folds([]string{"1", "1", "2", "2"})
	want := []analysis.Fold{
		{Name: "1", Documents: 2, Means: [][]float64{{0.3, 0.3}}},
		{Name: "2", Documents: 2, Means: [][]float64{{0.9, 0.9}}},
		{Name: "mean", Documents: 4, Means: [][]float64{{0.6, 0.6}}},
		{Name: "sd", Documents: 4, Means: [][]float64{{0.3 * math.Sqrt2, 0.3 * math.Sqrt2}}},
	}
	if d := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); d != "" {
		t.Error(d)
	}
	if got := a.Folds([]string{"1", "1", "1", "1"}); !math.IsNaN(got[2].Means[0][0]) {
		t.Errorf("one fold has a spread of %v", got[2].Means)
	}
}
