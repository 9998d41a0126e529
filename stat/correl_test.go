package stat_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hed/stat"
)

var coefficients = []stat.Coefficient{stat.Pearson, stat.Spearman, stat.Kendall}

func TestCorrelation(t *testing.T) {
	var oracle struct {
		Cases []struct {
			Name                       string
			X, Y                       []maybe
			N, Dropped                 int
			Ties                       bool
			Pearson, Spearman, Kendall []maybe // r, p, low, high
		}
	}
	decode(t, "correl.json", &oracle)
	if len(oracle.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range oracle.Cases {
		x, y := floats(c.X), floats(c.Y)
		if c.N > 0 {
			x, y = formula(c.N, c.Ties)
		}
		for i, want := range [][]maybe{c.Pearson, c.Spearman, c.Kendall} {
			r := coefficients[i].Of(x, y, 0.95)
			for j, got := range []float64{r.R, r.P, r.Low, r.High} {
				if !agrees(got, float64(want[j])) {
					t.Errorf("%s: %s %s is %v, want %v", c.Name, r.Coefficient, []string{"r", "p", "low", "high"}[j], got, want[j])
				}
			}
			if r.Dropped != c.Dropped || r.N != len(x)-c.Dropped {
				t.Errorf("%s: %d rows and %d dropped, want %d dropped", c.Name, r.N, r.Dropped, c.Dropped)
			}
			if math.IsNaN(r.R) && len(r.Warnings) == 0 {
				t.Errorf("%s: undefined without a word", c.Name)
			}
		}
	}
}

func TestCorrelationUndefined(t *testing.T) {
	line := []float64{1, 2, 3, 4, 5, 6}
	// The sum of such values is rounded, so their mean is not one of them.
	flat := []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}
	for _, c := range coefficients {
		for _, test := range []struct {
			x, y []float64
			want error
		}{
			{flat, line, stat.ErrConstant},
			{line, flat, stat.ErrConstant},
			{flat, flat, stat.ErrConstant},
			{nil, nil, stat.ErrFewPairs},
			{[]float64{1, nan, 3}, []float64{nan, 2, 3}, stat.ErrFewPairs},
		} {
			r := c.Of(test.x, test.y, 0.95)
			if !math.IsNaN(r.R) || !math.IsNaN(r.P) || !math.IsNaN(r.Low) || !math.IsNaN(r.High) {
				t.Errorf("%s of %v and %v: %+v, want NaN", c, test.x, test.y, r)
			}
			if len(r.Warnings) == 0 || !errors.Is(r.Warnings[0], test.want) {
				t.Errorf("%s of %v and %v: warnings %v, want %v", c, test.x, test.y, r.Warnings, test.want)
			}
		}
	}
}

// Probabilities of sentences are as small as this, and their squares are 0.
func TestCorrelationOfTinyValues(t *testing.T) {
	x, y := formula(50, false)
	want := stat.Pearson.Of(x, y, 0.95)
	for _, scale := range []float64{1e-300, 1e-100, 1e200, 1e300} {
		var tiny []float64
		for _, v := range x {
			tiny = append(tiny, v*scale)
		}
		if got := stat.Pearson.Of(tiny, y, 0.95); !agrees(got.R, want.R) {
			t.Errorf("times %v: %v, want %v", scale, got.R, want.R)
		}
	}
	x[0] = math.Inf(1)
	if got := stat.Pearson.Of(x, y, 0.95); !math.IsNaN(got.R) || !math.IsNaN(got.P) || got.Warnings == nil {
		t.Errorf("with an infinite value: %+v", got)
	}
}

// Knight's way of counting, beside the definition.
func TestKendallByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		n := 2 + random.IntN(80)
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = float64(random.IntN(12)), float64(random.IntN(30))
		}
		var sum, untiedX, untiedY float64
		for i := range x {
			for j := range i {
				dx, dy := cmpFloat(x[i], x[j]), cmpFloat(y[i], y[j])
				sum += dx * dy
				untiedX += dx * dx
				untiedY += dy * dy
			}
		}
		want := sum / math.Sqrt(untiedX*untiedY)
		if got := stat.Kendall.Of(x, y, 0.95).R; !agrees(got, want) {
			t.Fatalf("tau of %v and %v is %v, want %v", x, y, got, want)
		}
	}
}

