package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hed/internal/race"
	"hed/score"
)

// kinds of names that systems have.
var namings = map[string]func(i int) string{
	"short": func(i int) string { return fmt.Sprint("s", i) },
	"plain": func(i int) string { return []string{"first", "random", "T5-base", "wtextrank"}[i%4] + fmt.Sprint(i) },
	"long": func(i int) string {
		return fmt.Sprintf("transformer-encoder-numeral-aware-large-finetuned-seed-%05d", i)
	},
	"alike": func(i int) string {
		return strings.Repeat("a very long name ", 2) + fmt.Sprint(i) + strings.Repeat(" and its long end", 2)
	},
	"foreign": func(i int) string { return "日本語の見出し生成モデル" + string(rune('一'+i)) + " 😀" },
	"odd":     func(i int) string { return "\x00<b>&\"'\n\t\xff" + strings.Repeat("W", 3*i) },
}

// systems are charts of n systems with the given names.
func systems(n int, name func(int) string, rng *rand.Rand) map[string]Chart {
	bar := Bar{Title: "What is compared, in a title that is so long that it needs more than one line", Axis: "ROUGE-1 F1", Better: score.Higher, Level: 0.95}
	dots := Bar{Title: "Dots", Axis: strings.Repeat("a long measure ", 8), Better: score.Lower}
	box := Box{Title: "Box", Axis: "fog", Better: score.Lower}
	overview := Overview{Title: "Overview", Documents: 12, Level: 0.95}
	for k := range 1 + n%11 {
		overview.Panels = append(overview.Panels, Panel{Title: "Panel " + strings.Repeat("measure ", k%5), Better: score.Better(k%3 - 1)})
	}
	metrics := Metrics{Title: "Metrics"}
	named := Scatter{X: new(score.Series), Y: new(score.Series), Title: "Scatter", XAxis: "x", YAxis: "y", Level: 0.95}
	correlation := Correlation{Title: "Correlation", R: make([][]float64, n)}
	critical := Critical{Title: "Critical", Axis: "overall", Test: "The rank-sum test of Mann and Whitney, corrected by Holm", Alpha: 0.05, Documents: 12_345, Same: [][2]int{{0, n - 1}}}
	groups := Groups{Title: "Groups", Axis: "accuracy", Series: []Series{{"copy", 0}, {"reasoning", 1}, {strings.Repeat("long series ", 9), 2}}}
	stacked := Groups{Title: "Stacked", Stacked: true, Ordered: true, Series: []Series{{"yes", 0}, {"no", 1}}}
	line := Line{Title: "Line", XAxis: "x", YAxis: "y", Thresholds: []Threshold{{"chosen", 0.5, true}, {"a baseline", 0.5, false}, {"another", 0.49, false}}}
	for i := range n {
		v, w := rng.NormFloat64(), rng.Float64()
		bar.Items = append(bar.Items, BarItem{Name: name(i), Value: v, Low: v - 0.1, High: v + 0.2*w, Baseline: i%2 == 1})
		dots.Items = append(dots.Items, BarItem{Name: name(i), Value: 0.9 + 0.01*w})
		it := BoxItem{Name: name(i), Values: new(score.Series), Baseline: i%2 == 1}
		for range rng.IntN(50) {
			it.Values.Append(rng.NormFloat64())
		}
		box.Items = append(box.Items, it)
		overview.Systems = append(overview.Systems, OverviewSystem{name(i), i%2 == 1})
		for k := range overview.Panels {
			p, x := &overview.Panels[k], rng.NormFloat64()*math.Pow(10, float64(k-4))
			p.Values, p.Low, p.High = append(p.Values, x), append(p.Low, x-rng.Float64()), append(p.High, x+rng.Float64())
		}
		metrics.Columns = append(metrics.Columns, score.Column{Name: name(i), Title: name(i), Better: score.Better(i%3 - 1), Full: float64(i % 5)})
		metrics.Values = append(metrics.Values, 5*w)
		named.X.Append(w)
		named.Y.Append(w + 0.3*v)
		named.Names = append(named.Names, name(i))
		correlation.Names = append(correlation.Names, name(i))
		correlation.R[i] = make([]float64, n)
		for j := range i {
			r := 2*rng.Float64() - 1
			correlation.R[i][j], correlation.R[j][i] = r, r
		}
		critical.Items = append(critical.Items, CriticalItem{Name: name(i), Rank: 1 + float64(n-1)*w, Low: 0.5 + float64(n-1)*w, High: 2 + float64(n-1)*w, Baseline: i%2 == 1})
		groups.Rows = append(groups.Rows, GroupRow{Name: name(i), Values: []float64{v, w, score.Absent}})
		stacked.Rows = append(stacked.Rows, GroupRow{Name: name(i), Values: []float64{float64(rng.IntN(9)), float64(rng.IntN(9))}})
		line.Curves = append(line.Curves, Curve{Series{name(i), i}, []float64{0, 0.5, 1}, []float64{w, v, w * w}})
	}
	joined := critical
	joined.Same = nil
	for i := range n {
		for k := range i {
			if rng.IntN(3) > 0 {
				joined.Same = append(joined.Same, [2]int{k, i})
			}
		}
	}
	return map[string]Chart{
		"joined": joined, "bar": bar, "overview": overview, "dots": dots, "box": box, "metrics": metrics, "named": named, "correlation": correlation,
		"critical": critical, "groups": groups, "stacked": stacked, "line": line,
	}
}

