package main

import (
	"fmt"
	"io"
	"strings"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/internal/plain"
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
		summary := plain.Line(s.Summary())
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
		if err := report.WriteChanges(&b, s.Changes, c.As, cli.StyleOf(c.Stdout, c.Percent)); err != nil {
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
	fmt.Fprintf(&b, "%s%s; p by %s, corrected by Holm\n", comment, count.Of(p.New.Record.Documents, "document"), run.Tested(found))
	fmt.Fprintf(&b, "%s95%% confidence by %s\n", comment, how)
	_, err := io.WriteString(c.Stdout, b.String())
	return err
}
