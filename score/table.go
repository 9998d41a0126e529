package score

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// A Key names one row: whose headline for which document, and judged by
// whom where people judge.
type Key struct{ Doc, System, Rater string }

// A Table holds values in dense columns: eight bytes a cell, and for a row
// twelve and its share of the ids, so that millions of rows fit. Rows keep
// the order in which they were added.
type Table struct {
	columns []Column
	cells   []Series // by column

	docs, systems, raters names
	keys                  []rowKey
}

type rowKey struct{ doc, system, rater int32 }

// names numbers strings in order of appearance.
type names struct {
	list  []string
	index map[string]int32
}

func (n *names) number(s string) int32 {
	// The same name mostly comes again at once.
	if k := len(n.list); k > 0 && n.list[k-1] == s {
		return int32(k - 1)
	}
	if i, ok := n.index[s]; ok {
		return i
	}
	if n.index == nil {
		n.index = map[string]int32{}
	}
	i := int32(len(n.list))
	n.list = append(n.list, s)
	n.index[s] = i
	return i
}

// NewTable returns a table without rows.
func NewTable(columns []Column) *Table {
	return &Table{columns: slices.Clone(columns), cells: make([]Series, len(columns))}
}

// Describe exchanges the descriptions of the columns, whose signatures may be
// complete only when all is scored. It panics if the names are others.
func (t *Table) Describe(columns []Column) {
	if !slices.EqualFunc(t.columns, columns, func(a, b Column) bool { return a.Name == b.Name }) {
		panic("score: the columns are others")
	}
	t.columns = slices.Clone(columns)
}

// Columns describes the columns.
func (t *Table) Columns() []Column { return t.columns }

// Len is the number of rows.
func (t *Table) Len() int { return len(t.keys) }

// Append adds a row. It panics if there are not as many values as columns.
func (t *Table) Append(k Key, values []float64) {
	if len(values) != len(t.columns) {
		panic(fmt.Sprintf("score: %d values for %d columns", len(values), len(t.columns)))
	}
	t.keys = append(t.keys, rowKey{t.docs.number(k.Doc), t.systems.number(k.System), t.raters.number(k.Rater)})
	for c, v := range values {
		t.cells[c].Append(v)
	}
}

// Key names row i.
func (t *Table) Key(i int) Key {
	k := t.keys[i]
	return Key{t.docs.list[k.doc], t.systems.list[k.system], t.raters.list[k.rater]}
}

// Value is the cell of row i and column c, and whether there is one.
func (t *Table) Value(i, c int) (float64, bool) {
	v := t.cells[c].At(i)
	return v, !IsAbsent(v)
}

// Systems returns the systems in order of appearance.
func (t *Table) Systems() []string { return slices.Clone(t.systems.list) }

// Rows yields the rows of one system, in order.
func (t *Table) Rows(system string) iter.Seq[int] {
	return func(yield func(int) bool) {
		want, ok := t.systems.index[system]
		if !ok {
			return
		}
		for i, k := range t.keys {
			if k.system == want && !yield(i) {
				return
			}
		}
	}
}

// Values are those of one system in column c, in the order of its rows, Absent
// where there is none.
func (t *Table) Values(system string, c int) (values []float64) {
	for i := range t.Rows(system) {
		values = append(values, t.cells[c].At(i))
	}
	return values
}

// Means returns the mean of every column by system, in the order of Systems.
// Absent values are passed over; without any other the mean is Absent.
func (t *Table) Means() [][]float64 {
	sums := make([][]Mean, len(t.systems.list))
	for s := range sums {
		sums[s] = make([]Mean, len(t.columns))
	}
	for c := range t.cells {
		for i, k := range t.keys {
			sums[k.system][c].Add(t.cells[c].At(i))
		}
	}
	out := make([][]float64, len(sums))
	for s := range sums {
		for _, m := range sums[s] {
			out[s] = append(out[s], m.Value())
		}
	}
	return out
}

// A Mean is a running mean that passes over absent values. It sums with
// Neumaier's compensation, so the result is right to the last digits for
// millions of rows too.
type Mean struct {
	N         int
	sum, comp float64
}

// Add counts v unless it is absent.
func (m *Mean) Add(v float64) {
	if IsAbsent(v) {
		return
	}
	m.N++
	s := m.sum + v
	if math.Abs(m.sum) >= math.Abs(v) {
		m.comp += (m.sum - s) + v
	} else {
		m.comp += (v - s) + m.sum
	}
	m.sum = s
}

// Value is the mean, or Absent where nothing was added.
func (m *Mean) Value() float64 {
	if m.N == 0 {
		return Absent
	}
	return (m.sum + m.comp) / float64(m.N)
}
