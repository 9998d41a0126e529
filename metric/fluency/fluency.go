// Package fluency measures how much a headline reads like the headlines that
// people write, in the sense of its grammar: whether its words stand in an order
// that they stand in elsewhere.
//
// The measure is SLOR (Pauls and Klein 2012; Lau, Clark and Lappin 2017), the
// logarithm of the probability of the words in their order over that of the
// same words in any order, per word, by language models of n-grams (text/ngram).
// So rare words and long headlines cost nothing. Two models are averaged where
// the language has a tagger, one over words and one over parts of speech, and a
// fixed logistic function maps the mean to [0,1]; slor.go has its constants, and
// how they were chosen.
//
// Without lm the models learn from the reference headlines of the corpus. They
// are cross-fitted: the documents are dealt into five folds, and a headline is
// scored by models of the references of the other four, so that no reference
// helps to score itself or what copies it. Each language has models of its own.
// With lm the model is a file over lower-case words, and nothing is fitted. Such a
// file has no frequencies of words, so they are computed from the model as a whole.
//
// Limits. Three words in a row are all that a model sees by default: agreement
// over a distance, sense and truth are beyond it. Models of few references know few
// words and find everything odd; values of corpora of different sizes do not
// compare, as the fit in the signature says. A headline of a language without
// references in the other folds has no value.
package fluency

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/score"
	"hed/text/lang"
	"hed/text/ngram"
	"hed/text/pos"
)

// Info presents the metric to metric/all.
var Info = metric.Info{
	Name:    "fluency",
	Doc:     "how similar the word order is to that of headlines that people wrote, by language models",
	Paper:   "Pauls and Klein 2012; Lau et al. 2017 (SLOR); Chen and Goodman 1998",
	Peer:    "KenLM's lmplz (the models)",
	Options: Options{},
	New:     metric.Maker(Options{}, New),
}

// Options of the metric.
type Options struct {
	LM    string `opt:"lm" file:"true" doc:"language model over lower-case words, an ARPA file; default: models of the reference headlines"`
	Order *int   `opt:"order" doc:"length of the n-grams of models of the references, from 2 to 5; default 3"`
	Tags  *bool  `opt:"tags" doc:"use a model of parts of speech too, where the language has a tagger; default true, but not with lm"`
	Lang  string `opt:"lang" doc:"language of the headlines, such as en or it; default: what the document says, else English"`
}

// A Metric is fluency by a model from a file.
type Metric struct {
	lang    lang.Choice
	tagged  bool
	file    *scale // nil where models are fitted
	columns []score.Column
	workers sync.Pool
}

var _ metric.Metric = (*Metric)(nil)

// New returns the metric with the given options. Without lm it is a
// metric.Keeper.
func New(opt Options) (metric.Metric, error) {
	language, err := lang.Choose(opt.Lang)
	if err != nil {
		return nil, fmt.Errorf("lang=%s: %w", opt.Lang, err)
	}
	m := &Metric{lang: language}
	m.workers.New = func() any { return new(worker) }
	if opt.LM != "" {
		return m, m.open(opt)
	}
	f := &Fitted{Metric: m, order: defaultOrder}
	if opt.Order != nil {
		f.order = *opt.Order
	}
	if f.order < 2 || f.order > ngram.MaxOrder {
		return nil, fmt.Errorf("order=%d: want 2 to %d", f.order, ngram.MaxOrder)
	}
	m.tagged = opt.Tags == nil || *opt.Tags
	f.describe("")
	return f, nil
}

const defaultOrder = 3

// column is the one column, whose signature begins with the models.
func (m *Metric) column(models ...score.Setting) []score.Column {
	signature := append(models,
		score.Setting{Key: "lang", Value: m.lang.String()},
		score.Setting{Key: "tok", Value: m.lang.Sign(func(p *lang.Pack) string { return p.Words.Signature() + "-straight" })},
		score.Setting{Key: "tags", Value: m.lang.Sign(func(p *lang.Pack) string {
			if t := m.tagger(p); t != nil {
				return t.Signature()
			}
			return "none"
		})},
		score.Setting{Key: "map", Value: m.lang.Sign(func(p *lang.Pack) string { return m.curve(p).String() })},
	)
	return []score.Column{{
		Name: "fluency", Metric: "fluency", Title: "Fluency", Topic: score.Readability, Doc: "similarity of the word order to that of headlines that people wrote",
		Better: score.Higher, Low: 0, High: 1, Assume: "checked", Signature: signature,
	}}
}

func (m *Metric) tagger(p *lang.Pack) *pos.Tagger {
	if m.tagged && p.Tagger != nil {
		return p.Tagger()
	}
	return nil
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column { return m.columns }

// Score implements metric.Metric. A headline without a word has no value.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	m.score(c, scales{words: m.file}, out)
	return nil
}

func (m *Metric) score(c *corpus.Case, s scales, out []float64) {
	pack := m.lang.Of(c.Doc.Lang)
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	for i, o := range c.Outputs {
		out[i] = score.Absent
		if s.words == nil || !w.read(&pack, m.tagger(&pack), o.Text) {
			continue
		}
		out[i] = m.curve(&pack).at(s.slor(w))
	}
}

func formatted(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
