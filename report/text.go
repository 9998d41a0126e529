package report

import (
	"io"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"hed/chart"
	"hed/internal/plain"
)

// Text writes a table for a terminal: labels to the left, numbers aligned
// at the decimal point, the best value of a column in bold. A table that is
// wider than the terminal is broken into parts, each with the columns that
// say what a row is about.
func Text(w io.Writer, t *Table, s Style) error {
	t = t.plain()
	lead := t.lead()
	if s.Width > 0 && lead > 0 {
		t = t.shorten(lead-1, cells, float64(s.Width)/2)
	}
	cols := make([]textColumn, len(t.Columns))
	for c := range t.Columns {
		cols[c] = t.textColumn(c, s)
	}
	var b strings.Builder
	for i, part := range parts(cols, lead, s.Width) {
		if i > 0 {
			b.WriteByte('\n')
		}
		for r := -1; r < len(t.Rows); r++ {
			writeLine(&b, cols, part, r)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// A textColumn is a column with every cell padded to the same width.
type textColumn struct {
	head  string
	cells []string
	width int
}

const gap = "  " // between columns

// textColumn pads column c. Numbers first get blanks after their decimals, so that
// points are aligned, and then before them.
func (t *Table) textColumn(c int, s Style) textColumn {
	col := textColumn{head: t.Columns[c].Name, width: displaywidth.String(t.Columns[c].Name)}
	numeric, best := t.numeric(c), t.best(c, s)
	var shown []string
	most := 0
	for _, row := range t.Rows {
		text := s.show(row[c], t.Columns[c])
		shown = append(shown, text)
		most = max(most, s.fraction(text))
	}
	for i, text := range shown {
		if numeric {
			shown[i] = text + strings.Repeat(" ", most-s.fraction(text))
		}
		col.width = max(col.width, displaywidth.String(shown[i]))
	}
	pad := func(text string) string {
		space := strings.Repeat(" ", col.width-displaywidth.String(text))
		if numeric {
			return space + text
		}
		return text + space
	}
	for r, text := range shown {
		text = pad(text)
		if best[r] && s.Color {
			text = bold(text)
		}
		col.cells = append(col.cells, text)
	}
	col.head = pad(col.head)
	if s.Color {
		col.head = dim(col.head)
	}
	return col
}

// plain returns t with labels and names that are safe to print.
func (t *Table) plain() *Table {
	out := &Table{Columns: slices.Clone(t.Columns)}
	for i := range out.Columns {
		out.Columns[i].Name = plain.Line(out.Columns[i].Name)
	}
	for _, row := range t.Rows {
		row = slices.Clone(row)
		for i := range row {
			row[i].Label = plain.Line(row[i].Label)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// shorten returns t with the labels of column c cut to the width, in a way that
// leaves them different.
func (t *Table) shorten(c int, width func(string) float64, limit float64) *Table {
	labels := make([]string, len(t.Rows))
	for r, row := range t.Rows {
		labels[r] = row[c].Label
	}
	out := &Table{Columns: t.Columns}
	for r, short := range chart.Shorten(labels, width, limit) {
		row := slices.Clone(t.Rows[r])
		row[c].Label = short
		out.Rows = append(out.Rows, row)
	}
	return out
}

// cells is the width of a text on a terminal.
func cells(text string) float64 { return float64(displaywidth.String(text)) }

// fraction is the number of characters from the decimal point on.
func (s Style) fraction(text string) int {
	point := byte('.')
	if s.Comma {
		point = ','
	}
	if i := strings.IndexByte(text, point); i >= 0 {
		return len(text) - i
	}
	return 0
}

// lead is the number of columns up to the first with labels, which name
// the row: rank and system.
func (t *Table) lead() int {
	for c := range t.Columns {
		if !t.numeric(c) {
			return c + 1
		}
	}
	return 0
}

// parts says which columns stand beside each other in a terminal of that
// width. Each part begins with the lead columns and has at least one more.
func parts(cols []textColumn, lead, width int) [][]int {
	var all [][]int
	var part []int
	used := 0
	add := func(c int) {
		part = append(part, c)
		used += cols[c].width + len(gap)
	}
	for c := range cols {
		if width > 0 && len(part) > lead && used+cols[c].width > width {
			all = append(all, part)
			part, used = nil, 0
			for l := range lead {
				add(l)
			}
		}
		add(c)
	}
	return append(all, part)
}

// writeLine writes row r of the columns in part, or their heads for -1.
func writeLine(b *strings.Builder, cols []textColumn, part []int, r int) {
	var line strings.Builder
	for i, c := range part {
		if i > 0 {
			line.WriteString(gap)
		}
		if r < 0 {
			line.WriteString(cols[c].head)
		} else {
			line.WriteString(cols[c].cells[r])
		}
	}
	b.WriteString(strings.TrimRight(line.String(), " "))
	b.WriteByte('\n')
}

func bold(s string) string { return "\x1b[1m" + s + "\x1b[0m" }
func dim(s string) string  { return "\x1b[2m" + s + "\x1b[0m" }
