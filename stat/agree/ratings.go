// Package agree measures how far raters agree on the same items.
//
// Ratings are what people, or programs, said of items: some rater may have
// said nothing of some item. Measures are percent agreement, the kappas of
// Cohen, Fleiss and Randolph, Krippendorff's alpha, and the intraclass
// correlations. None of them makes a number out of nothing: raters who share no
// item, or who know one value only, have an undefined agreement, which
// is NaN with a reason, never 0 or 1.
//
// Package stat, above this one, resamples and knows distributions.
package agree

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A Row is what one rater said of one item. An empty value is a missing one.
type Row struct {
	Item, Rater, Value string
	// Case is what the item is a part of, as a headline is of a case of a study: items of one case
	// go together, and so they are resampled together. Without one, an item is by itself.
	Case string
}

// Ratings are items by raters, with gaps.
//
// Values are compared as numbers if all of them are numbers, so that 1 and
// 1.0 are one value, and as strings otherwise.
type Ratings struct {
	items, raters []string  // in the order of the rows
	values        []string  // every value once, in order, as written first
	numbers       []float64 // the same as numbers, or nil if some is none
	notNumber     error     // which is none, or nil
	first         []int     // what is said of item i is from first[i] to first[i+1]
	said          []int32   // places in values, by item and then by rater
	by            []int32   // the rater of each
	cases         []int32   // of each item; nil where each is by itself
}

// A RepeatError says that a rater rated an item twice.
type RepeatError struct {
	Item, Rater   string
	First, Second int // the two rows, counted from 0
}

func (e *RepeatError) Error() string {
	return fmt.Sprintf("item %q has two values of rater %q (rows %d and %d): keep one", e.Item, e.Rater, e.First+1, e.Second+1)
}

// New makes ratings of rows in any order. Two rows of one item and rater
// are a *RepeatError, even where one of them has no value.
func New(rows []Row) (*Ratings, error) {
	r := &Ratings{}
	var items, raters, values index
	type cell struct{ item, rater, value int32 }
	cells := make([]cell, len(rows))
	for i, row := range rows {
		cells[i] = cell{items.number(row.Item), raters.number(row.Rater), -1}
		if row.Value != "" {
			cells[i].value = values.number(row.Value)
		}
	}
	r.items, r.raters = items.names, raters.names
	if slices.ContainsFunc(rows, func(row Row) bool { return row.Case != "" }) {
		var cases index
		r.cases = make([]int32, len(r.items))
		for i, row := range rows {
			if row.Case == "" {
				row.Case = "\x00" + row.Item
			}
			r.cases[cells[i].item] = cases.number(row.Case)
		}
	}
	place := r.sortValues(values.names)
	if len(values.names) > 0 && r.numbers == nil {
		i := slices.IndexFunc(rows, func(row Row) bool { return row.Value != "" && !isNumber(row.Value) })
		r.notNumber = fmt.Errorf("value %q of item %q by rater %q is not a number", rows[i].Value, rows[i].Item, rows[i].Rater)
	}

	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := cells[i], cells[j]
		return cmp.Or(cmp.Compare(a.item, b.item), cmp.Compare(a.rater, b.rater), cmp.Compare(i, j))
	})
	for k, i := range order {
		c, before := cells[i], cell{item: -1}
		if k > 0 {
			before = cells[order[k-1]]
		}
		if c.item != before.item {
			r.first = append(r.first, len(r.said))
		} else if c.rater == before.rater {
			return nil, &RepeatError{rows[i].Item, rows[i].Rater, order[k-1], i}
		}
		if c.value >= 0 {
			r.said = append(r.said, place[c.value])
			r.by = append(r.by, c.rater)
		}
	}
	r.first = append(r.first, len(r.said))
	return r, nil
}

// sortValues sets the values of the ratings and returns the place of each name
// among them.
func (r *Ratings) sortValues(names []string) []int32 {
	numeric := !slices.ContainsFunc(names, func(name string) bool { return !isNumber(name) })
	numbers := make([]float64, len(names))
	for i, name := range names {
		numbers[i], _ = strconv.ParseFloat(name, 64)
	}
	order := make([]int32, len(names))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		if numeric {
			return cmp.Or(cmp.Compare(numbers[a], numbers[b]), cmp.Compare(a, b))
		}
		return cmp.Compare(names[a], names[b])
	})
	place := make([]int32, len(names))
	for k, i := range order {
		if k == 0 || !numeric || numbers[i] != numbers[order[k-1]] {
			r.values = append(r.values, names[i])
			if numeric {
				r.numbers = append(r.numbers, numbers[i])
			}
		}
		place[i] = int32(len(r.values) - 1)
	}
	return place
}

// isNumber reports whether a value can be computed with.
func isNumber(value string) bool {
	v, err := strconv.ParseFloat(value, 64)
	return err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
}

// index numbers names in the order in which they come.
type index struct {
	numbers map[string]int32
	names   []string
}

func (x *index) number(name string) int32 {
	n, ok := x.numbers[name]
	if !ok {
		if x.numbers == nil {
			x.numbers = map[string]int32{}
		}
		n = int32(len(x.names))
		x.numbers[name] = n
		x.names = append(x.names, name)
	}
	return n
}

// Items are the items in the order of the rows, those without a value too.
func (r *Ratings) Items() []string { return slices.Clone(r.items) }

// Raters are the raters in the order of the rows.
func (r *Ratings) Raters() []string { return slices.Clone(r.raters) }

// of is what was said of item i.
func (r *Ratings) of(i int32) []int32 { return r.said[r.first[i]:r.first[i+1]] }

// rated are the items with some number of values at least, and how many values
// they have together.
func (r *Ratings) rated(least int) (items []int32, values int) {
	items = make([]int32, 0, len(r.items))
	for i := range int32(len(r.items)) {
		if n := len(r.of(i)); n >= least {
			items = append(items, i)
			values += n
		}
	}
	return items, values
}
