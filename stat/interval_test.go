package stat_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hed/internal/race"
	"hed/score"
	"hed/stat"
)

var nan = math.NaN()

func samples(columns ...[]float64) []score.Sample {
	var out []score.Sample
	for _, c := range columns {
		out = append(out, score.Sample{Values: score.SeriesOf(c...)})
	}
	return out
}

func rng() *rand.Rand { return rand.New(rand.NewPCG(1, 0)) }

// The wanted values are those of scipy 1.17.1: st.t.interval(0.95, n-1, mean, st.sem(x)).
func TestStudent(t *testing.T) {
	for _, c := range []struct {
		values          []float64
		mean, low, high float64
		n               int
	}{
		{[]float64{0.1, 0.4, 0.35, 0.8}, 0.4125, -0.04856588962558245, 0.8735658896255825, 4},
		{[]float64{1, 2, 3, nan, 4, 5, 6, 7, 8, 9, 10}, 5.5, 3.334149410331831, 7.665850589668169, 10},
		{[]float64{0.5, 0.5}, 0.5, 0.5, 0.5, 2},
		{[]float64{0.5}, 0.5, nan, nan, 1},
		{[]float64{nan}, nan, nan, nan, 0},
		{nil, nan, nan, nan, 0},
	} {
		got, err := stat.Means(t.Context(), samples(c.values), stat.Resampling{Level: 0.95}, rng())
		if err != nil {
			t.Fatal(err)
		}
		g := got[0]
		if !near(g.Mean, c.mean) || !near(g.Low, c.low) || !near(g.High, c.high) || g.N != c.n {
			t.Errorf("%v: got %+v, want %+v", c.values, g, c)
		}
	}
}

func near(a, b float64) bool {
	return a == b || math.Abs(a-b) < 1e-12 || math.IsNaN(a) && math.IsNaN(b)
}

// Equal to statsmodels, and to scipy's roots of exact distributions, see testdata/interval.py.
func TestIntervalOracle(t *testing.T) {
	var oracle struct {
		Exact []struct {
			Values      []float64
			Ones, Zeros int
			Low, High   float64
			Interval    [2]float64
		}
		Skewed []struct {
			Values   []float64
			Interval [2]float64
		}
	}
	decode(t, "interval.json", &oracle)
	means := func(s score.Sample) stat.Interval {
		got, err := stat.Means(t.Context(), []score.Sample{s}, stat.Resampling{Resamples: 1000, Level: 0.95}, rng())
		if err != nil {
			t.Fatal(err)
		}
		return got[0]
	}
	for _, c := range oracle.Exact {
		values := append(c.Values, slices.Repeat([]float64{1}, c.Ones)...)
		values = append(values, slices.Repeat([]float64{0}, c.Zeros)...)
		got := means(score.Sample{Values: score.SeriesOf(values...), Low: c.Low, High: c.High})
		if got.Method != stat.MethodExact || math.Abs(got.Low-c.Interval[0]) > 1e-10 || math.Abs(got.High-c.Interval[1]) > 1e-10 {
			t.Errorf("%v, %d of %d: got %+v, want %v", c.Values, c.Ones, c.Ones+c.Zeros, got, c.Interval)
		}
	}
	for _, c := range oracle.Skewed {
		got := means(samples(c.Values)[0])
		if got.Method != stat.MethodT || !agrees(got.Low, c.Interval[0]) || !agrees(got.High, c.Interval[1]) {
			t.Errorf("%v: got %+v, want %v", c.Values, got, c.Interval)
		}
	}
}

