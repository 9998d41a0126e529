package agree_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/stat"
	"hed/stat/agree"
)

// maybe is a number in the oracle's file, where null is NaN.
type maybe float64

func (m *maybe) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*m = maybe(math.NaN())
		return nil
	}
	return json.Unmarshal(data, (*float64)(m))
}

// near compares to 1e-9 of the value, and NaN with NaN.
func near(got float64, want maybe) bool {
	w := float64(want)
	if math.IsNaN(got) || math.IsNaN(w) {
		return math.IsNaN(got) && math.IsNaN(w)
	}
	return math.Abs(got-w) <= 1e-9*max(math.Abs(w), 1e-6)
}

// ratings of a table with a row for each item.
func ratings(tb testing.TB, table [][]maybe) *agree.Ratings {
	tb.Helper()
	var rows []agree.Row
	for i, values := range table {
		for r, v := range values {
			row := agree.Row{Item: "item " + strconv.Itoa(i), Rater: "rater " + strconv.Itoa(r)}
			if !math.IsNaN(float64(v)) {
				row.Value = strconv.FormatFloat(float64(v), 'g', -1, 64)
			}
			rows = append(rows, row)
		}
	}
	r, err := agree.New(rows)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// formula is the table that testdata/agree.py makes.
func formula(items, raters, values, missing int) [][]maybe {
	table := make([][]maybe, items)
	for i := range table {
		for r := range raters {
			h := (i*7919 + r*104729) % 10007
			v := i * 7919
			if h%3 == 0 {
				v = h
			}
			cell := maybe(v%values + 1)
			if h%10 < missing {
				cell = maybe(math.NaN())
			}
			table[i] = append(table[i], cell)
		}
	}
	return table
}

func TestOracle(t *testing.T) {
	var oracle struct {
		Cases []struct {
			Name                           string
			Table                          [][]maybe
			Items, Raters, Values, Missing int
			Alpha                          map[agree.Level]maybe
			Percent, Fleiss, Randolph      *maybe
			Cohen                          []struct {
				A, B   int
				Weight agree.Weight
				Kappa  maybe
			}
			ICC [][]maybe
		}
	}
	data, err := os.ReadFile("testdata/agree.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &oracle); err != nil {
		t.Fatal(err)
	}
	if len(oracle.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range oracle.Cases {
		t.Run(c.Name, func(t *testing.T) {
			if c.Items > 0 {
				c.Table = formula(c.Items, c.Raters, c.Values, c.Missing)
			}
			r := ratings(t, c.Table)
			check := func(m agree.Measure, want maybe) {
				t.Helper()
				a, err := r.Agreement(m)
				if err != nil {
					t.Fatal(err)
				}
				if !near(a.Value, want) {
					t.Errorf("%#v is %v, want %v", m, a.Value, want)
				}
				if math.IsNaN(a.Value) != (a.Undefined != nil) {
					t.Errorf("%#v is %v and undefined because of %v", m, a.Value, a.Undefined)
				}
			}
			for level, want := range c.Alpha {
				check(agree.Alpha{Level: level}, want)
			}
			for _, k := range c.Cohen {
				check(agree.Cohen{A: r.Raters()[k.A], B: r.Raters()[k.B], Weight: k.Weight}, k.Kappa)
			}
			if c.Fleiss != nil || c.Percent != nil { // null is read as a nil pointer, too
				check(agree.Percent{}, *c.Percent)
				check(agree.Fleiss{}, *orNaN(c.Fleiss))
				check(agree.Randolph{}, *orNaN(c.Randolph))
			}
			checkICC(t, r, c.ICC)
		})
	}
}

func orNaN(m *maybe) *maybe {
	if m == nil {
		nan := maybe(math.NaN())
		return &nan
	}
	return m
}

// checkICC compares with pingouin where that has a value of at most 1, and
// intervals where F is neither 0 nor infinite, and pingouin's has its value inside.
func checkICC(t *testing.T, r *agree.Ratings, want [][]maybe) {
	t.Helper()
	got, err := r.ICC(0.95)
	if err != nil {
		t.Fatal(err)
	}
	if (got.Undefined != nil) != (want == nil) {
		t.Fatalf("ICC is undefined because of %v; want %v", got.Undefined, want)
	}
	for i, c := range got.All {
		w := want[i]
		if degenerate := math.IsNaN(float64(w[1])) || w[1] == 0; degenerate {
			if !(c.Value <= 1 || math.IsNaN(c.Value)) {
				t.Errorf("%s is %v", c.Name, c.Value)
			}
			continue
		}
		if w[5] > w[0] { // impossible, and not given
			w[5], w[6] = maybe(math.NaN()), maybe(math.NaN())
		}
		for j, v := range []float64{c.Value, c.F, c.DF1, c.DF2, c.P, c.Low, c.High} {
			if !near(v, w[j]) && !(w[j] < 1e-15 && v < 1e-15) {
				t.Errorf("%s, %s is %v, want %v", c.Name, []string{"value", "F", "df1", "df2", "p", "low", "high"}[j], v, w[j])
			}
		}
	}
}

// The values that Krippendorff (2011) prints for his table of four observers
// and twelve units, and Shrout and Fleiss (1979) for theirs; to the digits
// printed.
func TestPublished(t *testing.T) {
	nan := maybe(math.NaN())
	r := ratings(t, [][]maybe{
		{1, 1, nan, 1}, {2, 2, 3, 2}, {3, 3, 3, 3}, {3, 3, 3, 3}, {2, 2, 2, 2}, {1, 2, 3, 4},
		{4, 4, 4, 4}, {1, 1, 2, 1}, {2, 2, 2, 2}, {nan, 5, 5, 5}, {nan, nan, 1, 1}, {nan, 3, nan, nan},
	})
	for level, want := range map[agree.Level]float64{agree.Nominal: 0.743, agree.Ordinal: 0.815, agree.Interval: 0.849, agree.Ratio: 0.797} {
		a, err := r.Agreement(agree.Alpha{Level: level})
		if err != nil || math.Abs(a.Value-want) > 0.0005 {
			t.Errorf("alpha, %s, is %v (%v), want %v", level, a.Value, err, want)
		}
		if a.Items != 11 || a.Ratings != 40 {
			t.Errorf("alpha rests on %d items and %d values, want 11 and 40", a.Items, a.Ratings)
		}
	}
	// irrCAC 0.4.4, CAC(table, digits=12).fleiss(), which allows for gaps.
	if a, err := r.Agreement(agree.Fleiss{}); err != nil || math.Abs(a.Value-0.761169275422) > 1e-12 {
		t.Errorf("Fleiss' kappa with gaps is %v (%v), want 0.761169275422", a.Value, err)
	}
	if a, err := r.Agreement(agree.Percent{}); err != nil || math.Abs(a.Value-0.818181818182) > 1e-12 {
		t.Errorf("percent agreement with gaps is %v (%v), want 0.818181818182", a.Value, err)
	}

	icc, err := ratings(t, [][]maybe{{9, 2, 5, 8}, {6, 1, 3, 2}, {8, 4, 6, 8}, {7, 1, 2, 6}, {10, 5, 6, 9}, {6, 2, 4, 7}}).ICC(0.95)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.17, 0.29, 0.71, 0.44, 0.62, 0.91} {
		if c := icc.All[i]; math.Abs(c.Value-want) > 0.005 {
			t.Errorf("%s is %v, want %v", c.Name, c.Value, want)
		}
	}
}

func TestUndefined(t *testing.T) {
	nan := maybe(math.NaN())
	apart := ratings(t, [][]maybe{{1, nan}, {nan, 2}})
	same := ratings(t, [][]maybe{{3, 3}, {3, 3}})
	empty := ratings(t, nil)
	for _, c := range []struct {
		name string
		r    *agree.Ratings
		m    agree.Measure
		want error
	}{
		{"apart", apart, agree.Percent{}, agree.ErrNoOverlap},
		{"apart", apart, agree.Fleiss{}, agree.ErrNoOverlap},
		{"apart", apart, agree.Randolph{}, agree.ErrNoOverlap},
		{"apart", apart, agree.Alpha{Level: agree.Nominal}, agree.ErrNoOverlap},
		{"apart", apart, agree.Cohen{A: "rater 0", B: "rater 1", Weight: agree.Unweighted}, agree.ErrNoOverlap},
		{"same", same, agree.Fleiss{}, agree.ErrOneValue},
		{"same", same, agree.Randolph{}, agree.ErrOneValue},
		{"same", same, agree.Alpha{Level: agree.Ordinal}, agree.ErrOneValue},
		{"same", same, agree.Alpha{Level: agree.Interval}, agree.ErrOneValue},
		{"same", same, agree.Cohen{A: "rater 0", B: "rater 1", Weight: agree.Linear}, agree.ErrOneValue},
		{"empty", empty, agree.Percent{}, agree.ErrNoOverlap},
		{"empty", empty, agree.Alpha{Level: agree.Ratio}, agree.ErrNoOverlap},
	} {
		a, err := c.r.Bootstrap(t.Context(), c.m, stat.Resampling{Resamples: 10, Level: 0.95}, rng())
		if err != nil || !math.IsNaN(a.Value) || !math.IsNaN(a.Low) || !errors.Is(a.Undefined, c.want) {
			t.Errorf("%s: %#v is %+v, %v, want %v", c.name, c.m, a, err, c.want)
		}
	}
	if a, err := same.Agreement(agree.Percent{}); err != nil || a.Value != 1 {
		t.Errorf("percent of one value is %+v, %v", a, err)
	}
	// A design with more categories than were used is defined.
	if a, err := same.Agreement(agree.Randolph{Categories: 3}); err != nil || a.Value != 1 {
		t.Errorf("Randolph's kappa of one value of three is %+v, %v", a, err)
	}
	for _, r := range []*agree.Ratings{apart, same, empty} {
		if icc, err := r.ICC(0.95); err != nil || icc.Undefined == nil || icc.All != nil {
			t.Errorf("ICC is %+v, %v", icc, err)
		}
	}
}

func rng() *rand.Rand { return rand.New(rand.NewPCG(1, 0)) }

func row(item, rater, value string) agree.Row {
	return agree.Row{Item: item, Rater: rater, Value: value}
}

func TestErrors(t *testing.T) {
	_, err := agree.New([]agree.Row{row("a", "x", "1"), row("b", "x", "1"), row("b", "y", ""), row("b", "x", "2")})
	var repeat *agree.RepeatError
	if !errors.As(err, &repeat) || *repeat != (agree.RepeatError{Item: "b", Rater: "x", First: 1, Second: 3}) {
		t.Errorf("got %v", err)
	}
	r, err := agree.New([]agree.Row{row("a", "x", "good"), row("a", "y", "1")})
	if err != nil {
		t.Fatal(err)
	}
	for want, m := range map[string]agree.Measure{
		`value "good" of item "a" by rater "x" is not`: agree.Alpha{Level: agree.Interval},
		`nominal, ordinal, interval and ratio`:         agree.Alpha{Level: "metric"},
		`no rater "z"; there are ["x" "y"]`:            agree.Cohen{A: "x", B: "z", Weight: agree.Unweighted},
		`is not a number; use unweighted`:              agree.Cohen{A: "x", B: "y", Weight: agree.Quadratic},
		`there are unweighted, linear and quadratic`:   agree.Cohen{A: "x", B: "y"},
		`1 categories, but there are 2 different valu`: agree.Randolph{Categories: 1},
	} {
		if _, err := r.Agreement(m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%#v: %v, want %s", m, err, want)
		}
	}
	if _, err := r.ICC(0.95); err == nil || !strings.Contains(err.Error(), `"good"`) {
		t.Errorf("ICC: %v", err)
	}
}

// The order of rows changes nothing, and numbers are compared as numbers.
func TestNew(t *testing.T) {
	rows := []agree.Row{row("a", "x", "10"), row("a", "y", "9"), row("b", "x", "9.0"), row("b", "y", "9"), row("c", "x", ""), row("c", "y", "1e1")}
	r, err := agree.New(rows)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([][]string{{"a", "b", "c"}, {"x", "y"}}, [][]string{r.Items(), r.Raters()}); d != "" {
		t.Error(d)
	}
	want := describe(t, r)
	random := rng()
	for range 20 {
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		again, err := agree.New(rows)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, describe(t, again)); d != "" {
			t.Fatalf("%v: %s", rows, d)
		}
	}
}

