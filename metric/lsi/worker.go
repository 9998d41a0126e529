package lsi

import (
	"hed/corpus"
	"hed/metric/internal/terms"
	"hed/text/bag"
)

// null is the share of a text's length that must lie in the dimensions kept.
// What is less is rounding.
const null = 1e-6

// A worker is the memory of one goroutine.
type worker struct {
	*terms.Comparer
	model   *model
	chooser *terms.Chooser
	filler  *bag.Filler
	words   bag.Bag
	article []float64
}

func newWorker(m *model, c *terms.Chooser) *worker {
	w := &worker{model: m, chooser: c, filler: bag.NewFiller(m.vocabulary), article: make([]float64, len(m.values))}
	w.Comparer = terms.NewComparer(len(m.values), w.project, cosine)
	return w
}

func (w *worker) score(c *corpus.Case, out []float64) {
	article := w.article
	if !w.project(article, c, c.Doc.Body) {
		article = nil
	}
	w.Compare(article, c, out)
}

// project sets y to the direction of a text among the concepts. It reports
// whether there is one.
func (w *worker) project(y []float64, c *corpus.Case, s string) bool {
	m := w.model
	w.filler.Fill(&w.words, w.chooser.For(c.Doc.Lang), s)
	x := w.words.Counts
	for i, id := range w.words.IDs {
		x[i] *= m.idf[id]
	}
	if !normalise(x) {
		return false
	}
	clear(y)
	for i, id := range w.words.IDs {
		f, row := x[i], m.right[int(id)*len(y):][:len(y)]
		for j := range y {
			y[j] += float64(f * row[j])
		}
	}
	inside := 0.0
	for j := range y {
		inside += float64(y[j] * y[j])
	}
	if inside < null*null {
		return false
	}
	for j := range y {
		y[j] /= m.values[j]
	}
	return normalise(y)
}

// cosine is that of two vectors of length 1, or 0 if it is negative.
func cosine(x, y []float64) float64 {
	sum := 0.0
	for i := range x {
		sum += float64(x[i] * y[i])
	}
	return min(max(sum, 0), 1)
}
