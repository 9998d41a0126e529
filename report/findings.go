package report

import (
	"slices"
	"strconv"

	"hed/analysis"
	"hed/score"
	"hed/stat"
)

// Summary lays out the systems in order of rank, with the mean of every column
// and the overall score. A mean is marked where it is significantly behind the
// best of its column.
func Summary(a *analysis.Analysis) *Table {
	t := NewTable("rank", "system")
	for _, c := range append(slices.Clone(a.Columns), a.OverallColumn()) {
		// Only what goes from 0 to 1 is a share that makes sense times 100.
		t.Columns = append(t.Columns, Column{Name: c.Name, Better: c.Better, Fraction: c.Low == 0 && c.High == 1})
	}
	for _, s := range a.Systems {
		rank := Count(s.Rank)
		if s.Rank == 0 {
			rank = Number(score.Absent)
		}
		t.Rows = append(t.Rows, []Cell{rank, Label(s.Name)})
	}
	for c := range a.Columns {
		st := a.Standing(c)
		for i, s := range a.Systems {
			t.Rows[i] = append(t.Rows[i], Cell{Value: s.Means[c].Mean, Marked: st.Against[i] == analysis.Better})
		}
	}
	for i, s := range a.Systems {
		t.Rows[i] = append(t.Rows[i], Number(s.Overall.Mean))
	}
	return t
}

// Intervals lays out the mean of every system and column with its interval, and how that was made.
func Intervals(a *analysis.Analysis) *Table {
	t := NewTable("system", "column", "mean", "low", "high", "method")
	for _, s := range a.Systems {
		row := func(name string, in stat.Interval) {
			t.Rows = append(t.Rows, []Cell{Label(s.Name), Label(name), Number(in.Mean), Number(in.Low), Number(in.High), Label(string(in.Method))})
		}
		for c, in := range s.Means {
			row(a.Columns[c].Name, in)
		}
		row("overall", s.Overall)
	}
	return t
}

// Folds lays out the means of every fold, given the fold of every document, and
// then of all folds together.
func Folds(a *analysis.Analysis, folds []string) *Table {
	t := NewTable("fold", "documents", "system")
	for _, c := range a.Columns {
		t.Columns = append(t.Columns, Column{Name: c.Name})
	}
	t.Columns = append(t.Columns, Column{Name: "overall"})
	for _, f := range a.Folds(folds) {
		for i, s := range a.Systems {
			row := []Cell{Label(f.Name), Count(f.Documents), Label(s.Name)}
			for _, m := range f.Means[i] {
				row = append(row, Number(m))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// Significance lays out the tests of all pairs of systems on every column. What is
// undefined is an empty cell.
func Significance(a *analysis.Analysis) *Table {
	t := NewTable("column", "a", "b", "normal", "test", "statistic", "p", "p_adjusted", "effect", "significant")
	for c, tests := range a.Tests {
		for _, p := range tests.Pairs {
			normal := ""
			if tests.Checked {
				normal = strconv.FormatBool(tests.Normal)
			}
			t.Rows = append(t.Rows, []Cell{
				Label(a.Columns[c].Name), Label(a.Systems[p.A].Name), Label(a.Systems[p.B].Name),
				Label(normal), Label(string(p.Test)), Number(p.Statistic), P(p.P),
				P(p.Adjusted), Number(p.Effect), Label(strconv.FormatBool(p.Significant)),
			})
		}
	}
	return t
}

// Correlations lays out how every column goes with every other.
func Correlations(columns []score.Column, matrix [][]stat.Correlation) *Table {
	t := NewTable("column")
	for i, c := range columns {
		t.Columns = append(t.Columns, Column{Name: c.Name})
		row := []Cell{Label(c.Name)}
		for _, r := range matrix[i] {
			row = append(row, Number(r.R))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
