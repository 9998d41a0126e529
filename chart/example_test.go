package chart_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"hed/chart"
	"hed/internal/golden"
	"hed/score"
)

// out is where the examples draw; the tests put a buffer there.
var out io.Writer = os.Stdout

func ExampleBar() {
	chart.Write(out, chart.SVG, chart.Bar{
		Title:  "ROUGE-1 of seven systems on 500 articles",
		Axis:   "ROUGE-1 F1",
		Better: score.Higher,
		Level:  0.95,
		Items: []chart.BarItem{
			{Name: "first", Value: 0.312, Low: 0.301, High: 0.323, Baseline: true},
			{Name: "random", Value: 0.118, Low: 0.109, High: 0.127, Baseline: true},
			{Name: "tfidf", Value: 0.143, Low: 0.135, High: 0.151, Baseline: true},
			{Name: "wtextrank", Value: 0.167, Low: 0.158, High: 0.176, Baseline: true},
			{Name: "stextrank", Value: 0.205, Low: 0.194, High: 0.216, Baseline: true},
			{Name: "ten-large-finetuned-on-numerals-seed-1", Value: 0.471, Low: 0.458, High: 0.484},
			{Name: "not yet run", Value: score.Absent},
		},
	})
}

// Where all bars would look the same, there are dots on a cut axis.
func ExampleBar_cut() {
	chart.Write(out, chart.SVG, chart.Bar{
		Title:  "Similarity of headlines to their references",
		Axis:   "cosine of word vectors",
		Better: score.Higher,
		Level:  0.95,
		Items: []chart.BarItem{
			{Name: "T5", Value: 0.842, Low: 0.836, High: 0.848},
			{Name: "BART", Value: 0.838, Low: 0.831, High: 0.845},
			{Name: "PN", Value: 0.815, Low: 0.806, High: 0.824},
		},
	})
}

func ExampleOverview() {
	chart.Write(out, chart.SVG, chart.Overview{
		Title: "Four systems on all measures", Level: 0.95, Documents: 500,
		Systems: []chart.OverviewSystem{{Name: "TEN"}, {Name: "T5"}, {Name: "first", Baseline: true}, {Name: "random", Baseline: true}},
		Panels: []chart.Panel{
			{
				Title: "ROUGE-1 F1", Better: score.Higher, Range: chart.Range{High: 1},
				Values: []float64{0.471, 0.466, 0.312, 0.118}, Low: []float64{0.458, 0.452, 0.301, 0.109}, High: []float64{0.484, 0.480, 0.323, 0.127},
			},
			{
				Title: "Numeral accuracy, reasoned", Better: score.Higher, Range: chart.Range{High: 1},
				Values: []float64{0.62, 0.41, score.Absent, 0.02}, Low: []float64{0.55, 0.35, score.Absent, 0}, High: []float64{0.69, 0.48, score.Absent, 0.05},
			},
			{
				Title: "Gunning fog index", Better: score.Lower, Range: chart.Range{High: math.Inf(1)},
				Values: []float64{9.31, 9.02, 11.4, 10.2}, Low: []float64{9.10, 8.81, 11.1, 9.9}, High: []float64{9.52, 9.25, 11.7, 10.5},
			},
		},
	})
}

func ExampleBox() {
	var items []chart.BoxItem
	for i, name := range []string{"first", "random", "TEN"} {
		it := chart.BoxItem{Name: name, Values: new(score.Series), Baseline: i < 2}
		for k := range 20 + 30*i {
			x := float64(k*k%37) / 37
			it.Values.Append(7 + float64(i) + 4*x*x)
		}
		items = append(items, it)
	}
	items[2].Values.Append(19)
	items[2].Values.Append(20.5)
	chart.Write(out, chart.SVG, chart.Box{
		Title: "Reading ease of three systems", Axis: "fog, years of school", Better: score.Lower, Items: items,
	})
}

