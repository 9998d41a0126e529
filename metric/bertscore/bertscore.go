// Package bertscore compares headlines with references by the states that a
// neural encoder has for their tokens: BERTScore (Zhang, Kishore, Wu, Weinberger
// and Artzi 2020).
//
// Each token of the headline is matched with the token of the reference whose
// state is nearest by the cosine; precision is the mean of these cosines. Recall is
// the same from the side of the reference, and F is their harmonic mean. With idf
// tokens that few references have weigh more.
//
// The numbers are those of the package bert-score 0.3.13 to 1e-5. What it does that
// the paper does not say:
//
//   - Special tokens can be matched, but weigh nothing.
//   - A text without tokens of its own scores 0, whatever the other one is; so a
//     rescaled score of it is below 0.
//   - Of several references the best precision, the best recall and the best F
//     count, each by itself, so that F need not be the mean of the other two.
//   - Texts are stripped, RoBERTa's get a blank in front, and what is longer than the
//     model takes is cut.
//
// It also fills texts up to the longest of their batch, by which a cosine below 0
// counts as 0, but not for that longest text. Here it counts as 0 for all, so that no
// pair's score depends on the others.
package bertscore

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"hed/corpus"
	"hed/internal/python"
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
		Name:     "bertscore",
		Doc:      "how similar the tokens of headline and references are, by a neural encoder",
		Paper:    "Zhang et al. 2020",
		Peer:     "bert-score 0.3.13",
		Needs:    metric.References,
		Options:  Options{},
		Columns:  describe(nil, nil),
		Describe: described(models),
		New:      metric.Maker(Options{Models: models}, New),
	}
}

// Options of the metric.
type Options struct {
	Model    string `opt:"model" file:"true" doc:"folder of an encoder (config.json, tokenizer.json, safetensors), or the name of one that was pulled; required"`
	Layer    *int   `opt:"layer" doc:"the layer whose states are compared, bert-score's num_layers; default: the one that bert-score takes for the model"`
	IDF      bool   `opt:"idf" doc:"give more weight to tokens that few references have; default false"`
	Baseline string `opt:"baseline" file:"true" doc:"rescale scores by a baseline file of bert-score (LAYER,P,R,F), or by en, its figures for roberta-large in English; scores may then be below 0; default: no rescaling"`
	// Models opens the model, and is no matter of the score.
	Models *embed.Models
}

// A Metric scores without weights. With them it is part of a Weighted.
type Metric struct {
	model     *embed.Model
	tokenizer *tokenizer.Tokenizer
	layer     int
	rescaling *rescaling    // nil for none
	lead      string        // goes before a text
	special   [2]int32      // the tokens before and after a text, which weigh nothing
	idf       *idf.Weighted // nil for equal weights
	workers   sync.Pool
}

var (
	_ metric.Metric  = (*Metric)(nil)
	_ metric.Batcher = (*Metric)(nil)
)

// New returns a *Metric, or with IDF a *Weighted, which wants to be fitted.
func New(opt Options) (metric.Metric, error) {
	if opt.Model == "" {
		return nil, errors.New("there is no model; give model=DIR, the folder or name of an encoder such as roberta-large")
	}
	model, err := opt.Models.Open(opt.Model)
	if err != nil {
		return nil, err
	}
	m := &Metric{model: model}
	if m.layer, err = chooseLayer(model, opt.Layer); err != nil {
		return nil, err
	}
	if opt.Baseline != "" {
		if m.rescaling, err = readBaseline(opt.Baseline, model, m.layer); err != nil {
			return nil, err
		}
	}
	if err := m.prepare(); err != nil {
		return nil, err
	}
	cutter := func() *cut.Cutter { return cut.New(m.tokenizer, m.clean, cut.Pairs) }
	m.workers.New = func() any { return &worker{Metric: m, Cutter: cutter()} }
	if opt.IDF {
		m.idf = idf.New("bertscore", model.Hash, cutter)
		return &Weighted{m, m.idf}, nil
	}
	return m, nil
}

// Check says why a model cannot be used whose tokenizer puts that many special tokens
// around a text; nil if it can.
func Check(special int) error {
	if special != 2 {
		return fmt.Errorf("its tokenizer puts %d special tokens around a text; bertscore is defined for 2, such as [CLS] and [SEP]", special)
	}
	return nil
}

// prepare sets what becomes of a text.
func (m *Metric) prepare() error {
	m.tokenizer = m.model.Tokenizer(m.model.Limit)
	// bert-score asks the tokenizers of RoBERTa for a blank in front, that the first
	// word is the one that it is elsewhere. XLM-R and CamemBERT have one anyway.
	if _, ok := m.tokenizer.TokenID("Ġ"); ok && m.model.Config().Architecture == "roberta" {
		m.lead = " "
	}
	var e tokenizer.Encoding
	if err := m.tokenizer.Worker().Encode(&e, ""); err != nil {
		return err
	}
	if err := Check(len(e.IDs)); err != nil {
		return fmt.Errorf("the model %s: %w", m.model.Name, err)
	}
	m.special = [2]int32{e.IDs[0], e.IDs[1]}
	return nil
}

// clean makes of a text what bert-score cuts into tokens.
func (m *Metric) clean(s string) string {
	if s = python.TrimLeft(python.TrimRight(s)); s != "" {
		s = m.lead + s
	}
	return s
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column { return m.columns("no") }

func (m *Metric) columns(idf string) []score.Column {
	return describe(m.rescaling, score.Signature{
		{Key: "model", Value: m.model.Hash}, {Key: "layer", Value: strconv.Itoa(m.layer)},
		{Key: "idf", Value: idf}, {Key: "baseline", Value: m.rescaling.String()},
	})
}

func describe(r *rescaling, sig score.Signature) (all []score.Column) {
	for i, part := range []string{"precision", "recall", "F1"} {
		all = append(all, score.Column{
			Name: "bertscore_" + strings.ToLower(part[:1]), Metric: "bertscore",
			Title: "BERTScore " + part, Topic: score.Informativeness,
			Doc:    "similarity of words in context to the best of the references",
			Better: score.Higher, Low: r.apply(0, i), High: 1, Assume: "checked", Signature: sig,
			Aside: part != "F1",
		})
	}
	return all
}

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
