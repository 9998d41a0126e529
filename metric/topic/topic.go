// Package topic compares headlines with articles and with references by the
// topics of their words, as HEvAS does (Litvak, Vanetik and Kdosha 2019,
// section 3.1).
//
// Topics are found in the articles of the corpus, by package lda below this
// one. A text x of an article d then is a vector over the topics t,
//
//	x_t ∝ Σ P(w|t) · P(t|d) · P(d|t)
//
// over the words w of x that the articles have, each as often as it occurs. A
// headline and a reference use P(t|d) and P(d|t) of their article. P(d|t) is
// P(t|d)P(d)/P(t), where every article is equally likely and P(t) is the mean
// of P(t|d) over the fitted ones. The values are cosines of such vectors.
//
// HEvAS used Mallet and cannot be run any more. Two programs never find the
// same topics, so no numbers are equal to theirs; the formula is the paper's,
// and topics are as good as Mallet's by perplexity and coherence, which
// testdata/mallet.json records.
//
// P(t|d) is inferred from the text of each article that is scored, fitted or
// not, with random numbers that depend on the seed and the text. So a value
// does not depend on what else is scored, nor on whether the topics were fitted
// or loaded; it does depend on the fitted corpus, which the signature names.
//
// Words are not pruned: stop words go, by language, but a word of a single
// article stays, for in a headline it is often the name that matters.
// Articles of several languages make topics of one language each.
package topic

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/terms"
	"hed/metric/topic/lda"
	"hed/score"
)

// Info presents the metric to metric/all.
var Info = metric.Info{
	Name:    "lda",
	Doc:     "cosine of headline and article, and of headline and reference, in the topics of the corpus",
	Paper:   "Litvak et al. 2019; Blei et al. 2003",
	Needs:   metric.References | metric.Body,
	Options: Options{},
	New:     metric.Maker(Defaults, New),
}

// Options of the metric.
type Options struct {
	Topics     int     `opt:"topics" doc:"number of topics, 1 to 1024; default 50"`
	Iterations int     `opt:"iterations" doc:"how often the topic of every word is sampled, 1 to 100000; default 300"`
	Alpha      float64 `opt:"alpha" doc:"how many topics an article mixes: the sum of the document prior, estimated again every 10 iterations after the first 50; default 5"`
	Beta       float64 `opt:"beta" doc:"how many topics share a word: the prior of a word in a topic, estimated in the same way; default 0.01"`
	Seed       int     `opt:"seed" doc:"seed of the random numbers; default 1"`
	Lang       string  `opt:"lang" doc:"language of the texts, such as en or it; default: what the document says, else English"`
}

// Defaults are the options of a metric that is given none. Alpha and beta are
// those of Mallet's trainer.
var Defaults = Options{Topics: 50, Iterations: 300, Alpha: 5, Beta: 0.01, Seed: 1}

// The priors are estimated as Mallet's documentation advises.
const interval, burnIn = 10, 50

// A Metric is configured lda.
type Metric struct {
	options Options
	chooser *terms.Chooser
	model   *model // nil before Fit
	workers sync.Pool
}

var (
	_ metric.Resumer = (*Metric)(nil)
	_ metric.Warner  = (*Metric)(nil)
)

// New returns the metric with the given options, which wants to be fitted.
func New(opt Options) (*Metric, error) {
	settings := opt.settings()
	if err := settings.Check(); err != nil {
		return nil, err
	}
	c, err := terms.NewChooser(opt.Lang)
	if err != nil {
		return nil, err
	}
	return &Metric{options: opt, chooser: c}, nil
}

func (o *Options) settings() lda.Options {
	return lda.Options{
		Topics: o.Topics, Iterations: o.Iterations, Alpha: o.Alpha, Beta: o.Beta,
		Seed: uint64(o.Seed), Interval: interval, BurnIn: burnIn,
	}
}

// Columns implements metric.Metric. Once fitted, the signatures tell one corpus
// from another.
func (m *Metric) Columns() []score.Column {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	o := &m.options
	signature := score.Signature{
		{Key: "topics", Value: strconv.Itoa(o.Topics)},
		{Key: "iterations", Value: strconv.Itoa(o.Iterations)},
		{Key: "alpha", Value: number(o.Alpha)},
		{Key: "beta", Value: number(o.Beta)},
		{Key: "fitseed", Value: strconv.Itoa(o.Seed)},
		{Key: "lang", Value: m.chooser.Lang()},
		{Key: "tok", Value: m.chooser.Signature(), ByLang: m.chooser.ByDocument()},
	}
	if m.model != nil {
		signature = append(signature, score.Setting{Key: "fit", Value: fmt.Sprintf("%x", m.model.digest[:4])})
	}
	return terms.Columns("lda", "LDA", "in topics", signature)
}

// errNotFitted is what Score and Save say before Fit or Load.
var errNotFitted = errors.New("lda knows no corpus yet; call Fit or Load first")

// Score implements metric.Metric. A text without a word that the fitted
// articles have has no value, be it headline, article or reference.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	if m.model == nil {
		return errNotFitted
	}
	w, ok := m.workers.Get().(*worker)
	if !ok {
		w = newWorker(m.model, m.chooser, uint64(m.options.Seed))
	}
	defer m.workers.Put(w)
	w.score(c, out)
	return nil
}

// Warnings implements metric.Warner.
func (m *Metric) Warnings() []string {
	if m.model == nil {
		return nil
	}
	if n := m.model.vocabulary.Docs(); n < m.options.Topics {
		return []string{fmt.Sprintf("lda: the corpus has fewer articles (%d) than topics (%d), which then say little; fit more articles, or set topics", n, m.options.Topics)}
	}
	return nil
}
