package score

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"hed/internal/formula"
)

// AppendValue appends v as files have it: the shortest decimal that reads
// back to the same float64, and nothing if it is absent.
func AppendValue(dst []byte, v float64) []byte {
	if IsAbsent(v) {
		return dst
	}
	return strconv.AppendFloat(dst, v, 'g', -1, 64)
}

// A Writer writes rows of CSV: labels, such as an id, then numbers. It does not go
// through encoding/csv, because numbers need no quotes and a million rows should not
// need a dozen million strings.
type Writer struct {
	// Raw writes labels as they are, though a spreadsheet may run them.
	Raw  bool
	w    *bufio.Writer
	line []byte
}

// NewWriter returns a Writer that has written the names of the columns. Like that of a
// bufio.Writer, an error shows at the next call and in Flush.
func NewWriter(w io.Writer, names ...string) *Writer {
	out := &Writer{w: bufio.NewWriterSize(w, 1<<16)}
	out.Write(nil, names...)
	return out
}

// Write adds a row.
func (w *Writer) Write(values []float64, labels ...string) error {
	w.line = w.line[:0]
	for _, label := range labels {
		w.line = append(AppendText(w.line, label, w.Raw), ',')
	}
	for _, v := range values {
		w.line = append(AppendValue(w.line, v), ',')
	}
	w.line[len(w.line)-1] = '\n'
	_, err := w.w.Write(w.line)
	return err
}

// Flush writes what is buffered.
func (w *Writer) Flush() error { return w.w.Flush() }

// AppendField appends s as a field of CSV, in quotes where RFC 4180 asks
// for them.
func AppendField(dst []byte, s string) []byte {
	if s != "" && !strings.ContainsAny(s, "\",\r\n") && s[0] != ' ' {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(s, `"`, `""`)...)
	return append(dst, '"')
}

// AppendText appends s, which may be text from outside, as a field of CSV. Unless raw is set, it
// gets an apostrophe in front where a spreadsheet would run it; see package formula.
func AppendText(dst []byte, s string, raw bool) []byte {
	if !raw {
		s = formula.Defuse(s)
	}
	return AppendField(dst, s)
}

// WriteCSV writes the values of one system: the id of each document, then one
// column for each measure.
func (t *Table) WriteCSV(w io.Writer, system int) error {
	return t.write(w, Names(t.columns), t.cells[system*t.width:][:len(t.columns)])
}

// WriteCounts writes the counts of one system in the same way.
func (t *Table) WriteCounts(w io.Writer, system int) error {
	return t.write(w, t.countNames(), t.cells[system*t.width:][len(t.columns):t.width])
}

func (t *Table) write(w io.Writer, names []string, cells []Series) error {
	out := NewWriter(w, append([]string{"id"}, names...)...)
	out.Raw = t.Raw
	row, blocks := make([]float64, len(cells)), make([][]float64, len(cells))
	i := 0
	for doc := range t.IDs() {
		for c := range cells {
			if i%BlockLen == 0 {
				blocks[c] = cells[c].Block(i / BlockLen)
			}
			row[c] = blocks[c][i%BlockLen]
		}
		if err := out.Write(row, doc); err != nil {
			return err
		}
		i++
	}
	return out.Flush()
}

// Names are those of the columns.
func Names(columns []Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

// Titles are those of the columns, by which readers tell them apart: one that several columns have, as of two profiles of a
// metric, has the name behind it. A column without a title has its name.
func Titles(columns []Column) []string {
	times := map[string]int{}
	for _, c := range columns {
		times[c.Title]++
	}
	titles := make([]string, len(columns))
	for i, c := range columns {
		switch {
		case c.Title == "":
			titles[i] = c.Name
		case times[c.Title] > 1:
			titles[i] = c.Title + " (" + c.Name + ")"
		default:
			titles[i] = c.Title
		}
	}
	return titles
}

// countNames are those of the counts of all columns: "bleu.hyp_len".
func (t *Table) countNames() (names []string) {
	for _, c := range t.columns {
		if c.Pool != nil {
			for _, name := range c.Pool.Counts {
				names = append(names, c.Name+"."+name)
			}
		}
	}
	return names
}
