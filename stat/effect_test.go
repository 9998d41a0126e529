package stat_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"hed/stat"
)

// maybe is a number in an oracle's file, where null is NaN.
type maybe float64

func (m *maybe) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*m = maybe(math.NaN())
		return nil
	}
	return json.Unmarshal(data, (*float64)(m))
}

func floats(values []maybe) []float64 {
	var out []float64
	for _, v := range values {
		out = append(out, float64(v))
	}
	return out
}

// decode reads testdata/name.
func decode(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// agrees reports whether got is want to 1e-9, also of the size of want, so
// that small p are compared too; NaN agrees with NaN.
func agrees(got, want float64) bool {
	if math.IsNaN(want) || math.IsNaN(got) {
		return math.IsNaN(want) && math.IsNaN(got)
	}
	return got == want || math.Abs(got-want) <= 1e-9*math.Abs(want) || math.Abs(got-want) < 1e-15
}

// formula makes the columns of n rows that the scripts in testdata make.
func formula(n int, ties bool) (x, y []float64) {
	for i := range n {
		u := float64(i*7919%5557) / 5557
		v := (u + float64(i*1299709%1009)/1009) / 2
		if ties {
			u, v = math.Trunc(u*9), math.Trunc(v*9)
		}
		x, y = append(x, u), append(y, v)
	}
	return x, y
}

func TestEffect(t *testing.T) {
	var oracle struct {
		Cases []struct {
			Name             string
			A, B             []maybe
			N                int
			Ties             bool
			Cohen, Cliff     maybe
			Unpaired         maybe
			Paired, Biserial *maybe // absent, rather than null, where the lengths differ
		}
	}
	decode(t, "effect.json", &oracle)
	if len(oracle.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range oracle.Cases {
		a, b := floats(c.A), floats(c.B)
		if c.N > 0 {
			a, b = formula(c.N, c.Ties)
		}
		kept := slices.Clone(a)
		check := func(what string, got float64, want maybe) {
			if !agrees(got, float64(want)) {
				t.Errorf("%s: %s is %v, want %v", c.Name, what, got, want)
			}
		}
		check("Cohen's d", stat.CohenD(a, b), c.Cohen)
		if len(a)+len(b) > 2 { // fewer have no test that it could go with
			check("Cliff's delta", rankSum(t, a, b).Effect, c.Cliff)
			check("rank-biserial, unpaired", rankSum(t, a, b).Effect, c.Unpaired)
			check("turned delta", -rankSum(t, b, a).Effect, c.Cliff)
		}
		if len(a) == len(b) {
			check("paired d", stat.CohenDPaired(a, b), orNaN(c.Paired))
			check("paired rank-biserial", stat.RankBiserial(a, b), orNaN(c.Biserial))
			check("turned d", -stat.CohenDPaired(b, a), orNaN(c.Paired))
		}
		if !slices.EqualFunc(kept, a, func(u, v float64) bool { return agrees(u, v) }) {
			t.Errorf("%s: the sample was changed", c.Name)
		}
	}
}

func orNaN(m *maybe) maybe {
	if m == nil {
		return maybe(math.NaN())
	}
	return *m
}

// Cliff's delta by its definition, pair by pair.
func TestCliffDelta(t *testing.T) {
	for n := range 30 {
		a, _ := formula(n+1, true)
		_, b := formula(2*n+1, true)
		sum := 0
		for _, u := range a {
			for _, v := range b {
				switch {
				case u > v:
					sum++
				case u < v:
					sum--
				}
			}
		}
		if got, want := rankSum(t, a, b).Effect, float64(sum)/float64(len(a)*len(b)); len(a)+len(b) > 2 && !agrees(got, want) {
			t.Errorf("%d and %d values: %v, want %v", len(a), len(b), got, want)
		}
	}
}

// Differences that are equal but for rounding have no spread to measure with.
func TestEffectOfRounding(t *testing.T) {
	a, b := []float64{0.3, 0.2, 0.7, 0.9}, []float64{0.2, 0.1, 0.6, 0.8}
	if d := stat.CohenDPaired(a, b); !math.IsNaN(d) {
		t.Errorf("got %v, want NaN", d)
	}
}

func TestEffectPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"CohenDPaired": func() { stat.CohenDPaired([]float64{1}, nil) },
		"RankBiserial": func() { stat.RankBiserial([]float64{1}, nil) },
		"Of":           func() { stat.Pearson.Of([]float64{1}, nil, 0.95) },
		"coefficient":  func() { stat.Coefficient("cosine").Of([]float64{1}, []float64{1}, 0.95) },
		"OfClusters":   func() { stat.Pearson.OfClusters([]float64{1}, []float64{1}, nil, 0.95) },
		"resamples":    func() { _, _ = stat.BCa(t.Context(), 1, nil, stat.Resampling{}, rng()) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func TestEffectWord(t *testing.T) {
	for _, c := range []struct {
		effect stat.Effect
		size   float64
		want   string
	}{
		{stat.ByRanks, 0.09, "negligible"}, {stat.ByRanks, -0.1, "small"}, {stat.ByRanks, 0.3, "medium"}, {stat.ByRanks, -1, "large"},
		{stat.ByDeviation, 0.19, "negligible"}, {stat.ByDifferences, 0.2, "small"}, {stat.ByDeviation, -0.79, "medium"}, {stat.ByDifferences, 0.8, "large"},
	} {
		if got := c.effect.Word(c.size); got != c.want {
			t.Errorf("%s %v is %s, want %s", c.effect, c.size, got, c.want)
		}
	}
}
