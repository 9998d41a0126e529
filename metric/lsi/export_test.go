package lsi

import (
	"context"

	"hed/corpus"
	"hed/metric"
)

// Values returns the singular values.
func (m *Metric) Values() []float64 { return m.model.values }

// Size returns the numbers of documents and of terms.
func (m *Metric) Size() (docs, terms int) {
	return m.model.vocabulary.Docs(), m.model.vocabulary.Size()
}

// Weights returns the weights of documents, in ascending order of term.
func (m *Metric) Weights(ctx context.Context, docs corpus.Reader) ([][]float64, error) {
	c, err := read(metric.Extract(ctx, m.chooser, docs, 2))
	if err != nil {
		return nil, err
	}
	a, _ := c.matrix()
	var rows [][]float64
	for i := range a.Rows {
		rows = append(rows, a.Value[a.Start[i]:a.Start[i+1]])
	}
	return rows, nil
}
