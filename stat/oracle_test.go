package stat_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"hed/score"
	"hed/stat"
)

// oracle is testdata/tests.json, which tests.py made with scipy and statsmodels;
// the file names their versions.
type oracle struct {
	Datasets map[string][]sample
	Cases    []oracleCase
	McNemar  []struct {
		B, C  int
		Exact [2]float64
	}
	Ranges   []struct{ K, Df, Q, CDF float64 }
	Families []struct{ P, Holm []float64 }
}

type oracleCase struct {
	Test, Data   string
	Sample, A, B int
	Statistic, P float64
}

func loadOracle(t testing.TB) *oracle {
	t.Helper()
	data, err := os.ReadFile("testdata/tests.json")
	if err != nil {
		t.Fatal(err)
	}
	o := new(oracle)
	if err := json.Unmarshal(data, o); err != nil {
		t.Fatal(err)
	}
	return o
}

// A sample is a list of values, null where absent, or
// [kind, seed, n, shift], which made makes.
type sample []float64

func (s *sample) UnmarshalJSON(data []byte) error {
	var list []any
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if kind, ok := list[0].(string); ok {
		*s = made(kind, uint64(list[1].(float64)), int(list[2].(float64)), list[3].(float64))
		return nil
	}
	for _, v := range list {
		f, ok := v.(float64)
		if !ok {
			f = nan
		}
		*s = append(*s, f)
	}
	return nil
}

// made is make of tests.py: the same numbers to the last bit.
func made(kind string, seed uint64, n int, shift float64) []float64 {
	u := func() float64 {
		seed = (seed*1103515245 + 12345) % (1 << 31)
		return float64(seed) / (1 << 31)
	}
	out := make([]float64, n)
	for i := range out {
		v := 0.0
		switch kind {
		case "uniform":
			v = u()
		case "normal":
			for range 12 {
				v += u()
			}
			v -= 6
		case "skewed":
			v = float64(u() * u())
		case "discrete":
			v = math.Floor(u()*5) / 4
		case "sparse":
			if u() < 0.2 { // as in tests.py, the condition draws first
				v = math.Floor(u()*4) / 4
			}
		default:
			panic(kind)
		}
		out[i] = v + shift
	}
	return out
}

// close reports whether two numbers are the same to 1e-9 of themselves, or to
// 1e-15. Chances below 1e-12 must be the same to 1e-7 of themselves.
func close(got, want float64) bool {
	d, size := math.Abs(got-want), math.Abs(want)
	if want != 0 && size < 1e-12 {
		return d <= 1e-7*size
	}
	return d <= max(1e-9*size, 1e-15)
}

// run is the test that the oracle names.
func (c oracleCase) run(t *testing.T, data []sample) stat.Result {
	groups := make([][]float64, len(data))
	for i, s := range data {
		groups[i] = s
	}
	pair := func(all []stat.PairResult) stat.Result {
		for _, p := range all {
			if p.A == c.A && p.B == c.B {
				return p.Result
			}
		}
		panic("no such pair")
	}
	switch c.Test {
	case "shapiro-wilk":
		return stat.ShapiroWilk(groups[c.Sample])
	case "dagostino-pearson":
		return stat.DAgostinoPearson(groups[c.Sample])
	case "brown-forsythe":
		return stat.BrownForsythe(groups...)
	case "tukey-hsd":
		return pair(stat.TukeyHSD(groups...))
	case "friedman":
		return stat.Friedman(groups...)
	case "paired-t":
		return stat.PairedT(score.SeriesOf(groups[0]...), score.SeriesOf(groups[1]...))
	case "wilcoxon-signed-rank":
		return stat.SignedRank(groups[0], groups[1])
	case "mann-whitney":
		r := rankSum(t, groups[0], groups[1])
		return stat.Result{Statistic: r.Statistic, P: r.P, N: r.N}
	}
	panic(c.Test)
}

// rankSum compares two samples, of which one may be longer, by the rank-sum test.
func rankSum(t testing.TB, a, b []float64) stat.Comparison {
	t.Helper()
	n := max(len(a), len(b))
	systems := [][]float64{slices.Repeat([]float64{nan}, n), slices.Repeat([]float64{nan}, n)}
	copy(systems[0], a)
	copy(systems[1], b)
	return compare(t, stat.Nothing, systems, stat.Options{Test: stat.ByRankSum}).Pairs[0]
}

func TestOracle(t *testing.T) {
	o := loadOracle(t)
	count := map[string]int{}
	for _, c := range o.Cases {
		count[c.Test]++
		r := c.run(t, o.Datasets[c.Data])
		ok := close(r.P, c.P)
		if c.Test == "tukey-hsd" {
			// scipy takes this tail from 1 and integrates numerically.
			ok = math.Abs(r.P-c.P) < 1e-8
		}
		if !ok || !close(r.Statistic, c.Statistic) {
			t.Errorf("%s %s %d%d%d: got %v %v, want %v %v", c.Test, c.Data, c.Sample, c.A, c.B, r.Statistic, r.P, c.Statistic, c.P)
		}
	}
	t.Log(count)
}

func TestMcNemar(t *testing.T) {
	for _, c := range loadOracle(t).McNemar {
		if r := stat.McNemarExact(c.B, c.C); !close(r.Statistic, c.Exact[0]) || !close(r.P, c.Exact[1]) {
			t.Errorf("exact %d %d: got %v %v, want %v", c.B, c.C, r.Statistic, r.P, c.Exact)
		}
	}
}

// scipy's own integration is good to about 1e-10.
func TestStudentizedRange(t *testing.T) {
	worst := 0.0
	for _, c := range loadOracle(t).Ranges {
		got := 1 - studentized(c.K, c.Df).Survival(c.Q)
		worst = max(worst, math.Abs(got-c.CDF))
		if math.Abs(got-c.CDF) > 1e-8 {
			t.Errorf("k %v, df %v, q %v: got %v, want %v", c.K, c.Df, c.Q, got, c.CDF)
		}
	}
	t.Logf("at most %.2g apart", worst)
}

func studentized(k, df float64) stat.StudentizedRange {
	if df < 0 { // JSON has no infinity
		df = math.Inf(1)
	}
	return stat.StudentizedRange{K: int(k), Df: df}
}

func TestHolm(t *testing.T) {
	for _, f := range loadOracle(t).Families {
		if got := stat.Holm(f.P); !slices.EqualFunc(got, f.Holm, close) {
			t.Errorf("of %v: got %v, want %v", f.P, got, f.Holm)
		}
	}
	if got := stat.Holm([]float64{0.02, nan, 0.01}); got[0] != 0.02 || !math.IsNaN(got[1]) || got[2] != 0.02 {
		t.Errorf("of two and one without P: %v", got)
	}
}