// Ten documents of populations like real ones: with many zeros, skewed, symmetric with long tails, right and wrong. The
// percentiles of the bootstrap contained the mean in 0.35, 0.84, 0.85 and 0.64 of the samples.
func TestCoverage(t *testing.T) {
	race.Skip(t, "a simulation")
	r := rand.New(rand.NewPCG(11, 11))
	populations := map[string]func() float64{
		"zeros":  func() float64 { return max(r.Float64()-0.95, 0) * 10 },
		"skewed": func() float64 { return min(r.ExpFloat64()/5, 1) },
		"tails":  func() float64 { return math.Copysign(min(math.Pow(r.ExpFloat64(), 2)/20, 1), r.Float64()-0.5) },
		"right":  func() float64 { return math.Floor(r.Float64() + 0.1) },
	}
	for _, name := range slices.Sorted(maps.Keys(populations)) {
		draw := populations[name]
		var truth score.Mean
		for range 1_000_000 {
			truth.Add(draw())
		}
		const trials = 500
		inside := 0
		for range trials {
			values := new(score.Series)
			for range 10 {
				values.Append(draw())
			}
			s := score.Sample{Values: values, High: 1}
			if name == "tails" {
				s.Low = -1
			}
			got, err := stat.Means(t.Context(), []score.Sample{s}, stat.Resampling{Resamples: 200, Level: 0.95}, r)
			if err != nil {
				t.Fatal(err)
			}
			if got[0].Low <= truth.Value() && truth.Value() <= got[0].High {
				inside++
			}
		}
		t.Logf("%s: %d of %d", name, inside, trials)
		if inside < 450 { // 0.93 but for chance
			t.Errorf("%s: the mean is inside %d of %d intervals", name, inside, trials)
		}
	}
}

// The method goes by how many values differ from the commonest one.
func TestMethod(t *testing.T) {
	column := func(n, differ int) []float64 {
		values := make([]float64, n)
		for i := range differ {
			values[i*(n/max(differ, 1))] = float64(i+1) / 1000
		}
		return values
	}
	ones := slices.Repeat([]float64{0, 1, nan}, 400)
	thirds := append(slices.Repeat([]float64{1.0 / 3, 1 - 2.0/3}, 20), column(4, 4)...)
	for _, c := range []struct {
		name            string
		values          []float64
		bounded, others stat.Method // the interval with bounds 0 and 1, and without
	}{
		{"all the same", column(10, 0), stat.MethodExact, ""},
		{"few differ", column(10, 4), stat.MethodExact, ""},
		{"few of many", column(5000, 4), stat.MethodExact, ""},
		{"some differ", column(10, 5), stat.MethodT, stat.MethodT},
		{"some of many", column(5000, 199), stat.MethodT, stat.MethodT},
		{"some of less", column(250, 199), stat.MethodT, stat.MethodT},
		{"many differ", column(5000, 200), stat.MethodBCa, stat.MethodBCa},
		{"many of less", column(250, 201), stat.MethodBCa, stat.MethodBCa},
		{"equal but for rounding", thirds, stat.MethodExact, ""},
		{"right and wrong", ones, stat.MethodExact, stat.MethodBCa},
		{"one value", []float64{0.5, nan}, "", ""},
		{"differences", []float64{-0.5, 0.1, 0, 0, 0}, stat.MethodT, ""},
		{"one difference", []float64{-0.5, 0, 0, 0, 0}, stat.MethodExact, ""},
	} {
		free := samples(c.values)[0]
		bounded := free
		bounded.High = 1
		if slices.Min(c.values) < 0 {
			bounded.Low = -1
		}
		got, err := stat.Means(t.Context(), []score.Sample{bounded, free}, stat.Resampling{Resamples: 100, Level: 0.95, Workers: 2}, rng())
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []stat.Method{c.bounded, c.others} {
			in := got[i]
			if in.Method != want || (want == "") != math.IsNaN(in.Low) || in.Low > in.Mean || in.High < in.Mean {
				t.Errorf("%s, sample %d: %+v, want method %q", c.name, i, in, want)
			}
			if i == 0 && (in.Low < bounded.Low || in.High > 1) {
				t.Errorf("%s: %+v is beyond its bounds", c.name, in)
			}
		}
	}
}

// For a large sample the bootstrap must agree with theory: the mean plus
// and minus 1.96 standard errors. Blocks and absent values must not show.
func TestBootstrapAgreesWithTheory(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	col, gaps := make([]float64, 20_000), make([]float64, 20_000)
	for i := range col {
		col[i] = r.NormFloat64() + 3
		gaps[i] = col[i]
		if i%2 == 0 {
			gaps[i] = nan
		}
	}
	how := stat.Resampling{Resamples: 4000, Level: 0.95, Workers: 2}
	got, err := stat.Means(t.Context(), samples(col, gaps), how, rng())
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range []float64{20_000, 10_000} {
		half := 1.96 / math.Sqrt(n)
		g := got[i]
		if rel := (g.High - g.Low) / (2 * half); rel < 0.96 || rel > 1.04 {
			t.Errorf("column %d: the interval is %v of what theory says", i, rel)
		}
		if mid := (g.Low + g.High) / 2; math.Abs(mid-g.Mean) > half/10 {
			t.Errorf("column %d: the interval is around %v, the mean %v", i, mid, g.Mean)
		}
		if g.N != int(n) {
			t.Errorf("column %d: %d values", i, g.N)
		}
	}
}

