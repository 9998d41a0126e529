// Package sbert compares headlines with articles and references by sentence
// embeddings (Reimers and Gurevych 2019): a text is one vector, made of the states
// that a neural encoder has for its tokens, and texts are compared by the cosine.
//
// The numbers are those of sentence-transformers 6.2.0 with the same folder. What
// stands there beside the model is followed: modules.json, the pooling (the mean of
// all tokens' states, special ones included, or the state of the first token) and
// the most tokens of a text, beyond which it is cut. So of a long article only the
// beginning counts, as much as the model was made for. A folder that asks for more,
// such as a dense layer or a prompt, is refused. One without modules.json is taken
// for an encoder whose states are averaged, as sentence-transformers does.
//
// A cosine may be negative and stays so. A text without a token of its own has no
// value; sentence-transformers embeds the special tokens.
package sbert

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"sync"

	"hed/corpus"
	"hed/internal/python"
	"hed/metric"
	"hed/metric/internal/cut"
	"hed/neural/embed"
	"hed/neural/tokenizer"
	"hed/score"
)

// With presents the metric to metric/all, with models that it shares with others.
func With(models *embed.Models) metric.Info {
	return metric.Info{
		Name:    "sbert",
		Doc:     "cosine of the sentence embeddings of the headline and of the article or the references; a text without words has no value",
		Paper:   "Reimers and Gurevych 2019",
		Peer:    "sentence-transformers 6.2.0",
		Needs:   metric.References | metric.Body,
		Options: Options{},
		Columns: describe(nil),
		New:     metric.Maker(Options{Models: models}, New),
	}
}

// Options of the metric.
type Options struct {
	Model string `opt:"model" file:"true" doc:"folder of a model of sentence-transformers, such as all-MiniLM-L6-v2, or the name of one that was pulled; required"`
	// Models opens the model, and is no matter of the score.
	Models *embed.Models
}

// A Metric embeds texts with a model.
type Metric struct {
	model     *embed.Model
	tokenizer *tokenizer.Tokenizer
	folder    folder
	workers   sync.Pool
}

var (
	_ metric.Metric  = (*Metric)(nil)
	_ metric.Batcher = (*Metric)(nil)
)

// New opens the model.
func New(opt Options) (*Metric, error) {
	if opt.Model == "" {
		return nil, errors.New("there is no model; give model=DIR, the folder of a model of sentence-transformers such as all-MiniLM-L6-v2")
	}
	model, err := opt.Models.Open(opt.Model)
	if err != nil {
		return nil, err
	}
	m := &Metric{model: model}
	if m.folder, err = readFolder(model.Dir); err != nil {
		return nil, &embed.OpenError{Err: err}
	}
	m.tokenizer = model.Tokenizer(cmp.Or(m.folder.tokens, model.Limit))
	var clean func(string) string
	if m.folder.lower {
		clean = python.Lower
	}
	texts := func(c *corpus.Case) [][]string { return [][]string{{c.Doc.Body}, c.Doc.References, c.Headlines()} }
	m.workers.New = func() any { return &worker{Metric: m, Cutter: cut.New(m.tokenizer, clean, texts)} }
	return m, nil
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column {
	return describe(score.Signature{
		{Key: "model", Value: m.model.Hash}, {Key: "layer", Value: strconv.Itoa(m.layer())},
		{Key: "pooling", Value: m.folder.pooling}, {Key: "tokens", Value: strconv.Itoa(m.tokenizer.Truncation().Max)},
		{Key: "lower", Value: map[bool]string{true: "yes", false: "no"}[m.folder.lower]},
	})
}

func describe(sig score.Signature) []score.Column {
	column := func(name, title, doc string) score.Column {
		return score.Column{Name: name, Metric: "sbert", Title: title, Topic: score.Informativeness, Doc: doc, Better: score.Higher, Low: -1, High: 1, Assume: "checked", Signature: sig}
	}
	return []score.Column{
		column("sbert_c", "Sentence-BERT coverage", "cosine of sentence embeddings, headline and article"),
		column("sbert_s", "Sentence-BERT similarity", "cosine of sentence embeddings, headline and the nearest reference"),
	}
}

// layer is the last one.
func (m *Metric) layer() int { return m.model.Config().Layers }

// Score implements metric.Metric.
func (m *Metric) Score(ctx context.Context, c *corpus.Case, out []float64) error {
	return m.ScoreBatch(ctx, []*corpus.Case{c}, out)
}

// ScoreBatch implements metric.Batcher.
func (m *Metric) ScoreBatch(ctx context.Context, cases []*corpus.Case, out []float64) error {
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	return w.score(ctx, cases, out)
}