func ExampleMetrics() {
	chart.Write(out, chart.SVG, chart.Metrics{
		Title: "All measures of first",
		Columns: []score.Column{
			{Title: "ROUGE-1 recall", Better: score.Higher, High: 1},
			{Title: "ROUGE-2 recall", Better: score.Higher, High: 1},
			{Title: "LSI similarity", Better: score.Higher, High: 1},
			{Title: "Word vector similarity", Better: score.Higher, High: 1},
			{Title: "Gunning fog", Better: score.Lower, High: math.Inf(1), Full: 20},
			{Title: "Word length", Better: score.Lower, High: math.Inf(1), Full: 12},
		},
		Values: []float64{0.412, 0.193, 0.655, 0.781, 9.31, 5.02},
		Low:    []float64{0.399, 0.181, 0.640, 0.772, 9.10, 4.97},
		High:   []float64{0.425, 0.205, 0.670, 0.790, 9.52, 5.07},
		Level:  0.95,
	})
}

func ExampleScatter() {
	x, y := new(score.Series), new(score.Series)
	for i := range 120 {
		a, b := float64(i*37%120)/120, float64(i*53%120)/120
		x.Append(a)
		y.Append(0.7*a + 0.2*b*b)
	}
	chart.Write(out, chart.SVG, chart.Scatter{
		Title: "ROUGE-1 and ROUGE-SU of the same headlines",
		X:     x, XAxis: "ROUGE-1 recall", XBetter: score.Higher,
		Y: y, YAxis: "ROUGE-SU recall", YBetter: score.Higher,
		Level: 0.95,
	})
}

// A few points that have names, such as systems.
func ExampleScatter_names() {
	chart.Write(out, chart.SVG, chart.Scatter{
		Title: "Measure and human judgement, system by system",
		Names: []string{"first", "random", "tfidf", "stextrank", "TEN", "T5"},
		X:     score.SeriesOf(0.312, 0.118, 0.143, 0.205, 0.471, 0.466), XAxis: "ROUGE-1 F1", XBetter: score.Higher,
		Y: score.SeriesOf(3.1, 1.4, 1.3, 2.2, 4.2, 4.0), YAxis: "mean rating from 1 to 5", YBetter: score.Higher,
		Level: 0.95, Colour: []int{0, 1, 2, 3, 4, 5},
	})
}

func ExampleCorrelation() {
	chart.Write(out, chart.SVG, chart.Correlation{
		Title:  "Correlation of six measures",
		Method: "Pearson's r, pooled over systems",
		Names:  []string{"rouge1_r", "fog", "rouge2_r", "we_s", "awl", "rougeSU_r"},
		R: [][]float64{
			{1, -0.12, 0.83, 0.71, -0.05, 0.97},
			{-0.12, 1, -0.08, 0.03, 0.61, -0.10},
			{0.83, -0.08, 1, 0.58, -0.02, 0.88},
			{0.71, 0.03, 0.58, 1, score.Absent, 0.69},
			{-0.05, 0.61, -0.02, score.Absent, 1, -0.04},
			{0.97, -0.10, 0.88, 0.69, -0.04, 1},
		},
	})
}

func ExampleCritical() {
	chart.Write(out, chart.SVG, chart.Critical{
		Title: "Mean ranks of systems by ROUGE-1 F1", Axis: "ROUGE-1 F1", Alpha: 0.05, Level: 0.95, Documents: 17,
		Test: "Wilcoxon's signed-rank test, corrected by Holm", Same: [][2]int{{0, 5}, {1, 2}, {1, 3}, {2, 3}, {4, 5}, {0, 3}, {0, 2}},
		Items: []chart.CriticalItem{
			{Name: "first", Rank: 2.94, Low: 2.34, High: 3.49, Baseline: true}, {Name: "random", Rank: 5.12, Low: 4.52, High: 5.67, Baseline: true},
			{Name: "tfidf", Rank: 4.65, Low: 4.05, High: 5.20, Baseline: true}, {Name: "wtextrank", Rank: 4.06, Low: 3.46, High: 4.61, Baseline: true},
			{Name: "TEN", Rank: 1.53, Low: 0.93, High: 2.08}, {Name: "T5", Rank: 2.70, Low: 2.10, High: 3.25},
		},
	})
}

func ExampleGroups() {
	chart.Write(out, chart.SVG, chart.Groups{
		Title: "Numerals that are copied and inferred", Axis: "accuracy", Better: score.Higher,
		Series: []chart.Series{{Name: "copied", Colour: 0}, {Name: "inferred", Colour: 1}},
		Rows: []chart.GroupRow{
			{Name: "TEN", Values: []float64{0.76, 0.62}},
			{Name: "T5", Values: []float64{0.71, 0.41}},
			{Name: "first", Values: []float64{0.58, score.Absent}},
		},
	})
}

