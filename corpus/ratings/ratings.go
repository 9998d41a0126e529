// Package ratings reads what people said of items: tables as CSV or TSV, or JSON
// with an object a line.
//
// Unlike the formats of documents, which stream, a file is read whole: those who
// compare ratings need all of them. Columns play the roles of their names unless
// the options say otherwise; what the roles are is up to the caller, and so is
// what cells hold.
package ratings

import (
	"fmt"
	"math"
	"strconv"

	"hed/corpus"
	"hed/internal/count"
	"hed/internal/option"
)

// A File is a table of what people said.
type File struct {
	Name    string // for messages
	Columns []string
	Rows    []Row

	place  map[string]int // of the column that plays a role
	byName map[string]int // of a column, while the file is read
	empty  int            // cells so far for keys that a line lacks
}

// A Row has a cell for each column, as far as the row has them.
type Row struct {
	Line  int // from 1; several rows of a line where JSON has a list
	Cells []string
}

// Cell is the cell of a column, "" where the row has none.
func (r *Row) Cell(column int) string {
	if column < len(r.Cells) {
		return r.Cells[column]
	}
	return ""
}

// Read reads a file whose columns may play the roles. A file without a row is
// refused, and so are options that do not fit it; that a role is played by no
// column is for Need to refuse.
func Read(src *corpus.Source, opt corpus.Options, roles ...string) (*File, error) {
	byColumn, err := opt.Resolve(roles)
	if err != nil {
		return nil, option.Errorf("columns", ": %w", err)
	}
	f := &File{Name: src.Name(), place: map[string]int{}, byName: map[string]int{}}
	if err := f.read(src); err != nil {
		return nil, err
	}
	if len(f.Rows) == 0 {
		return nil, f.Errorf(0, "has no ratings; expected a line of column names and rows below it, or JSON lines")
	}
	if err := opt.Check(f.Columns); err != nil {
		return nil, f.Errorf(1, "%v", err)
	}
	for i, name := range f.Columns {
		if role, ok := byColumn[name]; ok {
			f.place[role] = i
		}
	}
	return f, nil
}

// Errorf is an error at a line of the file, or about all of it for 0.
func (f *File) Errorf(line int, format string, args ...any) error {
	return &corpus.SyntaxError{File: f.Name, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// Has reports whether a column plays the role.
func (f *File) Has(role string) bool {
	_, ok := f.place[role]
	return ok
}

// Need refuses a file that lacks a column for one of the roles.
func (f *File) Need(roles ...string) error {
	for _, role := range roles {
		if !f.Has(role) {
			return f.Errorf(1, "there is no column %s, only %s; name it with %s %[1]s=NAME", role, count.Names(f.Columns), option.Name("columns"))
		}
	}
	return nil
}

// Get is the cell of the column that plays the role, or "".
func (f *File) Get(r *Row, role string) string {
	if i, ok := f.place[role]; ok {
		return r.Cell(i)
	}
	return ""
}

// Others are the columns that play no role.
func (f *File) Others() (columns []int) {
	for i := range f.Columns {
		plays := false
		for _, at := range f.place {
			plays = plays || at == i
		}
		if !plays {
			columns = append(columns, i)
		}
	}
	return columns
}

// Number reads a cell as a number that can be computed with.
func Number(cell string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(cell, 64)
	return v, err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
}

// column is the place of a column, which is new if need be.
func (f *File) column(name string) int {
	i, ok := f.byName[name]
	if !ok {
		i = len(f.Columns)
		f.Columns = append(f.Columns, name)
		f.byName[name] = i
	}
	return i
}
