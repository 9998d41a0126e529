package fluency

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"hed/internal/crash"
	"hed/text/ngram"
)

// A reader reads the references of the documents that one goroutine gets.
type reader struct {
	worker
	all   []headlines
	words map[string]string // one string for all occurrences of a word
}

// headlines are the references of one document.
type headlines struct {
	n     int // its place in the corpus
	lang  string
	fold  int
	words [][]string
	tags  [][]string
}

func (r *reader) add(m *Metric, d numbered) {
	pack := m.lang.Of(d.doc.Lang)
	t := headlines{n: d.n, lang: pack.Code, fold: fold(d.doc.ID)}
	for _, reference := range d.doc.References {
		if !r.read(&pack, m.tagger(&pack), reference) {
			continue
		}
		words := make([]string, len(r.worker.words))
		for i, word := range r.worker.words {
			words[i] = r.intern(word)
		}
		t.words = append(t.words, words)
		if len(r.tags) > 0 {
			t.tags = append(t.tags, slices.Clone(r.tags))
		}
	}
	if len(t.words) > 0 {
		r.all = append(r.all, t)
	}
}

func (r *reader) intern(word string) string {
	known, ok := r.words[word]
	if !ok {
		if r.words == nil {
			r.words = map[string]string{}
		}
		known = strings.Clone(word) // it may be part of the headline
		r.words[known] = known
	}
	return known
}

// merge returns them in the order of the corpus.
func merge(readers []reader) []headlines {
	var all []headlines
	for i := range readers {
		all = append(all, readers[i].all...)
	}
	slices.SortFunc(all, func(a, b headlines) int { return cmp.Compare(a.n, b.n) })
	return all
}

// minCount is how often a word must be in the references that a model learns
// from. The others are one word to it, <unk>, which so gets its grammar
// from words that are as rare as those it will stand for.
const minCount = 2

// A part names the models for the documents of a language and fold.
type part struct {
	lang string
	fold int
}

// learn makes the models for every part that has references elsewhere.
func learn(ctx context.Context, all []headlines, order, workers int) (*state, error) {
	languages := map[string]bool{}
	for _, t := range all {
		languages[t.lang] = true
	}
	s := &state{scales: map[part]scales{}}
	var mu sync.Mutex
	var wg crash.Group
	limit := make(chan struct{}, workers)
	for language := range languages {
		for fold := range folds {
			limit <- struct{}{}
			wg.Go(func() {
				defer func() { <-limit }()
				p := part{language, fold}
				made, ok := p.learn(ctx, all, order)
				mu.Lock()
				defer mu.Unlock()
				if ok {
					s.scales[p] = made
				}
			})
		}
	}
	wg.Wait()
	return s, context.Cause(ctx)
}

func (p part) learn(ctx context.Context, all []headlines, order int) (s scales, ok bool) {
	counts := map[string]int{}
	for t := range p.others(all) {
		for _, sentence := range t.words {
			for _, word := range sentence {
				counts[word]++
			}
		}
	}
	if len(counts) == 0 {
		return s, false
	}
	words, tags := ngram.NewTrainer(order), ngram.NewTrainer(order)
	tagged := false
	var known []string
	for t := range p.others(all) {
		if ctx.Err() != nil {
			return s, false
		}
		for _, sentence := range t.words {
			known = known[:0]
			for _, word := range sentence {
				if counts[word] < minCount {
					word = rare
				}
				known = append(known, word)
			}
			words.Add(known)
		}
		for _, sentence := range t.tags {
			tagged = true
			tags.Add(sentence)
		}
	}
	s.words = newScale(words, order)
	if tagged {
		s.tags = newScale(tags, order)
	}
	return s, true
}

// rare is what the trainer takes for an unknown word.
const rare = "<unk>"

func newScale(t *ngram.Trainer, order int) *scale {
	return &scale{model: t.Model(order), unigrams: t.Model(1)}
}

// others yields those of the language in the other folds.
func (p part) others(all []headlines) func(func(*headlines) bool) {
	return func(yield func(*headlines) bool) {
		for i := range all {
			if t := &all[i]; t.lang == p.lang && t.fold != p.fold && !yield(t) {
				return
			}
		}
	}
}
