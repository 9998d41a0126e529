package figure_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hed/analysis"
	"hed/chart"
	"hed/report/figure"
	"hed/score"
	"hed/stat"
)

func found(t *testing.T, systems, columns int) *analysis.Analysis {
	t.Helper()
	var cols []score.Column
	for c := range columns {
		cols = append(cols, score.Column{Name: fmt.Sprintf("m%d", c), Metric: fmt.Sprintf("metric%d", c), Title: fmt.Sprintf("Measure %d", c), Doc: "a measure", Better: score.Higher, High: 1, Assume: "checked"})
	}
	var names []string
	for s := range systems {
		names = append(names, fmt.Sprintf("s%d", s))
	}
	tab := score.NewTable(names, cols)
	r := rand.New(rand.NewPCG(5, 6))
	for d := range 30 {
		row := make([]float64, systems*columns)
		for i := range row {
			row[i] = r.Float64()
		}
		tab.Append(fmt.Sprint(d), row)
	}
	a, err := analysis.Of(t.Context(), tab, analysis.Options{Overall: score.Unit, Intervals: stat.Resampling{Resamples: 50, Level: 0.95}})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The names are those that the folder of an evaluation promises, and all of
// it can be drawn.
func TestFigures(t *testing.T) {
	a := found(t, 3, 7)
	for list, want := range map[string]int{
		figure.Default: 1 + 8 + 7 + 3 + 12 + 1, "overview": 1, "bar": 8, "box:format=png": 7, "metrics": 3, "scatter": 12, "correlation:format=pdf": 1, "critical": 7,
		"scatter:pairs=m0/m1/m2/m0": 2, "none": 0, "bar,bar:format=pdf": 16, "scatter:pairs=m0/m1/m0/m1,scatter:pairs=m0/m1": 1,
	} {
		c, err := figure.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(a.Columns, []string{"s0", "s1", "s2"}); err != nil {
			t.Fatal(err)
		}
		figures := c.Figures(a)
		if len(figures) != want {
			t.Errorf("%s: %d figures, want %d", list, len(figures), want)
		}
		var files []string
		for i := range figures {
			f := &figures[i]
			if f.Title == "" || f.Kind == "" || slices.Contains(files, f.File()) {
				t.Errorf("%s: figure %+v", list, f)
			}
			files = append(files, f.File())
			if err := f.Write(io.Discard, f.Format); err != nil {
				t.Errorf("%s: %s: %v", list, f.Name, err)
			}
		}
		switch list {
		case "bar":
			if files[0] != "bar_overall.svg" || files[1] != "bar_m0.svg" {
				t.Errorf("got %v", files)
			}
		case "box:format=png":
			if files[6] != "box_m6.png" {
				t.Errorf("got %v", files)
			}
		case "scatter:pairs=m0/m1/m2/m0":
			if want := []string{"scatter_m0_m1.svg", "scatter_m2_m0.svg"}; !slices.Equal(files, want) {
				t.Errorf("got %v", files)
			}
		}
	}
}

// With one system, one column or none there is less to draw, and no panic.
func TestFew(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 3}, {2, 1}, {2, 0}} {
		a := found(t, size[0], size[1])
		c, err := figure.Parse(figure.Default + ",critical")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range c.Figures(a) {
			if err := f.Write(io.Discard, chart.SVG); err != nil {
				t.Errorf("%v: %s: %v", size, f.Name, err)
			}
		}
	}
}

func TestWrong(t *testing.T) {
	for list, want := range map[string]string{
		"bar,box,bar:format=svg":    "chart bar is given twice",
		"scatter,scatter":           "chart scatter is given twice",
		"bar,none":                  "chart none draws nothing, so it cannot be combined",
		"radar":                     `no chart "radar"; have overview, bar, box,`,
		"bar:format=gif":            `chart bar: unknown chart format "gif"; have svg, png, pdf`,
		"bar:pairs=a/b":             `chart bar: no option "pairs"`,
		"scatter:pairs=m0/m1/m2":    "has 3 columns; want pairs",
		"bar:columns=m0/nonsense":   `chart bar: no column "nonsense" among those that are measured`,
		"bar:systems=s1/s9":         `chart bar: no system "s9"; have s0, s1`,
		"bar:width=10":              "chart bar: a width of 10 mm; want 40 to 400",
		"bar:size=3":                "chart bar: text of 3 points; want 5 to 24",
		"bar,bar:grey=yes":          "chart bar is given twice",
		"scatter:pairs=m0/overall":  "a headline has no overall score",
		"scatter:pairs=m0/nonsense": `chart scatter: no column "nonsense" among those that are measured`,
	} {
		c, err := figure.Parse(list)
		if err == nil {
			err = c.Check([]score.Column{{Name: "m0"}, {Name: "m1"}, {Name: "m2"}}, []string{"s0", "s1"})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", list, err, want)
		}
	}
}

