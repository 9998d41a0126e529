// Package table makes documents and outputs of rows whose columns have
// names: those of CSV, TSV, NumHG and parquet files. It knows the roles
// that columns play and how a CSV file is cut into rows; which columns a
// format must have is the format's affair.
package table

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"hed/corpus"
	"hed/internal/option"
)

// Columns are the names at the head of a table with their roles.
type Columns struct {
	names []string
	role  map[string]int // index of the column that plays it
	plays []bool         // by column, whether it plays a role
	extra []int          // columns without a role
}

// NewColumns finds the roles of names, and says what is wrong with them.
func NewColumns(names, roles []string, opt corpus.Options) (*Columns, error) {
	byColumn, err := opt.Resolve(roles)
	if err != nil {
		return nil, err
	}
	if err := opt.Check(names); err != nil {
		return nil, err
	}
	c := &Columns{names: slices.Clone(names), role: map[string]int{}, plays: make([]bool, len(names))}
	seen := make(map[string]bool, len(names))
	for i, name := range names {
		if seen[name] {
			return nil, fmt.Errorf("the column %q comes twice; rename one", name)
		}
		seen[name] = true
		if role, ok := byColumn[name]; ok {
			c.role[role], c.plays[i] = i, true
		} else {
			c.extra = append(c.extra, i)
		}
	}
	return c, nil
}

// Has says whether a column plays the role.
func (c *Columns) Has(role string) bool {
	_, ok := c.role[role]
	return ok
}

// Plays says whether column i plays a role.
func (c *Columns) Plays(i int) bool { return c.plays[i] }

// Names are the columns as the file has them.
func (c *Columns) Names() []string { return c.names }

// NamesOf are the names at the head of a table, whose rows are read with what is to check
// its columns. A table without a head has none.
func NamesOf(rows func(check func(*Columns) error) iter.Seq2[Row, error]) (names []string, err error) {
	enough := errors.New("the rows are not read")
	for _, err := range rows(func(c *Columns) error { names = c.names; return enough }) {
		if err != nil && names == nil {
			return nil, err
		}
		break
	}
	return names, nil
}

// A Row is one record of a table. An empty cell is an absent value.
type Row struct {
	*Columns
	Cells []string
	Line  int
}

// Get returns the cell of the column that plays role, or "".
func (r Row) Get(role string) string {
	if i, ok := r.role[role]; ok {
		return r.Cells[i]
	}
	return ""
}

// ID returns the id, or "" in a table without a column for it, where a
// row with an empty cell would otherwise pass for one.
func (r Row) ID() (string, error) {
	id := r.Get("id")
	if id == "" && r.Has("id") {
		return "", fmt.Errorf("the id is empty; every row needs one, or ignore ids with %s id=", option.Name("columns"))
	}
	return id, nil
}

// Meta holds the cells of the columns without a role.
func (r Row) Meta() map[string]string {
	var meta map[string]string
	for _, i := range r.extra {
		if r.Cells[i] == "" {
			continue
		}
		if meta == nil {
			meta = make(map[string]string, len(r.extra))
		}
		meta[r.names[i]] = r.Cells[i]
	}
	return meta
}
