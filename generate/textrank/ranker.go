package textrank

import (
	"sync"

	"hed/generate/internal/words"
	"hed/text"
	"hed/text/lang"
	"hed/text/pos"
)

// A Ranker ranks the words and sentences of articles of one language. It is
// safe for concurrent use.
type Ranker struct {
	pack    lang.Pack
	terms   *text.Analyzer // of sentences
	workers sync.Pool
}

// New returns a Ranker for a language.
func New(p lang.Pack) *Ranker {
	r := &Ranker{pack: p, terms: &text.Analyzer{Tokenizer: p.Tokenizer, Filters: []text.Filter{p.Stop, p.Stemmer}}}
	r.workers.New = func() any { return newWorker(r) }
	return r
}

// A worker ranks one article at a time. It owns all memory that this takes.
type worker struct {
	*Ranker
	words.Cutter
	ranks ranks

	// for words
	vocabulary vocabulary
	entries    []entry
	pairs      pairs
	tokens     []text.Token
	tagged     []string
	tags       []pos.Tag

	// for sentences
	index     *text.Index
	sentences []string
	ids       []int32
	local     []int32 // by id of a term in index, its number in the article, or none
	numbered  []int32 // by number, the id
	seen      []int32 // by number, the latest sentence with the term
	overlap   overlap
}

func newWorker(r *Ranker) *worker {
	return &worker{Ranker: r, vocabulary: newVocabulary(), index: text.NewIndex(r.terms)}
}

func (r *Ranker) get() *worker { return r.workers.Get().(*worker) }

// put gives a worker back, unless a long article made it uncommonly large.
func (r *Ranker) put(w *worker) {
	const most = 1 << 15
	if max(len(w.vocabulary.at), cap(w.tokens), cap(w.overlap.terms), cap(w.overlap.weights)) > most {
		return
	}
	w.Release()
	r.workers.Put(w)
}
