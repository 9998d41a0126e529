package agree_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hed/internal/race"
	"hed/stat"
	"hed/stat/agree"
)

// Thousands of different values, and hundreds of raters, took time by their squares in each resample: 5,000 items with nearly
// as many values 51 seconds, and 400 raters 28.
func TestBounds(t *testing.T) {
	race.Skip(t, "it burns processor time; TestBootstrap has its goroutines")
	r := rand.New(rand.NewPCG(1, 1))
	how := stat.Resampling{Resamples: 200, Level: 0.95, Workers: 2}
	measure := func(rows []agree.Row, level agree.Level) (*agree.Result, error) {
		ratings, err := agree.New(rows)
		if err != nil {
			t.Fatal(err)
		}
		return ratings.Measure(t.Context(), level, how, 1)
	}
	var many []agree.Row
	for i := range 5000 {
		for k := range 2 {
			many = append(many, agree.Row{Item: fmt.Sprint(i), Rater: fmt.Sprint(k), Value: fmt.Sprint(i + 10_000*r.IntN(2) + 100_000)})
		}
	}
	for _, level := range []agree.Level{agree.Nominal, agree.Ordinal, agree.Interval} {
		if res, err := measure(many, level); err != nil || len(res.Cohen) != 1 {
			t.Errorf("%s: %v", level, err)
		}
	}
	if _, err := measure(many, agree.Ratio); err == nil || !strings.Contains(err.Error(), "round them to at most 2000 values, or use level interval") {
		t.Errorf("ratio: %v", err)
	}
	var crowd []agree.Row
	for i := range 300 {
		for k := range 10 {
			crowd = append(crowd, agree.Row{Item: fmt.Sprint(i), Rater: fmt.Sprint((i + k) % 300), Value: fmt.Sprint(r.IntN(5))})
		}
	}
	res, err := measure(crowd, agree.Nominal)
	if err != nil || len(res.Cohen) != 0 || res.CohenLimit != "there are 300 raters, and at most 100 are compared two by two" {
		t.Errorf("%v, %+v", err, res)
	}
}

// What chance gives is the sum over all pairs of values, whichever way it is taken.
func TestKappaOfAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 50 {
		values, items := 1+r.IntN(12), 2+r.IntN(40)
		var rows []agree.Row
		a, b := make([]int, items), make([]int, items)
		used := map[int]bool{}
		for i := range items {
			a[i], b[i] = r.IntN(values), r.IntN(values)
			used[a[i]], used[b[i]] = true, true
			rows = append(rows, agree.Row{Item: fmt.Sprint(i), Rater: "a", Value: fmt.Sprint(a[i])}, agree.Row{Item: fmt.Sprint(i), Rater: "b", Value: fmt.Sprint(b[i])})
		}
		place, n := map[int]int{}, 0
		for v := range values {
			if used[v] {
				place[v] = n
				n++
			}
		}
		ratings, err := agree.New(rows)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range []agree.Weight{agree.Unweighted, agree.Linear, agree.Quadratic} {
			of := func(x, y int) float64 {
				d := float64(max(place[x]-place[y], place[y]-place[x]))
				switch w {
				case agree.Linear:
					return d
				case agree.Quadratic:
					return d * d
				}
				return min(d, 1)
			}
			observed, expected := 0.0, 0.0
			for i := range items {
				observed += of(a[i], b[i])
				for k := range items {
					expected += of(a[i], b[k])
				}
			}
			got, err := ratings.Agreement(agree.Cohen{A: "a", B: "b", Weight: w})
			if err != nil {
				t.Fatal(err)
			}
			if want := 1 - observed*float64(items)/expected; got.Value != want && expected != 0 {
				t.Errorf("%s of %v and %v: %v, want %v", w, a, b, got.Value, want)
			}
		}
	}
}

// Three items, two raters who say the opposite: ICC(2,k) was -0.857 with an interval from 4.61. Whatever the
// ratings, an interval is around its value and ends at 1.
func TestICCIsPossible(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	without, with := 0, 0
	for range 3000 {
		items, raters := 2+r.IntN(6), 2+r.IntN(3)
		var rows []agree.Row
		for i := range items {
			for k := range raters {
				v := r.IntN(4)
				if k == 1 && r.IntN(2) == 0 {
					v = 3 - i%4
				}
				rows = append(rows, agree.Row{Item: fmt.Sprint(i), Rater: fmt.Sprint(k), Value: fmt.Sprint(v)})
			}
		}
		ratings, err := agree.New(rows)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ratings.ICC(0.95)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range got.All {
			if math.IsNaN(c.Low) && math.IsNaN(c.High) {
				without++
				continue
			}
			with++
			if !(c.Low <= c.Value && c.Value <= c.High && c.High <= 1) || math.IsInf(c.Low, 0) {
				t.Fatalf("%s of %v is %v, from %v to %v", c.Name, rows, c.Value, c.Low, c.High)
			}
		}
	}
	if without > with/5 {
		t.Errorf("%d of %d have no interval", without, with+without)
	}
}

