package analysis

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"hed/score"
	"hed/stat"
)

// A Match is how one measure goes with what people said.
type Match struct {
	Column                     int // its place in the table
	Pearson, Spearman, Kendall stat.Correlation

	// Best is small where this is not one of the measures that go best with the
	// rating, see [stat.Best]. It is NaN within documents and between systems.
	Best float64
}

// Human is how all measures of a table go with one rating.
type Human struct {
	Items []Match // over headlines; the strongest Pearson correlation first
	// Within is inside documents, in the order of Items; empty where no document has
	// two headlines with a rating.
	Within []Match
	// Systems is over the means of systems, in the order of Items; empty with
	// fewer than three of them.
	Systems []Match
}

// fewestSystems is from where the means of systems are correlated: two are
// always on a line.
const fewestSystems = 3

// HumanOf correlates every column of the table with ratings, which are by system,
// then document, absent where nobody rated. Intervals are at the level, such as
// 0.95. Headlines of one document go together: documents are what intervals and
// tests over headlines rest on, see [stat.Coefficient.OfClusters].
//
// A measure counts by the size of its correlation, whichever its sign is. Means of a
// system are over its headlines that have both the measure and a rating.
func HumanOf(ctx context.Context, t *score.Table, ratings [][]float64, level float64, rng *rand.Rand) (*Human, error) {
	rated := slices.Concat(ratings...)
	if len(ratings) != len(t.Systems()) || len(rated) != len(t.Systems())*t.Len() {
		panic("analysis: a rating for each system and document is needed, if only an absent one")
	}
	h := &Human{}
	// One system after another, since headlines are pooled over systems.
	values := make([][]float64, len(t.Columns()))
	documents := make([]int, len(rated))
	for i := range documents {
		documents[i] = i % t.Len()
	}
	for c := range values {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for s := range t.Systems() {
			values[c] = append(values[c], t.Values(s, c)...)
		}
		h.Items = append(h.Items, match(c, func(k stat.Coefficient) stat.Correlation {
			return k.OfClusters(values[c], rated, documents, level)
		}))
	}
	for c, p := range stat.Best(values, rated, documents, rng) {
		h.Items[c].Best = p
	}
	slices.SortStableFunc(h.Items, func(a, b Match) int { return cmp.Compare(b.strength(), a.strength()) })
	for _, m := range h.Items {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		within := match(m.Column, func(k stat.Coefficient) stat.Correlation {
			return k.Within(values[m.Column], rated, documents, level)
		})
		if within.Pearson.N > 0 {
			h.Within = append(h.Within, within)
		}
		measured, means := systemMeans(t, m.Column, ratings)
		if len(means) >= fewestSystems {
			h.Systems = append(h.Systems, match(m.Column, func(k stat.Coefficient) stat.Correlation {
				return k.Of(measured, means, level)
			}))
		}
	}
	return h, nil
}

func match(column int, of func(stat.Coefficient) stat.Correlation) Match {
	return Match{Column: column, Pearson: of(stat.Pearson), Spearman: of(stat.Spearman), Kendall: of(stat.Kendall), Best: math.NaN()}
}

// strength orders measures; one without a correlation is the weakest.
func (m *Match) strength() float64 {
	if math.IsNaN(m.Pearson.R) {
		return -1
	}
	return math.Abs(m.Pearson.R)
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
