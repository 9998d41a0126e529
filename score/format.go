package score

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// AppendValue appends v as files have it: the shortest decimal that reads
// back to the same float64, and nothing if it is absent.
func AppendValue(dst []byte, v float64) []byte {
	if IsAbsent(v) {
		return dst
	}
	return strconv.AppendFloat(dst, v, 'g', -1, 64)
}

// A Writer writes one row a headline as CSV: its id, then one column a
// measure. It does not go through encoding/csv, because numbers need no
// quotes and a million rows should not need a dozen million strings.
type Writer struct {
	w    *bufio.Writer
	line []byte
}

// NewWriter returns a Writer that has written the header. Like that of a
// bufio.Writer, an error shows at the next call and in Flush.
func NewWriter(w io.Writer, columns []Column) *Writer {
	out := &Writer{w: bufio.NewWriterSize(w, 1<<16)}
	out.line = append(out.line, "id"...)
	for _, c := range columns {
		out.line = AppendField(append(out.line, ','), c.Name)
	}
	out.w.Write(append(out.line, '\n'))
	return out
}

// Write adds a row.
func (w *Writer) Write(id string, values []float64) error {
	w.line = AppendField(w.line[:0], id)
	for _, v := range values {
		w.line = AppendValue(append(w.line, ','), v)
	}
	w.line = append(w.line, '\n')
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

// WriteCSV writes the rows of one system.
func (t *Table) WriteCSV(w io.Writer, system int) error {
	out := NewWriter(w, t.columns)
	row := make([]float64, len(t.columns))
	for i, doc := range t.docs {
		for c := range row {
			row[c] = t.Series(system, c).At(i)
		}
		if err := out.Write(doc, row); err != nil {
			return err
		}
	}
	return out.Flush()
}
