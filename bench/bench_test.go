package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMedian(t *testing.T) {
	check := func(want float64, values ...float64) {
		t.Helper()
		before := slices.Clone(values)
		if got := median(values); got != want {
			t.Errorf("median of %v is %v, want %v", values, got, want)
		}
		if !slices.Equal(values, before) {
			t.Errorf("median changed %v to %v", before, values)
		}
	}
	check(3, 3)
	check(2, 3, 1, 2)
	check(2.5, 4, 1, 3, 2)
	if got := median(nil); !math.IsNaN(got) {
		t.Errorf("median of nothing is %v, want NaN", got)
	}
}

func TestUnits(t *testing.T) {
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check(seconds(0.0000421), "42.1 µs")
	check(seconds(0.0421), "42.1 ms")
	check(seconds(1.5), "1.50 s")
	check(seconds(421), "421 s")
	check(megabytes(96_000_000), "96.0 MB")
	check(times(9.996), "10.0×") // not 10.00
	check(times(99.96), "100×")  // not 100.0
	check(times(1297.4), "1297×")
	check(group(7), "7")
	check(group(999), "999")
	check(group(1000), "1,000")
	check(group(1234567), "1,234,567")
}

// fast is a row that meets its goal of 2, slow one that does not.
func fast() row {
	r := row{what: "all", peer: "peer", goal: 2, unit: seconds}
	r.add(1, 3)
	r.add(2, 8)
	r.add(1, 2)
	return r
}

func slow() row {
	r := row{what: "some", peer: "another peer", goal: 2, unit: seconds}
	r.add(0.5, 0.75)
	return r
}

func TestRow(t *testing.T) {
	r := fast()
	if want := []float64{3, 4, 2}; !slices.Equal(r.ratios(), want) {
		t.Errorf("ratios are %v, want %v", r.ratios(), want)
	}
	want := []string{"all", "peer", "1.00 s", "3.00 s", "3.00× [2.00×–4.00×]", "≥ 2×"}
	if got := r.cells(); !slices.Equal(got, want) {
		t.Errorf("cells are %q, want %q", got, want)
	}
	if got := r.short(); got != "" {
		t.Errorf("a row that meets its goal says %q", got)
	}
	r = slow()
	if got, want := r.short(), "some beside another peer: 1.50×, the goal is ≥ 2×"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r.goal = 0
	if got := r.short(); got != "" {
		t.Errorf("a row without goal says %q", got)
	}
}

func TestAbsence(t *testing.T) {
	r := row{what: "all", peer: "peer", goal: 2, unit: seconds}
	rows, err := r.finish(absence{"no perl"})
	if err != nil || len(rows) != 1 {
		t.Fatalf("got %v, %v", rows, err)
	}
	if got, want := rows[0].cells()[4], "not measured: no perl"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := rows[0].short(), "all beside peer: not measured, the goal is ≥ 2×"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := r.finish(os.ErrNotExist); err == nil {
		t.Error("an error other than an absence was lost")
	}
}

