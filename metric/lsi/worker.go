package lsi

import (
	"hed/corpus"
	"hed/score"
	"hed/text"
	"hed/text/bag"
)

// null is the share of a text's length that must lie in the dimensions kept.
// What is less is rounding.
const null = 1e-6

// A worker is the memory of one goroutine.
type worker struct {
	model             *model
	filler            *bag.Filler
	words             bag.Bag
	article, headline []float64
	references        [][]float64
}

func newWorker(m *model) *worker {
	w := &worker{model: m, filler: bag.NewFiller(m.vocabulary)}
	w.article, w.headline = make([]float64, len(m.values)), make([]float64, len(m.values))
	return w
}

func (w *worker) score(a *text.Analyzer, c *corpus.Case, out []float64) {
	hasArticle := w.project(w.article, a, c.Doc.Body)
	n := 0
	for _, r := range c.Doc.References {
		if n == len(w.references) {
			w.references = append(w.references, make([]float64, len(w.headline)))
		}
		if w.project(w.references[n], a, r) {
			n++
		}
	}
	for i, h := range c.Headlines {
		row := out[i*measures : (i+1)*measures]
		row[coverage], row[similarity] = score.Absent, score.Absent
		if !w.project(w.headline, a, h) {
			continue
		}
		if hasArticle {
			row[coverage] = cosine(w.headline, w.article)
		}
		for j, r := range w.references[:n] {
			if v := cosine(w.headline, r); j == 0 || v > row[similarity] {
				row[similarity] = v
			}
		}
	}
}

// project sets y to the direction of a text among the concepts. It reports
// whether there is one.
func (w *worker) project(y []float64, a *text.Analyzer, s string) bool {
	m := w.model
	w.filler.Fill(&w.words, a, s)
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
