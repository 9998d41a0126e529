package parquet

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go"

	"hed"
)

// A Writer writes a table of texts and numbers, such as scores, in memory that does not grow with its rows.
type Writer struct {
	to    *parquet.GenericWriter[any]
	texts int
	rows  []parquet.Row // that are not written yet
	after int           // rows since the last group
}

const (
	rowsAtOnce = 1024
	// groupRows are in memory until they are written.
	groupRows = 1 << 16
)

// NewWriter writes columns of texts, then columns of numbers.
func NewWriter(w io.Writer, texts, numbers []string) *Writer {
	columns := ordered{Group: parquet.Group{}, names: slices.Concat(texts, numbers)}
	for _, name := range texts {
		columns.Group[name] = parquet.String()
	}
	for _, name := range numbers {
		columns.Group[name] = parquet.Optional(parquet.Leaf(parquet.DoubleType))
	}
	return &Writer{texts: len(texts), to: parquet.NewGenericWriter[any](w, parquet.NewSchema("scores", columns),
		parquet.Compression(&parquet.Snappy), parquet.CreatedBy("hed", hed.Version, ""))}
}

// ordered is a group whose columns keep their order.
type ordered struct {
	parquet.Group
	names []string
}

func (t ordered) Fields() []parquet.Field {
	fields := t.Group.Fields() // by name
	slices.SortFunc(fields, func(a, b parquet.Field) int { return slices.Index(t.names, a.Name()) - slices.Index(t.names, b.Name()) })
	return fields
}

// Write adds a row. A number that is NaN is null.
func (w *Writer) Write(texts []string, numbers []float64) error {
	row := make(parquet.Row, 0, len(texts)+len(numbers))
	for i, text := range texts {
		row = append(row, parquet.ByteArrayValue([]byte(text)).Level(0, 0, i))
	}
	for i, v := range numbers {
		if math.IsNaN(v) {
			row = append(row, parquet.NullValue().Level(0, 0, w.texts+i))
		} else {
			row = append(row, parquet.DoubleValue(v).Level(0, 1, w.texts+i))
		}
	}
	if w.rows = append(w.rows, row); len(w.rows) < rowsAtOnce {
		return nil
	}
	return w.put()
}

func (w *Writer) put() error {
	n, err := w.to.WriteRows(w.rows)
	if err == nil && n < len(w.rows) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return fmt.Errorf("write parquet: %w", err)
	}
	w.after += n
	if w.rows = w.rows[:0]; w.after < groupRows {
		return nil
	}
	w.after = 0
	return w.to.Flush()
}

// Close writes the end, without which the file is none.
func (w *Writer) Close() error {
	if err := w.put(); err != nil {
		return err
	}
	return w.to.Close()
}
