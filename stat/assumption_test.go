package stat_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hed/score"
	"hed/stat"
)

// compare is Compare where nothing is cancelled.
func compare(t testing.TB, a stat.Assumption, systems [][]float64, o stat.Options) stat.Comparisons {
	t.Helper()
	var series []*score.Series
	for _, values := range systems {
		series = append(series, score.SeriesOf(values...))
	}
	got, err := a.Compare(t.Context(), series, o)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func resampling(test stat.Test) stat.Options {
	return stat.Options{Test: test, Resampling: stat.Resampling{Resamples: 200, Workers: 2}, Seed: 7}
}

// Right and wrong are compared by McNemar's exact test, other scores by signed ranks. The p are
// those of scipy.stats.binomtest(60, 90).pvalue and of binomtest(0, 5).pvalue.
func TestComparePaired(t *testing.T) {
	right := func(n, of int) []float64 {
		values := make([]float64, of)
		for i := range n {
			values[i] = 1
		}
		return values
	}
	won := slices.Concat(right(60, 60), right(0, 30), right(10, 20)) // 60 up, 30 down, 20 the same
	lost := slices.Concat(right(0, 60), right(30, 30), right(10, 20))
	for name, c := range map[string]struct {
		a, b      []float64
		test      stat.Test
		p, effect float64
	}{
		"wins and losses":   {won, lost, stat.BySign, 0.0020602656809630745, 1.0 / 3},
		"five of forty":     {right(5, 40), right(0, 40), stat.BySign, 0.0625, 1},
		"not 0 and 1":       {[]float64{0.2, 0.7, 0.2, 0.7, nan}, []float64{0.7, 0.7, 0.7, 0.2, 0.2}, stat.BySign, 1, -1.0 / 3},
		"three values":      {append(right(5, 40), 0.5), append(right(0, 40), 0.5), stat.BySignedRank, 0.0625, 1},
		"rounding is value": {[]float64{1 - 2.0/3, 0, 0}, []float64{1.0 / 3, 1.0 / 3, 1.0 / 3}, stat.BySign, 0.5, -1},
	} {
		got := compare(t, stat.Nothing, [][]float64{c.a, c.b}, stat.Options{Test: stat.ByPairs})
		p := got.Pairs[0]
		if p.Test != c.test || math.Abs(p.P-c.p) > 1e-9 || math.Abs(p.Effect-c.effect) > 1e-12 || got.Checked || !strings.Contains(got.Why, c.test.Words()) {
			t.Errorf("%s: %+v, %s", name, p, got.Why)
		}
	}
}

func TestCompareChecked(t *testing.T) {
	normal := [][]float64{made("normal", 11, 60, 0), made("normal", 12, 60, 0.5), made("normal", 13, 60, 2)}
	for i := range normal[0] { // what all documents have in common
		for s := 1; s < 3; s++ {
			normal[s][i] += normal[0][i]
		}
	}
	skewed := [][]float64{made("skewed", 1, 60, 0), made("skewed", 2, 60, 0.1), made("sparse", 3, 60, 0)}
	opposed := [][]float64{made("normal", 11, 60, 0), made("normal", 11, 60, 0)}
	for i := range opposed[1] {
		opposed[1][i] = 0.3 - opposed[1][i]
	}
	constant := [][]float64{normal[0], slices.Repeat([]float64{0.5}, 60)}
	for _, c := range []struct {
		name    string
		systems [][]float64
		options stat.Options
		normal  bool
		test    stat.Test
		why     string
	}{
		{"normal", normal, stat.Options{}, true, "tukey-hsd", "no system are far from normal (Shapiro-Wilk, Holm, level 0.05"},
		{"skewed", skewed, stat.Options{}, false, "wilcoxon-signed-rank", "of 3 systems are not normal"},
		{"skewed", skewed, stat.Options{Test: stat.ByRankSum}, false, "mann-whitney", "Mann and Whitney"},
		{"opposed", opposed, stat.Options{}, true, "wilcoxon-signed-rank", "good where others are bad"},
		{"constant", constant, stat.Options{}, false, "wilcoxon-signed-rank", "1 of 2 systems are all equal"},
		{"skewed", skewed, resampling(stat.ByBootstrap), false, "paired-bootstrap", ", hence the paired bootstrap test"},
		{"skewed", skewed, resampling(stat.ByRandomisation), false, "approximate-randomisation", ", hence approximate randomisation"},
	} {
		got := compare(t, stat.Checked, c.systems, c.options)
		if got.Normal != c.normal || !strings.Contains(got.Why, c.why) {
			t.Errorf("%s: normal %v: %s", c.name, got.Normal, got.Why)
		}
		k := len(c.systems)
		if len(got.Pairs) != k*(k-1)/2 {
			t.Errorf("%s: %d pairs", c.name, len(got.Pairs))
		}
		for _, p := range got.Pairs {
			if p.Test != c.test || p.A >= p.B || !(p.P > 0 && p.P <= 1) || p.Adjusted < p.P || p.Significant != (p.Adjusted < 0.05) {
				t.Errorf("%s: %+v", c.name, p)
			}
			if p.Effect*p.Difference < 0 && p.Significant {
				t.Errorf("%s: effect and difference of opposite signs: %+v", c.name, p)
			}
		}
	}
}

// What Compare says of a pair is what the tests and effects say by themselves.
func TestCompareAgrees(t *testing.T) {
	a, b := made("skewed", 1, 40, 0), made("discrete", 2, 40, 0)
	a[3], b[7] = nan, nan
	systems := [][]float64{a, b}
	shuffled := func(test shuffleTest) stat.Result {
		r, err := test(t.Context(), []*score.Series{difference(a, b)}, stat.Resampling{Resamples: 200}, rand.New(rand.NewPCG(7, 0)))
		if err != nil {
			t.Fatal(err)
		}
		return r[0]
	}
	for _, c := range []struct {
		got    stat.Comparisons
		want   stat.Result
		effect float64
	}{
		{compare(t, stat.Nothing, systems, stat.Options{}), stat.SignedRank(a, b), stat.RankBiserial(a, b)},
		{compare(t, stat.Normal, systems, stat.Options{}), stat.TukeyHSD(a, b)[0].Result, stat.CohenD(a, b)},
		{compare(t, stat.Nothing, systems, resampling(stat.ByBootstrap)), shuffled(stat.PairedBootstrap), stat.CohenDPaired(a, b)},
		{compare(t, stat.Nothing, systems, resampling(stat.ByRandomisation)), shuffled(stat.ApproximateRandomisation), stat.CohenDPaired(a, b)},
	} {
		p := c.got.Pairs[0]
		if p.P != c.want.P || p.Statistic != c.want.Statistic || p.N != c.want.N || !near(p.Effect, c.effect) || p.Adjusted != p.P {
			t.Errorf("got %+v, want %+v, effect %v", p, c.want, c.effect)
		}
		if len(p.Warnings) == 0 || !strings.Contains(p.Warnings[0].Error(), "2 of 40 documents") {
			t.Errorf("warnings %v", p.Warnings)
		}
	}
}

// Of what there is nothing to say, nothing is said.
func TestCompareAtTheEdge(t *testing.T) {
	none := []float64{nan, nan, nan}
	some := []float64{0.1, 0.4, 0.2}
	for _, c := range []struct {
		name    string
		systems [][]float64
	}{
		{"no systems", nil},
		{"one system", [][]float64{some}},
		{"no documents", [][]float64{{}, {}}},
		{"one document", [][]float64{{1}, {2}}},
		{"identical systems", [][]float64{some, some}},
		{"constant systems", [][]float64{{1, 1, 1}, {2, 2, 2}}},
		{"all absent", [][]float64{none, none}},
		{"one absent", [][]float64{some, none}},
		{"nothing shared", [][]float64{{1, nan, nan, 2}, {nan, 2, 3, nan}}},
	} {
		for _, assume := range []stat.Assumption{stat.Checked, stat.Nothing, stat.Normal, stat.Exact, ""} {
			for _, test := range []stat.Test{"", stat.ByPairs, stat.BySign, stat.ByRankSum, stat.ByBootstrap, stat.ByRandomisation} {
				got := compare(t, assume, c.systems, resampling(test))
				if got.Why == "" {
					t.Errorf("%s, %s: no reason", c.name, assume)
				}
				for _, p := range got.Pairs {
					switch {
					case math.IsNaN(p.P) && (p.Significant || !math.IsNaN(p.Adjusted) || len(p.Warnings) == 0 && assume != stat.Exact):
						t.Errorf("%s, %s: undefined, but %+v", c.name, assume, p)
					case p.P == 0 || p.Significant && len(p.Warnings) == 0:
						t.Errorf("%s, %s: %+v", c.name, assume, p)
					}
				}
			}
		}
	}
	for _, test := range []stat.Test{"", stat.ByPairs, stat.BySign, stat.ByRankSum, stat.ByBootstrap, stat.ByRandomisation} {
		if p := compare(t, stat.Nothing, [][]float64{{2, 2, 2}, {2, 2, 2}}, resampling(test)).Pairs[0]; !errors.Is(p.Warnings[0], stat.ErrEqual) || p.Difference != 0 {
			t.Errorf("identical: %+v", p)
		}
	}
}

// A pair without P is not part of the family.
func TestCompareCorrects(t *testing.T) {
	a, b := made("skewed", 1, 100, 0), made("skewed", 2, 100, 0.05)
	systems := [][]float64{a, a, b}
	got := compare(t, stat.Nothing, systems, stat.Options{})
	if p := got.Pairs[0]; !math.IsNaN(p.P) || !math.IsNaN(p.Adjusted) {
		t.Errorf("identical systems: %+v", p)
	}
	if p := got.Pairs[1]; p.Adjusted != 2*p.P {
		t.Errorf("one of two equal p: %+v", p)
	}
}

func TestParseAssumption(t *testing.T) {
	for name, want := range map[string]stat.Assumption{"": stat.Checked, "checked": stat.Checked, "nothing": stat.Nothing, "normal": stat.Normal, "exact": stat.Exact} {
		if got, err := stat.ParseAssumption(name); got != want || err != nil {
			t.Errorf("%q: %v, %v", name, got, err)
		}
	}
	if _, err := stat.ParseAssumption("gauss"); err == nil || !strings.Contains(err.Error(), "checked, nothing, normal, exact") {
		t.Errorf("got %v", err)
	}
}

func BenchmarkCompare(b *testing.B) {
	systems := make([][]float64, 8)
	for s := range systems {
		systems[s] = made("skewed", uint64(s), 10_495, 0)
	}
	for b.Loop() {
		compare(b, stat.Checked, systems, stat.Options{})
	}
}
