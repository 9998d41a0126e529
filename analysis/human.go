package analysis

import (
	"cmp"
	"context"
	"math"
	"slices"

	"hed/score"
	"hed/stat"
)

// A Match is how one measure goes with what people said.
type Match struct {
	Column                     int // its place in the table
	Pearson, Spearman, Kendall stat.Correlation

	// Williams tests whether the best measure has a stronger Pearson
	// correlation than this one. It is nil for the best, and between systems.
	Williams *stat.Williams
}

// Human is how all measures of a table go with one rating.
type Human struct {
	Items []Match // over headlines; the strongest Pearson correlation first
	// Systems is over the means of systems, in the order of Items; empty with
	// fewer than three of them.
	Systems []Match
}

// fewestSystems is from where the means of systems are correlated: two are
// always on a line.
const fewestSystems = 3

// HumanOf correlates every column of the table with ratings, which are by system,
// then document, absent where nobody rated. Intervals are at the level, such as
// 0.95.
//
// A measure counts by the size of its correlation, whichever its sign is: for
// Williams' test all are turned to correlate positively. Means of a
// system are over its headlines that have both the measure and a rating.
func HumanOf(ctx context.Context, t *score.Table, ratings [][]float64, level float64) (*Human, error) {
	rated := slices.Concat(ratings...)
	if len(ratings) != len(t.Systems()) || len(rated) != len(t.Systems())*len(t.Docs()) {
		panic("analysis: a rating for each system and document is needed, if only an absent one")
	}
	h := &Human{}
	// One system after another, since headlines are pooled over systems.
	values := make([][]float64, len(t.Columns()))
	for c := range values {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for s := range t.Systems() {
			values[c] = append(values[c], t.Values(s, c)...)
		}
		h.Items = append(h.Items, match(c, values[c], rated, level))
	}
	slices.SortStableFunc(h.Items, func(a, b Match) int { return cmp.Compare(b.strength(), a.strength()) })
	for i := range h.Items {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		m, best := &h.Items[i], &h.Items[0]
		if i > 0 {
			w := stat.WilliamsTest(rated, best.turned(values), m.turned(values))
			m.Williams = &w
		}
		measured, means := systemMeans(t, m.Column, ratings)
		if len(means) >= fewestSystems {
			h.Systems = append(h.Systems, match(m.Column, measured, means, level))
		}
	}
	return h, nil
}

func match(column int, values, ratings []float64, level float64) Match {
	return Match{
		Column:  column,
		Pearson: stat.Pearson.Of(values, ratings, level), Spearman: stat.Spearman.Of(values, ratings, level),
		Kendall: stat.Kendall.Of(values, ratings, level),
	}
}

// strength orders measures; one without a correlation is the weakest.
func (m *Match) strength() float64 {
	if math.IsNaN(m.Pearson.R) {
		return -1
	}
	return math.Abs(m.Pearson.R)
}

// turned are the values with the sign with which they correlate positively.
func (m *Match) turned(values [][]float64) []float64 {
	if !(m.Pearson.R < 0) {
		return values[m.Column]
	}
	turned := slices.Clone(values[m.Column])
	for i := range turned {
		turned[i] = -turned[i]
	}
	return turned
}

// systemMeans are the means of a column, or its pooled values, and the means of ratings, by
// system, over the documents that have both, of the systems that have such documents.
func systemMeans(t *score.Table, column int, ratings [][]float64) (measured, rated []float64) {
	for s := range t.Systems() {
		of := t.Samples(s)[column].Of(func(doc int) bool { return !score.IsAbsent(ratings[s][doc]) })
		value, n := of.Value()
		if n == 0 {
			continue
		}
		var r score.Mean
		for doc, v := range of.Values.Values() {
			if !score.IsAbsent(v) {
				r.Add(ratings[s][doc])
			}
		}
		measured, rated = append(measured, value), append(rated, r.Value())
	}
	return measured, rated
}
