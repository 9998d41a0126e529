package main

import (
	"fmt"
	"io"
	"strings"

	"hed/cmd/hed/internal/cli"
	"hed/internal/plain"
	"hed/report"
	"hed/report/page"
	"hed/run"
)

// print writes the result: all of it for programs, and for people a sentence, a table and
// the documents that changed most for each system, and what the gate says no to.
func (c *comparison) print(p *run.Pair, found []run.Comparison, no []string) error {
	gate := c.fail || p.Required()
	switch c.As {
	case "json":
		return cli.WriteJSON(c.Stdout, p.Result(found))
	case "csv":
		return c.Output.Print(c.Stdout, run.ComparisonTable(found), nil)
	case "html":
		return page.WriteComparison(c.Stdout, p.Page(found, gate, no))
	}
	var b strings.Builder
	if gate {
		said := "gate: passed"
		if len(no) > 0 {
			said = "gate: failed; " + strings.Join(no, "; ")
		}
		c.line(&b, said)
		c.space(&b)
	}
	for i := range found {
		if err := c.printSystem(&b, &found[i]); err != nil {
			return err
		}
	}
	for _, how := range p.How(found) {
		c.line(&b, how)
	}
	_, err := io.WriteString(c.Stdout, b.String())
	return err
}

// line writes a line between tables.
func (c *comparison) line(b *strings.Builder, text string) {
	switch text = plain.Line(text); c.As {
	case "latex":
		text = "% " + text
	case "markdown":
		text = report.EscapeMarkdown(text)
	}
	fmt.Fprintln(b, text)
}

// space puts an empty line between parts; comments of LaTeX need none.
func (c *comparison) space(b *strings.Builder) {
	if c.As != "latex" {
		b.WriteByte('\n')
	}
}

func (c *comparison) printSystem(b *strings.Builder, s *run.Comparison) error {
	c.line(b, s.Summary())
	c.space(b)
	if s.Same() {
		return nil
	}
	if err := report.WriteChanges(b, s.Changes, c.As, cli.StyleOf(c.Stdout, c.Percent)); err != nil {
		return err
	}
	c.space(b)
	if c.As == "latex" {
		return nil
	}
	for _, l := range []struct {
		title string
		moved []report.Moved
	}{{"Got worse most:", s.Worse}, {"Got better most:", s.Better}} {
		if len(l.moved) == 0 {
			continue
		}
		if err := report.WriteMoved(b, l.title, l.moved[:min(len(l.moved), run.Shown)], c.As); err != nil {
			return err
		}
		b.WriteByte('\n')
	}
	return nil
}
