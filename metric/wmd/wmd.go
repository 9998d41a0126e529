// Package wmd compares headlines with references by the word mover's distance
// (Kusner, Sun, Kolkin and Weinberger 2015): how far the words of one text must be
// moved to become those of the other, where a word is a vector that does not depend
// on the text, so that a word that both have costs nothing.
//
// The vectors are the word embeddings of a model, the table that its encoder begins
// with, brought to length 1; the encoder itself is not run. The words are the tokens
// of the model's tokenizer, each weighing what share of the text it is. Special
// tokens, unknown ones and punctuation are left out: tokens that come from nothing but
// blanks, characters of Unicode's category P, such as – “ ” ’ …, and the signs $+<=>^`|~.
//
// The distance and the score 1/(1+d) are those of gensim's WmdSimilarity. Between
// vectors of length 1 distances are at most 2 and scores, but for rounding, at least
// 1/3; the column is a fraction all the same, from 0 to 1 as that of moverscore is. The
// paper leaves the lengths of vectors as they are and takes stop words out; gensim does
// neither, and it is followed. Where it gives infinity, to a text without words, there
// is no value. Package moverscore does the same with states, which depend on the text.
package wmd

import (
	"context"
	"errors"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/neural/embed"
	"hed/neural/tokenizer"
	"hed/score"
	"hed/tensor"
)

// With presents the metric to metric/all, with models that it shares with others.
func With(models *embed.Models) metric.Info {
	return metric.Info{
		Name:    "wmd",
		Doc:     "word mover's distance d of headline and nearest reference, as 1/(1+d), by a model's word embeddings; a text without words has no value",
		Paper:   "Kusner et al. 2015",
		Peer:    "gensim 4.4.0 WmdSimilarity",
		Needs:   metric.References,
		Options: Options{},
		Columns: describe(nil),
		New:     metric.Maker(Options{Models: models}, New),
	}
}

// Options of the metric.
type Options struct {
	Model string `opt:"model" file:"true" doc:"folder of an encoder (config.json, tokenizer.json, safetensors), or the name of one that was pulled; required"`
	// Models opens the model, and is no matter of the score.
	Models *embed.Models
}

// A Metric has the word embeddings of a model.
type Metric struct {
	model     *embed.Model
	tokenizer *tokenizer.Tokenizer
	unknown   []int32       // the tokens that stand for what has none
	vectors   tensor.Matrix // a row for each token
	workers   sync.Pool
}

var _ metric.Metric = (*Metric)(nil)

// New reads the model.
func New(opt Options) (*Metric, error) {
	if opt.Model == "" {
		return nil, errors.New("there is no model; give model=DIR, the folder of an encoder such as distilbert-base-uncased")
	}
	model, err := opt.Models.OpenWords(opt.Model)
	if err != nil {
		return nil, err
	}
	m := &Metric{model: model, tokenizer: model.Tokenizer(model.Limit), vectors: model.Words()}
	for _, s := range []string{"[UNK]", "<unk>"} {
		if id, ok := m.tokenizer.TokenID(s); ok {
			m.unknown = append(m.unknown, id)
		}
	}
	m.workers.New = func() any { return &worker{Metric: m, Worker: m.tokenizer.Worker()} }
	return m, nil
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column {
	return describe(score.Signature{{Key: "model", Value: m.model.Hash}, {Key: "vectors", Value: "words"}, {Key: "punct", Value: "unicode"}})
}

func describe(sig score.Signature) []score.Column {
	return []score.Column{{
		Name: "wmd", Metric: "wmd", Title: "Word mover's similarity", Topic: score.Informativeness,
		Doc:    "1/(1+d), d the word mover's distance to the nearest reference",
		Better: score.Higher, Low: 0, High: 1, Assume: "checked", Signature: sig,
	}}
}

// Score implements metric.Metric.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	return w.score(c, out)
}
