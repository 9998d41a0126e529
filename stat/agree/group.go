package agree

import (
	"context"
	"errors"
	"slices"
	"strings"

	"hed/corpus/ratings"
	"hed/internal/option"
	"hed/stat"
)

// A Group is ratings of a file that are measured apart, and what they show.
type Group struct {
	Value string `json:"value"` // of the column that tells groups apart
	*Result

	file  *ratings.File
	rows  []Row
	lines []int
}

// Groups cuts the rows of a file, which plays the roles item, rater and value, by
// another column, in the order of the file. Without one, by is "" and all rows
// are one group.
func Groups(f *ratings.File, level Level, by string) ([]*Group, error) {
	if err := f.Need("item", "rater", "value"); err != nil {
		return nil, err
	}
	column := slices.Index(f.Columns, by)
	if by != "" && column < 0 {
		return nil, f.Errorf(1, "there is no column %s for %s; there are %s", by, option.Name("by"), strings.Join(f.Columns, ", "))
	}
	var groups []*Group
	byValue := map[string]*Group{}
	for i := range f.Rows {
		row := &f.Rows[i]
		cell := func(role string) string { return strings.TrimSpace(f.Get(row, role)) }
		said := Row{Item: cell("item"), Rater: cell("rater"), Value: cell("value")}
		switch "" {
		case said.Item:
			return nil, f.Errorf(row.Line, "the item is empty; every row needs one")
		case said.Rater:
			return nil, f.Errorf(row.Line, "the rater is empty; every row needs one")
		}
		if v, ok := ratings.Number(said.Value); !ok && said.Value != "" && level != Nominal {
			return nil, f.Errorf(row.Line, "the value is %q; %s %s wants numbers, nominal takes anything", said.Value, option.Name("level"), level)
		} else if ok && v < 0 && level == Ratio {
			return nil, f.Errorf(row.Line, "the value is %s; %s %s wants numbers from 0 on; use interval", said.Value, option.Name("level"), level)
		}
		value := ""
		if by != "" {
			value = row.Cell(column)
		}
		group := byValue[value]
		if group == nil {
			group = &Group{Value: value, file: f}
			byValue[value] = group
			groups = append(groups, group)
		}
		group.rows = append(group.rows, said)
		group.lines = append(group.lines, row.Line)
	}
	return groups, nil
}

// Measure fills in what the ratings of the group show; see Ratings.Measure.
func (g *Group) Measure(ctx context.Context, level Level, how stat.Resampling, seed uint64) error {
	r, err := New(g.rows)
	if repeat, ok := errors.AsType[*RepeatError](err); ok {
		return g.file.Errorf(g.lines[repeat.Second], "item %q already has a value of rater %q, on line %d; keep one, or see %s",
			repeat.Item, repeat.Rater, g.lines[repeat.First], option.Name("by"))
	}
	if err != nil {
		return err
	}
	g.Result, err = r.Measure(ctx, level, how, seed)
	return err
}
