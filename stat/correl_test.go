package stat_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"hed/internal/race"
	"hed/score"
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
				if r.Coefficient != stat.Pearson && r.N < 200 && j > 1 {
					continue // below
				}
				if !agrees(got, float64(want[j])) {
					t.Errorf("%s: %s %s is %v, want %v", c.Name, r.Coefficient, []string{"r", "p", "low", "high"}[j], got, want[j])
				}
			}
			// Few pairs show themselves how much ranks vary, and the interval may be longer than that of theory, by a quarter
			// here; that of one pair out of order has next to no length in theory.
			if theory := float64(want[3] - want[2]); r.High-r.Low > 1.25*theory+0.02 {
				t.Errorf("%s: %s is %v, from %v to %v, want it not much longer than from %v to %v", c.Name, r.Coefficient, r.R, r.Low, r.High, want[2], want[3])
			}
			if short := float64(want[3]-want[2]) - (r.High - r.Low); short > 1e-12 || r.Low > r.R || r.High < r.R || math.IsNaN(r.Low) != math.IsNaN(float64(want[2])) {
				t.Errorf("%s: %s is %v, from %v to %v, want it not shorter than from %v to %v", c.Name, r.Coefficient, r.R, r.Low, r.High, want[2], want[3])
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

// Of ten systems that differ by kind, such as baselines and networks, the intervals of ranks contained the true
// correlation in 0.78 (Spearman) and 0.88 (Kendall) of samples: those of theory are of values without kinds, and of an order without a fault the
// interval was from 1 to 1.
func TestRanksOfFew(t *testing.T) {
	race.Skip(t, "it simulates")
	systems := func(n int, rng *rand.Rand) (x, y []float64) {
		for range n {
			kind, own := float64(rng.IntN(5)), 0.3*rng.NormFloat64()
			x, y = append(x, kind+own), append(y, kind+own+0.25*rng.NormFloat64())
		}
		return x, y
	}
	for _, c := range []stat.Coefficient{stat.Spearman, stat.Kendall} {
		x, y := systems(5000, rand.New(rand.NewPCG(1, 1)))
		truth := c.Of(x, y, 0.95).R
		for n, longest := range map[int]float64{10: 0.6, 25: 0.2} { // lengths in the mean: intervals from -1 to 1 contain everything
			inside, trials, length := 0, 1000, 0.0
			for i := range trials {
				x, y := systems(n, rand.New(rand.NewPCG(2, uint64(i))))
				r := c.Of(x, y, 0.95)
				length += (r.High - r.Low) / float64(trials)
				if r.Low <= truth && truth <= r.High {
					inside++
				}
			}
			share := float64(inside) / float64(trials)
			t.Logf("%s of %d: %v, of length %.3f", c, n, share, length)
			if share < 0.93 || length > longest {
				t.Errorf("%s of %d: %v contain %.3f, of length %.3f; want 0.93 at least, and %v at most", c, n, share, truth, length, longest)
			}
		}
	}
	line := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, c := range []stat.Coefficient{stat.Spearman, stat.Kendall} {
		if r := c.Of(line, line, 0.95); r.R != 1 || r.High != 1 || r.Low > 0.96 || r.Low < 0.85 {
			t.Errorf("%s of ten in one order: %v, from %v to %v", c, r.R, r.Low, r.High)
		}
	}
}

// Three systems in the same order by a measure and by people had p 0, by Student's t; one of six
// orders is as good by chance, and one is as bad.
func TestSpearmanOfFew(t *testing.T) {
	line := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}
	orders := 2.0
	for n := 3; n < 10; n++ {
		orders *= float64(n)
		if got := stat.Spearman.Of(line[:n], line[:n], 0.95).P; !agrees(got, 2/orders) {
			t.Errorf("p of %d rows in one order is %v, want %v", n, got, 2/orders)
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

// series are the columns as a table has them.
func series(columns [][]float64) []*score.Series {
	var all []*score.Series
	for _, c := range columns {
		all = append(all, score.SeriesOf(c...))
	}
	return all
}

// Long columns are read in blocks, with few or many different values.
func TestMatrix(t *testing.T) {
	testMatrix(t, 500, coefficients)
	testMatrix(t, 10_000, []stat.Coefficient{stat.Pearson, stat.Spearman})
	testMatrix(t, 150_000, []stat.Coefficient{stat.Spearman})
}

// Long columns, some with gaps, are read by several workers at once.
func TestMatrixOfGaps(t *testing.T) {
	const n = 30_000
	x, _ := formula(n, false)
	var columns [][]float64
	for i := range 4 {
		column := slices.Clone(x)
		if i > 0 {
			column[i] = nan
		}
		columns = append(columns, column)
	}
	got, err := stat.Pearson.Matrix(t.Context(), series(columns), 0.95, 8)
	if err != nil {
		t.Fatal(err)
	}
	for i := range columns {
		for j := range columns {
			if got[i][j].R != 1 {
				t.Errorf("of columns %d and %d, which are equal: %v", i, j, got[i][j].R)
			}
		}
	}
}

func testMatrix(t *testing.T, n int, coefficients []stat.Coefficient) {
	x, y := formula(n, false)
	u, v := formula(n, true)
	gaps := slices.Clone(u)
	gaps[3], gaps[400] = nan, nan
	same, more := slices.Clone(v), slices.Clone(y)
	same[3], same[400] = nan, nan
	more[3], more[5], more[400] = nan, nan, nan
	columns := [][]float64{x, y, u, v, gaps, same, more, make([]float64, n)}
	for _, c := range coefficients {
		one, err := c.Matrix(t.Context(), series(columns), 0.95, 1)
		if err != nil {
			t.Fatal(err)
		}
		many, err := c.Matrix(t.Context(), series(columns), 0.95, 4)
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
	if _, err := stat.Kendall.Matrix(ended, series(columns), 0.95, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

// Within documents Pearson's r is pingouin's correlation of repeated measures.
func TestWithin(t *testing.T) {
	var oracle struct {
		Within []struct {
			X, Y     []float64
			Clusters []int
			R        float64
		}
	}
	decode(t, "correl.json", &oracle)
	if len(oracle.Within) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range oracle.Within {
		got := stat.Pearson.Within(c.X, c.Y, c.Clusters, 0.95)
		// Of the smallest case all is on a line without one of the documents.
		interval := got.Low < c.R && c.R < got.High && got.P > 0 && got.P <= 1
		if math.Abs(got.R-c.R) > 1e-12 || interval == (len(c.X) == 10) || got.N != len(c.X) {
			t.Errorf("%d pairs: got %+v, want %v", len(c.X), got, c.R)
		}
		// What is the same for all of a document does not count.
		moved := slices.Clone(c.Y)
		for i := range moved {
			moved[i] += 100 * float64(c.Clusters[i])
		}
		for _, k := range coefficients {
			a, b := k.Within(c.X, c.Y, c.Clusters, 0.95), k.Within(c.X, moved, c.Clusters, 0.95)
			if math.Abs(a.R-b.R) > 1e-9 || math.Abs(a.Low-b.Low) > 1e-9 {
				t.Errorf("%s: %+v, and with other documents %+v", k, a, b)
			}
		}
	}
}

// Pairs that stand alone are correlated as Of does it; too few documents have no interval.
func TestFewClusters(t *testing.T) {
	x, y := formula(12, false)
	alone, two, same := make([]int, 12), make([]int, 12), make([]int, 12)
	for i := range alone {
		alone[i], two[i] = 2*i, i%2
	}
	for _, k := range coefficients {
		if got, want := k.OfClusters(x, y, alone, 0.95), k.Of(x, y, 0.95); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", k, got, want)
		}
		if got := k.Within(x, y, alone, 0.95); !math.IsNaN(got.R) || !errors.Is(got.Warnings[0], stat.ErrNotTogether) {
			t.Errorf("%s: got %+v", k, got)
		}
		for _, clusters := range [][]int{two, same} {
			got := k.OfClusters(x, y, clusters, 0.95)
			if got.R != k.Of(x, y, 0.95).R || !math.IsNaN(got.Low) || !math.IsNaN(got.P) || len(got.Warnings) == 0 {
				t.Errorf("%s: got %+v", k, got)
			}
		}
		if got := k.Within(x, make([]float64, 12), two, 0.95); !math.IsNaN(got.R) || !errors.Is(got.Warnings[0], stat.ErrConstant) {
			t.Errorf("%s: got %+v", k, got)
		}
		if got := k.OfClusters(x, x, []int{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}, 0.95); math.Abs(got.R-1) > 1e-12 || got.Low != got.R || got.High != got.R || got.P != 0 {
			t.Errorf("%s: got %+v", k, got)
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
				if _, err := c.Matrix(b.Context(), series(columns), 0.95, 2); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
