package textrank

import "hed/generate/internal/words"

// A Sentence of an article and its score. The scores of all sentences of
// an article sum to 1.
type Sentence struct {
	Text  string
	Score float64
}

// Sentences returns the sentences of an article, in its order.
func (r *Ranker) Sentences(article string) []Sentence {
	w := r.workers.Get()
	defer r.workers.Put(w, article)
	scores := w.rankSentences(article)
	out := make([]Sentence, len(scores))
	for i, s := range scores {
		out[i] = Sentence{w.sentences[i], s}
	}
	return out
}

// rankSentences splits an article into w.sentences and returns their scores,
// which are valid until the next call.
func (w *worker) rankSentences(article string) []float64 {
	w.sentences = w.pack.Sentences.Split(w.sentences[:0], words.Valid(article))
	w.index.Reset()
	w.overlap.reset()
	for i, s := range w.sentences {
		w.ids = w.index.Append(w.ids[:0], s)
		for _, id := range w.ids {
			if t := w.number(id); w.seen[t] != int32(i) {
				w.seen[t] = int32(i)
				w.overlap.terms = append(w.overlap.terms, t)
			}
		}
		w.overlap.add()
	}
	w.overlap.build(len(w.seen))
	w.forget()
	return w.ranks.rank(&w.overlap, len(w.sentences))
}

// number returns the article's own number of a term: the index goes on
// numbering from article to article.
func (w *worker) number(id int32) int32 {
	for int(id) >= len(w.local) {
		w.local = append(w.local, none)
	}
	if w.local[id] == none {
		w.local[id] = int32(len(w.seen))
		w.seen = append(w.seen, none)
		w.numbered = append(w.numbered, id)
	}
	return w.local[id]
}

// forget makes the numbers free for the next article.
func (w *worker) forget() {
	for _, id := range w.numbered {
		w.local[id] = none
	}
	w.numbered, w.seen = w.numbered[:0], w.seen[:0]
}

// best returns the sentence with the highest score of those with a word, or
// "" where there is none. Of equals it is the first.
func (w *worker) best(article string) string {
	scores := w.rankSentences(article)
	best, most := "", 0.0
	for i, s := range scores {
		if s*(1-near) > most && words.Has(w.sentences[i]) {
			best, most = w.sentences[i], s
		}
	}
	return best
}
