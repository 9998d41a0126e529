package topic

import (
	"hash/fnv"
	"io"
	"math"

	"hed/corpus"
	"hed/metric/internal/terms"
	"hed/metric/topic/lda"
	"hed/text"
	"hed/text/bag"
)

// A worker is the memory of one goroutine.
type worker struct {
	*terms.Comparer
	model    *model
	chooser  *terms.Chooser
	seed     uint64
	filler   *bag.Filler
	inferrer *lda.Inferrer
	words    bag.Bag
	tokens   []int32
	share    []float64 // P(t)
	row      []float64 // P(w|t)
	factor   []float64 // P(t|d)·P(d|t), but for a factor that all topics share
	article  []float64
}

func newWorker(m *model, c *terms.Chooser, seed uint64) *worker {
	k := m.topics.Topics()
	w := &worker{
		model: m, chooser: c, seed: seed, filler: bag.NewFiller(m.vocabulary), inferrer: lda.NewInferrer(m.topics),
		share: m.topics.Share(), row: make([]float64, k), factor: make([]float64, k), article: make([]float64, k),
	}
	w.Comparer = terms.NewComparer(k, w.vector, cosine)
	return w
}

func (w *worker) score(c *corpus.Case, out []float64) {
	w.infer(c)
	article := w.article
	if !w.weights(article) {
		article = nil
	}
	w.Compare(article, c, out)
}

// infer finds the topics of the article, and leaves its bag.
func (w *worker) infer(c *corpus.Case) {
	w.fill(c, c.Doc.Body)
	w.tokens = tokens(w.tokens[:0], &w.words)
	hash := fnv.New64a()
	io.WriteString(hash, text.Straight(c.Doc.Body)) // a hash takes everything
	w.inferrer.Infer(w.factor, w.tokens, w.seed^hash.Sum64())
	weigh(w.factor, w.share)
}

func (w *worker) fill(c *corpus.Case, s string) {
	w.filler.Fill(&w.words, w.chooser.For(c.Doc.Lang), s)
}

// weigh makes P(t|d)·P(d|t) of P(t|d), with P(d) as 1.
func weigh(inText, inAll []float64) {
	for t, p := range inText {
		if inAll[t] > 0 {
			inText[t] = p * (p / inAll[t])
		} else {
			inText[t] = 0
		}
	}
}

// vector makes the vector of a text beside the article. It reports whether
// there is one.
func (w *worker) vector(v []float64, c *corpus.Case, s string) bool {
	w.fill(c, s)
	return w.weights(v)
}

// weights makes the vector of the bag.
func (w *worker) weights(v []float64) bool {
	clear(v)
	for i, id := range w.words.IDs {
		w.model.topics.Row(w.row, id)
		for t, p := range w.row {
			v[t] += float64(w.words.Counts[i] * p)
		}
	}
	sum := 0.0
	for t := range v {
		v[t] = float64(v[t] * w.factor[t])
		sum += v[t]
	}
	if !(sum > 0) {
		return false
	}
	for t := range v {
		v[t] /= sum
	}
	return true
}

// cosine is that of vectors without negative numbers, which are not 0.
func cosine(a, b []float64) float64 {
	ab, aa, bb := 0.0, 0.0, 0.0
	for i, x := range a {
		y := b[i]
		ab += float64(x * y)
		aa += float64(x * x)
		bb += float64(y * y)
	}
	return min(1, ab/math.Sqrt(float64(aa*bb)))
}
