package textrank

import (
	"hed/generate/internal/baseline"
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
	workers *baseline.Pool[worker]
}

// New returns a Ranker for a language.
func New(p lang.Pack) *Ranker {
	r := &Ranker{pack: p, terms: &text.Analyzer{Tokenizer: p.Tokenizer, Filters: []text.Filter{p.Stop, p.Stemmer}}}
	r.workers = baseline.NewPool(func() *worker { return newWorker(r) })
	return r
}

// none is the number of what has none: a word that is no vertex, a term that is
// in one sentence alone.
const none = -1

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
