// Package report shows results to people: as text for a terminal, as CSV, as
// LaTeX for a paper and as Markdown for a summary in CI. It lays out what
// analysis found, and decides only which of the values as shown are the best of
// their column.
package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"hed/score"
)

// A Table is rows of labels and numbers.
type Table struct {
	Columns []Column
	Rows    [][]Cell
}

// NewTable is a table without rows, whose columns have those names.
func NewTable(names ...string) *Table { return new(Table).add(Column{}, names) }

// Fractions adds columns of shares, and returns the table.
func (t *Table) Fractions(names ...string) *Table { return t.add(Column{Fraction: true}, names) }

func (t *Table) add(c Column, names []string) *Table {
	for _, c.Name = range names {
		t.Columns = append(t.Columns, c)
	}
	return t
}

// Add adds a row: strings are labels, ints counts, floats and score.Values
// measured values; a Cell is itself.
func (t *Table) Add(cells ...any) {
	row := make([]Cell, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case Cell:
			row[i] = c
		case string:
			row[i] = Label(c)
		case int:
			row[i] = Count(c)
		case float64:
			row[i] = Number(c)
		case score.Value:
			row[i] = Number(float64(c))
		default:
			panic(fmt.Sprintf("report: a cell of type %T", c))
		}
	}
	t.Rows = append(t.Rows, row)
}

// A Column is a heading and what stands under it.
type Column struct {
	Name   string
	Better score.Better // the best value is marked, where there are several rows
	// Fraction says that values are shares, shown times 100 on request.
	Fraction bool
}

// A Cell is a label, or a number if Label is empty.
type Cell struct {
	Label string
	Value float64 // score.Absent shows as an empty cell
	// Whole is for counts and ranks, which have no decimals.
	Whole bool
	// Chance is for p, which is never shown as 0: "<0.0001".
	Chance bool
	// Marked puts a star behind the number, in LaTeX and Markdown.
	Marked bool
}

// Filled is the table without the columns that have nothing in them.
func (t *Table) Filled() *Table {
	out := &Table{Rows: make([][]Cell, len(t.Rows))}
	for i, c := range t.Columns {
		if !slices.ContainsFunc(t.Rows, func(r []Cell) bool { return r[i].Label != "" || !score.IsAbsent(r[i].Value) }) {
			continue
		}
		out.Columns = append(out.Columns, c)
		for k := range t.Rows {
			out.Rows[k] = append(out.Rows[k], t.Rows[k][i])
		}
	}
	return out
}

// Label is a cell with text.
func Label(s string) Cell { return Cell{Label: s, Value: score.Absent} }

// Number is a cell with a measured value.
func Number(v float64) Cell { return Cell{Value: v} }

// P is a cell with the p of a test.
func P(v float64) Cell { return Cell{Value: v, Chance: true} }

// Count is a cell with a whole number.
func Count(n int) Cell { return Cell{Value: float64(n), Whole: true} }

// Style is how a table is written.
type Style struct {
	Percent bool // fractions times 100
	Color   bool // bold for the best value, text only
	Width   int  // of the terminal; 0 if there is none
	Raw     bool // labels in CSV as they are, though a spreadsheet may run them
	Comma   bool // before decimals, in tables for readers
}

// A Format writes tables.
type Format func(w io.Writer, t *Table, s Style) error

// Formats are the ways to write a table, by the name that -f takes. JSON
// is not among them: its shape is a promise of each command.
var Formats = map[string]Format{"text": Text, "csv": CSV, "latex": LaTeX, "markdown": Markdown}

// show writes a number with the digits that a reader wants: four decimals, or two of a percentage.
func (s Style) show(c Cell, col Column) string {
	if c.Label != "" {
		return c.Label
	}
	text := s.digits(c, col)
	if s.Comma {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// digits is a number with a point before its decimals.
func (s Style) digits(c Cell, col Column) string {
	switch {
	case score.IsAbsent(c.Value):
		return ""
	case c.Whole:
		return strconv.FormatFloat(c.Value, 'f', 0, 64)
	case c.Chance && c.Value < 0.00005: // which is 0 with four decimals
		return "<0.0001"
	case c.Chance:
		return strconv.FormatFloat(c.Value, 'f', 4, 64)
	case s.Percent && col.Fraction:
		return strconv.FormatFloat(100*c.Value, 'f', 2, 64)
	case s.Percent: // as many digits as its neighbours
		return strconv.FormatFloat(c.Value, 'f', 2, 64)
	}
	return strconv.FormatFloat(c.Value, 'f', 4, 64)
}

// best returns the rows that hold the best value of column c as shown, so
// that values which look the same are marked alike. A cell that is Marked is
// behind, even where it looks the same.
func (t *Table) best(c int, s Style) map[int]bool {
	col := t.Columns[c]
	if col.Better == score.Unknown || len(t.Rows) < 2 {
		return nil
	}
	top := math.Inf(-1)
	at := map[int]bool{}
	for r, row := range t.Rows {
		if row[c].Label != "" || row[c].Marked || score.IsAbsent(row[c].Value) {
			continue
		}
		shown, _ := strconv.ParseFloat(s.digits(row[c], col), 64)
		switch v := shown * float64(col.Better); {
		case v > top:
			top, at = v, map[int]bool{r: true}
		case v == top:
			at[r] = true
		}
	}
	if len(at) == len(t.Rows) {
		return nil // nothing stands out
	}
	return at
}

// Only returns the table with the columns of those names, in that order.
func (t *Table) Only(names []string) *Table {
	out := &Table{Rows: make([][]Cell, len(t.Rows))}
	for _, name := range names {
		c := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
		if c < 0 {
			continue
		}
		out.Columns = append(out.Columns, t.Columns[c])
		for r, row := range t.Rows {
			out.Rows[r] = append(out.Rows[r], row[c])
		}
	}
	return out
}

// numeric reports whether column c has numbers only.
func (t *Table) numeric(c int) bool {
	for _, row := range t.Rows {
		if row[c].Label != "" {
			return false
		}
	}
	return len(t.Rows) > 0
}

// CSV writes the table with all digits.
func CSV(w io.Writer, t *Table, s Style) error {
	var b []byte
	for i, c := range t.Columns {
		if i > 0 {
			b = append(b, ',')
		}
		b = score.AppendText(b, c.Name, s.Raw)
	}
	b = append(b, '\n')
	for _, row := range t.Rows {
		for i, c := range row {
			if i > 0 {
				b = append(b, ',')
			}
			if c.Label != "" {
				b = score.AppendText(b, c.Label, s.Raw)
			} else {
				b = score.AppendValue(b, c.Value)
			}
		}
		b = append(b, '\n')
	}
	_, err := w.Write(b)
	return err
}

// FormatNamed returns the format of that name.
func FormatNamed(name string) (Format, error) {
	if f, ok := Formats[name]; ok {
		return f, nil
	}
	return nil, fmt.Errorf("no output format %q; have text, json, csv, latex, markdown", name)
}
