package pos

import (
	"sync"

	"hed/text"
)

// A Tagger gives words their parts of speech. It does not change and is safe
// for concurrent use.
type Tagger struct {
	About   About
	lexicon lexicon
	weights *weights
	// What features of tags alone come to, by the tags, for each look where it
	// has them, and what stands around a sentence.
	tagsBefore [2]byTags
	tagsAfter  byTags
	tagsAround byTags
	edges      [casings]struct{ before, after *entry }
	workers    sync.Pool
	straight   bool // all apostrophes are '
}

// read is a word as the tagger reads it.
func (t *Tagger) read(form string) string {
	if t.straight {
		return text.Straight(form)
	}
	return form
}

// byTags has a group for each pair of tags.
type byTags [Tags + 1][Tags + 1]group

func newTagger(about About, lex lexicon, w *weights) *Tagger {
	t := &Tagger{About: about, lexicon: lex, weights: w}
	for a := range Tag(Tags + 1) {
		for b := range Tag(Tags + 1) {
			for look, g := range w.groups(tagsBefore(nil, a, b)) {
				t.tagsBefore[look][a][b] = g
			}
			t.tagsAfter[a][b] = w.group(tagsAfter(nil, a, b))
			t.tagsAround[a][b] = w.group(tagsAround(nil, a, b))
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

// An entry is a word with what its groups of features come to, in either look.
// What also depends on a tag is filled in when it is first needed.
type entry struct {
	text string
	view
	own, atStart, before, farBefore, after, farAfter [2]group

	withVerbs  [verbCases]group
	withBefore [Tags + 1]*group
	withAfter  [Tags + 1]*group
}

func (t *Tagger) newEntry(v view, c casing) *entry {
	keys := make([]key, 0, 16)
	w := t.weights
	e := &entry{
		view:      v,
		own:       w.groups(v.own(keys, c)),
		atStart:   w.groups(v.atStart(keys, c)),
		before:    w.groups(v.before(keys)),
		farBefore: w.groups(v.farBefore(keys)),
		after:     w.groups(v.after(keys, c)),
		farAfter:  w.groups(v.farAfter(keys)),
	}
	for verbs := range e.withVerbs {
		e.withVerbs[verbs] = w.group(v.withVerbs(keys, uint64(verbs)))
	}
	return e
}
