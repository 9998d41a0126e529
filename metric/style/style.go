// Package style scores how probable it is that a headline is in the style of a newspaper, as De Mattei et al. (2020, "Invisible
// to People but not to Machines") judge generated headlines: by a classifier that was taught on headlines of that newspaper and of
// others.
//
// The number is the calibrated probability of one label of the classifier, between 0 and 1. It says nothing of the article or of a
// reference. A headline of white space has no value.
package style

import (
	"context"
	"errors"
	"strings"

	"hed/corpus"
	"hed/metric"
	"hed/neural/embed"
	"hed/score"
	"hed/style/classify/all"
)

// With presents the metric to metric/all, with models whose device it uses.
func With(models *embed.Models) metric.Info {
	return metric.Info{
		Name:    "style",
		Doc:     "probability that the headline is in the style of a newspaper, by a classifier that learnt from its headlines",
		Paper:   "De Mattei et al. 2020",
		Options: Options{},
		Columns: describe(nil),
		New:     metric.Maker(Options{Models: models}, New),
	}
}

// Options of the metric.
type Options struct {
	Model string `opt:"model" file:"true" doc:"folder of a classifier of style; required"`
	Label string `opt:"label" doc:"the label whose probability is the score, such as the name of a newspaper; required"`
	// Models find the folder and have the device, and are no matter of the score.
	Models *embed.Models
}

// A Metric asks a classifier.
type Metric struct{ by *all.Wanted }

var (
	_ metric.Metric  = (*Metric)(nil)
	_ metric.Batcher = (*Metric)(nil)
)

// New opens the classifier.
func New(opt Options) (*Metric, error) {
	if opt.Model == "" {
		return nil, errors.New("there is no model; give model=DIR, the folder of a classifier of style")
	}
	dir, err := opt.Models.Folder(opt.Model)
	if err != nil {
		return nil, err
	}
	device, err := opt.Models.Device()
	if err != nil {
		return nil, err
	}
	by, err := all.OpenWanted(context.Background(), dir, opt.Label, device)
	if err != nil {
		return nil, err
	}
	return &Metric{by}, nil
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column {
	return describe(score.Signature{{Key: "model", Value: m.by.Sum()}, {Key: "kind", Value: m.by.Kind()}, {Key: "label", Value: m.by.Label()}})
}

func describe(sig score.Signature) []score.Column {
	return []score.Column{{
		Name: "style", Metric: "style", Title: "Style probability", Topic: score.Style, Doc: "probability of the wanted style",
		Better: score.Higher, High: 1, Assume: "checked", Signature: sig,
	}}
}

// Score implements metric.Metric.
func (m *Metric) Score(ctx context.Context, c *corpus.Case, out []float64) error {
	return m.ScoreBatch(ctx, []*corpus.Case{c}, out)
}

// ScoreBatch implements metric.Batcher.
func (m *Metric) ScoreBatch(ctx context.Context, cases []*corpus.Case, out []float64) error {
	var texts []string
	var of []int
	i := 0
	for _, c := range cases {
		for _, text := range c.Headlines() {
			if out[i] = score.Absent; strings.TrimSpace(text) != "" {
				texts, of = append(texts, text), append(of, i)
			}
			i++
		}
	}
	if len(texts) == 0 {
		return nil
	}
	values, err := m.by.Probability(ctx, texts)
	if err != nil {
		return err
	}
	for k, v := range values {
		out[of[k]] = v
	}
	return nil
}
