package run

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/analysis"
	"hed/internal/option"
	"hed/score"
	"hed/stat"
)

func change(name string, v analysis.Verdict) analysis.Change {
	ch := analysis.Change{Column: score.Column{Name: name, Better: score.Higher}, P: 0.5, Adjusted: 0.5, Bound: score.Absent, Beyond: score.Absent, Verdict: v, Gated: true}
	if v == analysis.Untested {
		ch.P = score.Absent
	}
	return ch
}

func TestCompareSummary(t *testing.T) {
	for _, c := range []struct {
		verdicts []analysis.Verdict
		want     string
	}{
		{[]analysis.Verdict{analysis.Better, analysis.Worse, analysis.NoDifference}, "new is significantly worse on 1 of 3 measures (b), better on 1 (a)"},
		{[]analysis.Verdict{analysis.Better}, "new is significantly better on 1 of 1 measure (a)"},
		{[]analysis.Verdict{analysis.NoDifference, analysis.NoDifference}, "new: no difference found on 2 measures"},
		{[]analysis.Verdict{analysis.Untested, analysis.NoDifference}, "new is not tested on 1 of 2 measures (a)"},
		{
			[]analysis.Verdict{analysis.WorseWithin, analysis.Mixed, analysis.Different, analysis.Untested},
			"new is significantly worse within margin on 1 of 4 measures (a), mixed on 1 (b), different on 1 (c), not tested on 1 (d)",
		},
		{
			[]analysis.Verdict{analysis.Worse, analysis.Worse, analysis.Worse, analysis.Worse, analysis.Worse, analysis.Worse},
			"new is significantly worse on 6 of 6 measures (a, b, c, d and 2 more)",
		},
		{
			[]analysis.Verdict{analysis.WithinMargin, analysis.NotShown, analysis.Better},
			"new is not shown to be within the margin on 1 of 3 measures (b), better on 1 (c), within the margin on 1 (a)",
		},
	} {
		if got := comparison(c.verdicts...).Summary(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	s := comparison(analysis.NoDifference, analysis.Worse, analysis.Better)
	s.Changes[1].Gated, s.Changes[2].Gated = false, false
	if got, want := s.Summary(), "new: no difference found on 1 measure; not gated: significantly worse on 1 of 2 measures (b), better on 1 (c)"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func comparison(verdicts ...analysis.Verdict) *Comparison {
	s := &Comparison{SystemPair: SystemPair{"old", "new"}}
	for i, v := range verdicts {
		s.Changes = append(s.Changes, change(string(rune('a'+i)), v))
	}
	return s
}

func TestMargins(t *testing.T) {
	columns := []score.Column{{Name: "f"}, {Name: "x=y.f"}, {Name: "g"}}
	for _, c := range []struct {
		list []string
		want []float64
	}{
		{nil, []float64{0, 0, 0}},
		{[]string{"0.5"}, []float64{0.5, 0.5, 0.5}},
		{[]string{"f=1,0.5"}, []float64{1, 0.5, 0.5}},
		{[]string{"0.5", "x=y.f=0"}, []float64{0.5, 0, 0.5}},
		{[]string{"g=1e-3"}, []float64{0, 0, 0.001}},
	} {
		got, err := parseMargins(c.list, columns)
		if d := cmp.Diff(c.want, got); d != "" || err != nil {
			t.Errorf("%q: %v\n%s", c.list, err, d)
		}
	}
	for _, bad := range []string{"x", "-1", "f=-1", "NaN", "h=1", "=1", "f="} {
		var wrong *option.Error
		if _, err := parseMargins([]string{bad}, columns); !errors.As(err, &wrong) || wrong.Option != "margin" {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// CI systems show the sentence alone, so it must say it all.
func TestCompareSentence(t *testing.T) {
	ch := change("f", analysis.Worse)
	ch.Old, ch.New, ch.Difference = 0.5, 0.25, stat.Interval{Mean: -0.25, Low: -0.3, High: -0.2, N: 9}
	ch.Adjusted, ch.Margin, ch.Beyond = 0.001, 0.1, 0.002
	want := "worse: 0.5000 became 0.2500 (-0.2500, 95% interval -0.3000 to -0.2000), adjusted p 0.001, p of losing more than 0.1 0.002; higher is better"
	if got := sentence(&ch); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	ch.Verdict, ch.Bound, ch.Beyond = analysis.NotShown, 0.29, score.Absent
	want = "not shown: 0.5000 became 0.2500 (-0.2500, 95% interval -0.3000 to -0.2000), adjusted p 0.001, loses 0.2900 at most with 95% confidence, margin 0.1; higher is better"
	if got := sentence(&ch); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	ch.Difference = stat.Interval{Mean: -0.25, Low: score.Absent, High: score.Absent, N: 1}
	if got, want := sentence(&ch), "not shown: 1 document with a value in both runs"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A measure that has too few resamples says so, and not that there are too few documents.
func TestTooFewResamplesSentence(t *testing.T) {
	s := comparison(analysis.Untested, analysis.NoDifference)
	ch := &s.Changes[0]
	ch.Old, ch.New, ch.FewResamples, ch.Difference = 0.5, 0.25, true, stat.Interval{Mean: -0.25, N: 9}
	want := "not tested: 0.5000 became 0.2500 (-0.2500), and there are too few resamples to test that: use more; higher is better"
	if got := sentence(ch); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	want = "new, a: not tested, since no difference can be significant with so few resamples; use more with the option bootstrap"
	if got := (&Pair{}).Warnings([]Comparison{*s}); len(got) != 1 || got[0] != want {
		t.Errorf("got  %q\nwant %s", got, want)
	}
}

// The sentence on top of a page does not praise systems below which the gate says no.
func TestPageFinding(t *testing.T) {
	was := map[string]func(int, int) float64{"a": before, "b": before, "c": before}
	now := map[string]func(int, int) float64{"a": before, "b": after(0.05)}
	for _, c := range []struct {
		olds    []string
		columns []string
		gate    Gate
		want    string
	}{
		{[]string{"a", "b"}, []string{"f", "g"}, Gate{Margins: []string{"f=0.5"}}, "Each of 2 systems passes"},
		{[]string{"a", "b"}, []string{"f", "g"}, margin, "1 of 2 systems does not pass: b"},
		{[]string{"a", "b", "c"}, []string{"f", "g"}, Gate{Margins: []string{"f=0.5"}}, "1 of 3 systems does not pass: c"},
		{[]string{"a", "b"}, []string{"f", "g", "lost"}, Gate{Margins: []string{"f=0.5"}}, "2 of 2 systems do not pass: a, b"},
		{[]string{"a", "b"}, []string{"f", "g"}, Gate{Margins: []string{"f=0.5"}, Require: []string{"f>=0.62"}}, "1 of 2 systems does not pass: b"},
	} {
		old := evaluated(t, "old", c.columns, was, c.olds, 100)
		new := evaluated(t, "new", []string{"f", "g"}, now, []string{"a", "b"}, 100)
		p, found := compared(t, old, new, c.gate)
		if got := p.Page(found, true, p.Regressions(found)).Finding; got != c.want {
			t.Errorf("%v %v %+v: got %q, want %q", c.olds, c.columns, c.gate, got, c.want)
		}
	}
}
