package main

import (
	"fmt"

	"hed/cmd/hed/internal/cli"
	"hed/metric/numacc"
	"hed/numeral"
	"hed/report"
	"hed/score"
)

// A numeralResult is what -f json prints.
type numeralResult struct {
	N         int                    `json:"n"`
	Rules     numeralRules           `json:"rules"`
	Errors    map[string]numeralCell `json:"errors"`
	Operators map[string]operatorRow `json:"operators,omitempty"`
}

// numeralRules are in the order of numacc.Rules.
type numeralRules struct {
	Strict  numeralShares `json:"strict"`
	Lenient numeralShares `json:"lenient"`
	Value   numeralShares `json:"value"`
}

type numeralShares struct {
	Overall   *float64 `json:"overall"`
	Copy      *float64 `json:"copy"`
	Reasoning *float64 `json:"reasoning"`
}

// A numeralCell is null where the error cannot be made.
type numeralCell struct {
	Copy      *int `json:"copy"`
	Reasoning *int `json:"reasoning"`
}

type operatorRow struct {
	N       int      `json:"n"`
	Strict  *float64 `json:"strict"`
	Lenient *float64 `json:"lenient"`
	Value   *float64 `json:"value"`
}

func (s *numeralScoring) print(t *numeralTally) error {
	switch s.As {
	case "json":
		return cli.WriteJSON(s.Stdout, s.result(t))
	case "csv":
		return s.Output.Print(s.Stdout, s.tidy(t), nil)
	}
	tables := []*report.Table{s.ruleTable(t), s.errorTable(t)}
	if t.annotated() {
		tables = append(tables, s.operatorTable(t))
	}
	for i, table := range tables {
		if i > 0 {
			fmt.Fprintln(s.Stdout)
		}
		if err := s.Output.Print(s.Stdout, table, nil); err != nil {
			return err
		}
	}
	return nil
}

func (s *numeralScoring) result(t *numeralTally) numeralResult {
	rates := func(rule int) numeralShares {
		o, c, r := t.shares(rule)
		return numeralShares{present(o), present(c), present(r)}
	}
	res := numeralResult{
		N: t.n(), Rules: numeralRules{rates(0), rates(1), rates(2)},
		Errors: map[string]numeralCell{},
	}
	for _, e := range s.kinds(t) {
		cell := numeralCell{}
		if e.Of(numacc.Copy) {
			cell.Copy = new(t.errors[e][numacc.Copy])
		}
		if e.Of(numacc.Reasoning) {
			cell.Reasoning = new(t.errors[e][numacc.Reasoning])
		}
		res.Errors[e.String()] = cell
	}
	if t.annotated() {
		res.Operators = map[string]operatorRow{}
		for op, row := range t.ops {
			if row.rows > 0 {
				res.Operators[opName(numeral.Op(op))] = operatorRow{row.rows,
					present(share(row.right[0], row.rows)), present(share(row.right[1], row.rows)), present(share(row.right[2], row.rows))}
			}
		}
	}
	return res
}

// opName is the name of an operator, or says that there is none.
func opName(op numeral.Op) string {
	if op == numeral.Literal {
		return "none"
	}
	return op.String()
}

func (s *numeralScoring) ruleTable(t *numeralTally) *report.Table {
	table := &report.Table{Columns: []report.Column{
		{Name: "rule"}, {Name: "overall", Fraction: true}, {Name: "copy", Fraction: true}, {Name: "reasoning", Fraction: true},
	}}
	for r, rule := range numacc.Rules {
		overall, copied, reasoned := t.shares(r)
		table.Rows = append(table.Rows, []report.Cell{report.Label(rule.Name), report.Number(overall), report.Number(copied), report.Number(reasoned)})
	}
	table.Rows = append(table.Rows, []report.Cell{report.Label("headlines"), report.Count(t.n()), report.Count(t.rows[numacc.Copy]), report.Count(t.rows[numacc.Reasoning])})
	return table
}

func (s *numeralScoring) errorTable(t *numeralTally) *report.Table {
	table := &report.Table{Columns: []report.Column{{Name: "error"}, {Name: "copy"}, {Name: "reasoning"}}}
	for _, e := range s.kinds(t) {
		row := []report.Cell{report.Label(e.String())}
		for _, typ := range []numacc.Type{numacc.Copy, numacc.Reasoning} {
			cell := report.Number(score.Absent)
			if e.Of(typ) {
				cell = report.Count(t.errors[e][typ])
			}
			row = append(row, cell)
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

func (s *numeralScoring) operatorTable(t *numeralTally) *report.Table {
	table := &report.Table{Columns: []report.Column{
		{Name: "operator"}, {Name: "headlines"}, {Name: "strict", Fraction: true}, {Name: "lenient", Fraction: true}, {Name: "value", Fraction: true},
	}}
	for op, row := range t.ops {
		if row.rows == 0 {
			continue
		}
		cells := []report.Cell{report.Label(opName(numeral.Op(op))), report.Count(row.rows)}
		for _, right := range row.right {
			cells = append(cells, report.Number(share(right, row.rows)))
		}
		table.Rows = append(table.Rows, cells)
	}
	return table
}

// tidy has one number a row, for programs that read CSV.
func (s *numeralScoring) tidy(t *numeralTally) *report.Table {
	table := &report.Table{Columns: []report.Column{{Name: "kind"}, {Name: "name"}, {Name: "of"}, {Name: "value"}}}
	for _, part := range []struct {
		kind string
		*report.Table
	}{{"rule", s.ruleTable(t)}, {"error", s.errorTable(t)}, {"operator", s.operatorTable(t)}} {
		if part.kind == "operator" && !t.annotated() {
			continue
		}
		for _, row := range part.Rows {
			if row[0].Label == "headlines" {
				part.kind = "count"
			}
			for c, cell := range row[1:] {
				if !score.IsAbsent(cell.Value) {
					table.Rows = append(table.Rows, []report.Cell{report.Label(part.kind), row[0], report.Label(part.Columns[c+1].Name), cell})
				}
			}
		}
	}
	return table
}
