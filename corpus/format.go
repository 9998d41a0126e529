package corpus

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hed/internal/count"
	"hed/internal/option"
)

// A Format is a way to write a corpus in a file. Each format's folder
// exports one, and corpus/all lists them.
type Format struct {
	Name    string   // which the option format takes
	Doc     string   // its shape in one line, for help texts
	Endings []string // of file names, with the dot, before any .gz or .zst
	Roles   []string // what Options.Columns may map; none where names are fixed

	// Sniff says whether the first bytes of the text look like it.
	Sniff func(head []byte) bool

	// Names are the columns or keys of a file, of which Options.Columns chooses; nil where
	// names are fixed.
	Names func(*Source) ([]string, error)

	// Documents reads articles and references.
	Documents func(*Source, Options) Reader
	// Outputs reads the headlines of a system; nil where the format
	// cannot hold them.
	Outputs func(*Source, Options) OutputReader
}

// Options say how a file differs from its format's usual shape.
type Options struct {
	// Columns maps a role, such as "text", to the column or key of the
	// file that plays it. A role that is not mapped is played by the column
	// of its own name; one mapped to "" is played by none.
	Columns map[string]string
}

// TableRoles are the roles that columns and keys play in the formats
// whose names can be mapped.
var TableRoles = []string{"id", "text", "headline", "references", "source", "date", "lang"}

// Resolve turns the mapping round: the role of each column that has one.
// It refuses roles that are not among known, and two roles for one column.
func (o Options) Resolve(known []string) (map[string]string, error) {
	if len(known) == 0 && len(o.Columns) > 0 {
		return nil, wrongColumns("the column names of this format are fixed; leave %s out", option.Name("columns"))
	}
	byColumn := make(map[string]string, len(known))
	for _, role := range slices.Sorted(maps.Keys(o.Columns)) {
		if !slices.Contains(known, role) {
			return nil, wrongColumns("no role is called %q; the roles are %s", role, strings.Join(known, ", "))
		}
		column := o.Columns[role]
		if column == "" {
			continue
		}
		if other, taken := byColumn[column]; taken {
			return nil, wrongColumns("%q is given to both %s and %s; a column has only one role", column, other, role)
		}
		byColumn[column] = role
	}
	for _, role := range known {
		_, mapped := o.Columns[role]
		_, taken := byColumn[role] // by a role that the user gave this column
		if !mapped && !taken {
			byColumn[role] = role
		}
	}
	return byColumn, nil
}

// Check refuses a mapping to a column that is not among those present.
func (o Options) Check(present []string) error {
	for _, role := range slices.Sorted(maps.Keys(o.Columns)) {
		if column := o.Columns[role]; column != "" && !slices.Contains(present, column) {
			return wrongColumns("there is no column %q to read the %s from; there are %s", column, role, count.Names(present))
		}
	}
	return nil
}

func wrongColumns(format string, args ...any) error {
	return &option.Error{Option: "columns", Err: fmt.Errorf(format, args...)}
}
