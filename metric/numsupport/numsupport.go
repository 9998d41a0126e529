// Package numsupport measures how many of a headline's numbers the article
// supports, whatever the reference says. It is the number-focused metric that
// Huang et al. (2024) name as future work: a headline may choose another
// number than its reference and be right (table 7 of the paper), and a number
// of the article is wrong where the headline says something else of it
// (table 8).
//
// What supports a number is decided by hed/numeral/derive, which ranks the
// ways from the article to the number against the other numbers that could
// stand in its place. There is no reference program. docs/numerals.md says
// what it catches, and what not. The model knows English only.
package numsupport

import (
	"context"
	"fmt"

	"hed/corpus"
	"hed/metric"
	"hed/numeral"
	"hed/numeral/derive"
	"hed/score"
)

// Info presents the metric to metric/all.
var Info = metric.Info{
	Name:    "numsupport",
	Doc:     "share of the headline's numbers that the article supports where they stand",
	Paper:   "Huang et al. 2024 (as future work)",
	Needs:   metric.Body,
	Options: Options{},
	New:     metric.Maker(Options{}, New),
}

// Options of the metric: there are none.
type Options struct{}

// A Metric is the metric with its model.
type Metric struct {
	model   *derive.Model
	columns []score.Column
}

var _ metric.Metric = (*Metric)(nil)

// New returns the metric.
func New(Options) (*Metric, error) {
	model := derive.English()
	return &Metric{model, []score.Column{{
		Name: "numsupport", Metric: "numsupport", Doc: "share of the headline's numbers that the article supports",
		Better: score.Higher, High: 1, Assume: "nothing", // most headlines have one number, or none
		Signature: score.Signature{{Key: "lang", Value: "en"}, {Key: "model", Value: fmt.Sprintf("%.8s-%d", model.About.SHA256, model.About.Seed)}},
	}}}, nil
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column { return m.columns }

// Score implements metric.Metric. A headline without a number that claims
// something has no value (see [derive.Model.Explain] on lists), nor has one in
// another language than English. One with more numbers than are checked is an error.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	var article *derive.Article // read when a headline has a number
	for i, o := range c.Outputs {
		out[i] = score.Absent
		if !derive.Reads(c.Doc.Lang) || len(numeral.Find(nil, o.Text)) == 0 {
			continue
		}
		if article == nil {
			article = derive.Read(c.Doc.Text())
		}
		explained := m.model.Explain(article, o.Text)
		if k := len(explained) - 1; k >= 0 && explained[k].Status == derive.Unchecked {
			return fmt.Errorf("the headline has more than %d numbers, which is as many as are checked", derive.MaxNumbers)
		}
		out[i] = share(explained)
	}
	return nil
}

func share(explained []derive.Explanation) float64 {
	if len(explained) == 0 {
		return score.Absent
	}
	n := 0
	for i := range explained {
		if explained[i].Supported() {
			n++
		}
	}
	return float64(n) / float64(len(explained))
}
