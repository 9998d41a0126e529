package moverscore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/idf"
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

// Fit implements metric.Fitter: it counts the references that have a token.
func (m *Weighted) Fit(ctx context.Context, docs corpus.Reader, _ int) error {
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	return m.take(idf.Fit(ctx, docs, w.Encode))
}

func (m *Weighted) take(t *idf.Table, err error) error {
	if err != nil {
		return err
	}
	m.weights.references, m.hash = t, t.Hash()
	return nil
}

// Survey implements metric.Surveyor: it counts the headlines of each system that
// have a token.
func (m *Weighted) Survey(ctx context.Context, cases iter.Seq2[*corpus.Case, error]) error {
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	var e tokenizer.Encoding
	var systems []*idf.Table
	for c, err := range cases {
		if err != nil {
			return err
		}
		for i, s := range c.Headlines {
			if i == len(systems) {
				systems = append(systems, new(idf.Table))
			}
			if err := w.Encode(&e, s); err != nil {
				return fmt.Errorf("document %s: %w", c.Doc.ID, err)
			}
			systems[i].Add(&e)
		}
	}
	m.weights.systems = systems
	return context.Cause(ctx)
}

// Warnings implements metric.Warner.
func (m *Weighted) Warnings() []string {
	if f := m.weights.references; f != nil && f.Texts() == 1 {
		return []string{"moverscore: by idf the tokens of a single reference weigh nothing, so there are no values; idf=false weighs all the same"}
	}
	return nil
}

// Save implements metric.Keeper.
func (m *Weighted) Save(w io.Writer) error {
	if m.weights.references == nil {
		return errors.New("moverscore has learnt no weights yet; call Fit first")
	}
	return m.weights.references.Save(w, "moverscore", m.model.Hash)
}

// Load implements metric.Keeper.
func (m *Weighted) Load(r io.Reader) error {
	return m.take(idf.Load(r, "moverscore", m.model.Hash))
}

// weights are what tokens weigh: those of references, and those of each system's
// headlines. The zero value weighs all the same.
type weights struct {
	references *idf.Table
	systems    []*idf.Table
}

func (w weights) system(i int) *idf.Table {
	if w.systems == nil {
		return nil
	}
	return w.systems[i]
}

// weight is rounded as the program rounds it. Without a table all tokens weigh the
// same.
func weight(by *idf.Table, id int32) float64 {
	if by == nil {
		return 1
	}
	return float64(float32(by.Weight(id)))
}
