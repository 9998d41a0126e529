package classify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Checked says what a classifier judges by: how well headlines can be told apart when something is hidden from them.
type Checked struct {
	By     string  `json:"by"` // the kind that was taught for each row
	Rows   []Row   `json:"rows"`
	Shares []Share `json:"shares"`
}

// A Row is texts that are told apart.
type Row struct {
	Texts string `json:"texts"`
	N     int    `json:"n"`
	// Macro is the mean of F1 over labels, with 95% by bootstrap, of a classifier that was taught from such texts.
	Macro float64 `json:"macro_f1"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// This is the same of the classifier that is checked, which was taught from headlines as they are.
	This float64 `json:"this"`

	right, judged []int
}

// A Share is how much of the mean of F1 is lost without something, of the same headlines, with 95% by bootstrap.
type Share struct {
	Of   string  `json:"of"`
	F1   float64 `json:"f1"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// The rows of Checked.
const (
	asTheyAre  = "headlines as they are"
	plainMarks = "quotes and dashes made plain"
	lowerCase  = "plain, and in lower case"
	noNames    = "plain, without names and numbers"
	neither    = "lower case, without names and numbers"
	noContent  = "of these, only the 100 most common words"
	bodies     = "the beginning of the article"
)

// beginning is how many bytes of an article are judged.
const beginning = 400

// Check asks by what headlines can be told apart: a classifier of a kind is taught again from headlines with plain quotes, from those in
// lower case, without names and numbers, and so on, and judges others of that sort. c is the classifier that is checked, which l has taught, and
// held are headlines that it was not taught from.
//
// Characters are what is lost with plain quotes and dashes, and without those that were decoded wrongly; case, what is lost in lower case. Names and numbers, and then other words except the most common, are what the article is about, and
// which words were chosen for that: nobody can tell one from the other here. What is left is in the commonest words, marks and the
// length.
func Check(ctx context.Context, k Kind, l Lesson, held []Example, c *Classifier) (*Checked, error) {
	m := newMasker(l.Learn)
	sorts := []struct {
		name string
		text func(e Example) string
	}{
		{asTheyAre, func(e Example) string { return e.Text }},
		{plainMarks, func(e Example) string { return straight.Replace(e.Text) }},
		{lowerCase, func(e Example) string { return strings.ToLower(straight.Replace(e.Text)) }},
		{noNames, func(e Example) string { return m.names(straight.Replace(e.Text)) }},
		{neither, func(e Example) string { return strings.ToLower(m.names(straight.Replace(e.Text))) }},
		{noContent, func(e Example) string { return m.content(straight.Replace(e.Text)) }},
		{bodies, func(e Example) string { return cut(e.Body, beginning) }},
	}
	out := &Checked{By: k.Name}
	for i, s := range sorts {
		if l.Tell != nil {
			l.Tell("check by "+s.name, float64(i)/float64(len(sorts)))
		}
		some := l
		some.Learn, some.Valid, some.Labels, some.Folder, some.Tell = written(l.Learn, s.text), written(l.Valid, s.text), c.Labels(), "", nil
		judged := written(held, s.text)
		if s.name == bodies { // which some headlines may not have; all rows above are of the same headlines
			some.Learn, some.Valid, judged = full(some.Learn), full(some.Valid), full(judged)
			if !enough(some.Learn, c.Labels()) || len(judged) == 0 {
				continue
			}
		}
		row, err := c.row(ctx, k, some, judged)
		if err != nil {
			return nil, fmt.Errorf("check what is judged (%s): %w", s.name, err)
		}
		row.Texts = s.name
		out.Rows = append(out.Rows, *row)
	}
	r := out.Rows
	out.Shares = []Share{
		share("characters", len(c.Labels()), &r[0], &r[1], l.Seed),
		share("letter case", len(c.Labels()), &r[1], &r[2], l.Seed),
		share("names and numbers", len(c.Labels()), &r[2], &r[4], l.Seed),
		share("other words except the most common", len(c.Labels()), &r[4], &r[5], l.Seed),
		share("left: common words, marks, length", len(c.Labels()), &r[5], nil, l.Seed),
	}
	return out, nil
}

// written makes other texts of examples.
func written(examples []Example, text func(Example) string) []Example {
	all := slices.Clone(examples)
	for i, e := range examples {
		all[i].Text = text(e)
	}
	return all
}

// full are the examples that have a text, nil for none.
func full(examples []Example) (some []Example) {
	for _, e := range examples {
		if strings.TrimSpace(e.Text) != "" {
			some = append(some, e)
		}
	}
	return some
}

func enough(examples []Example, labels []string) bool {
	counts := map[string]int{}
	for _, e := range examples {
		counts[e.Label]++
	}
	for _, l := range labels {
		if counts[l] < fewest {
			return false
		}
	}
	return true
}

func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// row teaches from texts of a sort and judges others.
func (c *Classifier) row(ctx context.Context, k Kind, l Lesson, held []Example) (*Row, error) {
	this, _, err := c.Measure(ctx, held, l.Seed)
	if err != nil {
		return nil, err
	}
	taught, _, err := Train(ctx, k, l)
	if err != nil {
		return nil, err
	}
	defer taught.Close()
	m, judgements, err := taught.Measure(ctx, held, l.Seed)
	if err != nil {
		return nil, err
	}
	row := &Row{N: len(held), This: this.Macro, Macro: m.Macro, Low: m.Low, High: m.High}
	for i, j := range judgements {
		k, _ := c.Index(held[i].Label) // Measure has found it
		row.right, row.judged = append(row.right, k), append(row.judged, j.Label)
	}
	return row, nil
}

// share says how much better one row is than another, or than guessing where there is none.
func share(of string, labels int, a, b *Row, seed uint64) Share {
	better := func(which []int) float64 {
		x := macro(table(labels, pick(a.right, which), pick(a.judged, which)))
		if b == nil {
			return x - 1/float64(labels)
		}
		return x - macro(table(labels, pick(b.right, which), pick(b.judged, which)))
	}
	s := Share{Of: of}
	all := make([]int, a.N)
	for i := range all {
		all[i] = i
	}
	s.F1 = better(all)
	s.Low, s.High = bounds(a.N, seed, better)
	return s
}
