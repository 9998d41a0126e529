package lsi

import (
	"context"
	"errors"
	"math"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/svd"
	"hed/metric/internal/terms"
	"hed/text/bag"
)

// Fit implements metric.Fitter. A document that cannot be read ends it; one
// without words counts as a document and changes nothing else.
func (m *Metric) Fit(ctx context.Context, docs corpus.Reader, workers int) error {
	return m.Learn(ctx, metric.Extract(ctx, m.chooser, docs, workers), workers, "")
}

// Extractor implements metric.Learner.
func (m *Metric) Extractor() metric.Extractor { return m.chooser }

// Learn implements metric.Learner.
func (m *Metric) Learn(ctx context.Context, from metric.Extracts, workers int, _ string) error {
	c, err := read(from)
	if err != nil {
		return err
	}
	if c.vocabulary.Size() == 0 {
		return errors.New("no article has a word in it that is not a stop word, so there is nothing to learn from")
	}
	a, squares := c.matrix()
	d, err := svd.Decompose(ctx, a, m.keep.choice(squares), workers)
	if err != nil {
		return err
	}
	if len(d.Values) == 0 {
		return errors.New("keep=" + m.keep.String() + " keeps no dimension of this corpus")
	}
	m.set(newModel(c.vocabulary, d.Values, d.Right, c.digest()))
	return nil
}

// set makes what was learnt what is used.
func (m *Metric) set(fitted *model) {
	m.model, m.workers = fitted, sync.Pool{}
}

// counts are the bags of a corpus.
type counts struct {
	vocabulary *bag.Vocabulary
	// entries are the documents' terms in ascending order, the id above the
	// count, and ends says where each document's end.
	entries []uint64
	ends    []int
}

func read(from metric.Extracts) (*counts, error) {
	c := new(counts)
	var err error
	c.vocabulary, err = terms.Count(from, func(b *bag.Bag) {
		for i, id := range b.IDs {
			c.entries = append(c.entries, uint64(id)<<32|uint64(b.Counts[i]))
		}
		c.ends = append(c.ends, len(c.entries))
	})
	return c, err
}

// matrix returns the weights, rows of length 1, and the sum of their squares.
func (c *counts) matrix() (a *svd.Matrix, squares float64) {
	a = &svd.Matrix{
		Rows: len(c.ends), Cols: c.vocabulary.Size(), Start: make([]int, 1, len(c.ends)+1),
		Column: make([]int32, len(c.entries)), Value: make([]float64, len(c.entries)),
	}
	idf := c.vocabulary.IDFs()
	for _, end := range c.ends {
		first := a.Start[len(a.Start)-1]
		for i := first; i < end; i++ {
			id := int32(c.entries[i] >> 32)
			a.Column[i], a.Value[i] = id, float64(uint32(c.entries[i]))*idf[id]
		}
		if normalise(a.Value[first:end]) {
			squares++
		}
		a.Start = append(a.Start, end)
	}
	return a, squares
}

// normalise gives x the length 1, and reports whether it has any.
func normalise(x []float64) bool {
	sum := 0.0
	for _, v := range x {
		sum += float64(v * v)
	}
	if sum == 0 {
		return false
	}
	length := math.Sqrt(sum)
	for i := range x {
		x[i] /= length
	}
	return true
}
