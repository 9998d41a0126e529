// Package moverscore compares headlines with references by how far the vectors of
// their tokens must be moved to lie on each other: MoverScore (Zhao, Peyrard, Liu,
// Gao, Meyer and Eger 2019).
//
// The vectors are the states of a neural encoder's last layer, brought to length 1,
// and the weights are those of idf. What is moved is a distribution, so that a token
// may be moved to several. The score is 1/(1+d), where d is the least sum of weights
// times Euclidean distances; see package transport.
//
// The numbers are those of moverscore_v2.py as it stands on GitHub (which version
// 1.0.3 on PyPI is not: it has 1-d), called as the script of NumHG calls it, to 1e-5.
// What it does that the paper does not say:
//
//   - Tokens that are one ASCII punctuation mark and those that go on with a word
//     (##ing) are left out, but the encoder has seen them.
//   - Special tokens stay. With idf they weigh nothing, since all texts have them;
//     without they weigh as much as any other.
//   - The tokens of references are weighed by the references, those of a headline
//     by the headlines of its system: a token that a system repeats counts little.
//   - Of several references the mean of the scores counts.
//
// In three things we do not follow it. Where all weights of a text are 0, it moves
// nothing and gives 1, so that an empty headline is perfect; here there is no value,
// and neither is one where a text has no token of its own. It computes squares of
// distances in single precision by a difference of nearly equal numbers, so that a
// headline is up to 5e-4 from itself; here that is 0. And with a tokenizer that is not
// BERT's it takes padding for words; here texts do not see each other, special
// tokens are those of the model, and what goes on with a word is known by the
// tokenizer's words.
//
// It has an argument for n-grams which it does not use. Here n is that of the
// first version, moverscore.py; docs/moverscore.md says what of it is followed.
package moverscore

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"hed/corpus"
	"hed/internal/option"
	"hed/metric"
	"hed/metric/internal/cut"
	"hed/metric/internal/idf"
	"hed/neural/embed"
	"hed/neural/tokenizer"
	"hed/score"
)

// With presents the metric to metric/all, with models that it shares with others.
func With(models *embed.Models) metric.Info {
	return metric.Info{
		Name:    "moverscore",
		Doc:     "how far the tokens of headline and references are from each other, by a neural encoder; a text without a word that has weight has no value",
		Paper:   "Zhao et al. 2019",
		Peer:    "moverscore_v2.py",
		Needs:   metric.References,
		Options: Options{},
		Columns: describe(nil),
		New:     metric.Maker(Options{N: 1, IDF: true, Models: models}, New),
	}
}

// Options of the metric.
type Options struct {
	Model string `opt:"model" file:"true" doc:"folder of an encoder (config.json, tokenizer.json, safetensors), or the name of one that was pulled; required"`
	N     int    `opt:"n" doc:"how many tokens are moved together; default 1"`
	IDF   bool   `opt:"idf" doc:"give more weight to tokens that few texts have; default true"`
	// Models opens the model, and is no matter of the score.
	Models *embed.Models
}

// A Metric scores without weights. With them it is part of a Weighted.
type Metric struct {
	model     *embed.Model
	tokenizer *tokenizer.Tokenizer
	n         int
	workers   sync.Pool
}

var (
	_ metric.Metric  = (*Metric)(nil)
	_ metric.Batcher = (*Metric)(nil)
)

// New returns a *Metric, or with IDF a *Weighted, which wants to be fitted and to
// survey the headlines.
func New(opt Options) (metric.Metric, error) {
	if opt.Model == "" {
		return nil, errors.New("there is no model; give model=DIR, the folder of an encoder such as distilbert-base-uncased")
	}
	if most := option.Max("n"); opt.N < 1 || opt.N > most {
		return nil, fmt.Errorf("n=%d: want 1 to %d", opt.N, most)
	}
	model, err := opt.Models.Open(opt.Model)
	if err != nil {
		return nil, err
	}
	m := &Metric{model: model, tokenizer: model.Tokenizer(model.Limit), n: opt.N}
	cutter := func() *cut.Cutter { return cut.New(m.tokenizer, nil, cut.Pairs) }
	m.workers.New = func() any { return &worker{Metric: m, Cutter: cutter()} }
	if opt.IDF {
		return &Weighted{Metric: m, Weighted: idf.New("moverscore", model.Hash, cutter)}, nil
	}
	return m, nil
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column { return m.columns("no") }

func (m *Metric) columns(idf string) []score.Column {
	return describe(score.Signature{
		{Key: "model", Value: m.model.Hash}, {Key: "layer", Value: strconv.Itoa(m.layer())},
		{Key: "n", Value: strconv.Itoa(m.n)}, {Key: "idf", Value: idf},
	})
}

func describe(sig score.Signature) []score.Column {
	return []score.Column{{
		Name: "moverscore", Metric: "moverscore", Title: "MoverScore", Topic: score.Informativeness,
		Doc:    "1/(1+d), d the distance that words in context are moved, the mean over the references",
		Better: score.Higher, Low: 0, High: 1, Assume: "checked", Signature: sig,
	}}
}

// layer is the last one.
func (m *Metric) layer() int { return m.model.Config().Layers }

// Score implements metric.Metric.
func (m *Metric) Score(ctx context.Context, c *corpus.Case, out []float64) error {
	return m.ScoreBatch(ctx, []*corpus.Case{c}, out)
}

// ScoreBatch implements metric.Batcher.
func (m *Metric) ScoreBatch(ctx context.Context, cases []*corpus.Case, out []float64) error {
	return m.score(ctx, cases, weights{}, out)
}

func (m *Metric) score(ctx context.Context, cases []*corpus.Case, by weights, out []float64) error {
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	return w.score(ctx, cases, by, out)
}