// Of columns that have nothing to do with each other, 5 intervals in 100 may
// miss 0, also where most values are tied.
func TestKendallIntervalWithTies(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	const trials, n = 2000, 90
	for _, c := range []struct {
		name string
		x, y func() float64
	}{
		{"two of two", func() float64 { return float64(random.IntN(2)) }, func() float64 { return float64(random.IntN(2)) }},
		{"ratings and zeros", func() float64 { return float64(random.IntN(5)) }, func() float64 {
			if random.IntN(10) > 0 {
				return 0
			}
			return random.Float64()
		}},
	} {
		missed := 0
		for range trials {
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i], y[i] = c.x(), c.y()
			}
			if k := stat.Kendall.Of(x, y, 0.95); k.Low > 0 || k.High < 0 {
				missed++
			}
		}
		if share := float64(missed) / trials; share < 0.035 || share > 0.065 {
			t.Errorf("%s: %.4f of the intervals miss 0, want about 0.05", c.name, share)
		}
	}
}

func cmpFloat(a, b float64) float64 {
	switch {
	case a > b:
		return 1
	case a < b:
		return -1
	}
	return 0
}

func TestMatrix(t *testing.T) {
	x, y := formula(500, false)
	u, v := formula(500, true)
	gaps := slices.Clone(u)
	gaps[3], gaps[400] = nan, nan
	columns := [][]float64{x, y, u, v, gaps, make([]float64, 500)}
	for _, c := range coefficients {
		one, err := c.Matrix(t.Context(), columns, 0.95, 1)
		if err != nil {
			t.Fatal(err)
		}
		many, err := c.Matrix(t.Context(), columns, 0.95, 4)
		if err != nil {
			t.Fatal(err)
		}
		for i := range columns {
			for j := range columns {
				want := c.Of(columns[min(i, j)], columns[max(i, j)], 0.95)
				for _, got := range []stat.Correlation{one[i][j], many[i][j]} {
					// Bit by bit, so that tables and single cells agree.
					if math.Float64bits(got.R) != math.Float64bits(want.R) || math.Float64bits(got.P) != math.Float64bits(want.P) ||
						got.N != want.N || got.Dropped != want.Dropped || len(got.Warnings) != len(want.Warnings) {
						t.Errorf("%s of columns %d and %d is %+v, want %+v", c, i, j, got, want)
					}
				}
			}
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := stat.Kendall.Matrix(ended, columns, 0.95, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

func TestWilliams(t *testing.T) {
	var oracle struct {
		Williams []struct {
			RA, RB, RAB   float64
			N             int
			T, P, Greater float64
		}
	}
	decode(t, "correl.json", &oracle)
	for _, c := range oracle.Williams {
		w := stat.WilliamsOf(c.RA, c.RB, c.RAB, c.N)
		if !agrees(w.T, c.T) || !agrees(w.P, c.P) || !agrees(w.Greater, c.Greater) {
			t.Errorf("%v: got %+v", c, w)
		}
	}
	// Published in the README of a Python program for the test of Graham and
	// Baldwin (nlp-williams, Jihyung Moon 2019), one-sided.
	if got := stat.WilliamsOf(0.65, 0.55, 0.3, 50).Greater; math.Abs(got-0.20928617286753592) > 1e-12 {
		t.Errorf("published p is 0.20928617286753592, got %v", got)
	}

	human, b := formula(40, false)
	a, _ := formula(40, true)
	a[5], b[9] = nan, nan
	w := stat.WilliamsTest(human, a, b)
	if w.N != 38 || w.Dropped != 2 || w.RA < w.RB || w.T <= 0 || w.P != 2*w.Greater {
		t.Errorf("got %+v", w)
	}
	if turned := stat.WilliamsTest(human, b, a); !agrees(turned.T, -w.T) || !agrees(turned.Greater, 1-w.Greater) {
		t.Errorf("turned: %+v, want the contrary of %+v", turned, w)
	}
	for name, w := range map[string]stat.Williams{
		"same columns": stat.WilliamsTest(human, a, a),
		"constant":     stat.WilliamsTest(human, a, make([]float64, 40)),
		"three rows":   stat.WilliamsTest(human[:3], a[:3], b[:3]),
		"no rows":      stat.WilliamsTest(nil, nil, nil),
	} {
		if !math.IsNaN(w.T) || !math.IsNaN(w.P) || len(w.Warnings) == 0 {
			t.Errorf("%s: %+v, want it undefined, with a word", name, w)
		}
	}
}

func BenchmarkMatrix(b *testing.B) {
	random := rng()
	columns := make([][]float64, 17)
	for c := range columns {
		columns[c] = make([]float64, 52475)
		for i := range columns[c] {
			columns[c][i] = random.Float64()
		}
	}
	for _, c := range coefficients {
		b.Run(string(c), func(b *testing.B) {
			for b.Loop() {
				if _, err := c.Matrix(b.Context(), columns, 0.95, 2); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
