package report

import (
	"fmt"
	"strconv"

	"hed/chart"
	"hed/internal/count"
	"hed/style/align"
	"hed/style/split"
)

// Alignment lays out a row for each threshold: the pairs above it, and how many
// articles of both newspapers are in them.
func Alignment(r *align.Result) *Table {
	t := NewTable("score", "pairs", "articles of a", "articles of b")
	for _, l := range r.Levels {
		t.Add("above "+strconv.FormatFloat(l.Above, 'g', -1, 64), l.Pairs, l.A, l.B)
	}
	return t
}

// StyleSplit lays out a row for each part of a split: how many articles of both newspapers it has.
func StyleSplit(r *split.Record) *Table {
	t := NewTable("part", r.Newspapers[0].Source, r.Newspapers[1].Source)
	left := [2]int{r.Newspapers[0].Articles, r.Newspapers[1].Articles}
	for _, p := range r.Parts {
		t.Add(p.Part, p.Articles[0], p.Articles[1])
		left[0], left[1] = left[0]-p.Articles[0], left[1]-p.Articles[1]
	}
	t.Add("left out", left[0], left[1])
	return t
}

// AlignmentFigure is figure 2 of De Mattei et al. (2020): how many pairs there are above
// each threshold, with those of the paper marked. It begins at the least score, and not
// below shownFrom: there are so many pairs of different events that nothing else is seen.
func AlignmentFigure(r *align.Result) chart.Chart {
	const shownFrom = 0.1
	c := chart.Line{Title: "Aligned articles by threshold", XAxis: "cosine of tf-idf vectors above",
		YAxis: "pairs within " + count.Of(int(r.Window), "day")}
	var curve chart.Curve
	for i, n := range r.Curve {
		if x := float64(i) / align.Steps; x >= max(r.Min, shownFrom) {
			curve.X, curve.Y = append(curve.X, x), append(curve.Y, float64(n))
		}
	}
	c.Curves = []chart.Curve{curve}
	name := map[float64]string{align.Strict: "strict", align.Loose: "loose"}
	for _, l := range r.Levels {
		c.Thresholds = append(c.Thresholds, chart.Threshold{
			Name: fmt.Sprintf("%s %g: %d", name[l.Above], l.Above, l.Pairs), At: l.Above, X: true})
	}
	return c
}
