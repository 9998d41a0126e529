package divergence

import (
	"hed/corpus"
	"hed/text"
)

// A vector is the terms of a text, in the order in which they first occur, with
// weights that sum to 1.
//
// Note: that order depends on nothing but the text. Sums of floats are taken in
// it, so that neither the other headlines of a case nor earlier cases change a
// digit.
type vector struct {
	ids     []int32
	weights []float64
}

func (v *vector) some() bool { return len(v.ids) > 0 }

// A worker is the memory of one goroutine. It numbers the terms of one case,
// those too which no document of the corpus has.
type worker struct {
	analyzer *text.Analyzer
	corpus   *frequencies // nil where all terms weigh the same

	ids       map[string]int32
	idf       []float64 // by id
	headlines []vector
	other     vector    // the article or the reference
	inOther   []float64 // by id, the weight in other; 0 for terms that it lacks
	place     []int32   // by id, 1 + the place in the vector that is being read
	tokens    []text.Token
}

func newWorker() *worker { return &worker{ids: map[string]int32{}} }

func (w *worker) start(a *text.Analyzer, f *frequencies) { w.analyzer, w.corpus = a, f }

// release lets go of the texts, and of memory that only an uncommonly long one
// needs.
func (w *worker) release() {
	const most = 1 << 14
	if len(w.ids) > most || cap(w.tokens) > most {
		*w = *newWorker()
		return
	}
	clear(w.ids)
	w.idf, w.inOther, w.place = w.idf[:0], w.inOther[:0], w.place[:0]
	w.other.ids = w.other.ids[:0]
}

func (w *worker) readHeadlines(outputs []corpus.Output) {
	for len(w.headlines) < len(outputs) {
		w.headlines = append(w.headlines, vector{})
	}
	for i, o := range outputs {
		w.read(&w.headlines[i], o.Text)
	}
}

// open makes s the text that headlines are compared with, and reports whether
// it has a term.
func (w *worker) open(s string) bool {
	for _, id := range w.other.ids {
		w.inOther[id] = 0
	}
	w.read(&w.other, s)
	for i, id := range w.other.ids {
		w.inOther[id] = w.other.weights[i]
	}
	return w.other.some()
}

// read makes v the vector of a text.
func (w *worker) read(v *vector, s string) {
	v.ids, v.weights = v.ids[:0], v.weights[:0]
	w.tokens = w.analyzer.Analyze(w.tokens[:0], s)
	for _, t := range w.tokens {
		id := w.id(t.Text)
		if w.place[id] == 0 {
			v.ids, v.weights = append(v.ids, id), append(v.weights, 0)
			w.place[id] = int32(len(v.ids))
		}
		v.weights[w.place[id]-1]++
	}
	clear(w.tokens) // they would keep the text alive
	total := 0.0
	for i, id := range v.ids {
		w.place[id] = 0
		v.weights[i] = float64(v.weights[i] * w.idf[id])
		total += v.weights[i]
	}
	for i := range v.weights {
		v.weights[i] /= total
	}
}

// id returns the number of a term in this case.
func (w *worker) id(term string) int32 {
	id, ok := w.ids[term]
	if !ok {
		id = int32(len(w.idf))
		w.ids[term] = id
		idf := 1.0
		if w.corpus != nil {
			idf = w.corpus.idf(term)
		}
		w.idf, w.inOther, w.place = append(w.idf, idf), append(w.inOther, 0), append(w.place, 0)
	}
	return id
}

// compare returns the similarity of a headline and the open text.
func (w *worker) compare(ms *measure, h *vector) float64 {
	sum, same := 0.0, len(h.ids) == len(w.other.ids)
	for i, id := range h.ids {
		a, b := h.weights[i], w.inOther[id]
		if b > 0 {
			sum += ms.term(a, b)
		}
		same = same && a == b
	}
	if same {
		return 1 // whatever rounding does to the sum
	}
	return ms.of(sum)
}
