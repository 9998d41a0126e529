package pos

import (
	"strings"
	"sync"
)

// A Tagger gives words their parts of speech. It does not change and is safe
// for concurrent use.
type Tagger struct {
	About   About
	lexicon lexicon
	weights *weights
	// history has the sums for each pair of tags before a word, and edges
	// what stands around a sentence.
	history [2][Tags + 1][Tags + 1]scores
	edges   [casings]struct{ before, after *entry }
	workers sync.Pool
}

// looks are the two, in the order of arrays.
var looks = [2]look{firstLook, secondLook}

func newTagger(about About, lex lexicon, w *weights) *Tagger {
	t := &Tagger{About: about, lexicon: lex, weights: w}
	for i, l := range looks {
		for b := range t.history[i] {
			for fb := range t.history[i][b] {
				w.sum(&t.history[i][b][fb], tagsBefore(nil, l, Tag(b), Tag(fb)))
			}
		}
	}
	for c := range t.edges {
		t.edges[c].before = t.newEntry(beforeFirst, casing(c))
		t.edges[c].after = t.newEntry(afterLast, casing(c))
	}
	t.workers.New = func() any { return newWorker(t) }
	return t
}

// Tag appends the tags of the words of one sentence to dst.
func (t *Tagger) Tag(dst []Tag, words []string) []Tag {
	w := t.workers.Get().(*worker)
	defer t.workers.Put(w)
	return w.tag(dst, words)
}

// An entry is a word with the sums of its groups of features, for each look.
type entry struct {
	view
	sums [2]struct{ own, atStart, before, farBefore, after, farAfter scores }
}

func (t *Tagger) newEntry(v view, c casing) *entry {
	e := &entry{view: v}
	keys := make([]key, 0, 16)
	for i, l := range looks {
		s := &e.sums[i]
		t.weights.sum(&s.own, v.own(keys, l, c))
		t.weights.sum(&s.atStart, v.atStart(keys, l, c))
		t.weights.sum(&s.before, v.before(keys, l))
		t.weights.sum(&s.farBefore, v.farBefore(keys, l))
		t.weights.sum(&s.after, v.after(keys, l, c))
		t.weights.sum(&s.farAfter, v.farAfter(keys, l))
	}
	return e
}

// A worker is the memory of one goroutine. It remembers words, since most
// features depend on one word alone.
type worker struct {
	tagger   *Tagger
	known    [casings]map[string]*entry // by the casing of their sentence
	size     int
	sentence []*entry // with two more at each end
	tags     []Tag    // with two more at the end
	verbs    []uint64
	keys     []key
}

// maxKnown bounds the words that a worker remembers, to some 30 MB, and
// maxWord the length of those that it remembers at all.
const (
	maxKnown = 1 << 15
	maxWord  = 64
)

func newWorker(t *Tagger) *worker {
	w := &worker{tagger: t}
	w.forget()
	return w
}

func (w *worker) forget() {
	for c := range w.known {
		w.known[c] = map[string]*entry{}
	}
	w.size = 0
}

func (w *worker) entry(form string, c casing) *entry {
	if e, ok := w.known[c][form]; ok {
		return e
	}
	e := w.tagger.newEntry(w.tagger.lexicon.look(form), c)
	if len(form) <= maxWord {
		w.known[c][strings.Clone(form)] = e // form may be part of a long text
		w.size++
	}
	return e
}

func (w *worker) tag(dst []Tag, words []string) []Tag {
	if w.size > maxKnown {
		w.forget()
	}
	c := casingOf(words)
	edge := &w.tagger.edges[c]
	w.sentence = append(w.sentence[:0], edge.before, edge.before)
	for _, form := range words {
		w.sentence = append(w.sentence, w.entry(form, c))
	}
	w.sentence = append(w.sentence, edge.after, edge.after)
	w.firstLook(len(words))
	w.secondLook()
	clear(w.sentence) // entries of long words can go
	return append(dst, w.tags[:len(words)]...)
}

// firstLook tags the n words of the sentence.
func (w *worker) firstLook(n int) {
	w.tags = w.tags[:0]
	before, farBefore := outside, outside
	for i := range n {
		s := w.tagger.history[0][before][farBefore]
		w.local(&s, 0, i)
		tag := s.best()
		w.tags = append(w.tags, tag)
		before, farBefore = tag, before
	}
}

// secondLook corrects the tags.
func (w *worker) secondLook() {
	w.verbs = verbsAround(w.verbs[:0], w.tags)
	w.tags = append(w.tags, outside, outside)
	before, farBefore := outside, outside
	for i, verbs := range w.verbs {
		s := w.tagger.history[1][before][farBefore]
		w.local(&s, 1, i)
		this := w.sentence[i+2]
		w.keys = this.pairs(w.keys[:0], &w.sentence[i+1].view, &w.sentence[i+3].view)
		w.keys = this.withTags(w.keys, before, farBefore, w.tags[i+1], w.tags[i+2], verbs)
		w.tagger.weights.sum(&s, w.keys)
		w.tags[i] = s.best()
		before, farBefore = w.tags[i], before
	}
}

// local adds the sums of the words around word i.
func (w *worker) local(s *scores, look, i int) {
	around := (*[5]*entry)(w.sentence[i:])
	own := &around[2].sums[look].own
	before, farBefore := &around[1].sums[look].before, &around[0].sums[look].farBefore
	after, farAfter := &around[3].sums[look].after, &around[4].sums[look].farAfter
	for t := range s {
		s[t] += own[t] + before[t] + farBefore[t] + after[t] + farAfter[t]
	}
	if i == 0 {
		for t, v := range &around[2].sums[look].atStart {
			s[t] += v
		}
	}
}
