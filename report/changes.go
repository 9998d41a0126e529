package report

import (
	"io"
	"strings"

	"hed/analysis"
)

// Changes lays out what became of each measure, with fractions times 100 if percent:
// also the bounds of changes, which are in the measure's own unit.
func Changes(changes []analysis.Change, percent bool) *Table {
	t := NewTable("measure", "old", "new", "change", "low", "high", "p", "verdict")
	for _, ch := range changes {
		times := 1.0
		if percent && ch.Column.Low == 0 && ch.Column.High == 1 {
			times = 100
		}
		d := ch.Difference
		t.Add(ch.Column.Name, times*ch.Old, times*ch.New, times*d.Mean, times*d.Low, times*d.High, Style{}.show(P(ch.Adjusted), Column{}), string(ch.Verdict))
	}
	return t
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
			if ch.Verdict == analysis.NoDifference {
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
	if row >= 0 {
		switch changes[row].Verdict {
		case analysis.Better, analysis.Worse:
			return bold(line)
		case analysis.WithinMargin, analysis.Different, analysis.Mixed:
			return line
		}
	}
	return dim(line)
}
