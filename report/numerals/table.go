package numerals

import (
	"fmt"

	"hed/metric/numacc"
	"hed/numeral/cloze"
	"hed/report"
	"hed/score"
)

// Rules lays out the share of right headlines by each rule, and last how many
// headlines there are.
func Rules(t *numacc.Tally) *report.Table {
	table := &report.Table{Columns: []report.Column{
		{Name: "rule"}, {Name: "overall", Fraction: true}, {Name: "copy", Fraction: true}, {Name: "reasoning", Fraction: true},
	}}
	for r, rule := range numacc.Rules {
		a := t.Accuracy(r)
		table.Rows = append(table.Rows, append([]report.Cell{report.Label(rule.Name)}, values(a.Overall, a.Copy, a.Reasoning)...))
	}
	table.Rows = append(table.Rows, []report.Cell{report.Label(headlines), report.Count(t.N()), report.Count(t.Of(cloze.Copy)), report.Count(t.Of(cloze.Reasoning))})
	return table
}

// headlines is the name of the row of Rules that counts them.
const headlines = "headlines"

// Errors lays out how often each error was made.
func Errors(t *numacc.Tally) *report.Table {
	table := &report.Table{Columns: []report.Column{{Name: "error"}, {Name: "copy"}, {Name: "reasoning"}}}
	cell := func(n *int) report.Cell {
		if n == nil {
			return report.Number(score.Absent)
		}
		return report.Count(*n)
	}
	for e, made := range t.Errors() {
		table.Rows = append(table.Rows, []report.Cell{report.Label(e.String()), cell(made.Copy), cell(made.Reasoning)})
	}
	return table
}

// Operators lays out the share of right headlines by operator and rule.
func Operators(t *numacc.Tally) *report.Table {
	table := &report.Table{Columns: []report.Column{
		{Name: "operator"}, {Name: "headlines"}, {Name: "strict", Fraction: true}, {Name: "lenient", Fraction: true}, {Name: "value", Fraction: true},
	}}
	for name, op := range t.Operators() {
		table.Rows = append(table.Rows, append([]report.Cell{report.Label(name), report.Count(op.N)}, values(op.Strict, op.Lenient, op.Value)...))
	}
	return table
}

// Tables are the three, or two where no operator is known.
func Tables(t *numacc.Tally) []*report.Table {
	all := []*report.Table{Rules(t), Errors(t)}
	if t.Annotated() {
		all = append(all, Operators(t))
	}
	return all
}

// Tidy has what Tables have with one number a row, for programs that read CSV.
func Tidy(t *numacc.Tally) *report.Table {
	table := &report.Table{Columns: []report.Column{{Name: "kind"}, {Name: "name"}, {Name: "of"}, {Name: "value"}}}
	for i, part := range Tables(t) {
		kind := []string{"rule", "error", "operator"}[i]
		for _, row := range part.Rows {
			if row[0].Label == headlines {
				kind = "count"
			}
			for c, cell := range row[1:] {
				if !score.IsAbsent(cell.Value) {
					table.Rows = append(table.Rows, []report.Cell{report.Label(kind), row[0], report.Label(part.Columns[c+1].Name), cell})
				}
			}
		}
	}
	return table
}

// Statistics lays out what was counted, by operator and over all articles.
func Statistics(s *cloze.Statistics) *report.Table {
	table := &report.Table{Columns: []report.Column{
		{Name: "operator"}, {Name: "questions"}, {Name: "share", Fraction: true}, {Name: "uses"}, {Name: "use_share", Fraction: true},
		{Name: "sentences"}, {Name: "words"}, {Name: "numerals"},
	}}
	row := func(name string, o cloze.Operator) {
		cells := []report.Cell{report.Label(name), report.Count(o.Questions), report.Number(float64(o.Share)), report.Count(o.Uses)}
		table.Rows = append(table.Rows, append(cells, values(o.UseShare, o.Sentences, o.Words, o.Numerals)...))
	}
	for name, o := range s.Table() {
		row(name, o)
	}
	none := score.Value(score.Absent)
	row("all articles", cloze.Operator{Questions: s.Articles, Share: none, Uses: s.Uses, UseShare: none, Means: s.Means})
	return table
}

// values are cells of numbers that may be absent.
func values(all ...score.Value) (cells []report.Cell) {
	for _, v := range all {
		cells = append(cells, report.Number(float64(v)))
	}
	return cells
}

// Print writes a tally: all of it for programs, and for people a table of the rules and one
// of the errors.
func Print(to *report.Printer, t *numacc.Tally) error {
	if to.ForPrograms() {
		return to.Print(Tidy(t), t.Result())
	}
	for i, table := range Tables(t) {
		if i > 0 {
			fmt.Fprintln(to.W)
		}
		if err := to.Print(table, nil); err != nil {
			return err
		}
	}
	return nil
}
