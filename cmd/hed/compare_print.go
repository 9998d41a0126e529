package main

import (
	"fmt"
	"io"
	"strings"

	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/report"
	"hed/run"
)

// print writes the result: all of it for programs, and for people a sentence
// and a table for each system.
func (c *comparison) print(p *run.Pair, found []run.Comparison) error {
	switch c.As {
	case "json":
		return cli.WriteJSON(c.Stdout, p.Result(found))
	case "csv":
		return c.Output.Print(c.Stdout, run.ComparisonTable(found), nil)
	}
	comment := ""
	if c.As == "latex" {
		comment = "% "
	}
	var b strings.Builder
	for _, s := range found {
		summary := s.Summary()
		if c.As == "markdown" {
			summary = report.EscapeMarkdown(summary)
		}
		fmt.Fprintf(&b, "%s%s\n", comment, summary)
		if comment == "" {
			b.WriteByte('\n')
		}
		if s.Same() {
			continue
		}
		if err := c.table(&b, &s); err != nil {
			return err
		}
		if comment == "" {
			b.WriteByte('\n')
		}
	}
	how := count.Of(c.bootstrap, "bootstrap resample")
	if c.bootstrap == 0 {
		how = "Student's t"
	}
	fmt.Fprintf(&b, "%s%s; p by Wilcoxon's signed-rank test, corrected by Holm\n", comment, count.Of(p.New.Record.Documents, "document"))
	fmt.Fprintf(&b, "%s95%% confidence by %s\n", comment, how)
	_, err := io.WriteString(c.Stdout, b.String())
	return err
}

// allWords is the width from which on no verdict is shortened.
const allWords = 88

// table writes what people want to see of a system. On a terminal a difference
// is bold, and where none was found the row steps back.
func (c *comparison) table(w io.Writer, s *run.Comparison) error {
	format, err := report.FormatNamed(c.As)
	if err != nil {
		return err
	}
	style, t := cli.StyleOf(c.Stdout, c.Percent), s.Table(c.Percent)
	color := style.Color && c.As == "text"
	style.Color = false
	if c.As == "text" && 0 < style.Width && style.Width < allWords {
		for i, ch := range s.Changes {
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
			lines[i] = tint(line, s.Changes, i%(len(s.Changes)+2)-1)
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