// The axis says what the overall score is.
func TestOverallAxis(t *testing.T) {
	a := found(t, 2, 2)
	c, err := figure.Parse("bar")
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[score.Overall]string{score.Unit: "Overall score: mean of all 2 measures, each mapped to 0–1", score.Plain: "Overall score: mean of all 2 measures as they are", score.OverallOf("m1"): "Overall score: Measure 1, mapped to 0–1"} {
		a.Overall = kind
		if got := c.Figures(a)[0].Chart.(chart.Bar).Axis; got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
}

// The chart joins exactly the systems that the tests do not tell apart.
func TestCritical(t *testing.T) {
	a := found(t, 3, 1)
	c, err := figure.Parse("critical")
	if err != nil {
		t.Fatal(err)
	}
	k := c.Figures(a)[0].Chart.(chart.Critical)
	var want [][2]int
	for _, p := range a.Tests[0].Pairs {
		if !p.Significant {
			want = append(want, [2]int{p.A, p.B})
		}
	}
	if k.Documents != 30 || k.Alpha != 0.05 || k.Test != "Wilcoxon's signed-rank test, corrected by Holm" || len(want) == 0 || !slices.Equal(k.Same, want) {
		t.Errorf("got %+v, want to join %v", k, want)
	}
}

// What is asked for is drawn, and nothing else: columns, systems and pairs, in their order.
func TestChosen(t *testing.T) {
	a := found(t, 4, 5)
	var ranked []string
	for _, s := range a.Systems {
		ranked = append(ranked, s.Name)
	}
	for list, want := range map[string][]string{
		"bar:columns=m3/overall/m1":                 {"bar_overall.svg", "bar_m3.svg", "bar_m1.svg"},
		"overview:columns=m2":                       {"overview.svg"},
		"metrics:systems=s2/s0":                     {"metrics_s2.svg", "metrics_s0.svg"},
		"scatter:columns=m1/m2":                     {"scatter_m1_m2.svg"},
		"critical:columns=m0+systems=s1/s3":         {"critical_m0.svg"},
		"correlation:systems=s1+format=png":         {"correlation.png"},
		"bar:columns=m0,bar:columns=m0/m1+grey=yes": {"bar_m0.svg", "bar_m1.svg"},
	} {
		c, err := figure.Parse(list)
		if err == nil {
			err = c.Check(a.Columns, ranked)
		}
		if err != nil {
			t.Fatal(err)
		}
		var files []string
		for _, f := range c.Figures(a) {
			files = append(files, f.File())
			if err := f.Write(io.Discard, f.Format); err != nil {
				t.Errorf("%s: %s: %v", list, f.Name, err)
			}
			switch k := f.Chart.(type) {
			case chart.Overview:
				if len(k.Panels) != 1 || k.Panels[0].Title != "Measure 2" || len(k.Systems) != 4 {
					t.Errorf("%s: %+v", list, k)
				}
			case chart.Critical:
				if len(k.Items) != 2 || k.Items[0].Name != "s1" || k.Items[0].Rank+k.Items[1].Rank != 3 || len(k.Same) > 1 {
					t.Errorf("%s: %+v", list, k)
				}
			case chart.Correlation:
				at := slices.Index(ranked, "s1")
				if want := a.Systems[at].Pearson[1][2].R; k.R[1][2] != want {
					t.Errorf("%s: %v, want that of the system, %v", list, k.R[1][2], want)
				}
			}
		}
		if !slices.Equal(files, want) {
			t.Errorf("%s: %v, want %v", list, files, want)
		}
	}
	if len(a.Columns) != 5 || len(a.Systems) != 4 || len(a.Tests[0].Pairs) != 6 {
		t.Error("the analysis has changed")
	}
}

// Columns of one metric go together by what they are made of: rougeL against rougeLsum was the first of all pairs. Where
// there is one metric alone, its columns are all there is.
func TestPairs(t *testing.T) {
	a := found(t, 2, 4)
	a.Columns[0].Metric, a.Columns[1].Metric, a.Columns[3].Aside = "one", "one", true
	names := func() (all []string) {
		c, err := figure.Parse("scatter")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range c.Figures(a) {
			all = append(all, f.Name)
		}
		slices.Sort(all)
		return all
	}
	if got, want := names(), []string{"scatter_m0_m2", "scatter_m1_m2"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	a.Columns[2].Metric = "one"
	if got, want := names(), []string{"scatter_m0_m1", "scatter_m0_m2", "scatter_m1_m2"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A box of right and wrong would be a line at 0 or 1, and a scatter chart two lines: such measures have shares with intervals, once.
func TestTwoValued(t *testing.T) {
	a := found(t, 2, 3)
	for _, s := range a.Systems {
		values := s.Series[1].Values()
		for d := range values {
			values[d] = float64(d % 2)
		}
	}
	for list, want := range map[string][]string{
		"box":                {"box_m0 chart.Box", "box_m1 chart.Bar", "box_m2 chart.Box"},
		"bar:columns=m1,box": {"bar_m1 chart.Bar", "box_m0 chart.Box", "box_m2 chart.Box"},
		"scatter":            {"scatter_m0_m2 chart.Scatter"},
	} {
		c, err := figure.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range c.Figures(a) {
			got = append(got, fmt.Sprintf("%s %T", f.Name, f.Chart))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", list, got, want)
		}
	}
}

// Baselines are grey wherever they stand.
func TestBaselines(t *testing.T) {
	a := found(t, 3, 3)
	c, err := figure.Parse("overview,bar:columns=m0,box:columns=m0,critical:columns=m0,metrics")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range c.Figures(a, "s1") {
		grey := map[string]bool{}
		switch k := f.Chart.(type) {
		case chart.Overview:
			for _, s := range k.Systems {
				grey[s.Name] = s.Baseline
			}
		case chart.Bar:
			for _, s := range k.Items {
				grey[s.Name] = s.Baseline
			}
		case chart.Box:
			for _, s := range k.Items {
				grey[s.Name] = s.Baseline
			}
		case chart.Critical:
			for _, s := range k.Items {
				grey[s.Name] = s.Baseline
			}
		case chart.Metrics:
			if k.Baseline != (f.Name == "metrics_s1") {
				t.Errorf("%s: %v", f.Name, k.Baseline)
			}
			continue
		}
		if grey["s0"] || !grey["s1"] || grey["s2"] {
			t.Errorf("%s: %v", f.Name, grey)
		}
	}
}
