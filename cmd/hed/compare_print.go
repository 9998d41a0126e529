package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/score"
)

// A compareResult is what -f json prints.
type compareResult struct {
	Documents int             `json:"documents"`
	Test      string          `json:"test"`
	Level     float64         `json:"level"`
	Systems   []compareSystem `json:"systems"`
	// Lost are systems and measures that only the old run has.
	LostSystems []string `json:"lost_systems"`
	LostColumns []string `json:"lost_columns"`
}

type compareSystem struct {
	System  string          `json:"system"`
	Old     string          `json:"old_system"` // another name only where each run has one system
	Summary string          `json:"summary"`
	Columns []compareColumn `json:"columns"`
}

type compareColumn struct {
	Column     string   `json:"column"`
	Better     string   `json:"better"`
	N          int      `json:"n"`
	OnlyOld    int      `json:"only_old"` // documents with a value in that run only
	OnlyNew    int      `json:"only_new"`
	Old        *float64 `json:"old"`
	New        *float64 `json:"new"`
	Difference *float64 `json:"difference"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	Statistic  *float64 `json:"statistic"`
	P          *float64 `json:"p"`
	Adjusted   *float64 `json:"p_adjusted"`
	Effect     *float64 `json:"effect"`
	Margin     float64  `json:"margin"`
	Beyond     *float64 `json:"p_margin"`
	Verdict    string   `json:"verdict"`
}

const signedRank = "wilcoxon-signed-rank"

// print writes the result: all of it for programs, and for people a sentence
// and a table for each system.
func (c *comparison) print(p *pairing, found []comparedSystem) error {
	switch c.As {
	case "json":
		return cli.WriteJSON(c.Stdout, resultOfRuns(p, found))
	case "csv":
		return c.Output.Print(c.Stdout, fullTable(found), nil)
	}
	comment := ""
	if c.As == "latex" {
		comment = "% "
	}
	var b strings.Builder
	for _, s := range found {
		summary := s.summary()
		if c.As == "markdown" {
			summary = report.EscapeMarkdown(summary)
		}
		fmt.Fprintf(&b, "%s%s\n", comment, summary)
		if comment == "" {
			b.WriteByte('\n')
		}
		if s.same() {
			continue
		}
		if err := c.table(&b, &s); err != nil {
			return err
		}
		if comment == "" {
			b.WriteByte('\n')
		}
	}
	how := cli.Count(c.bootstrap, "bootstrap resample")
	if c.bootstrap == 0 {
		how = "Student's t"
	}
	fmt.Fprintf(&b, "%s%s; p by Wilcoxon's signed-rank test, corrected by Holm\n", comment, cli.Count(p.new.record.Documents, "document"))
	fmt.Fprintf(&b, "%s95%% confidence by %s\n", comment, how)
	_, err := io.WriteString(c.Stdout, b.String())
	return err
}

// allWords is the width from which on no verdict is shortened.
const allWords = 88

// table writes what people want to see of a system. On a terminal a difference
// is bold, and where none was found the row steps back.
func (c *comparison) table(w io.Writer, s *comparedSystem) error {
	format, err := report.FormatNamed(c.As)
	if err != nil {
		return err
	}
	style, t := cli.StyleOf(c.Stdout, c.Percent), s.table(c.Percent)
	color := style.Color && c.As == "text"
	style.Color = false
	if c.As == "text" && 0 < style.Width && style.Width < allWords {
		for i, ch := range s.changes {
			if ch.Verdict == analysis.NoDifference {
				t.Rows[i][len(t.Columns)-1] = report.Label("none found")
			}
		}
	}
	var text strings.Builder
	if err := format(&text, t, style); err != nil {
		return err
	}
	lines := strings.Split(text.String(), "\n")
	for i, line := range lines {
		if color && line != "" {
			// A table that is broken into parts has its head, its rows
			// and an empty line in each of them.
			lines[i] = tint(line, s.changes, i%(len(s.changes)+2)-1)
		}
	}
	_, err = io.WriteString(w, strings.Join(lines, "\n"))
	return err
}

func tint(line string, changes []analysis.Change, row int) string {
	code := "2" // dim, as heads are
	if row >= 0 {
		switch changes[row].Verdict {
		case analysis.Better, analysis.Worse:
			code = "1"
		case analysis.WithinMargin, analysis.Different, analysis.Mixed:
			return line
		}
	}
	return "\x1b[" + code + "m" + line + "\x1b[0m"
}

// table has a row for each measure, with fractions times 100 if percent.
func (s *comparedSystem) table(percent bool) *report.Table {
	t := &report.Table{}
	for _, name := range []string{"measure", "old", "new", "change", "low", "high", "p", "verdict"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	for _, ch := range s.changes {
		times := 1.0
		if percent && ch.Column.Low == 0 && ch.Column.High == 1 {
			times = 100
		}
		number := func(v float64) report.Cell { return report.Number(times * v) }
		d := ch.Difference
		t.Rows = append(t.Rows, []report.Cell{
			report.Label(ch.Column.Name), number(ch.Old), number(ch.New), number(d.Mean), number(d.Low), number(d.High),
			report.Label(shownP(ch.Adjusted)), report.Label(string(ch.Verdict)),
		})
	}
	return t
}

// shownP has four decimals.
func shownP(p float64) string {
	switch {
	case score.IsAbsent(p):
		return ""
	case p < 0.00005:
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}

// fullTable is everything that was found, of all systems.
func fullTable(found []comparedSystem) *report.Table {
	t := &report.Table{}
	for _, name := range []string{
		"system", "column", "n", "only_old", "only_new", "old", "new", "difference", "low", "high", "statistic", "p", "p_adjusted", "effect", "margin", "p_margin", "verdict",
	} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	for _, s := range found {
		for _, ch := range s.changes {
			row := []report.Cell{report.Label(s.new), report.Label(ch.Column.Name), report.Count(ch.Difference.N), report.Count(ch.OnlyOld), report.Count(ch.OnlyNew)}
			for _, v := range []float64{
				ch.Old, ch.New, ch.Difference.Mean, ch.Difference.Low, ch.Difference.High,
				ch.Statistic, ch.P, ch.Adjusted, ch.Effect, ch.Margin, ch.Beyond,
			} {
				row = append(row, report.Number(v))
			}
			t.Rows = append(t.Rows, append(row, report.Label(string(ch.Verdict))))
		}
	}
	return t
}

func resultOfRuns(p *pairing, found []comparedSystem) compareResult {
	out := compareResult{
		Documents: p.new.record.Documents, Test: signedRank, Level: 0.05,
		LostSystems: p.lostSystems(), LostColumns: p.lostColumns(),
	}
	for _, s := range found {
		sys := compareSystem{System: s.new, Old: s.old, Summary: s.summary()}
		for _, ch := range s.changes {
			d := ch.Difference
			sys.Columns = append(sys.Columns, compareColumn{
				ch.Column.Name, ch.Column.Better.String(), d.N, ch.OnlyOld, ch.OnlyNew, present(ch.Old), present(ch.New), present(d.Mean), present(d.Low), present(d.High),
				present(ch.Statistic), present(ch.P), present(ch.Adjusted), present(ch.Effect), ch.Margin, present(ch.Beyond), string(ch.Verdict),
			})
		}
		out.Systems = append(out.Systems, sys)
	}
	return out
}

// summary says in a sentence what was found of a system, what is bad first.
func (s *comparedSystem) summary() string {
	var parts []string
	for _, v := range []analysis.Verdict{analysis.Worse, analysis.Better, analysis.WithinMargin, analysis.Mixed, analysis.Different, analysis.Untested} {
		names := s.with(v)
		if len(names) == 0 {
			continue
		}
		verdict, n := string(v), strconv.Itoa(len(names))
		if len(parts) == 0 {
			n += " of " + cli.Count(len(s.changes), "measure")
			if v != analysis.Untested {
				verdict = "significantly " + verdict
			}
		}
		parts = append(parts, fmt.Sprintf("%s on %s (%s)", verdict, n, few(names)))
	}
	if len(parts) == 0 {
		text := fmt.Sprintf("%s: no difference found on %s", s.new, cli.Count(len(s.changes), "measure"))
		if s.same() {
			text += "; every score is the same"
		}
		return text
	}
	return s.new + " is " + strings.Join(parts, ", ")
}

// same reports whether no score differs. A table of that says nothing.
func (s *comparedSystem) same() bool {
	return !slices.ContainsFunc(s.changes, func(ch analysis.Change) bool {
		return ch.Verdict != analysis.NoDifference || !score.IsAbsent(ch.P) || ch.OnlyOld+ch.OnlyNew > 0
	})
}

// few names the first of them.
func few(names []string) string {
	const most = 4
	if len(names) > most+1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// sentence says what was found of a measure.
func sentence(ch *analysis.Change) string {
	d := ch.Difference
	switch {
	case ch.Verdict == analysis.Untested:
		return fmt.Sprintf("not tested: %s with a value in both runs", cli.Count(d.N, "document"))
	case score.IsAbsent(ch.P):
		return fmt.Sprintf("%s: every score is the same, with a mean of %.4f", ch.Verdict, ch.New)
	}
	margin := ""
	if ch.Margin > 0 {
		margin = fmt.Sprintf(", p of losing more than %g %.4g", ch.Margin, ch.Beyond)
	}
	return fmt.Sprintf("%s: %.4f became %.4f (%+.4f, 95%% interval %.4f to %.4f), adjusted p %.4g%s; %s is better",
		ch.Verdict, ch.Old, ch.New, d.Mean, d.Low, d.High, ch.Adjusted, margin, ch.Column.Better)
}
