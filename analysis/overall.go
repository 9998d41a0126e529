package analysis

import (
	"fmt"
	"slices"
	"strings"

	"hed/internal/count"
	"hed/score"
	"hed/stat"
)

// OverallColumn describes the overall score as if it were a column: its range
// is the mean of what the columns can make of it, which is 0 to 1 but for Plain.
func (a *Analysis) OverallColumn() score.Column {
	col := score.Column{
		Name: "overall", Title: "Overall score", Doc: "mean of " + a.counted() + ", each mapped to 0–1", Better: score.Higher, High: 1,
		Signature: score.Signature{{Key: "kind", Value: string(score.Unit)}, {Key: "columns", Value: strings.Join(a.countedNames(), ",")}},
	}
	if a.Overall != score.Plain {
		if len(a.countedNames()) == 1 {
			col.Doc = "mean of " + a.counted() + ", mapped to 0–1"
		}
		return col
	}
	col.Doc, col.High, col.Signature[0].Value = "mean of "+a.counted()+" as they are", 0, string(score.Plain)
	for _, c := range a.Columns {
		col.Low, col.High = col.Low+c.Low, col.High+c.High
	}
	n := float64(max(len(a.Columns), 1))
	col.Low, col.High = col.Low/n, col.High/n
	return col
}

// countedNames are the columns that count in the overall score.
func (a *Analysis) countedNames() (names []string) {
	for c, counts := range a.Overall.Counts(a.Columns) {
		if counts {
			names = append(names, a.Columns[c].Name)
		}
	}
	return names
}

// counted are the columns that count, in words.
func (a *Analysis) counted() string {
	const most = 12 // names that are read in a sentence
	var titles []string
	all := score.Titles(a.Columns)
	for c, counts := range a.Overall.Counts(a.Columns) {
		if counts {
			titles = append(titles, all[c])
		}
	}
	switch {
	case len(titles) == 1 && a.Overall != score.Plain:
		return titles[0] + " alone"
	case len(titles) == len(a.Columns):
		return "all measures"
	case len(titles) > most:
		return fmt.Sprintf("%d of %d measures", len(titles), len(a.Columns))
	default:
		return count.List(titles)
	}
}

// Formula is what a column's mean x becomes in the overall score; "" where the column
// does not count.
func (a *Analysis) Formula(column int) string {
	switch {
	case !a.Overall.Counts(a.Columns)[column]:
		return ""
	case a.Overall == score.Plain:
		return "x"
	}
	return a.Columns[column].UnitFormula()
}

// Uneven says whose overall score rests on fewer measures than there are. Systems that
// lack measures which others have were not ranked on the same.
func (a *Analysis) Uneven() (all []string) {
	measured := 0 // columns that count, and that some system has
	for c, counts := range a.Overall.Counts(a.Columns) {
		if counts && slices.ContainsFunc(a.Systems, func(s System) bool { return !score.IsAbsent(s.Means[c].Mean) }) {
			measured++
		}
	}
	for _, s := range a.Systems {
		if s.Measured < measured {
			all = append(all, fmt.Sprintf("the overall score of %s is based on %d of %d measures", s.Name, s.Measured, measured))
		}
	}
	return all
}

// Means are those of a column, by system.
func (a *Analysis) Means(column int) []stat.Interval {
	means := make([]stat.Interval, len(a.Systems))
	for i := range a.Systems {
		means[i] = a.Systems[i].Means[column]
	}
	return means
}

// withoutInterval are the columns in which a system has a mean of several values and no interval.
func (a *Analysis) withoutInterval() (names []string) {
	for c := range a.Columns {
		if slices.ContainsFunc(a.Means(c), stat.Interval.Missing) {
			names = append(names, a.Columns[c].Name)
		}
	}
	if slices.ContainsFunc(a.Systems, func(s System) bool { return s.Overall.Missing() }) {
		names = append(names, a.OverallColumn().Name)
	}
	return names
}

// NoIntervals warns of columns that lack an interval.
func NoIntervals(columns []string) []string {
	if len(columns) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s: no confidence interval, since fewer than five values differ from the most common one; use more documents", count.Names(columns))}
}

// Warnings are what to tell with the results: Uneven, which columns lack intervals, and whether tests by resampling
// have too few resamples. None has a P below 1/(resamples+1), which after
// Holm's correction may be too much for any pair.
func (a *Analysis) Warnings() []string {
	all := append(a.Uneven(), NoIntervals(a.withoutInterval())...)
	var columns []string
	pairs := 0
	for c, tests := range a.Tests {
		if pairs = len(tests.Pairs); tests.Pairs[0].Test.Resamples() && float64(pairs)/float64(a.Resamples+1) >= a.Alpha {
			columns = append(columns, a.Columns[c].Name)
		}
	}
	if len(columns) > 0 {
		// Ten times what is needed, so that not only the smallest P will do.
		few := fmt.Sprintf("%d resamples are too few: with %d pairs of systems no difference can be significant; use %.0f", a.Resamples, pairs, 10*float64(pairs)/a.Alpha)
		if len(columns) < len(a.Tests) {
			few = count.Names(columns) + ": " + few
		}
		all = append(all, few)
	}
	return all
}