func describe(t *testing.T, r *agree.Ratings) string {
	t.Helper()
	var out []string
	for _, m := range []agree.Measure{agree.Percent{}, agree.Fleiss{}, agree.Alpha{Level: agree.Ordinal}, agree.Cohen{A: "x", B: "y", Weight: agree.Linear}} {
		a, err := r.Agreement(m)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%s %.12f %d", a.Measure, a.Value, a.Items))
	}
	return strings.Join(out, "\n")
}

func TestBootstrap(t *testing.T) {
	r := ratings(t, formula(150, 4, 5, 2))
	measures := []agree.Measure{agree.Percent{}, agree.Fleiss{}, agree.Randolph{Categories: 5},
		agree.Alpha{Level: agree.Nominal}, agree.Alpha{Level: agree.Ordinal}, agree.Alpha{Level: agree.Interval}, agree.Alpha{Level: agree.Ratio}}
	for _, c := range r.Pairs(agree.Quadratic) {
		measures = append(measures, c)
	}
	if len(measures) != 7+6 {
		t.Errorf("%d pairs of 4 raters, want 6", len(measures)-7)
	}
	for _, m := range measures {
		one, err := r.Bootstrap(t.Context(), m, stat.Resampling{Resamples: 200, Level: 0.95, Workers: 1}, rng())
		if err != nil {
			t.Fatal(err)
		}
		many, err := r.Bootstrap(t.Context(), m, stat.Resampling{Resamples: 200, Level: 0.95, Workers: 4}, rng())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(one, many); d != "" {
			t.Errorf("%#v: workers change the result:\n%s", m, d)
		}
		if !(one.Low < one.Value && one.Value < one.High && one.High <= 1) {
			t.Errorf("%#v: %+v", m, one)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Bootstrap(ended, agree.Fleiss{}, stat.Resampling{Resamples: 9, Level: 0.95}, rng()); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

func BenchmarkAlpha(b *testing.B) {
	eachAlpha(b, func(b *testing.B, r *agree.Ratings, m agree.Alpha) error {
		_, err := r.Agreement(m)
		return err
	})
}

func BenchmarkBootstrap(b *testing.B) {
	eachAlpha(b, func(b *testing.B, r *agree.Ratings, m agree.Alpha) error {
		_, err := r.Bootstrap(b.Context(), m, stat.Resampling{Resamples: 1000, Level: 0.95, Workers: 2}, rng())
		return err
	})
}

// eachAlpha measures f at every level, with few values and with many.
func eachAlpha(b *testing.B, f func(*testing.B, *agree.Ratings, agree.Alpha) error) {
	for _, values := range []int{5, 1000} {
		r := ratings(b, formula(10000, 20, values, 1))
		for _, level := range []agree.Level{agree.Nominal, agree.Ordinal, agree.Interval, agree.Ratio} {
			b.Run(fmt.Sprintf("%s/values=%d", level, values), func(b *testing.B) {
				for b.Loop() {
					if err := f(b, r, agree.Alpha{Level: level}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
