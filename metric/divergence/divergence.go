// Package divergence compares the words of a headline with those of the
// article and of the headlines people wrote, as distributions. It has two
// metrics.
//
// kl is the averaged Kullback-Leibler divergence of HEvAS (Litvak, Vanetik and
// Kdosha 2019, sections 2.2 and 3.1, after Huang 2008), exactly as the paper
// prints it, as the similarity 1 - D. HEvAS cannot be run any more, so there
// are no numbers to be equal to, and the paper's own cannot come from its
// formula: see klLow. The formula is blind to words that are in one text only:
// a headline that shares no word with the article gets 1, as a copy of it does.
// It is here because the paper has it.
//
// js is what to use instead: the Jensen-Shannon divergence in bits, slightly
// smoothed, as 1 - JSD. It has no such hole.
//
// Both see words and nothing else: neither order nor meaning, and "vote" is
// not "voted". docs/divergence.md has examples and numbers.
package divergence

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/terms"
	"hed/score"
)

// KL presents the averaged Kullback-Leibler divergence to metric/all.
var KL = metric.Info{
	Name:    "kl",
	Doc:     "averaged Kullback-Leibler divergence from the article and from the references, as HEvAS prints it; it ignores words that only one text has, so unrelated texts score best: prefer js",
	Paper:   "Litvak et al. 2019; Huang 2008",
	Needs:   metric.References | metric.Body,
	Options: Options{},
	New:     metric.Maker(Options{}, NewKL),
}

// JS presents the Jensen-Shannon divergence to metric/all.
var JS = metric.Info{
	Name:    "js",
	Doc:     "Jensen-Shannon divergence from the article and from the references",
	Paper:   "Lin 1991",
	Needs:   metric.References | metric.Body,
	Options: Options{},
	New:     metric.Maker(Options{}, NewJS),
}

// Options of both metrics.
//
// The paper leaves the weights open. tf is the default because it needs no
// corpus: a headline has the same value alone as among thousands.
type Options struct {
	Weights string `opt:"weights" doc:"weight of a term: tf, how often it occurs, or tfidf, less if many articles have it; default tf"`
	Lang    string `opt:"lang" doc:"language of all texts, such as en or it; default: what the document says, else English"`
}

// A Metric is a divergence with weights tf, which learns nothing from the
// corpus.
type Metric struct {
	measure *measure
	chooser *terms.Chooser
	corpus  *frequencies // nil for tf
	columns []score.Column
	workers sync.Pool
}

var _ metric.Metric = (*Metric)(nil)

// NewKL returns the averaged Kullback-Leibler divergence. With weights=tfidf it
// is a metric.Keeper.
func NewKL(opt Options) (metric.Metric, error) { return build(opt, &averagedKL) }

// NewJS returns the Jensen-Shannon divergence. With weights=tfidf it is a
// metric.Keeper.
func NewJS(opt Options) (metric.Metric, error) { return build(opt, &jensenShannon) }

func build(opt Options, ms *measure) (metric.Metric, error) {
	chooser, err := terms.NewChooser(opt.Lang)
	if err != nil {
		return nil, err
	}
	m := &Metric{measure: ms, chooser: chooser}
	m.workers.New = func() any { return newWorker() }
	switch opt.Weights {
	case "", "tf":
		m.describe("tf")
		return m, nil
	case "tfidf":
		m.describe("tfidf")
		return &Fitted{m}, nil
	}
	return nil, fmt.Errorf("weights=%s: want tf or tfidf", opt.Weights)
}

// describe sets the columns, once more when the corpus is known.
func (m *Metric) describe(weights string) {
	sig := score.Signature{{Key: "weights", Value: weights}, {Key: "log", Value: m.measure.log}}
	if m.measure.smooth > 0 {
		sig = append(sig, score.Setting{Key: "smooth", Value: strconv.FormatFloat(m.measure.smooth, 'g', -1, 64)})
	}
	sig = append(sig, score.Setting{Key: "lang", Value: m.chooser.Lang()}, score.Setting{Key: "tok", Value: m.chooser.Signature()})
	if m.corpus != nil {
		sig = append(sig, score.Setting{Key: "fit", Value: m.corpus.digest()})
	}
	column := func(suffix, title, with string) score.Column {
		return score.Column{
			Name: m.measure.name + suffix, Metric: m.measure.name, Title: m.measure.title + title, Topic: score.Informativeness, Doc: m.measure.doc + with, Better: score.Higher,
			Low: m.measure.low, High: 1, Assume: "checked", Signature: slices.Clip(sig),
		}
	}
	m.columns = []score.Column{
		article:    column("_c", " coverage", "article"),
		references: column("_s", " similarity", "reference that is most similar"),
	}
}

// The columns, in order.
const (
	article = iota
	references
	width
)

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column { return m.columns }

// Score implements metric.Metric. A headline without a term has no values, nor
// is there one for an article or references without a term.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	w.start(m.chooser.For(c.Doc.Lang), m.corpus)
	defer w.release()
	for i := range out {
		out[i] = score.Absent
	}
	w.readHeadlines(c.Outputs)
	if w.open(c.Doc.Body) {
		for i := range c.Outputs {
			if h := &w.headlines[i]; h.some() {
				out[i*width+article] = w.compare(m.measure, h)
			}
		}
	}
	for _, r := range c.Doc.References {
		if !w.open(r) {
			continue
		}
		for i := range c.Outputs {
			if h := &w.headlines[i]; h.some() {
				best := &out[i*width+references]
				if v := w.compare(m.measure, h); score.IsAbsent(*best) || v > *best {
					*best = v
				}
			}
		}
	}
	return nil
}
