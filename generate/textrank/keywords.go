package textrank

import (
	"cmp"
	"slices"

	"hed/generate/internal/words"
	"hed/text"
	"hed/text/pos"
)

// A Keyword is a word of an article and its score. The scores of all
// keywords of an article sum to 1.
type Keyword struct {
	// Text is the word as it first stands in the article; but if that is at
	// the beginning of a sentence and it later stands in lower case, it is in
	// lower case.
	Text  string
	Score float64
}

// Keywords returns the words of an article that may be keywords, best first.
func (r *Ranker) Keywords(article string) []Keyword {
	w := r.workers.Get()
	defer r.workers.Put(w, article)
	best := w.keywords(article)
	out := make([]Keyword, len(best))
	for i, e := range best {
		out[i] = Keyword{e.form.Text, e.score}
	}
	return out
}

// An entry is a vertex of the graph of words.
type entry struct {
	form  words.Form
	score float64
	first int32 // its place among the entries by first occurrence
}

// keywords returns the entries, best first. They are valid until the next
// call.
func (w *worker) keywords(article string) []entry {
	w.vocabulary.reset()
	w.entries = w.entries[:0]
	w.pairs.reset()
	w.sentences = w.pack.Sentences.Split(w.sentences[:0], words.Valid(article))
	before := int32(none)
	for _, s := range w.sentences {
		before = w.read(s, before)
	}
	w.pairs.build(len(w.entries))
	for i, s := range w.ranks.rank(&w.pairs, len(w.entries)) {
		w.entries[i].score = s
	}
	order(w.entries)
	return w.entries
}

// read adds the words of a sentence. before is the vertex of the word just
// before it, or none; that of its last word is returned.
func (w *worker) read(s string, before int32) int32 {
	w.tokens = w.pack.Words.Tokenize(w.tokens[:0], s)
	w.tag(s)
	opens := true
	for i, t := range w.tokens {
		v := int32(none)
		if k := w.vocabulary.look(&w.pack, s[t.Start:t.End]); k != nil {
			if w.passes(i, k) {
				v = w.vertex(k, s, t, opens)
			}
			opens = false
		}
		if v != none && before != none {
			w.pairs.join(before, v)
		}
		before = v
	}
	return before
}

// tag tags the tokens of s, if there is a tagger for the language.
func (w *worker) tag(s string) {
	if w.pack.Tagger == nil {
		return
	}
	w.tagged = w.tagged[:0]
	for _, t := range w.tokens {
		w.tagged = append(w.tagged, s[t.Start:t.End])
	}
	w.tags = w.pack.Tagger().Tag(w.tags[:0], w.tagged)
}

// passes reports whether token i of the sentence, a known word, may be a
// keyword.
func (w *worker) passes(i int, k *known) bool {
	if w.pack.Tagger == nil {
		return !k.stop
	}
	switch w.tags[i] {
	case pos.NOUN, pos.PROPN, pos.ADJ:
		return true
	}
	return false
}

// vertex returns the vertex of a word that passes.
func (w *worker) vertex(k *known, s string, t text.Token, opens bool) int32 {
	if k.vertex == none {
		k.vertex = int32(len(w.entries))
		w.entries = append(w.entries, entry{form: words.First(words.Surface(s, t), opens), first: k.vertex})
	} else {
		w.entries[k.vertex].form.Again(s[t.Start:t.End])
	}
	return k.vertex
}

// order sorts entries, best first, and equals as they come in the article.
func order(entries []entry) {
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.first, b.first))
	})
	for len(entries) > 0 {
		least := entries[0].score * (1 - near)
		n := 1
		for n < len(entries) && entries[n].score >= least {
			n++
		}
		slices.SortFunc(entries[:n], func(a, b entry) int { return cmp.Compare(a.first, b.first) })
		entries = entries[n:]
	}
}
