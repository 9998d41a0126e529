package parquet

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"hed/corpus/internal/line"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// A leaf is a column of values, which may lie deep in a list or struct.
type leaf struct {
	name   string
	column int
	list   bool
	role   bool // it is more than something else to know of a document
	// nullItem is the definition level that a null in a list has, as
	// opposed to a list that is null or empty; -1 if there can be none.
	nullItem int
	text     func(parquet.Value) string
}

// leaves names the columns: one that is alone in its field is called like
// the field, whatever lists it lies in.
func leaves(schema *parquet.Schema) []leaf {
	paths := schema.Columns()
	inField := map[string]int{}
	for _, path := range paths {
		inField[path[0]]++
	}
	all := make([]leaf, len(paths))
	for i, path := range paths {
		name := path[0]
		if inField[name] > 1 {
			name = strings.Join(path, ".")
		}
		all[i] = leaf{name: name, column: i, text: parquet.Value.String, nullItem: -1}
		if column, ok := schema.Lookup(path...); ok {
			if column.Node.Optional() {
				all[i].nullItem = int(column.MaxDefinitionLevel) - 1
			}
			all[i].list = column.MaxRepetitionLevel > 0
			all[i].text = writer(column.Node.Type())
		}
	}
	return all
}

// writer returns how values of a type are written.
func writer(t parquet.Type) func(parquet.Value) string {
	if logical := t.LogicalType(); logical != nil {
		switch v := logical.Value.(type) {
		case *format.DateType:
			return func(v parquet.Value) string {
				return time.Unix(int64(v.Int32())*24*60*60, 0).UTC().Format(time.DateOnly)
			}
		case *format.TimestampType:
			if t.Kind() == parquet.Int64 && v.Unit.Value != nil {
				unit := v.Unit.Value.Duration()
				return func(v parquet.Value) string { return timestamp(v.Int64(), unit) }
			}
		}
	}
	return parquet.Value.String
}

func timestamp(n int64, unit time.Duration) string {
	perSecond := int64(time.Second / unit)
	return time.Unix(n/perSecond, n%perSecond*int64(unit)).UTC().Format(time.RFC3339Nano)
}

// cells writes a row as text, a list as JSON.
func cells(leaves []leaf, row parquet.Row) ([]string, error) {
	cells := make([]string, len(leaves))
	lists := make(map[int][]string)
	size := 0
	for _, v := range row {
		l := leaves[v.Column()]
		if v.IsNull() {
			if l.role && l.list && v.DefinitionLevel() == l.nullItem {
				return nil, fmt.Errorf("the list in column %s has an item that is null; expected text", l.name)
			}
			continue
		}
		text := l.text(v)
		if size += len(text); size > line.Limit {
			return nil, line.ErrRecord
		}
		if !utf8.ValidString(text) {
			if !l.role {
				continue // a picture, perhaps
			}
			return nil, fmt.Errorf("the column %s is not valid UTF-8; expected text", l.name)
		}
		if l.list {
			lists[l.column] = append(lists[l.column], text)
		} else {
			cells[l.column] = text
		}
	}
	for i, list := range lists {
		b, err := json.Marshal(list)
		if err != nil {
			return nil, err
		}
		cells[i] = string(b)
	}
	return cells, nil
}