func ExampleGroups_stacked() {
	chart.Write(out, chart.SVG, chart.Groups{
		Title: "Does the article support the number in the headline?", Axis: "share of answers", Stacked: true,
		Series: []chart.Series{{Name: "yes", Colour: 2}, {Name: "cannot say", Colour: 1}, {Name: "no", Colour: 3}},
		Rows: []chart.GroupRow{
			{Name: "TEN", Values: []float64{41, 11, 8}},
			{Name: "T5", Values: []float64{35, 9, 16}},
			{Name: "first", Values: []float64{52, 6, 2}},
		},
	})
}

func ExampleLine() {
	x := []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}
	chart.Write(out, chart.SVG, chart.Line{
		Title: "Numeral accuracy when doubtful answers are left out", XAxis: "least confidence", YAxis: "accuracy", Better: score.Higher,
		Curves: []chart.Curve{
			{Series: chart.Series{Name: "copied", Colour: 0}, X: x, Y: []float64{0.70, 0.71, 0.72, 0.74, 0.77, 0.80, 0.84, 0.87, 0.91, 0.94, 0.97}},
			{Series: chart.Series{Name: "inferred", Colour: 1}, X: x, Y: []float64{0.48, 0.49, 0.51, 0.52, 0.56, 0.60, 0.66, 0.73, 0.80, 0.88, 0.95}},
		},
		Thresholds: []chart.Threshold{{Name: "chosen, 0.55", At: 0.55, X: true}, {Name: "always copying", At: 0.61}},
	})
}

func ExampleCalibration() {
	c := chart.Calibration{Title: "Confidence of the numeral solver", Level: 0.95}
	for i := range 10 {
		p := (float64(i) + 0.5) / 10
		o := p - 0.25*p*(1-p)
		c.Bins = append(c.Bins, chart.CalibrationBin{Predicted: p, Observed: o, Low: max(o-0.04, 0), High: min(o+0.04, 1), N: 40 + 23*i*i})
	}
	chart.Write(out, chart.SVG, c)
}

// TestExamples holds the figures against their golden files, and to what
// every figure promises: well-formed XML of a modest size, without scripts
// and numbers that are none, with a text for those who cannot see it.
func TestExamples(t *testing.T) {
	defer func() { out = os.Stdout }()
	for _, e := range []struct {
		name string
		draw func()
	}{
		{"bar", ExampleBar}, {"bar_cut", ExampleBar_cut}, {"box", ExampleBox}, {"overview", ExampleOverview}, {"metrics", ExampleMetrics},
		{"scatter", ExampleScatter}, {"scatter_names", ExampleScatter_names}, {"correlation", ExampleCorrelation},
		{"critical", ExampleCritical}, {"groups", ExampleGroups}, {"groups_stacked", ExampleGroups_stacked},
		{"line", ExampleLine}, {"calibration", ExampleCalibration},
	} {
		t.Run(e.name, func(t *testing.T) {
			var b bytes.Buffer
			out = &b
			e.draw()
			golden.Check(t, e.name+".svg", b.String())
			if b.Len() > 40_000 {
				t.Errorf("%d bytes", b.Len())
			}
			wellFormed(t, b.String())
		})
	}
}

func wellFormed(t *testing.T, svg string) {
	t.Helper()
	var root struct {
		Role  string `xml:"role,attr"`
		Label string `xml:"aria-label,attr"`
		Title string `xml:"title"`
		Desc  string `xml:"desc"`
	}
	if err := xml.Unmarshal([]byte(svg), &root); err != nil {
		t.Fatal(err)
	}
	if root.Role != "img" || root.Label != root.Title || root.Desc == "" {
		t.Errorf("role %q, label %q, title %q, desc %q", root.Role, root.Label, root.Title, root.Desc)
	}
	_, body, _ := strings.Cut(svg, "</desc>")
	for _, bad := range []string{"NaN", "Inf", "<script"} {
		if strings.Contains(body, bad) {
			t.Errorf("the figure has %q", bad)
		}
	}
}