// Headlines of a case are judged together. With each headline four times in its case, there is nothing more to know
// than with one, and the interval is as wide; it was half as wide.
func TestCasesAreResampled(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var one, four, apart []agree.Row
	for i := range 40 {
		quality := r.IntN(3)
		for k := range 3 {
			v := fmt.Sprint(quality + r.IntN(3))
			of := fmt.Sprint("case ", i)
			one = append(one, agree.Row{Item: fmt.Sprint(i), Rater: fmt.Sprint(k), Value: v})
			for copies := range 4 {
				row := agree.Row{Item: fmt.Sprint(i, " ", copies), Rater: fmt.Sprint(k), Value: v}
				apart = append(apart, row)
				row.Case = of
				four = append(four, row)
			}
		}
	}
	width := func(rows []agree.Row, m agree.Measure) float64 {
		ratings, err := agree.New(rows)
		if err != nil {
			t.Fatal(err)
		}
		a, err := ratings.Bootstrap(t.Context(), m, stat.Resampling{Resamples: 2000, Level: 0.95, Workers: 2}, rng())
		if err != nil {
			t.Fatal(err)
		}
		return a.High - a.Low
	}
	for _, m := range []agree.Measure{agree.Alpha{Level: agree.Ordinal}, agree.Fleiss{}, agree.Percent{}, agree.Cohen{A: "0", B: "2", Weight: agree.Linear}} {
		w, together, items := width(one, m), width(four, m), width(apart, m)
		if math.Abs(together/w-1) > 0.15 || items > 0.7*w {
			t.Errorf("%s: %v wide, of cases %v, of items %v", m, w, together, items)
		}
	}
}

// Cases of one item each change nothing: percent and Randolph's kappa keep the interval of a mean with bounds.
func TestCasesOfOneItem(t *testing.T) {
	var with, without []agree.Row
	for i := range 12 {
		for k := range 2 {
			row := agree.Row{Item: fmt.Sprint(i), Rater: fmt.Sprint(k), Value: fmt.Sprint(i % 2 * k)}
			if i > 1 {
				row.Value = fmt.Sprint(i % 3)
			}
			without = append(without, row)
			row.Case = fmt.Sprint("case ", i)
			with = append(with, row)
		}
	}
	for _, m := range []agree.Measure{agree.Percent{}, agree.Randolph{}, agree.Fleiss{}} {
		a, b := bootstrapped(t, with, m), bootstrapped(t, without, m)
		if a.Low != b.Low || a.High != b.High || math.IsNaN(a.Low) {
			t.Errorf("%s: %v to %v, without cases %v to %v", m, a.Low, a.High, b.Low, b.High)
		}
	}
}

// Judges who hardly ever agree have an interval that ends where agreement does.
func TestLeastAgreement(t *testing.T) {
	var rows []agree.Row
	for i := range 40 {
		of := max(0, i/2-3) // the first has more headlines than the others
		for k := range 2 {
			v := fmt.Sprint(k)
			if of == 0 || of < 5 && i%2 == 0 {
				v = "0"
			}
			rows = append(rows, agree.Row{Item: fmt.Sprint(i), Rater: fmt.Sprint(k), Value: v, Case: fmt.Sprint("case ", of)})
		}
	}
	for m, least := range map[agree.Measure]float64{agree.Percent{}: 0, agree.Randolph{}: -1} {
		if a := bootstrapped(t, rows, m); a.Low != least || !(a.High > a.Value) {
			t.Errorf("%s is %v, from %v to %v, want from %v", m, a.Value, a.Low, a.High, least)
		}
	}
}

// Items that one rater rated count for the shares of values and not for pairs, and took Fleiss' kappa below -1: 200 items, of which two raters
// rated 30, had -4.2 with an interval from -4.2. Without such items kappa is -1 at least, whether items have two values or three.
func TestFleissWithGaps(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	rate := func(items int, values func(i int) int) (rows []agree.Row) {
		for i := range items {
			for k := range values(i) {
				v := "x"
				if k > 0 && r.IntN(3) > 0 {
					v = "y"
				}
				rows = append(rows, agree.Row{Item: fmt.Sprint(i), Rater: fmt.Sprint(k), Value: v})
			}
		}
		return rows
	}
	for _, items := range []int{200, 42} { // below -1, and above with an end below
		a := bootstrapped(t, rate(items, func(i int) int {
			if i < 30 {
				return 2
			}
			return 1
		}), agree.Fleiss{})
		if !(a.Low < min(a.Value, -1) && a.Value < a.High) || items == 42 && a.Value < -1 {
			t.Errorf("%d items: %v, from %v to %v", items, a.Value, a.Low, a.High)
		}
	}
	for range 20 {
		pairs := rate(12, func(int) int { return 2 + r.IntN(2) })
		if a := bootstrapped(t, pairs, agree.Fleiss{}); !(-1 <= a.Low && a.Low < a.Value && a.Value < a.High) {
			t.Errorf("%v, from %v to %v", a.Value, a.Low, a.High)
		}
	}
}

func bootstrapped(t *testing.T, rows []agree.Row, m agree.Measure) agree.Agreement {
	t.Helper()
	ratings, err := agree.New(rows)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ratings.Bootstrap(t.Context(), m, stat.Resampling{Resamples: 500, Level: 0.95, Workers: 2}, rng())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestRatioOfNegatives(t *testing.T) {
	r, err := agree.New([]agree.Row{row("a", "x", "1"), row("a", "y", "-2"), row("b", "x", "3"), row("b", "y", "4")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Agreement(agree.Alpha{Level: agree.Ratio}); err == nil || !strings.Contains(err.Error(), "value -2 is below 0") {
		t.Errorf("got %v", err)
	}
}
