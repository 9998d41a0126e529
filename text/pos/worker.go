package pos

import "strings"

// A worker is the memory of one goroutine. It remembers words, since most
// features depend on one word alone.
type worker struct {
	tagger   *Tagger
	recent   words
	older    words
	sentence []*entry // with two more at each end
	tags     []Tag    // with two more at the end
	verbs    []uint64
	keys     []key
}

// words are entries by the casing of their sentence and the word.
type words struct {
	entries [casings]map[string]*entry
	size    int
}

func newWords() (all words) {
	for c := range all.entries {
		all.entries[c] = map[string]*entry{}
	}
	return all
}

func (x *words) add(e *entry, c casing) {
	x.entries[c][e.text] = e
	x.size++
}

// maxRecent bounds the recent words, and so the older ones, to some 10 MB each.
// Those that are not needed for as many others are forgotten, so that frequent
// ones stay. maxWord is the length of words that are remembered at all.
const (
	maxRecent = 1 << 13
	maxWord   = 64
)

func newWorker(t *Tagger) *worker { return &worker{tagger: t, recent: newWords(), older: newWords()} }

func (w *worker) entry(form string, c casing) *entry {
	if e, ok := w.recent.entries[c][form]; ok {
		return e
	}
	e, ok := w.older.entries[c][form]
	if !ok {
		e = w.tagger.newEntry(w.tagger.lexicon.view(w.tagger.read(form)), c)
		if len(form) > maxWord {
			return e
		}
		e.text = strings.Clone(form) // which may be part of a long text
	}
	if w.recent.size == maxRecent {
		w.recent, w.older = newWords(), w.recent
	}
	w.recent.add(e, c)
	return e
}

func (w *worker) tag(dst []Tag, words []string) []Tag {
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
		s := w.local(0, i, before, farBefore)
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
		s := w.local(1, i, before, farBefore)
		w.around(&s, i, before, verbs)
		w.keys = w.sentence[i+2].pairs(w.keys[:0], &w.sentence[i+1].view, &w.sentence[i+3].view, before, farBefore)
		g := w.tagger.weights.group(w.keys)
		s.add(&g)
		w.tags[i] = s.best()
		before, farBefore = w.tags[i], before
	}
}

// local is what the words around word i come to, and the tags before it.
func (w *worker) local(look, i int, tagBefore, tagFarBefore Tag) group {
	words := (*[5]*entry)(w.sentence[i:])
	own := &words[2].own[look]
	before, farBefore := &words[1].before[look], &words[0].farBefore[look]
	after, farAfter := &words[3].after[look], &words[4].farAfter[look]
	s := w.tagger.tagsBefore[look][tagBefore][tagFarBefore]
	for t := range s {
		s[t] += own[t] + before[t] + farBefore[t] + after[t] + farAfter[t]
	}
	if i == 0 {
		s.add(&words[2].atStart[look])
	}
	return s
}

// around adds what word i and the tags that the first look gave come to.
func (w *worker) around(s *group, i int, before Tag, verbs uint64) {
	this, after, farAfter := w.sentence[i+2], w.tags[i+1], w.tags[i+2]
	if this.withBefore[before] == nil {
		g := w.tagger.weights.group(this.view.withBefore(w.keys[:0], before))
		this.withBefore[before] = &g
	}
	if this.withAfter[after] == nil {
		g := w.tagger.weights.group(this.view.withAfter(w.keys[:0], after))
		this.withAfter[after] = &g
	}
	a, b, c := this.withBefore[before], this.withAfter[after], &this.withVerbs[verbs]
	d, e := &w.tagger.tagsAfter[after][farAfter], &w.tagger.tagsAround[before][after]
	for t := range s {
		s[t] += a[t] + b[t] + c[t] + d[t] + e[t]
	}
}
