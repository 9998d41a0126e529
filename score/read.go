package score

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
)

// ReadCSV adds the rows of a system, as WriteCSV wrote them, to the table.
// The name of the file is for messages.
func (t *Table) ReadCSV(r io.Reader, name, system string) error {
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
	values := make([]float64, len(t.columns))
	for {
		row, err := in.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for c := range values {
			values[c] = Absent
			if row[c+1] == "" {
				continue
			}
			if values[c], err = strconv.ParseFloat(row[c+1], 64); err != nil || math.IsInf(values[c], 0) || math.IsNaN(values[c]) {
				line, _ := in.FieldPos(c + 1)
				return fmt.Errorf("%s:%d: %s is %q; expected a number or nothing", name, line, t.columns[c].Name, row[c+1])
			}
		}
		t.Append(Key{Doc: row[0], System: system}, values)
	}
}
