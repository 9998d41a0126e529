package bertscore

import (
	"context"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/idf"
	"hed/score"
)

// A Weighted is the metric with weights from the references.
type Weighted struct {
	*Metric
	*idf.Weighted
}

var (
	_ metric.Keeper  = (*Weighted)(nil)
	_ metric.Batcher = (*Weighted)(nil)
	_ metric.Warner  = (*Weighted)(nil)
)

// Columns implements metric.Metric.
func (m *Weighted) Columns() []score.Column { return m.columns(m.Hash()) }

// Score implements metric.Metric.
func (m *Weighted) Score(ctx context.Context, c *corpus.Case, out []float64) error {
	return m.ScoreBatch(ctx, []*corpus.Case{c}, out)
}

// ScoreBatch implements metric.Batcher.
func (m *Weighted) ScoreBatch(ctx context.Context, cases []*corpus.Case, out []float64) error {
	if err := m.Ready(); err != nil {
		return err
	}
	return m.Metric.ScoreBatch(ctx, cases, out)
}

// Warnings implements metric.Warner.
func (m *Weighted) Warnings() []string {
	if t := m.References; t != nil && t.Texts() == 1 {
		return []string{"bertscore: with idf the tokens of a single reference have no weight, so there is no recall and F is 0, as in bert-score; with idf=false all have the same weight"}
	}
	return nil
}
