package outcome

import (
	"fmt"
	"io"
	"strings"

	"hed/internal/count"
	"hed/internal/plain"
	"hed/report"
)

// Print writes the outcome in one of report's formats, by its name: all tables, each with
// what it shows before it. Text has the methods first and doubts last, in lines of that
// width. But for files of programs, columns that have nothing in them are left out, and shares are percentages.
func (o *Outcome) Print(w io.Writer, as string, style report.Style, width int) error {
	format, err := report.FormatNamed(as)
	if err != nil {
		return err
	}
	if as != "csv" && as != "json" {
		style = o.tongue().style(style)
	}
	wrapped := func(s string) string { return strings.Join(report.Wrap(plain.Line(s), width), "\n") }
	if as == "text" {
		for _, text := range append([]string{o.Incomplete()}, o.findings()...) {
			if text != "" {
				fmt.Fprintf(w, "%s\n", wrapped(text))
			}
		}
		fmt.Fprintf(w, "\n%s\n", wrapped(o.Methods()))
	}
	for _, t := range o.Tables() {
		shown := t.Table
		switch as {
		case "text":
			fmt.Fprintf(w, "\n%s\n\n", wrapped(t.Caption))
			shown = percents(o.tongue().table(shown))
		case "latex":
			fmt.Fprintf(w, "%% %s\n", plain.Line(t.Caption))
			shown = percents(o.tongue().table(shown))
		case "markdown":
			fmt.Fprintf(w, "\n%s\n\n", plain.Line(t.Caption))
			shown = percents(o.tongue().table(shown))
		case "csv":
			fmt.Fprintf(w, "# %s\n", t.Name)
		}
		if err := format(w, shown, style); err != nil {
			return err
		}
	}
	if doubts := doubts(o.tongue(), o.Records); as == "text" && doubts != "" {
		fmt.Fprintf(w, "\n%s\n", wrapped(doubts))
	}
	return nil
}

// percents is a table for readers: without empty columns, and with a sign where shares are percentages.
func percents(t *report.Table) *report.Table {
	t = t.Filled()
	for i := range t.Columns {
		if t.Columns[i].Fraction {
			t.Columns[i].Name += " %"
		}
	}
	return t
}

// Print writes the status as text: a sentence, the judges, and doubts.
func (s *Status) Print(w io.Writer, style report.Style, width int) error {
	fmt.Fprintln(w, plain.Text(s.String()))
	for _, m := range s.Models {
		fmt.Fprintf(w, "model %s (%s): %d of %s, %s\n", m.ID, plain.Line(m.Name), m.Finished, count.Of(s.Cases, "case"), count.Of(m.Answers, "answer"))
	}
	if len(s.Judges) == 0 {
		return nil
	}
	if err := report.Text(w, s.Table(), style); err != nil || s.Doubts == "" {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(report.Wrap(plain.Line(s.Doubts), width), "\n"))
	return err
}
