package moverscore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"hed/corpus"
	"hed/metric"
	"hed/neural/tokenizer"
	"hed/score"
)

// A Weighted is the metric with weights: those of the references come from Fit or
// Load, those of the headlines from Survey.
type Weighted struct {
	*Metric
	weights weights
	hash    string // of what was fitted
}

var (
	_ metric.Keeper   = (*Weighted)(nil)
	_ metric.Surveyor = (*Weighted)(nil)
	_ metric.Batcher  = (*Weighted)(nil)
	_ metric.Warner   = (*Weighted)(nil)
)

// Columns implements metric.Metric.
func (m *Weighted) Columns() []score.Column {
	if m.hash == "" {
		return m.columns("yes")
	}
	return m.columns(m.hash)
}

// Score implements metric.Metric. Headline i is weighed as system i's.
func (m *Weighted) Score(ctx context.Context, c *corpus.Case, out []float64) error {
	return m.ScoreBatch(ctx, []*corpus.Case{c}, out)
}

// ScoreBatch implements metric.Batcher.
func (m *Weighted) ScoreBatch(ctx context.Context, cases []*corpus.Case, out []float64) error {
	if m.weights.references == nil {
		return errors.New("moverscore has no weights of the references yet; call Fit first, or give idf=false")
	}
	for _, c := range cases {
		if len(c.Headlines) > len(m.weights.systems) {
			return fmt.Errorf("moverscore has weights for the headlines of %d systems, and there are %d; call Survey first, or give idf=false", len(m.weights.systems), len(c.Headlines))
		}
	}
	return m.score(ctx, cases, m.weights, out)
}

// Fit implements metric.Fitter: it counts the references that have a token, in
// one goroutine, since that is quicker than a corpus is read.
func (m *Weighted) Fit(ctx context.Context, docs corpus.Reader, _ int) error {
	w, f := m.tokenizer.Worker(), newIDF()
	var e tokenizer.Encoding
	for d, err := range docs.Documents(ctx) {
		if err != nil {
			return err
		}
		for _, s := range d.References {
			if err := w.Encode(&e, s); err != nil {
				return fmt.Errorf("document %s: %w", d.ID, err)
			}
			f.add(&e)
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if f.Texts == 0 {
		return errors.New("there are no references to weigh tokens by; give idf=false")
	}
	m.take(f)
	return nil
}

func (m *Weighted) take(f *idf) {
	f.last = nil
	m.weights.references, m.hash = f, f.hash()
}

// Survey implements metric.Surveyor: it counts the headlines of each system that
// have a token.
func (m *Weighted) Survey(ctx context.Context, cases iter.Seq2[*corpus.Case, error]) error {
	w := m.tokenizer.Worker()
	var e tokenizer.Encoding
	var systems []*idf
	for c, err := range cases {
		if err != nil {
			return err
		}
		for i, s := range c.Headlines {
			if i == len(systems) {
				systems = append(systems, newIDF())
			}
			if err := w.Encode(&e, s); err != nil {
				return fmt.Errorf("document %s: %w", c.Doc.ID, err)
			}
			systems[i].add(&e)
		}
	}
	for _, f := range systems {
		f.last = nil
	}
	m.weights.systems = systems
	return context.Cause(ctx)
}

// Warnings implements metric.Warner.
func (m *Weighted) Warnings() []string {
	if f := m.weights.references; f != nil && f.Texts == 1 {
		return []string{"moverscore: by idf the tokens of a single reference weigh nothing, so there are no values; idf=false weighs all the same"}
	}
	return nil
}

// A state is what Save writes, as JSON.
type state struct {
	Format string `json:"format"`
	Model  string `json:"model"` // its hash, since tokens are numbers of its own
	*idf
}

const stateFormat = "hed moverscore idf 1"

// Save implements metric.Keeper.
func (m *Weighted) Save(w io.Writer) error {
	if m.weights.references == nil {
		return errors.New("moverscore has learnt no weights yet; call Fit first")
	}
	return json.NewEncoder(w).Encode(state{stateFormat, m.model.Hash, m.weights.references})
}

// Load implements metric.Keeper.
func (m *Weighted) Load(r io.Reader) error {
	s := state{idf: new(idf)}
	if err := json.NewDecoder(r).Decode(&s); err != nil || s.Format != stateFormat {
		return errors.New("these are no weights that hed learnt for moverscore")
	}
	if s.Model != m.model.Hash {
		return fmt.Errorf("the weights are of tokens of the model %s, not of %s; fit anew", s.Model, m.model.Hash)
	}
	if s.Texts < 1 {
		return errors.New("the weights are damaged: they are of no references")
	}
	for id, n := range s.Counts {
		if n < 1 || n > s.Texts {
			return fmt.Errorf("the weights are damaged: %d of %d references have the token %d", n, s.Texts, id)
		}
	}
	m.take(s.idf)
	return nil
}
