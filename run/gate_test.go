package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/analysis"
	"hed/internal/option"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// evaluated is a run without a folder: systems with values by document, on columns f and
// g, of which higher is better, and fog, of which lower is.
func evaluated(t *testing.T, folder string, columns []string, systems map[string]func(doc, column int) float64, names []string, documents int) *Finished {
	t.Helper()
	var all []score.Column
	for _, name := range columns {
		col := score.Column{Name: name, Better: score.Higher, High: 1, Assume: "checked"}
		if name == "fog" {
			col.Better = score.Lower
		}
		all = append(all, col)
	}
	f := &Finished{Folder: filepath.Join(t.TempDir(), folder), Record: &Record{Documents: documents, Systems: names}, Table: score.NewTable(names, all)}
	for _, c := range all {
		f.Record.Columns = append(f.Record.Columns, Column{Name: c.Name, Signature: c.Name + "|version:0"})
	}
	for d := range documents {
		var row []float64
		for _, s := range names {
			for c := range all {
				row = append(row, systems[s](d, c))
			}
		}
		f.Table.Append(fmt.Sprint(d), row)
	}
	return f
}

// before is what a system got, and after(loss) what it gets when f loses so much on
// average; the losses of documents differ by a standard deviation of 0.057.
func before(doc, _ int) float64 { return 0.5 + float64(doc%7)/20 }

func after(loss float64) func(doc, column int) float64 {
	return func(doc, column int) float64 {
		if column > 0 {
			return before(doc, column)
		}
		return before(doc, column) - loss + float64(doc%5-2)/25
	}
}

// lacking is a system without a value on f for the first documents.
func lacking(n int, system func(doc, column int) float64) func(doc, column int) float64 {
	return func(doc, column int) float64 {
		if doc < n && column == 0 {
			return score.Absent
		}
		return system(doc, column)
	}
}

// A situation is a row of the table in docs/gate.md, and more.
type situation struct {
	name      string
	documents int
	now       func(doc, column int) float64
	gate      Gate
	verdict   analysis.Verdict
	says      string // what it says no to; empty where it passes
	lost      bool   // a second system is in the old run alone
}

var margin = Gate{Margins: []string{"f=0.05"}}

// with changes a gate.
func with(g Gate, change func(*Gate)) Gate {
	change(&g)
	return g
}

var situations = []situation{
	{"the loss is beyond the margin", 100, after(0.1), margin, analysis.Worse, "cand loses more than the margin on f", false},
	{"the loss is at the margin", 100, after(0.05), margin, analysis.NotShown, "cand is not shown to be within the margin on f", false},
	{"the loss is within the margin", 100, after(0.01), margin, analysis.WithinMargin, "", false},
	{"the loss is within the margin, on few documents", 4, after(0.01), margin, analysis.NotShown, "cand is not shown to be within the margin on f", false},
	{"it improved", 100, after(-0.1), margin, analysis.Better, "", false},
	{"every score is the same", 100, before, margin, analysis.NoDifference, "", false},
	{"values are missing, within the share", 100, lacking(5, after(0.01)), with(margin, func(g *Gate) { g.Missing = 0.05 }), analysis.WithinMargin, "", false},
	{"values are missing, beyond the share", 100, lacking(6, after(0.01)), with(margin, func(g *Gate) { g.Missing = 0.05 }), analysis.WithinMargin, "cand lost the values of 6 documents on f", false},
	{"a system is lost", 100, after(0.01), margin, analysis.WithinMargin, "new lacks the system other", true},
	{"a floor is kept", 100, after(0.01), with(margin, func(g *Gate) { g.Require = []string{"f>=0.6"} }), analysis.WithinMargin, "", false},
	{"a floor is not kept", 100, after(0.01), with(margin, func(g *Gate) { g.Require = []string{"f>=0.7"} }), analysis.WithinMargin, "cand does not keep f>=0.7: its value is 0.6375", false},
	{"a measure that does not gate is worse", 100, after(0.1), with(margin, func(g *Gate) { g.Columns = []string{"g"} }), analysis.Worse, "", false},

	{"values are missing, and none may", 100, lacking(1, after(0.01)), margin, analysis.WithinMargin, "cand lost the values of 1 document on f", false},
	{"values are missing of a measure that does not gate", 100, lacking(50, after(0.01)), with(margin, func(g *Gate) { g.Columns = []string{"g"} }), analysis.WithinMargin, "", false},
	{"all values are missing, and all may", 100, lacking(100, before), with(margin, func(g *Gate) { g.Missing = 1 }), analysis.NotShown, "cand is not shown to be within the margin on f", false},
	{"no margin, a loss that is too small to be found", 100, after(0.01), Gate{}, analysis.NoDifference, "", false},
	{"no margin, few documents", 4, after(0.1), Gate{}, analysis.NoDifference, "", false},
	{"no margin, a loss", 100, after(0.02), Gate{}, analysis.Worse, "cand is significantly worse on f", false},
	{"the loss is at the margin, and must be shown to be beyond", 100, after(0.05), with(margin, func(g *Gate) { g.Mode = analysis.MarginBeyond }), analysis.WorseWithin, "", false},
	{"the loss is beyond the margin, and is shown to be", 100, after(0.1), with(margin, func(g *Gate) { g.Mode = analysis.MarginBeyond }), analysis.Worse, "cand loses more than the margin on f", false},
	{"a ceiling is not kept", 100, before, Gate{Require: []string{"fog < 0.6"}}, analysis.NoDifference, "cand does not keep fog<0.6: its value is 0.6475", false},
}

