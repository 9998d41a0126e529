package score

import (
	"fmt"
	"slices"
	"strings"
)

// An Overall says how one number for a system comes from its means: Unit, Plain, or
// what OverallOf makes of the names of columns.
type Overall string

const (
	// Unit is the mean over measures after each column's own fixed map to
	// [0,1], oriented so that higher is better. A measure counts once: columns that
	// are Aside do not count.
	Unit Overall = "unit"
	// Plain is the plain mean over all columns, as the HEvAS paper has it,
	// although its word lengths and fog indices are not in [0,1].
	Plain Overall = "plain"
)

// chosen comes before the names of columns, which have commas between them.
const chosen = "columns="

// OverallOf is the mean of the columns of those names after their maps, as in Unit.
func OverallOf(names ...string) Overall { return Overall(chosen + strings.Join(names, ",")) }

// names are the columns that are named; ok is false where none are.
func (o Overall) names() (names []string, ok bool) {
	list, ok := strings.CutPrefix(string(o), chosen)
	if !ok {
		return nil, false
	}
	names = strings.Split(list, ",")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return names, true
}

// Check refuses what is not an Overall, or names a column that there is not.
func (o Overall) Check(columns []Column) error {
	names, ok := o.names()
	if !ok && o != Unit && o != Plain {
		return fmt.Errorf("%s: want %s, %s or %sLIST", o, Unit, Plain, chosen)
	}
	for _, n := range names {
		if n == "" {
			return fmt.Errorf("%s: a name is missing; want columns with commas between them", o)
		}
		if !slices.Contains(Names(columns), n) {
			return fmt.Errorf("%s: no column %q among those that are measured: %s", o, n, strings.Join(Names(columns), ", "))
		}
	}
	return nil
}

// Counts says of every column whether it counts.
func (o Overall) Counts(columns []Column) []bool {
	names, ok := o.names()
	counts := make([]bool, len(columns))
	for i, c := range columns {
		switch {
		case ok:
			counts[i] = slices.Contains(names, c.Name)
		default:
			counts[i] = o == Plain || !c.Aside
		}
	}
	return counts
}

// Of makes the overall score of the means of the columns. A column
// without a mean is passed over; without any the result is Absent.
func (o Overall) Of(columns []Column) func(means []float64) float64 {
	counts := o.Counts(columns)
	return func(means []float64) float64 {
		var m Mean
		for c, v := range means {
			switch {
			case !counts[c]:
			case o == Plain:
				m.Add(v)
			default:
				m.Add(columns[c].Unit(v))
			}
		}
		return m.Value()
	}
}
