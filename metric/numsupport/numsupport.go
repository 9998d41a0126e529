// Package numsupport measures how many of a headline's numbers the article
// supports, whatever the reference says. It is the number-focused metric that
// Huang et al. (2024) name as future work: a headline may choose another
// number than its reference and be right (table 7 of the paper), and a number
// of the article is wrong where the headline says something else of it
// (table 8).
//
// What supports a number is decided by hed/numeral/check: what the article
// states, or what follows from it, is supported; what it contradicts or does not
// have is not, nor is what it states of something else. There is no reference
// program. docs/numerals.md says what it catches, and what not. It knows English only.
package numsupport

import (
	"context"
	"fmt"

	"hed/corpus"
	"hed/metric"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/score"
)

// Info presents the metric to metric/all.
var Info = metric.Info{
	Name:    "numsupport",
	Doc:     "share of the headline's numbers that the article supports in their context",
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
		Name: "numsupport", Metric: "numsupport", Title: "Supported numbers", Topic: score.Numerals, Doc: "share of the headline's numbers that the article supports",
		Better: score.Higher, High: 1, Assume: "nothing", // most headlines have one number, or none
		Signature: score.Signature{{Key: "lang", Value: "en"}, {Key: "check", Value: check.Rules}, {Key: "model", Value: fmt.Sprintf("%.8s-%d", model.About.SHA256, model.About.Seed)}},
	}}}, nil
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column { return m.columns }

// Score implements metric.Metric. A headline without a number that claims
// something has no value, nor has one in another language than English. One with
// more numbers than are checked is an error.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	article := check.Read(c.Doc.Text(), check.Day(c.Doc.Date))
	for i, o := range c.Outputs {
		out[i] = score.Absent
		if !derive.Reads(c.Doc.Lang) {
			continue
		}
		n, supported := 0, 0
		for _, r := range article.Check(m.model, o.Text) {
			switch {
			case r.Kind == check.Limit:
				return fmt.Errorf("the headline has more than %d numbers, and no more are checked", check.MaxNumbers)
			case r.Verdict == check.Unchecked:
			default:
				n++
				if r.Verdict.Level() == check.Fine {
					supported++
				}
			}
		}
		if n > 0 {
			out[i] = float64(supported) / float64(n)
		}
	}
	return nil
}