// What few documents change is not known well enough: of fifty that stay the same on a
// measure, one in twenty of all others may have lost all of it. Only a run that is the same
// on all measures passes.
func TestRareLoss(t *testing.T) {
	systems := map[string]func(int, int) float64{"cand": before}
	for _, c := range []struct {
		documents int
		verdict   analysis.Verdict
	}{{50, analysis.NotShown}, {200, analysis.WithinMargin}} {
		old := evaluated(t, "old", []string{"f", "g"}, systems, []string{"cand"}, c.documents)
		new := evaluated(t, "new", []string{"f", "g"}, map[string]func(int, int) float64{"cand": after(-0.1)}, []string{"cand"}, c.documents)
		_, found := compared(t, old, new, Gate{Margins: []string{"g=0.02"}})
		if got := found[0].Changes[1]; got.Verdict != c.verdict {
			t.Errorf("%d documents: %+v, want %s", c.documents, got, c.verdict)
		}
	}
}

// TestSituations is the gate in situations that differ in one thing each. The first twelve
// are the table of docs/gate.md.
func TestSituations(t *testing.T) {
	page, err := os.ReadFile("../docs/gate.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range situations {
		columns, names := []string{"f", "g", "fog"}, []string{"cand"}
		olds := names
		if s.lost {
			olds = []string{"cand", "other"}
		}
		old := evaluated(t, "old", columns, map[string]func(int, int) float64{"cand": before, "other": before}, olds, s.documents)
		new := evaluated(t, "new", columns, map[string]func(int, int) float64{"cand": s.now}, names, s.documents)
		p, found := compared(t, old, new, s.gate)
		if got := found[0].Changes[0].Verdict; got != s.verdict {
			t.Errorf("%s: the verdict is %s, want %s (%+v)", s.name, got, s.verdict, found[0].Changes[0])
		}
		got := strings.ReplaceAll(strings.Join(append(p.Regressions(found), p.Unmet(found)...), "; "), new.Folder, "new")
		if got != s.says {
			t.Errorf("%s: says no to %q, want %q", s.name, got, s.says)
		}
		if failed := failures(p.Suites(found)); failed != (s.says != "") {
			t.Errorf("%s: JUnit fails: %t", s.name, failed)
		}
		if i >= 12 {
			continue
		}
		word := "passes"
		if s.says != "" {
			word = "**fails**"
		}
		if row := fmt.Sprintf("| %s | %s |", s.verdict, word); !strings.Contains(rowOf(string(page), s.name), row) {
			t.Errorf("docs/gate.md has %q for %q, want %s", rowOf(string(page), s.name), s.name, row)
		}
	}
}