// TestTextStandsFree draws charts of 1 to 30 systems with all kinds of names:
// no text touches another or leaves the paper, and none is smaller than 7
// points.
func TestTextStandsFree(t *testing.T) {
	race.Skip(t, "it is one goroutine")
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 17, 24, 30} {
		for naming, name := range namings {
			rng := rand.New(rand.NewPCG(uint64(n), 7))
			for kind, c := range systems(n, name, rng) {
				for _, st := range []Style{{}, {Width: 60}, {Width: 175, Size: 9, Untitled: true, Grey: true}} {
					s, err := c.layout(st)
					if err != nil {
						t.Fatal(err)
					}
					for _, problem := range crowded(s) {
						t.Errorf("%s of %d, %s names, %+v: %s", kind, n, naming, st, problem)
					}
				}
			}
		}
	}
}

func crowded(s *scene) (problems []string) {
	const slack = 0.01
	for _, it := range s.items {
		if it.letters != nil && it.size < 7 {
			problems = append(problems, fmt.Sprintf("text of %g points", it.size))
		}
		if it.path == nil {
			continue
		}
		for _, v := range it.at {
			if !finite(v) {
				return append(problems, "a path goes nowhere")
			}
		}
		if x0, y0, x1, y1 := it.bounds(); x0 < -1 || y0 < -1 || x1 > s.w+1 || y1 > s.h+1 {
			problems = append(problems, fmt.Sprintf("a path leaves the paper: %.1f %.1f %.1f %.1f", x0, y0, x1, y1))
		}
	}
	for i, b := range s.boxes {
		if b.x0 < -slack || b.y0 < -slack || b.x1 > s.w+slack || b.y1 > s.h+slack {
			problems = append(problems, fmt.Sprintf("%q leaves the paper", b.text))
		}
		for _, o := range s.boxes[:i] {
			if b.touches(o) {
				problems = append(problems, fmt.Sprintf("%q touches %q", b.text, o.text))
			}
		}
	}
	return problems
}

// TestCrowded shows that the test above can fail.
func TestCrowded(t *testing.T) {
	s := Style{}.scene("title", column)
	s.text(10, 60, 0, "one", body)
	s.text(14, 62, 0, "two", body)
	s.text(column, 90, 0, "out", body)
	s.dot(math.NaN(), 1, 1, pen{fill: ink})
	s.y = 100
	s.finish()
	if got := crowded(s); len(got) != 1 || got[0] != "a path goes nowhere" {
		t.Error(got)
	}
	s.items = s.items[:len(s.items)-1]
	if got := strings.Join(crowded(s), "; "); got != `"two" touches "one"; "out" leaves the paper` {
		t.Error(got)
	}
}

