package moverscore

import (
	"context"
	"fmt"
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
	*idf.Weighted
	systems []*idf.Table // of the headlines of each
}

var (
	_ metric.Keeper   = (*Weighted)(nil)
	_ metric.Surveyor = (*Weighted)(nil)
	_ metric.Batcher  = (*Weighted)(nil)
	_ metric.Warner   = (*Weighted)(nil)
	_ metric.Noter    = (*Weighted)(nil)
)

// Columns implements metric.Metric.
func (m *Weighted) Columns() []score.Column { return m.columns(m.Hash()) }

// Score implements metric.Metric. Headline i is weighed as system i's.
func (m *Weighted) Score(ctx context.Context, c *corpus.Case, out []float64) error {
	return m.ScoreBatch(ctx, []*corpus.Case{c}, out)
}

// ScoreBatch implements metric.Batcher.
func (m *Weighted) ScoreBatch(ctx context.Context, cases []*corpus.Case, out []float64) error {
	if err := m.Ready(); err != nil {
		return err
	}
	for _, c := range cases {
		if len(c.Outputs) > len(m.systems) {
			return fmt.Errorf("moverscore has weights for the headlines of %d systems, and there are %d; call Survey first, or give idf=false", len(m.systems), len(c.Outputs))
		}
	}
	return m.score(ctx, cases, weights{m.References, m.systems}, out)
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
		for i, o := range c.Outputs {
			if i == len(systems) {
				systems = append(systems, new(idf.Table))
			}
			if err := w.Encode(&e, o.Text); err != nil {
				return fmt.Errorf("document %s: %w", c.Doc.ID, err)
			}
			systems[i].Add(&e)
		}
	}
	m.systems = systems
	return context.Cause(ctx)
}

// single says which texts weigh nothing by their own count.
const single = "moverscore: with idf the tokens of a single %s have no weight, so there are no values; with idf=false all have the same weight"

// Warnings implements metric.Warner.
func (m *Weighted) Warnings() []string {
	if t := m.References; t != nil && t.Texts() == 1 {
		return []string{fmt.Sprintf(single, "reference")}
	}
	return nil
}

// Notes implements metric.Noter.
func (m *Weighted) Notes() []string {
	for _, t := range m.systems {
		if t.Texts() == 1 && len(m.Warnings()) == 0 {
			return []string{fmt.Sprintf(single, "headline of a system")}
		}
	}
	return nil
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
