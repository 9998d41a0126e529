package chart

import (
	"bytes"
	"encoding/json"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/score"
)

// TestOracle holds lines, bands, boxes and the joining of groups against
// scipy, statsmodels and matplotlib; testdata/oracle.py ran them. The
// tolerance is 1e-12, relative.
func TestOracle(t *testing.T) {
	data, err := os.ReadFile("testdata/oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		X, Y, At            []float64
		Slope, Intercept, R float64
		Band                [][2]float64
		Boxes               []struct {
			Values                    []float64
			Q1, Median, Q3, Low, High float64
		}
		Correlation [][]float64
		Joins       [][]int
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	f := regress(cloudOf(score.SeriesOf(want.X...), score.SeriesOf(want.Y...)))
	near("slope", f.slope, want.Slope)
	near("intercept", f.at(0), want.Intercept)
	near("r", f.r, want.R)
	for i, x := range want.At {
		near("low end of the band", f.at(x)-f.half(x, 0.95), want.Band[i][0])
		near("high end of the band", f.at(x)+f.half(x, 0.95), want.Band[i][1])
	}
	for _, b := range want.Boxes {
		got := five(BoxItem{Values: score.SeriesOf(append(b.Values, score.Absent)...)})
		near("first quartile", got.q1, b.Q1)
		near("median", got.median, b.Median)
		near("third quartile", got.q3, b.Q3)
		near("low whisker", got.low, b.Low)
		near("high whisker", got.high, b.High)
	}
	// Whatever the turns, what scipy joins stands together.
	order := similar(want.Correlation)
	for _, join := range want.Joins {
		var places []int
		for _, i := range join {
			places = append(places, slices.Index(order, i))
		}
		if slices.Max(places)-slices.Min(places) != len(join)-1 {
			t.Errorf("%v is torn apart in %v", join, order)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		limit  int
		want   string
	}{
		{0, 1, 6, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{0, 0.471, 6, "0.0 0.1 0.2 0.3 0.4"},
		{0.79, 0.864, 4, "0.80 0.82 0.84 0.86"},
		{-0.3, 0.3, 6, "−0.2 0.0 0.2"},
		{0, 12345, 6, "0 5,000 10,000"},
		{0, 3e-9, 4, "0 1e−09 2e−09 3e−09"},
	} {
		at, d := ticks(c.lo, c.hi, c.limit)
		var text []string
		for _, v := range at {
			text = append(text, number(v, d))
		}
		if got := strings.Join(text, " "); got != c.want {
			t.Errorf("ticks from %g to %g: got %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		v    float64
		d    int
		want string
	}{
		{0, 2, "0.00"}, {-0.001, 2, "0.00"}, {-1.5, 1, "−1.5"}, {999, 0, "999"}, {1234567, 0, "1,234,567"},
		{-1234.5, 1, "−1,234.5"}, {math.Copysign(0, -1), 0, "0"}, {2e12, 0, "2e+12"},
	} {
		if got := number(c.v, c.d); got != c.want {
			t.Errorf("number(%v, %d): got %q, want %q", c.v, c.d, got, c.want)
		}
	}
}

// An interval decides how many digits are worth printing.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		values, half []float64
		want         int
	}{
		{[]float64{0.4712}, []float64{0.013}, 3},
		{[]float64{0.4712}, []float64{0.03}, 3},
		{[]float64{0.4712}, []float64{0.2}, 2},
		{[]float64{9.31}, []float64{3}, 1},
		{[]float64{0.4712, 0.05}, nil, 3},
		{[]float64{9.31}, nil, 2},
		{[]float64{93.1}, nil, 1},
		{[]float64{931}, nil, 0},
		{[]float64{0.000931}, nil, 6},
		{[]float64{0.4712}, []float64{score.Absent, 0}, 3},
		{[]float64{0}, nil, 0},
	} {
		if got := digits(c.values, c.half); got != c.want {
			t.Errorf("digits(%v, %v): got %d, want %d", c.values, c.half, got, c.want)
		}
	}
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   bool
	}{
		{[]float64{0.80, 0.85}, true},
		{[]float64{0.80, 0.95}, false},
		{[]float64{-0.80, -0.85}, true},
		{[]float64{-0.80, 0.85}, false},
		{[]float64{0.5, 0.5}, false}, // nothing to enlarge
		{[]float64{0.5}, false},
		{[]float64{0.80, score.Absent, 0.81}, true},
		{nil, false},
	} {
		if got := alike(c.values); got != c.want {
			t.Errorf("alike(%v): got %v", c.values, got)
		}
	}
}

// All pairs that are the same are joined, and no others, however they lie.
func TestSameGroups(t *testing.T) {
	for name, c := range map[string]struct {
		same []string // by system, * where it is the same as the other
		want [][]int
	}{
		"none":   {[]string{"...", "...", "..."}, nil},
		"all":    {[]string{".**", "..*", "..."}, [][]int{{0, 1, 2}}},
		"chain":  {[]string{".*...", "..*..", ".....", "....*", "....."}, [][]int{{0, 1}, {1, 2}, {3, 4}}},
		"gap":    {[]string{"..*", "...", "..."}, [][]int{{0, 2}}},
		"across": {[]string{".*.*", "..*.", "...*", "...."}, [][]int{{0, 3}, {0, 1}, {1, 2}, {2, 3}}},
	} {
		same := func(i, k int) bool { return c.same[min(i, k)][max(i, k)] == '*' }
		if d := cmp.Diff(c.want, sameGroups(len(c.same), same)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		n := 2 + rng.IntN(9)
		pairs := map[[2]int]bool{}
		for i := range n {
			for k := range i {
				pairs[[2]int{k, i}] = rng.IntN(2) == 0
			}
		}
		found := map[[2]int]bool{}
		for _, group := range sameGroups(n, func(i, k int) bool { return pairs[[2]int{min(i, k), max(i, k)}] }) {
			for a, x := range group {
				for _, y := range group[a+1:] {
					found[[2]int{x, y}] = true
				}
			}
		}
		for p, same := range pairs {
			if found[p] != same {
				t.Fatalf("%v of %d: joined %v, the same %v", p, n, found[p], same)
			}
		}
	}
}

// A curve is drawn where points lie on one, and a line where they lie on a line or nowhere in particular. R-SU grows
// with the square of R-1: before, a line ran below 0 through its points.
func TestCurved(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for name, c := range map[string]struct {
		f    func(x float64) float64
		want bool
	}{
		"line":   {func(x float64) float64 { return 0.2 + 0.5*x }, false},
		"none":   {func(float64) float64 { return 0.5 }, false},
		"square": {func(x float64) float64 { return x * x }, true},
		"ends":   {func(x float64) float64 { return 1 / (1 + math.Exp(-20*(x-0.5))) }, true},
	} {
		for _, n := range []int{20, 200, 5000} {
			s := Scatter{X: new(score.Series), Y: new(score.Series), XRange: Range{0, 1}, YRange: Range{0, 1}, Level: 0.95}
			for range n {
				x := rng.Float64()
				s.X.Append(x)
				s.Y.Append(s.YRange.keep(c.f(x) + 0.05*rng.NormFloat64()))
			}
			if got, want := curved(cloudOf(s.X, s.Y), regress(cloudOf(s.X, s.Y))), c.want && n > fewestForCurve; got != want {
				t.Errorf("%s of %d points: curved %v, want %v", name, n, got, want)
			}
			sc, err := s.layout(Style{})
			if err != nil {
				t.Fatal(err)
			}
			// Nothing is drawn beyond what the measures can be: the axes end there.
			bottom := slices.IndexFunc(sc.boxes, func(b box) bool { return b.text == "0.0" })
			limit := (sc.boxes[bottom].y0+sc.boxes[bottom].y1)/2 + 3
			for _, it := range sc.items {
				if it.path == nil || it.stroke != ink {
					continue
				}
				if _, _, _, y1 := it.bounds(); y1 > limit {
					t.Errorf("%s of %d points: a line ends at %.1f, below the axis at %.1f", name, n, y1, limit)
				}
			}
		}
	}
}

// An axis ends at a tick beyond the longest mark, or where the measure does.
func TestOutward(t *testing.T) {
	one := Range{0, 1}
	for _, c := range []struct {
		lo, hi   float64
		within   Range
		from, to float64
	}{
		{0, 0.471, one, 0, 0.5}, {0, 0.66, one, 0, 0.8}, {0, 0.97, one, 0, 1}, {0.79, 0.864, one, 0.78, 0.88}, {0.93, 0.999, one, 0.92, 1},
		{-0.33, 0.3, Range{-1, 1}, -0.4, 0.4}, {3.1, 8.2, Range{0, math.Inf(1)}, 3, 9}, {0, 1.2, one, 0, 1.2}, {0, 12345, Range{}, 0, 15000},
	} {
		from, to, at, _ := outward(c.lo, c.hi, 7, c.within)
		if math.Abs(from-c.from) > 1e-9 || math.Abs(to-c.to) > 1e-9 || len(at) < 2 || len(at) > 7 {
			t.Errorf("%g to %g within %v: got %g to %g with %v, want %g to %g", c.lo, c.hi, c.within, from, to, at, c.from, c.to)
		}
	}
}

// The best stands out, unless half are as good.
func TestLeader(t *testing.T) {
	for _, c := range []struct {
		better score.Better
		values []float64
		want   float64
	}{
		{score.Higher, []float64{1, 3, 2}, 3}, {score.Lower, []float64{1, 3, 2}, 1}, {score.Higher, []float64{1, 1, 0}, score.Absent},
		{score.Higher, []float64{2, 2, 1, 0, 1}, 2}, {score.Unknown, []float64{1, 2}, score.Absent}, {score.Higher, []float64{1}, score.Absent},
		{score.Higher, []float64{1, 2}, 2}, {score.Higher, []float64{score.Absent, score.Absent}, score.Absent}, {score.Lower, nil, score.Absent},
		{score.Higher, []float64{score.Absent, 1, 2}, 2},
	} {
		if got := leader(c.better, c.values); got != c.want && !(score.IsAbsent(got) && score.IsAbsent(c.want)) {
			t.Errorf("leader of %v: got %v, want %v", c.values, got, c.want)
		}
	}
}

// A wider figure has more room, larger text is larger, no title is drawn where the caption has it, and grey is grey.
func TestStyle(t *testing.T) {
	c := Bar{Title: "Title", Better: score.Higher, Items: []BarItem{{Name: "a", Value: 1, Low: 0.9, High: 1.2}, {Name: "b", Value: 3}}}
	var svg bytes.Buffer
	if err := (Style{Width: 120, Size: 14, Untitled: true, Grey: true}).Write(&svg, SVG, c); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(svg.String(), ` width="120mm"`) || !strings.Contains(svg.String(), `viewBox="0 0 170.08 `) || !strings.Contains(svg.String(), "<title>Title</title>") {
		t.Errorf("got %.200s", svg.String())
	}
	for _, m := range regexp.MustCompile(`#(..)(..)(..)"`).FindAllStringSubmatch(svg.String(), -1) {
		if m[1] != m[2] || m[2] != m[3] {
			t.Errorf("%s is not grey", m[0])
		}
	}
	s, err := c.layout(Style{Untitled: true})
	if err != nil || slices.ContainsFunc(s.boxes, func(b box) bool { return b.text == "Title" }) {
		t.Errorf("the title is drawn, %v", err)
	}
	if err := (Style{Width: 3}).Write(&svg, SVG, c); err == nil || !strings.Contains(err.Error(), "want 40 to 400") {
		t.Errorf("got %v", err)
	}
}

// Long names take several lines, and keep all their letters: they lost their middle before.
func TestWrapped(t *testing.T) {
	s := Style{}.scene("", column)
	for _, name := range []string{"ten-large-finetuned-on-numerals-seed-1-of-5-with-coverage", "a name of many words that has no end of them", strings.Repeat("x", 60)} {
		lines, widest := s.wrapped([]string{name}, []letterform{body}, nameShare*column)
		spaced := strings.ReplaceAll(name, " ", "")
		if got := strings.ReplaceAll(strings.Join(lines[0], ""), " ", ""); got != spaced || widest > nameShare*column || len(lines[0]) < 2 {
			t.Errorf("%q: %q, %g wide", name, lines[0], widest)
		}
	}
}

// The note names the test, and says nothing that it does not.
func TestCriticalNote(t *testing.T) {
	two := []CriticalItem{{Rank: 1}, {Rank: 2}}
	for _, c := range []struct {
		test string
		bars [][]int
		want string
	}{
		{"Tukey's HSD", [][]int{{0, 1}}, "Tukey's HSD, 17 documents. Systems joined by a thick line do not differ significantly at level 0.05."},
		{"Tukey's HSD", [][]int{{0, 2}}, "Tukey's HSD, 17 documents. Systems joined by a thick line do not differ significantly at level 0.05. Where a line is thin, it passes systems that differ from some of those that it joins."},
		{"Tukey's HSD", nil, "Tukey's HSD, 17 documents: all systems differ significantly at level 0.05."},
		{"", nil, ""},
	} {
		if got := (Critical{Items: two, Test: c.test, Alpha: 0.05, Documents: 17}).note(c.bars); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestMissing(t *testing.T) {
	if got := Missing("tf-idf", "Ελληνικά Ünïcödé", "a\u0301\t\u200d\x00"); len(got) != 0 {
		t.Errorf("got %q", got)
	}
	if got, want := string(Missing("日本", "a", "本😀")), "日本😀"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSpread(t *testing.T) {
	got := spread([]float64{10, 11, 12, 50}, 5, 0, 60)
	if d := cmp.Diff([]float64{6, 11, 16, 50}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]float64{0, 5, 10}, spread([]float64{0, 0, 0}, 5, 0, 60)); d != "" {
		t.Error(d)
	}
}

// A point belongs to the nearest centre, and neighbours share no point.
func TestHexagon(t *testing.T) {
	wide, high := math.Sqrt(3), 1.5
	for x := -3.0; x < 3; x += 0.13 {
		for y := -3.0; y < 3; y += 0.17 {
			cx, cy := hexCentre(hexagon(x, y, wide, high), wide, high)
			if d := math.Hypot(x-cx, y-cy); d > 1+1e-9 {
				t.Errorf("%g, %g is %g from its centre", x, y, d)
			}
		}
	}
}

// Text is readable on every colour that it can stand on.
func TestContrast(t *testing.T) {
	ratio := func(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }
	for v := -1.0; v <= 1; v += 0.01 {
		for _, c := range []struct{ ground, text float64 }{
			{luminance(diverging(v)), luminance(on(diverging(v)))},
			{luminance(amount(math.Abs(v))), luminance(on(amount(math.Abs(v))))},
		} {
			if r := ratio(c.ground, c.text); r < 4.5 {
				t.Errorf("contrast %.2f at %g", r, v)
			}
		}
	}
	for _, c := range []float64{luminance(ink), luminance(grey)} {
		if ratio(c, 1) < 4.5 {
			t.Errorf("contrast %.2f on paper", ratio(c, 1))
		}
	}
}

func TestFormats(t *testing.T) {
	for name, want := range map[string]Format{"svg": SVG, "charts/bar_overall.svg": SVG, "A.PNG": PNG, "x.y.pdf": PDF} {
		if got, err := FormatOf(name); err != nil || got != want {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
	if _, err := FormatOf("a.gif"); err == nil || !strings.Contains(err.Error(), "have svg, png, pdf") {
		t.Errorf("got %v", err)
	}
}

// All formats have the size of the figure, and the same bytes each time.
func TestWrite(t *testing.T) {
	c := Bar{Title: "Título (日本)", Items: []BarItem{{Name: "a", Value: 1, Low: 0.9, High: 1.2}, {Name: "b", Value: 3}}}
	s, err := c.layout(Style{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []Format{SVG, PNG, PDF} {
		var a, b bytes.Buffer
		if err := Write(&a, f, c); err != nil {
			t.Fatal(err)
		}
		if err := Write(&b, f, c); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s differs from itself, %v", f, err)
		}
		switch f {
		case PNG:
			img, err := png.Decode(&a)
			if err != nil {
				t.Fatal(err)
			}
			if got := img.Bounds(); got.Dx() != int(math.Ceil(s.w/72*resolution)) || got.Dy() != int(math.Ceil(s.h/72*resolution)) {
				t.Errorf("PNG of %v", got)
			}
		case PDF:
			text := a.String()
			if !strings.HasPrefix(text, "%PDF-1.4\n") || !strings.HasSuffix(text, "%%EOF\n") || !strings.Contains(text, "/MediaBox [0 0 240.94 "+short(s.h)+"]") {
				t.Error("PDF has no head, size or end")
			}
		}
	}
}

// Charts may be drawn side by side.
func TestConcurrent(t *testing.T) {
	c := Bar{Title: "AVATAR", Items: []BarItem{{Name: "a", Value: 1}, {Name: "日", Value: 3}}}
	var want bytes.Buffer
	if err := Write(&want, SVG, c); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			var got bytes.Buffer
			if err := Write(&got, SVG, c); err != nil || got.String() != want.String() {
				t.Errorf("another figure, %v", err)
			}
		})
	}
	group.Wait()
}

// What has no values says so; what does not fit together is refused.
func TestEmpty(t *testing.T) {
	for _, c := range []Chart{
		Bar{}, Bar{Items: []BarItem{{Name: "a", Value: score.Absent}}}, Box{}, Box{Items: []BoxItem{{Name: "a"}}}, Metrics{},
		Scatter{X: score.SeriesOf(score.Absent), Y: score.SeriesOf(1)}, Correlation{}, Correlation{Names: []string{"a"}, R: [][]float64{{1}}},
		Critical{}, Groups{}, Groups{Stacked: true}, Line{}, Calibration{},
	} {
		s, err := c.layout(Style{})
		if err != nil {
			t.Errorf("%T: %v", c, err)
		} else if !slices.ContainsFunc(s.boxes, func(b box) bool { return b.text == "no values" }) {
			t.Errorf("%T does not say that it is empty", c)
		}
	}
	one := []float64{1}
	for _, c := range []Chart{
		Scatter{X: score.SeriesOf(1)}, Scatter{X: score.SeriesOf(1), Y: score.SeriesOf(1), Names: []string{"a", "b"}}, Metrics{Values: one},
		Correlation{Names: []string{"a"}, R: [][]float64{{1, 2}}}, Correlation{Names: []string{"a", "b"}, R: [][]float64{{1, 2}, {2, 1}}},
		Groups{Rows: []GroupRow{{Name: "a", Values: one}}}, Groups{Stacked: true, Series: []Series{{}}, Rows: []GroupRow{{Name: "a", Values: []float64{-1}}}},
		Line{Curves: []Curve{{X: one}}}, Calibration{Bins: []CalibrationBin{{Predicted: 2, N: 1}}},
	} {
		if _, err := c.layout(Style{}); err == nil {
			t.Errorf("%+v is drawn", c)
		}
	}
}

// A stacked row shows the interval of its first share, and the description has its ends. Ratings are dots on their whole
// scale, whatever their values.
func TestShareIntervals(t *testing.T) {
	g := Groups{Stacked: true, Level: 0.95, Note: "12 answers.", Series: []Series{{Name: "yes"}, {Name: "no"}},
		Rows: []GroupRow{{Name: "a", Values: []float64{0.75, 0.25}, Low: 0.5, High: 0.9}, {Name: "b", Values: []float64{score.Absent, 1}, Low: 0.1, High: 0.2}}}
	s, err := g.layout(Style{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(s.desc, "; "), "a: yes 75% (50% to 90%), no 25%; b: no 100%; Thin lines are 95% confidence intervals of the share of “yes”. 12 answers."; got != want {
		t.Errorf("the description is %q, want %q", got, want)
	}
	b := Bar{Dots: true, Range: Range{1, 5}, Items: []BarItem{{Name: "a", Value: 4.1, Low: 3.9, High: 4.4}, {Name: "b", Value: 4.2, Low: 4, High: 4.5}}}
	if s, err = b.layout(Style{}); err != nil {
		t.Fatal(err)
	}
	for _, tick := range []string{"1", "5"} {
		if !slices.ContainsFunc(s.boxes, func(b box) bool { return b.text == tick }) {
			t.Errorf("the axis has no %s", tick)
		}
	}
	if strings.Contains(strings.Join(s.desc, " "), "cut") {
		t.Error("an axis over the whole range is not cut")
	}
}