// Values beyond the whiskers are rings on both sides, one a place: a corpus has
// thousands of the same.
func TestRings(t *testing.T) {
	var values []float64
	for i := range 1000 {
		values = append(values, 0.4+float64(i)/5000)
	}
	for range 100 {
		values = append(values, 0, 1, 1.5)
	}
	values = append(values, 1.50000001)
	s, err := Box{Items: []BoxItem{{Name: "a", Values: score.SeriesOf(values...)}}}.layout(Style{})
	if err != nil {
		t.Fatal(err)
	}
	var rings []float64
	for _, it := range s.items {
		if it.circle[2] > 0 {
			rings = append(rings, it.circle[1]) // one box stands
		}
	}
	if len(rings) != 3 || !(rings[0] > rings[1] && rings[1] > rings[2]) {
		t.Errorf("rings at %v, want one at each of 0, 1 and 1.5", rings)
	}
}

// Names lose what they have in common, and are numbered where all else fails.
func TestNames(t *testing.T) {
	s := Style{}.scene("", column)
	for naming, name := range namings {
		var long []string
		for i := range 30 {
			long = append(long, name(i))
		}
		for _, limit := range []float64{0.45 * column, 0.2 * column} {
			short, widest := s.names(long, limit)
			if n := distinct(short); n != 30 {
				t.Errorf("%s names: only %d of 30 differ at %.0f points, as %q", naming, n, limit, short[0])
			}
			if widest > limit {
				t.Errorf("%s names: %g wide, more than %g", naming, widest, limit)
			}
		}
	}
}

// FuzzBar draws what no measure would give.
func FuzzBar(f *testing.F) {
	f.Add("a", "b", 0.5, 0.4, 0.6, 0.7, 3)
	f.Add("", "\xff", math.Inf(1), math.NaN(), 0.0, math.Copysign(0, -1), -5)
	f.Add("x", "y", 1e149, -1e149, 1e-320, 5e-324, 1<<40)
	f.Add("x", "y", 0.5, 0.5, 0.5, math.Nextafter(0.5, 1), 9)
	f.Add("x", "y", -1e-5, -1.01e-5, -0.9e-5, -1.02e-5, 9)
	f.Fuzz(func(t *testing.T, a, b string, v, low, high, w float64, colour int) {
		for _, c := range []Chart{
			Bar{Title: a + b, Axis: b, Better: score.Lower, Level: low, Items: []BarItem{{a, v, low, high, "", false}, {b, w, 0, 0, a, true}}},
			Box{Title: a, Items: []BoxItem{{a, score.SeriesOf(v, low, high, w), false}, {b, score.SeriesOf(v), true}}},
			Scatter{Title: a, X: score.SeriesOf(v, low, 1), Y: score.SeriesOf(high, w, 1), Names: []string{a, b, ""}, Level: low},
			Line{Title: a, Curves: []Curve{{Series{a, colour}, []float64{v, w, 0}, []float64{low, high, 1}}}, Thresholds: []Threshold{{b, w, true}, {a, v, false}}},
			Critical{Title: a, Items: []CriticalItem{{a, v, low, high, false}, {b, w, 0, 0, true}}, Test: b, Same: [][2]int{{0, 1}}, Alpha: high},
			Groups{Title: a, Series: []Series{{a, colour}, {b, 1}}, Rows: []GroupRow{{Name: a, Values: []float64{v, w}}, {Name: b, Values: []float64{low, high}, Low: 0.2, High: 0.7}}},
		} {
			s, err := c.layout(Style{})
			if err != nil {
				t.Fatal(err)
			}
			for _, problem := range crowded(s) {
				t.Errorf("%T: %s", c, problem)
			}
			var svg bytes.Buffer
			if err := s.writeSVG(&svg); err != nil {
				t.Fatal(err)
			}
			if err := xml.Unmarshal(svg.Bytes(), new(struct{})); err != nil {
				t.Errorf("%T: %v", c, err)
			}
		}
	})
}
