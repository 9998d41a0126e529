package score

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// ErrOtherDocuments means that a file has other documents than those before it.
var ErrOtherDocuments = errors.New("other documents than the systems before")

// ReadCSV adds the rows of a system, as WriteCSV wrote them, to a table that has
// none of it yet. Systems are read in their order: the first brings the
// documents, and others must have the same, or the error is ErrOtherDocuments.
// The name of the file is for messages.
func (t *Table) ReadCSV(r io.Reader, name string, system int) error {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	head, err := in.Read()
	if err != nil {
		return fmt.Errorf("%s: no line of column names: %w", name, err)
	}
	if len(head) != len(t.columns)+1 || head[0] != "id" {
		return fmt.Errorf("%s:1: %d columns; expected id and %d measures", name, len(head), len(t.columns))
	}
	for c, col := range t.columns {
		if head[c+1] != col.Name {
			return fmt.Errorf("%s:1: column %q; expected %q", name, head[c+1], col.Name)
		}
	}
	for n := 0; ; n++ {
		row, err := in.Read()
		if err == io.EOF {
			if n < len(t.docs) {
				return fmt.Errorf("%s: %w", name, ErrOtherDocuments)
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		switch {
		case system == 0:
			t.docs = append(t.docs, strings.Clone(row[0])) // not the whole line
		case n >= len(t.docs) || t.docs[n] != row[0]:
			return fmt.Errorf("%s: %w", name, ErrOtherDocuments)
		}
		for c := range t.columns {
			v := Absent
			if row[c+1] != "" {
				if v, err = strconv.ParseFloat(row[c+1], 64); err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
					line, _ := in.FieldPos(c + 1)
					return fmt.Errorf("%s:%d: %s is %q; expected a number or nothing", name, line, t.columns[c].Name, row[c+1])
				}
			}
			t.Series(system, c).Append(v)
		}
	}
}
