package report

import (
	"io"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// Text writes a table for a terminal: labels to the left, numbers aligned
// at the decimal point, the best value of a column in bold. A table that
// is wider than the terminal is broken into parts, each with the first column.
func Text(w io.Writer, t *Table, s Style) error {
	cols := make([]textColumn, len(t.Columns))
	for c := range t.Columns {
		cols[c] = t.textColumn(c, s)
	}
	var b strings.Builder
	for i, part := range parts(cols, s.Width) {
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

const gap = "  "

func (t *Table) textColumn(c int, s Style) textColumn {
	col := textColumn{head: t.Columns[c].Name, width: displaywidth.String(t.Columns[c].Name)}
	numeric, best := t.numeric(c), t.best(c, s)
	var shown []string
	fraction := 0 // most characters from the point on
	for _, row := range t.Rows {
		text := s.show(row[c], t.Columns[c])
		shown = append(shown, text)
		if i := strings.IndexByte(text, '.'); numeric && i >= 0 {
			fraction = max(fraction, len(text)-i)
		}
	}
	for i, text := range shown {
		if numeric {
			have := 0
			if i := strings.IndexByte(text, '.'); i >= 0 {
				have = len(text) - i
			}
			shown[i] = text + strings.Repeat(" ", fraction-have)
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

// parts says which columns stand beside each other in a terminal of that width.
func parts(cols []textColumn, width int) [][]int {
	var all [][]int
	var part []int
	used := 0
	for c := range cols {
		w := cols[c].width + len(gap)
		if width > 0 && len(part) > 1 && used+w > width+len(gap) {
			all = append(all, part)
			part, used = []int{0}, cols[0].width+len(gap)
		}
		part = append(part, c)
		used += w
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
