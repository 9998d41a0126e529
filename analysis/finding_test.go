package analysis_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed"
	"hed/analysis"
	"hed/score"
	"hed/stat"
)

// A system that wins often by little and loses seldom by much has the better
// ranks and the worse mean. Neither is better, and nobody may say so.
func TestMixed(t *testing.T) {
	tab := score.NewTable([]string{"often", "rare"}, []score.Column{{Name: "up", Better: score.Higher, High: 1}, {Name: "down", Better: score.Lower, High: 1}})
	for d := range 40 {
		often, rare := 0.9+0.001*float64(d), 0.88+0.0009*float64(d)
		if d%8 == 0 {
			often, rare = 0.1+0.001*float64(d), 0.9
		}
		tab.Append(fmt.Sprint(d), []float64{often, 1 - often, rare, 1 - rare})
	}
	a := analyse(t, tab, analysis.SignedRank)
	rare := slices.IndexFunc(a.Systems, func(s analysis.System) bool { return s.Name == "rare" })
	for c := range a.Columns {
		p := a.Tests[c].Pairs[0]
		if !p.Significant || !(p.Difference*p.Effect < 0) {
			t.Fatalf("the example shows nothing: %+v", p)
		}
		for i := range 2 {
			if got := a.Verdict(c, i, 1-i); got != analysis.Mixed {
				t.Errorf("column %d: %s", c, got)
			}
		}
		if st := a.Standing(c); st.Best != rare || st.Against[1-rare] != analysis.Mixed || st.Against[rare] != analysis.Untested {
			t.Errorf("column %d: %+v", c, st)
		}
	}
	if got, want := a.Between(0, 1), (analysis.Record{Mixed: 2, Columns: 2}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := a.Finding(), "rare leads on 2 of 2 measures; on up and down the test does not agree with the mean."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A verdict is of the first of the pair, whichever comes first in the tests.
func TestPairVerdict(t *testing.T) {
	none := score.Absent
	for _, c := range []struct {
		better      score.Better
		pair        stat.Comparison
		want, other analysis.Verdict
	}{
		{score.Higher, stat.Comparison{P: 0.01, Difference: 1, Effect: 0.5, Significant: true}, analysis.Better, analysis.Worse},
		{score.Lower, stat.Comparison{P: 0.01, Difference: 1, Effect: 0.5, Significant: true}, analysis.Worse, analysis.Better},
		{score.Higher, stat.Comparison{P: 0.01, Difference: 1, Effect: -0.5, Significant: true}, analysis.Mixed, analysis.Mixed},
		{score.Higher, stat.Comparison{P: 0.01, Difference: 0, Effect: 0.5, Significant: true}, analysis.Mixed, analysis.Mixed},
		{score.Higher, stat.Comparison{P: 0, Difference: 1, Effect: none, Significant: true}, analysis.Better, analysis.Worse},
		{score.Higher, stat.Comparison{P: 0.2, Difference: 1, Effect: 0.5}, analysis.NoDifference, analysis.NoDifference},
		{score.Unknown, stat.Comparison{P: 0.01, Difference: 1, Effect: 0.5, Significant: true}, analysis.Different, analysis.Different},
		{score.Higher, stat.Comparison{P: none, Difference: 1, Effect: 0.5}, analysis.Untested, analysis.Untested},
	} {
		c.pair.B = 1
		a := &analysis.Analysis{Columns: []score.Column{{Better: c.better}}, Tests: []stat.Comparisons{{Pairs: []stat.Comparison{c.pair}}}}
		if got, other := a.Verdict(0, 0, 1), a.Verdict(0, 1, 0); got != c.want || other != c.other {
			t.Errorf("%+v: %s and %s, want %s and %s", c.pair, got, other, c.want, c.other)
		}
	}
	if got := (&analysis.Analysis{}).Verdict(0, 0, 1); got != analysis.Untested {
		t.Errorf("without tests: %s", got)
	}
}

func TestFinding(t *testing.T) {
	type m = []float64
	// Systems A, B and so on have these means. The test of column 1 is
	// significant if sure, the others are not.
	found := func(better score.Better, sure bool, means ...m) *analysis.Analysis {
		a := &analysis.Analysis{}
		for i, row := range means {
			s := analysis.System{Name: string(rune('A' + i)), Rank: i + 1, Overall: stat.Interval{Mean: row[0], Low: score.Absent, High: score.Absent}}
			for _, v := range row {
				s.Means = append(s.Means, stat.Interval{Mean: v, Low: score.Absent, High: score.Absent})
				if !score.IsAbsent(v) {
					s.Measured++
				}
			}
			a.Systems = append(a.Systems, s)
		}
		for c := range means[0] {
			a.Columns = append(a.Columns, score.Column{Name: fmt.Sprintf("m%d", c+1), Better: better})
			tests := stat.Comparisons{}
			for i := range means {
				for k := i + 1; k < len(means); k++ {
					d := means[i][c] - means[k][c]
					tests.Pairs = append(tests.Pairs, stat.Comparison{A: i, B: k, P: 0.5, Difference: d, Effect: d, Significant: sure && c == 0})
				}
			}
			a.Tests = append(a.Tests, tests)
		}
		return a
	}
	untested := found(score.Higher, true, m{1, 1}, m{0, 0})
	untested.Tests = nil
	mixed := found(score.Higher, true, m{1, 1, 1}, m{0, 0, 0})
	mixed.Tests[1].Pairs[0].Significant, mixed.Tests[1].Pairs[0].Effect = true, -0.5
	none := score.Absent
	for _, c := range []struct {
		*analysis.Analysis
		want string
	}{
		{&analysis.Analysis{}, "No system was evaluated."},
		{found(score.Higher, true, m{none}, m{none}), "No measure has a value for any system."},
		{found(score.Higher, true, m{0.5, none}), "A was evaluated alone; its overall score is 0.5000."},
		{found(score.Unknown, true, m{1}, m{0}), "No measure tells the systems apart."},
		{found(score.Higher, true, m{1}, m{none}), "No measure tells the systems apart."},
		{found(score.Higher, true, m{1}, m{1}), "No system leads on any of 1 measure."},
		{untested, "A leads on 2 of 2 measures."},
		{found(score.Higher, true, m{1}, m{0}), "A leads on 1 of 1 measure; the lead is significant."},
		{found(score.Higher, false, m{1}, m{0}), "A leads on 1 of 1 measure; the lead is not significant."},
		{found(score.Higher, false, m{1, 1}, m{0, 0}), "A leads on 2 of 2 measures; none of these leads is significant."},
		{found(score.Higher, true, m{1, 1}, m{0, 0}), "A leads on 2 of 2 measures; on m2 the lead is not significant."},
		{found(score.Higher, true, m{1, 1, 1, 1}, m{0, 0, 0, 0}), "A leads on 4 of 4 measures; on m2, m3 and m4 the lead is not significant."},
		{found(score.Higher, true, m{1, 1, 1, 1, 1}, m{0, 0, 0, 0, 0}), "A leads on 5 of 5 measures; on 4 of them the lead is not significant."},
		{mixed, "A leads on 3 of 3 measures; on m3 the lead is not significant; on m2 the test does not agree with the mean."},
		{found(score.Lower, true, m{0.9}, m{0.2}), "B leads on 1 of 1 measure; the lead is significant. The best overall score is that of A, 0.9000."},
	} {
		if got := c.Finding(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestOverall(t *testing.T) {
	tab := score.NewTable([]string{"u", "v"}, columns)
	for d := range 4 {
		tab.Append(fmt.Sprint(d), []float64{0.5, score.Absent, score.Absent, 0.4, 3, score.Absent})
	}
	a := analyse(t, tab, analysis.HEvAS)
	if d := cmp.Diff([]string{
		"the overall score of u is based on 1 of 2 measures",
		"overall: no confidence interval, since fewer than five values differ from the most common one; use more documents",
	}, a.Warnings()); d != "" {
		t.Error(d)
	}
	if a.Alpha != 0.05 {
		t.Errorf("level %v", a.Alpha)
	}
	if col := a.OverallColumn(); col.Low != 0 || col.High != 1 || a.Formula(1) != "1 - min(x,20)/20" {
		t.Errorf("unit: %+v, formula %s", col, a.Formula(1))
	}
	a.Overall = score.Plain
	if col := a.OverallColumn(); col.Low != 0 || col.High != 22.0/3 || a.Formula(1) != "x" {
		t.Errorf("plain: %+v, formula %s", col, a.Formula(1))
	}
	a.Overall = score.OverallOf("down")
	if col := a.OverallColumn(); col.Doc != "mean of down alone, mapped to 0–1" || col.String() != "overall|kind:unit|columns:down|version:"+hed.Version || a.Formula(0) != "" || a.Formula(1) != "1 - min(x,20)/20" {
		t.Errorf("one column: %+v, %s, formulas %q and %q", col, col.String(), a.Formula(0), a.Formula(1))
	}
	a.Overall = score.Plain
	a.Columns[0].High = math.Inf(1)
	if col := a.OverallColumn(); !math.IsInf(col.High, 1) {
		t.Errorf("plain of a column without a bound: %+v", col)
	}
	if got := analyse(t, table(40), analysis.HEvAS).Warnings(); len(got) != 0 {
		t.Errorf("complete systems: %q", got)
	}
}

func TestDigits(t *testing.T) {
	in := func(half float64) stat.Interval { return stat.Interval{Mean: 1, Low: 1 - half, High: 1 + half} }
	for _, c := range []struct {
		column []stat.Interval
		want   int
	}{
		{nil, 4}, {[]stat.Interval{in(score.Absent), in(0)}, 4}, {[]stat.Interval{in(0.012)}, 3}, {[]stat.Interval{in(0.5), in(0.02), in(0.01)}, 3},
		{[]stat.Interval{in(25)}, 0}, {[]stat.Interval{in(1e-9)}, 6},
	} {
		if got := analysis.Digits(c.column); got != c.want {
			t.Errorf("%v: %d, want %d", c.column, got, c.want)
		}
	}
}

// 200 systems are 19,900 pairs on each column, and each was looked for among all of them: the table of who beats whom
// took 98 seconds.
func TestManySystems(t *testing.T) {
	const systems, columns = 200, 20
	a := &analysis.Analysis{Systems: make([]analysis.System, systems), Columns: make([]score.Column, columns)}
	for c := range columns {
		a.Columns[c].Better = score.Higher
		var tests stat.Comparisons
		for i := range systems {
			for k := i + 1; k < systems; k++ {
				tests.Pairs = append(tests.Pairs, stat.Comparison{A: i, B: k, P: 0.01, Significant: (i+k+c)%3 == 0, Difference: 1, Effect: 1})
			}
		}
		a.Tests = append(a.Tests, tests)
	}
	start := time.Now()
	for i := range systems {
		for k := range systems {
			r := a.Between(i, k)
			if back := a.Between(k, i); i != k && (r.Columns != columns || r.Wins != back.Losses || r.Losses != back.Wins || (r.Wins > 0) != (i < k)) {
				t.Fatalf("%d against %d: %+v and %+v", i, k, r, back)
			}
		}
	}
	if took := time.Since(start); took > 40*time.Second {
		t.Errorf("all pairs took %v", took)
	}
}
