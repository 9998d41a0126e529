package score

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"hed/internal/formula"
)

// ErrOtherDocuments means that a file has other documents than those before it.
var ErrOtherDocuments = errors.New("other documents than the systems before")

// ReadCSV adds the rows of a system, as WriteCSV wrote them, to a table that has
// none of it yet. Systems are read in their order: the first brings the
// documents, and others must have the same, or the error is ErrOtherDocuments.
// The name of the file is for messages.
func (t *Table) ReadCSV(r io.Reader, name string, system int) error {
	return t.read(r, name, Names(t.columns), t.cells[system*t.width:][:len(t.columns)], system == 0)
}

// ReadCounts adds the counts of a system, as WriteCounts wrote them, after its rows.
func (t *Table) ReadCounts(r io.Reader, name string, system int) error {
	return t.read(r, name, t.countNames(), t.cells[system*t.width:][len(t.columns):t.width], false)
}

// read fills cells. With first, it brings the documents.
func (t *Table) read(r io.Reader, name string, names []string, cells []Series, first bool) error {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	head, err := in.Read()
	if err != nil {
		return fmt.Errorf("%s: no line of column names: %w", name, err)
	}
	if len(head) != len(names)+1 || head[0] != "id" {
		return fmt.Errorf("%s:1: %d columns; expected id and %d measures", name, len(head), len(names))
	}
	for c, want := range names {
		if formula.Restore(head[c+1]) != want {
			return fmt.Errorf("%s:1: column %q; expected %q", name, head[c+1], want)
		}
	}
	next, stop := iter.Pull(t.IDs())
	defer stop()
	for {
		row, err := in.Read()
		if err == io.EOF {
			if _, more := next(); more && !first {
				return fmt.Errorf("%s: %w", name, ErrOtherDocuments)
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if !t.Raw {
			row[0] = formula.Restore(row[0])
		}
		if first {
			t.docs.append(strings.Clone(row[0])) // not the whole line
		} else if id, ok := next(); !ok || id != row[0] {
			return fmt.Errorf("%s: %w", name, ErrOtherDocuments)
		}
		for c := range names {
			v := Absent
			if row[c+1] != "" {
				if v, err = strconv.ParseFloat(row[c+1], 64); err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
					line, _ := in.FieldPos(c + 1)
					return fmt.Errorf("%s:%d: %s is %q; expected a number or nothing", name, line, names[c], row[c+1])
				}
			}
			cells[c].Append(v)
		}
	}
}
