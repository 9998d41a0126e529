package figure

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"hed/analysis"
	"hed/chart"
	"hed/internal/count"
	"hed/score"
	"hed/stat"
)

// A drawing is what makes the figures of one kind: an analysis with the columns and systems that were asked for.
type drawing struct {
	*analysis.Analysis
	chosen
	overall   score.Column // of the whole analysis
	axis      string       // what the overall score is
	counts    []bool       // by column, whether it counts in the overall score
	baselines []string
	drawn     map[string]bool // files of other entries
}

// drawing picks out of an analysis what was asked for. Means, tests and overall scores stay as they were found.
func (c chosen) drawing(a *analysis.Analysis, baselines []string, drawn map[string]bool) *drawing {
	sub := *a
	sub.Columns = slices.Clone(a.Columns)
	for i, title := range score.Titles(a.Columns) {
		sub.Columns[i].Title = title
	}
	d := &drawing{Analysis: &sub, chosen: c, overall: a.OverallColumn(), axis: overallAxis(a), counts: a.Overall.Counts(a.Columns), baselines: baselines, drawn: drawn}
	if c.columns != nil {
		columns := places(score.Names(a.Columns), c.columns)
		sub.Columns, d.counts = pick(sub.Columns, columns), pick(d.counts, columns)
		sub.Pearson = square(a.Pearson, columns)
		sub.Tests = nil
		if len(a.Tests) > 0 {
			sub.Tests = pick(a.Tests, columns)
		}
		sub.Systems = nil
		for _, s := range a.Systems {
			s.Means, s.Series, s.Pearson = pick(s.Means, columns), pick(s.Series, columns), square(s.Pearson, columns)
			sub.Systems = append(sub.Systems, s)
		}
	}
	if c.systems != nil {
		var names []string
		for _, s := range a.Systems {
			names = append(names, s.Name)
		}
		d.only(places(names, c.systems))
	}
	return d
}

// only leaves the systems of those places.
func (d *drawing) only(systems []int) {
	d.Systems = pick(d.Systems, systems)
	tests := d.Tests
	d.Tests = nil
	for _, t := range tests {
		var pairs []stat.Comparison
		for _, p := range t.Pairs {
			if p.A, p.B = slices.Index(systems, p.A), slices.Index(systems, p.B); p.A >= 0 && p.B >= 0 {
				pairs = append(pairs, p)
			}
		}
		t.Pairs = pairs
		d.Tests = append(d.Tests, t)
	}
	d.Pearson = nil
}

// pearson are the correlations of the columns over the headlines of the systems. Of some systems alone they are computed
// when a figure needs them, which few do.
func (d *drawing) pearson() [][]stat.Correlation {
	if d.Pearson == nil {
		pooled := make([]*score.Series, len(d.Columns))
		for c := range pooled {
			pooled[c] = d.Pooled(c)
		}
		// Nobody waits for so few numbers long enough to stop them, which is the one way to fail.
		d.Pearson, _ = stat.Pearson.Matrix(context.Background(), pooled, d.Level, 1)
	}
	return d.Pearson
}

// withOverall reports whether the overall score was asked for, or nothing in particular.
func (d *drawing) withOverall() bool {
	return d.columns == nil || slices.Contains(d.columns, overallName)
}

// baseline reports whether hed wrote the headlines of a system to compare others with.
func (d *drawing) baseline(system string) bool { return slices.Contains(d.baselines, system) }

// overallAxis says what the overall score is, by the names that papers use.
func overallAxis(a *analysis.Analysis) string {
	const most = 4 // names that are read on an axis
	var titles []string
	for c, counts := range a.Overall.Counts(a.Columns) {
		if counts {
			titles = append(titles, a.Columns[c].Title)
		}
	}
	of := count.List(titles)
	switch {
	case len(titles) == len(a.Columns) && len(titles) > 1:
		of = fmt.Sprintf("all %d measures", len(titles))
	case len(titles) > most:
		of = fmt.Sprintf("%d measures", len(titles))
	}
	if a.Overall == score.Plain {
		return "mean of " + of + " as they are"
	}
	if len(titles) == 1 {
		return of + ", mapped to 0–1"
	}
	return "mean of " + of + ", each mapped to 0–1"
}

// within is where the values of a column lie.
func within(c *score.Column) chart.Range { return chart.Range{Low: c.Low, High: c.High} }

// words are the axis of a column: its name, and what it measures.
func words(c *score.Column) string {
	if c.Doc == "" || c.Doc == c.Title { // of an earlier version
		return c.Title
	}
	return c.Title + ": " + strings.ReplaceAll(c.Doc, " - ", " − ")
}

// places are where names stand in a list; those that do not are left out.
func places(list, names []string) []int {
	at := []int{}
	for _, name := range names {
		if i := slices.Index(list, name); i >= 0 {
			at = append(at, i)
		}
	}
	return at
}

func pick[E any](list []E, at []int) []E {
	out := make([]E, 0, len(at))
	for _, i := range at {
		out = append(out, list[i])
	}
	return out
}

// square picks rows and columns of a matrix.
func square[E any](m [][]E, at []int) [][]E {
	rows := pick(m, at)
	for i := range rows {
		rows[i] = pick(rows[i], at)
	}
	return rows
}
