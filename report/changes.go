package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"hed/analysis"
	"hed/internal/plain"
)

// Changes lays out what became of each measure, with fractions times 100 if percent:
// also the bounds of changes, which are in the measure's own unit. Where a measure has
// a bound of its loss, so has the table.
func Changes(changes []analysis.Change, percent bool) *Table {
	t := NewTable("measure", "old", "new", "change", "low", "high", "p", "margin", "bound", "verdict")
	for _, ch := range changes {
		times := 1.0
		if percent && ch.Column.Low == 0 && ch.Column.High == 1 {
			times = 100
		}
		margin := Label("")
		if ch.Margin > 0 {
			margin = Label(strconv.FormatFloat(times*ch.Margin, 'g', 6, 64))
		}
		d := ch.Difference
		t.Add(ch.Column.Name, times*ch.Old, times*ch.New, times*d.Mean, times*d.Low, times*d.High, Style{}.show(P(ch.Adjusted), Column{}),
			margin, times*ch.Bound, Judged(&ch))
	}
	if !slices.ContainsFunc(changes, func(ch analysis.Change) bool { return ch.Margin > 0 }) {
		return t.Only([]string{"measure", "old", "new", "change", "low", "high", "p", "verdict"})
	}
	return t
}

// Judged is the verdict of a measure, and whether it counts for a gate.
func Judged(ch *analysis.Change) string {
	if !ch.Gated {
		return string(ch.Verdict) + " (not gated)"
	}
	return string(ch.Verdict)
}

// allWords is the width from which on no verdict is shortened.
const allWords = 88

// WriteChanges writes Changes in the format of that name. On a terminal with colours a
// difference is bold, and where none was found the row steps back.
func WriteChanges(w io.Writer, changes []analysis.Change, format string, s Style) error {
	write, err := FormatNamed(format)
	if err != nil {
		return err
	}
	t := Changes(changes, s.Percent)
	color := s.Color && format == "text"
	s.Color = false
	if format == "text" && 0 < s.Width && s.Width < allWords {
		for i, ch := range changes {
			if ch.Verdict == analysis.NoDifference && ch.Gated {
				t.Rows[i][len(t.Columns)-1] = Label("none found")
			}
		}
	}
	var text strings.Builder
	if err := write(&text, t, s); err != nil {
		return err
	}
	lines := strings.Split(text.String(), "\n")
	for i, line := range lines {
		if color && line != "" {
			// A table that is broken into parts has its head, its rows
			// and an empty line in each of them.
			lines[i] = tint(line, changes, i%(len(changes)+2)-1)
		}
	}
	_, err = io.WriteString(w, strings.Join(lines, "\n"))
	return err
}

// tint makes a line of a row bold or dim; the row of the heads is -1.
func tint(line string, changes []analysis.Change, row int) string {
	if row >= 0 && changes[row].Gated {
		switch changes[row].Verdict {
		case analysis.Better, analysis.Worse, analysis.NotShown:
			return bold(line)
		case analysis.WithinMargin, analysis.WorseWithin, analysis.Different, analysis.Mixed:
			return line
		}
	}
	return dim(line)
}

// A Moved is a document whose values changed, with what a system wrote before and now.
type Moved struct {
	analysis.Mover
	ID         string
	Old, New   *string // headlines; nil where nobody knows them
	References []string
}

// movesShown is how many measures of a document a text names.
const movesShown = 2

// Words are the measures that moved a document most, with both values.
func (m *Moved) Words() string {
	var all []string
	for _, v := range m.Moves[:min(len(m.Moves), movesShown)] {
		all = append(all, fmt.Sprintf("%s %.4f to %.4f", v.Column, v.Old, v.New))
	}
	return strings.Join(all, ", ")
}

// WriteMoved writes documents with both headlines: a paragraph for each as text, the
// headlines side by side as Markdown. It writes nothing where there are none.
func WriteMoved(w io.Writer, title string, moved []Moved, format string) error {
	if len(moved) == 0 {
		return nil
	}
	var b strings.Builder
	if format == "markdown" {
		fmt.Fprintf(&b, "%s\n\n", EscapeMarkdown(title))
		t := NewTable("document", "measures", "old headline", "new headline")
		for _, m := range moved {
			t.Add(m.ID, m.Words(), headline(m.Old), headline(m.New))
		}
		if err := Markdown(&b, t, Style{}); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(&b, title)
		for _, m := range moved {
			fmt.Fprintf(&b, "  %s: %s\n    old  %s\n    new  %s\n", plain.Line(m.ID), plain.Line(m.Words()), headline(m.Old), headline(m.New))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// headline is a headline on one line.
func headline(text *string) string {
	switch {
	case text == nil:
		return "(not known)"
	case strings.TrimSpace(*text) == "":
		return "(empty)"
	}
	return plain.Line(*text)
}
