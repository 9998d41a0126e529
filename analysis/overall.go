package analysis

import (
	"fmt"

	"hed/internal/count"
	"hed/score"
)

// OverallColumn describes the overall score as if it were a column: its range
// is the mean of what the columns can make of it, which is 0 to 1 for Unit.
func (a *Analysis) OverallColumn() score.Column {
	col := score.Column{
		Name: "overall", Doc: "mean of all measures, each mapped to 0–1", Better: score.Higher, High: 1,
		Signature: score.Signature{{Key: "kind", Value: string(a.Overall)}},
	}
	if a.Overall != score.Plain {
		return col
	}
	col.Doc, col.High = "mean of all measures as they are", 0
	for _, c := range a.Columns {
		col.Low, col.High = col.Low+c.Low, col.High+c.High
	}
	n := float64(max(len(a.Columns), 1))
	col.Low, col.High = col.Low/n, col.High/n
	return col
}

// Formula is what a column's mean x becomes in the overall score.
func (a *Analysis) Formula(column int) string {
	if a.Overall == score.Plain {
		return "x"
	}
	return a.Columns[column].UnitFormula()
}

// Uneven says whose overall score rests on fewer measures than there are. Systems that
// lack measures which others have were not ranked on the same.
func (a *Analysis) Uneven() (all []string) {
	measured := 0 // columns that some system has
	for c := range a.Columns {
		for _, s := range a.Systems {
			if !score.IsAbsent(s.Means[c].Mean) {
				measured++
				break
			}
		}
	}
	for _, s := range a.Systems {
		if s.Measured < measured {
			all = append(all, fmt.Sprintf("overall of %s rests on %d of %d measures", s.Name, s.Measured, measured))
		}
	}
	return all
}

// Warnings are what to tell with the results: Uneven, and whether tests by resampling
// have too few resamples. None has a P below 1/(resamples+1), which after
// Holm's correction may be too much for any pair.
func (a *Analysis) Warnings() []string {
	all := a.Uneven()
	var columns []string
	pairs := 0
	for c, tests := range a.Tests {
		if pairs = len(tests.Pairs); tests.Pairs[0].Test.Resamples() && float64(pairs)/float64(a.Resamples+1) >= a.Alpha {
			columns = append(columns, a.Columns[c].Name)
		}
	}
	if len(columns) > 0 {
		// Ten times what is needed, so that not only the smallest P will do.
		few := fmt.Sprintf("%d resamples are too few: of %d pairs of systems none can differ significantly; take %.0f", a.Resamples, pairs, 10*float64(pairs)/a.Alpha)
		if len(columns) < len(a.Tests) {
			few = count.Names(columns) + ": " + few
		}
		all = append(all, few)
	}
	return all
}