func TestMarkdown(t *testing.T) {
	const want = `
| what | beside       |    hed | beside it |     ratio [min–max] | goal |
| ---- | ------------ | -----: | --------: | ------------------: | ---: |
| all  | peer         | 1.00 s |    3.00 s | 3.00× [2.00×–4.00×] | ≥ 2× |
| some | another peer | 500 ms |    750 ms | 1.50× [1.50×–1.50×] | ≥ 2× |
`
	if got := "\n" + markdown([]row{fast(), slow()}); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestPage(t *testing.T) {
	write := func(rows ...row) string {
		name := filepath.Join(t.TempDir(), "page.md")
		res := result{Table: markdown(rows), Short: shortfalls(rows), Pairs: group(100_000), Repeats: 5}
		if err := writePage(name, res); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(got)
	}
	if got := write(fast()); !strings.HasPrefix(got, "# Benchmarks\n\nEvery goal is met.\n\nMeasured") {
		t.Errorf("the page begins %.80q", got)
	}
	got := write(fast(), slow())
	if !strings.HasPrefix(got, "# Benchmarks\n\nShort of its goal:\n\n- some beside another peer: 1.50×, the goal is ≥ 2×\n\nMeasured") {
		t.Errorf("the page begins %.120q", got)
	}
	if !strings.Contains(got, "100,000 pairs") || !strings.Contains(got, "\n\n| what") {
		t.Errorf("pairs or table are missing in %s", got)
	}
}

func TestCurves(t *testing.T) {
	square := curve{what: "square"}
	for _, n := range []int{1, 10, 100, 1000} {
		square.points = append(square.points, point{n, float64(n*n) * 1e-3, 2e6, 1e-3})
	}
	square.points[0].seconds = 50 // the start, which does not count
	if got := square.slope(); math.Abs(got-2) > 1e-12 {
		t.Errorf("the slope is %v, want 2", got)
	}
	linear := curve{what: "linear", points: []point{{10, 1, 0, 1e-3}, {100, 10, 0, 1e-3}}}
	all := []curve{linear, square}
	if got := steepest(all); math.Abs(got-2) > 1e-12 {
		t.Errorf("the steepest slope is %v, want 2", got)
	}
	const want = `
| what   | items |   time |    peak | items a second | reading alone | slope |
| ------ | ----: | -----: | ------: | -------------: | ------------: | ----: |
| linear |    10 | 1.00 s |       - |             10 |       1.00 ms |       |
| linear |   100 | 10.0 s |       - |             10 |       1.00 ms |  1.00 |
| square |     1 | 50.0 s | 2.00 MB |              0 |       1.00 ms |       |
| square |    10 | 100 ms | 2.00 MB |            100 |       1.00 ms |       |
| square |   100 | 10.0 s | 2.00 MB |             10 |       1.00 ms |       |
| square | 1,000 | 1000 s | 2.00 MB |              1 |       1.00 ms |  2.00 |
`
	if got := "\n" + curveTable(all); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	name := filepath.Join(t.TempDir(), "growth.svg")
	if err := writeCurves(name, all); err != nil {
		t.Fatal(err)
	}
	if svg, err := os.ReadFile(name); err != nil || !strings.Contains(string(svg), "square") {
		t.Errorf("%.80s, %v", svg, err)
	}
}

func TestAgree(t *testing.T) {
	hed := map[string]float64{"a": 0.5, "b": 0.25}
	check := func(want string, peer map[string]float64) {
		t.Helper()
		err := agreeing(hed, peer, 1e-9)
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %q", peer, err, want)
		}
	}
	check("", map[string]float64{"a": 0.5})
	check("", map[string]float64{"a": 0.5 + 1e-10, "b": 0.25})
	check("do not agree", map[string]float64{"a": 0.5 + 1e-8})
	check("do not agree", map[string]float64{"a": math.NaN()})
	check("no c", map[string]float64{"c": 1})
	check("no scores", nil)
}

func TestOutputs(t *testing.T) {
	const hed = `{"n": 2, "metrics": [{"name": "rouge1_p", "mean": 0.5}, {"name": "rouge1_r", "mean": 0.25}]}`
	if err := agreeOutputs([]byte(hed), []byte(`{"rouge1_r": 0.25}`)); err != nil {
		t.Error(err)
	}
	if agreeOutputs([]byte(hed), []byte(`{"rouge1_r": 0.26}`)) == nil {
		t.Error("0.25 and 0.26 agree")
	}
	if n, err := countColumns([]byte(hed)); n != 2 || err != nil {
		t.Errorf("got %d columns, %v", n, err)
	}
}

func TestChoose(t *testing.T) {
	alone := 0 // those of cards, say
	for _, c := range comparisons {
		if c.alone {
			alone++
		}
	}
	if all, err := choose(""); err != nil || len(all) != len(comparisons)-alone {
		t.Errorf("got %d comparisons of %d, %d of which are measured by name alone, %v", len(all), len(comparisons), alone, err)
	}
	if one, err := choose("start"); err != nil || len(one) != 1 || one[0].name != "start" {
		t.Errorf("got %v, %v", one, err)
	}
	if _, err := choose("stat"); err == nil || !strings.Contains(err.Error(), "start") {
		t.Errorf("got %v, want the names there are", err)
	}
}

// TestAlike: one beam that turned another way does not end a benchmark; other numbers do.
func TestAlike(t *testing.T) {
	mine := slices.Repeat([]float64{2}, 100)
	theirs := slices.Clone(mine)
	theirs[7] += 0.05
	if err := alike("score", mine, theirs, 1e-3); err != nil {
		t.Error(err)
	}
	for i := range theirs {
		theirs[i] += 0.01
	}
	if alike("score", mine, theirs, 1e-3) == nil || alike("score", mine, theirs[1:], 1e-3) == nil || alike("loss", mine[:1], []float64{math.NaN()}, 1e-3) == nil {
		t.Error("other numbers are alike")
	}
}

func TestPins(t *testing.T) {
	got := pins([]byte("# peers\na==1\n\n  b==2.0\n"))
	if want := []string{"a==1", "b==2.0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestScorePairs(t *testing.T) {
	s, err := scorePairs("rouge:types=1+stem=false", &dataset{
		refs: []string{"a b c d", "x"},
		hyps: []string{"a b", "y"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"rouge1_p": 1. / 2, "rouge1_r": 1. / 4, "rouge1_f": 1. / 3}
	if err := agreeing(s.means(), want, 1e-15); err != nil {
		t.Error(err)
	}
}
