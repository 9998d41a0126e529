package bertscore

import (
	"context"
	"errors"
	"io"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/idf"
	"hed/score"
)

// A Weighted is the metric with weights from the references.
type Weighted struct{ *Metric }

var (
	_ metric.Keeper  = (*Weighted)(nil)
	_ metric.Batcher = (*Weighted)(nil)
)

// Columns implements metric.Metric.
func (m *Weighted) Columns() []score.Column {
	if m.idf == nil {
		return m.columns("yes")
	}
	return m.columns(m.hash)
}

// Score implements metric.Metric.
func (m *Weighted) Score(ctx context.Context, c *corpus.Case, out []float64) error {
	return m.ScoreBatch(ctx, []*corpus.Case{c}, out)
}

// ScoreBatch implements metric.Batcher.
func (m *Weighted) ScoreBatch(ctx context.Context, cases []*corpus.Case, out []float64) error {
	if m.idf == nil {
		return errors.New("bertscore with idf has no weights yet; call Fit first")
	}
	return m.Metric.ScoreBatch(ctx, cases, out)
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
	m.idf, m.hash = t, t.Hash()
	return nil
}

// Save implements metric.Keeper.
func (m *Weighted) Save(w io.Writer) error {
	if m.idf == nil {
		return errors.New("bertscore has learnt no weights yet; call Fit first")
	}
	return m.idf.Save(w, "bertscore", m.model.Hash)
}

// Load implements metric.Keeper.
func (m *Weighted) Load(r io.Reader) error {
	return m.take(idf.Load(r, "bertscore", m.model.Hash))
}