func rowOf(page, name string) string {
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "| "+name+" |") {
			return line
		}
	}
	return ""
}

func failures(suites []report.Suite) bool {
	for _, s := range suites {
		for _, c := range s.Cases {
			if c.Failure != "" {
				return true
			}
		}
	}
	return false
}

func compared(t *testing.T, old, new *Finished, g Gate) (*Pair, []Comparison) {
	t.Helper()
	p, err := NewPair(old, new)
	if err == nil {
		err = p.SetGate(g)
	}
	if err != nil {
		t.Fatal(err)
	}
	found, err := p.Compare(t.Context(), stat.Resampling{Resamples: 200, Level: Confidence}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p, found
}

// A measure that only the old run has is lost. It fails the gate where it gates, and
// not where others do.
func TestLostMeasure(t *testing.T) {
	systems := map[string]func(int, int) float64{"cand": before}
	old := evaluated(t, "old", []string{"f", "g"}, systems, []string{"cand"}, 10)
	new := evaluated(t, "new", []string{"f", "h"}, systems, []string{"cand"}, 10)
	for _, c := range []struct {
		columns []string
		require string
		says    string
	}{
		{nil, "", "new lacks the measure g"},
		{[]string{"f"}, "", ""},
		{[]string{"f", "g"}, "", "new lacks the measure g"},
		{[]string{"f"}, "g>=0", "cand does not keep g>=0: it has no value"},
		{[]string{"f"}, "h>=0.1", ""},
	} {
		p, found := compared(t, old, new, Gate{Columns: c.columns, Require: []string{c.require}})
		got := strings.ReplaceAll(strings.Join(append(p.Regressions(found), p.Unmet(found)...), "; "), new.Folder, "new")
		if got != c.says {
			t.Errorf("%v %s: says no to %q, want %q", c.columns, c.require, got, c.says)
		}
		if failed := failures(p.Suites(found)); failed != (c.says != "") {
			t.Errorf("%v %s: JUnit fails: %t", c.columns, c.require, failed)
		}
	}
	p, err := NewPair(old, new)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		gate   Gate
		option string
		text   string
	}{
		{Gate{Columns: []string{"x"}}, "columns", ` x: no measure "x" in both runs; have f`},
		{Gate{Columns: []string{"h"}}, "columns", "so it cannot be compared; a bound of its value can be set by the option require"},
		{Gate{Require: []string{"x>1"}}, "require", ` x>1: no measure "x"`},
		{Gate{Require: []string{"f=1"}}, "require", " f=1: want COLUMN>=NUMBER"},
		{Gate{Require: []string{"f>="}}, "require", " f>=: want COLUMN>=NUMBER"},
		{Gate{Require: []string{">=1"}}, "require", " >=1: want COLUMN>=NUMBER"},
		{Gate{Require: []string{"f>=NaN"}}, "require", " f>=NaN: want COLUMN>=NUMBER"},
		{Gate{Missing: 1.5}, "missing", " 1.5: want a share from 0 to 1"},
		{Gate{Missing: -0.5}, "missing", " -0.5: want a share from 0 to 1"},
		{Gate{Missing: score.Absent}, "missing", " NaN: want a share from 0 to 1"},
		{Gate{Mode: "x"}, "margin-mode", " x: want within or beyond"},
	} {
		wrong, ok := p.SetGate(c.gate).(*option.Error)
		if !ok || wrong.Option != c.option || !strings.Contains(wrong.Error(), c.text) {
			t.Errorf("%+v: %v, want %s", c.gate, wrong, c.text)
		}
	}
}

func TestRequirements(t *testing.T) {
	for text, want := range map[string]analysis.Requirement{
		"f>=0.8":    {Column: "f", Sign: ">=", Limit: 0.8},
		"fog <= 12": {Column: "fog", Sign: "<=", Limit: 12},
		"x=y.f>-1":  {Column: "x=y.f", Sign: ">", Limit: -1},
		"f<1e-3":    {Column: "f", Sign: "<", Limit: 0.001},
	} {
		got, err := parseRequirement(text)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%s: %v\n%s", text, err, d)
		}
	}
}
