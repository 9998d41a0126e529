package score

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// A Table holds what systems got for documents: a Series for each system and
// column, with one value a document, in the order in which the documents were
// added. All systems have the same documents, since only then can they be
// compared. A cell takes eight bytes, and a document its id, in memory or, of a
// table that spills, on disk.
type Table struct {
	// Raw says that ids are in files as they are, though a spreadsheet may run them.
	Raw     bool
	systems []string
	columns []Column
	docs    names
	width   int      // of columns, with their counts
	cells   []Series // by system, then column, then count of columns
}

// NewTable returns a table without documents.
func NewTable(systems []string, columns []Column) *Table {
	width := Width(columns)
	return &Table{
		systems: slices.Clone(systems), columns: slices.Clone(columns), width: width,
		cells: make([]Series, len(systems)*width),
	}
}

// SpillTo puts on disk what comes beyond the first documents, so that memory does not
// grow with them. It must come before the first Append.
func (t *Table) SpillTo(spill *Spill) {
	t.docs.spill = spill
	for i := range t.cells {
		t.cells[i].spill = spill
	}
}

// Describe exchanges the descriptions of the columns, whose signatures may be
// complete only when all is scored. It panics if the names are others.
func (t *Table) Describe(columns []Column) {
	if !slices.EqualFunc(t.columns, columns, func(a, b Column) bool { return a.Name == b.Name }) {
		panic("score: the columns are others")
	}
	t.columns = slices.Clone(columns)
}

// Systems, Columns and Docs are the names of the systems, the descriptions of the
// columns and the ids of the documents. They must not be changed. Of a table that spills,
// every call of Docs reads the ids into memory; IDs does not.
func (t *Table) Systems() []string { return t.systems }
func (t *Table) Columns() []Column { return t.columns }
func (t *Table) Docs() []string    { return t.docs.all() }

// Len is the number of documents, IDs are theirs, and ID is that of one. For many, IDs is quicker.
func (t *Table) Len() int              { return t.docs.n }
func (t *Table) IDs() iter.Seq[string] { return t.docs.each }
func (t *Table) ID(doc int) string     { return t.docs.at(doc) }

// Append adds a document: as many values as Width says for the first system, then for
// the second, and so on, as evaluate has them in a row. It panics if there are
// not as many values.
func (t *Table) Append(doc string, values []float64) {
	if len(values) != len(t.cells) {
		panic(fmt.Sprintf("score: %d values for %d systems with %d each", len(values), len(t.systems), t.width))
	}
	t.docs.append(doc)
	for i, v := range values {
		t.cells[i].Append(v)
	}
}

// Series are the values of a system in a column, by document.
func (t *Table) Series(system, column int) *Series {
	return &t.cells[system*t.width+column]
}

// Of is the table of some documents, by their places, ascending. It spills where t does.
func (t *Table) Of(docs []int) *Table {
	some := NewTable(t.systems, t.columns)
	some.Raw = t.Raw
	some.SpillTo(t.docs.spill)
	next, doc := 0, 0
	for id := range t.IDs() {
		if next < len(docs) && docs[next] == doc {
			some.docs.append(id)
			next++
		}
		doc++
	}
	for i := range t.cells {
		var block []float64
		at := -1
		for _, doc := range docs {
			if k := doc / BlockLen; k != at {
				at, block = k, t.cells[i].Block(k)
			}
			some.cells[i].Append(block[doc%BlockLen])
		}
	}
	return some
}

// Values are those of Series as one slice, which is part of the table and must
// not be changed.
func (t *Table) Values(system, column int) []float64 { return t.Series(system, column).Values() }

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