func TestBootstrapIsDeterministic(t *testing.T) {
	cols := [][]float64{make([]float64, 10_001), make([]float64, 10_001)}
	for i := range cols[0] {
		cols[0][i] = float64(i%7) / 7
		cols[1][i] = float64(i%11) / 11
	}
	run := func(workers int, seed uint64) []stat.Interval {
		got, err := stat.Means(t.Context(), samples(cols...), stat.Resampling{Resamples: 50, Level: 0.95, Workers: workers}, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	want := run(1, 1)
	for _, workers := range []int{0, 2, 5} {
		for c, g := range run(workers, 1) {
			if g != want[c] {
				t.Errorf("%d workers: %+v, want %+v", workers, g, want[c])
			}
		}
	}
	if run(1, 2)[0] == want[0] {
		t.Error("the seed does not matter")
	}
}

func TestBootstrapSmall(t *testing.T) {
	for _, col := range [][]float64{nil, {1}, {nan, 1}, {nan, nan}, {0, 1, 5, 9}} {
		got, err := stat.Means(t.Context(), samples(col), stat.Resampling{Resamples: 10, Level: 0.95}, rng())
		if err != nil {
			t.Fatal(err)
		}
		if !math.IsNaN(got[0].Low) || !math.IsNaN(got[0].High) {
			t.Errorf("%v has the interval %+v", col, got[0])
		}
	}
}

// The mean is part of its interval, also of one resample that misses it.
func TestMeanInInterval(t *testing.T) {
	x, _ := formula(400, false)
	for seed := range uint64(10) {
		for _, resamples := range []int{1, 2, 5} {
			got, err := stat.Means(t.Context(), samples(x), stat.Resampling{Resamples: resamples, Level: 0.95}, rand.New(rand.NewPCG(seed, 0)))
			if err != nil {
				t.Fatal(err)
			}
			if in := got[0]; !(in.Low <= in.Mean && in.Mean <= in.High) {
				t.Errorf("%v is not between %v and %v", in.Mean, in.Low, in.High)
			}
		}
	}
}

func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		halves []float64
		want   int
		ok     bool
	}{
		{[]float64{0.013}, 3, true},
		{[]float64{0.1, 0.03, 0.02}, 3, true}, // the median
		{[]float64{0.099}, 3, true},
		{[]float64{0.1}, 2, true},
		{[]float64{0.001}, 4, true},
		{[]float64{3}, 1, true},
		{[]float64{12}, 0, true},
		{[]float64{1200}, 0, true},
		{[]float64{nan, 0, -1, math.Inf(1), 0.5}, 2, true},
		{[]float64{nan, 0}, 0, false},
		{nil, 0, false},
	} {
		if got, ok := stat.Decimals(c.halves); got != c.want || ok != c.ok {
			t.Errorf("%v: %d decimals, %t; want %d, %t", c.halves, got, ok, c.want, c.ok)
		}
	}
}

func TestBootstrapCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x, _ := formula(5000, false)
	cols := [][]float64{slices.Repeat(x, 20)}
	if _, err := stat.Means(ctx, samples(cols...), stat.Resampling{Resamples: 100_000, Level: 0.95}, rng()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkBootstrap(b *testing.B) {
	cols := make([][]float64, 12)
	r := rng()
	for c := range cols {
		cols[c] = make([]float64, 100_000)
		for i := range cols[c] {
			cols[c][i] = r.Float64()
		}
	}
	data := samples(cols...)
	for b.Loop() {
		if _, err := stat.Means(b.Context(), data, stat.Resampling{Resamples: 100, Level: 0.95, Workers: 1}, r); err != nil {
			b.Fatal(err)
		}
	}
}
