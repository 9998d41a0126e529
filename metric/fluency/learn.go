package fluency

import (
	"context"
	"fmt"
	"sync"

	"hed/corpus"
	"hed/internal/crash"
	"hed/metric"
	"hed/metric/internal/extract"
	"hed/text/ngram"
)

// headlines are the references of one document.
type headlines struct {
	lang  string
	fold  int
	words [][]string
	tags  [][]string
}

// An extractor reads references: of each document that has any the language, the fold, and the words and tags of every one.
type extractor struct{ m *Metric }

// Name implements metric.Extractor.
func (x extractor) Name() string {
	return fmt.Sprintf("references %s tags=%t", x.m.lang.String(), x.m.tagged)
}

// Extract implements metric.Extractor.
func (x extractor) Extract(docs []*corpus.Document) []byte {
	var w extract.Writer
	var r worker
	for _, d := range docs {
		pack := x.m.lang.Of(d.Lang)
		tagger := x.m.tagger(&pack)
		begun := false
		for _, reference := range d.References {
			if !r.read(&pack, tagger, reference) {
				continue
			}
			if !begun {
				begun = true
				w.Term(pack.Code)
				w.Number(fold(d.ID))
			}
			w.Terms(r.words)
			w.Terms(r.tags)
		}
		if begun {
			w.Number(0) // no reference has no words
		}
	}
	return w.Bytes()
}

// references reads what extractors wrote.
func references(from metric.Extracts) (all []headlines, err error) {
	known := map[string]string{} // one string for all occurrences of a word
	intern := func(words []string) []string {
		for i, word := range words {
			one, ok := known[word]
			if !ok {
				known[word], one = word, word
			}
			words[i] = one
		}
		return words
	}
	for b, err := range from {
		if err != nil {
			return nil, err
		}
		r := extract.Open(b)
		for r.More() {
			t := headlines{lang: r.Term(), fold: r.Number()}
			for words := r.Terms(nil); len(words) > 0; words = r.Terms(nil) {
				t.words = append(t.words, intern(words))
				if tags := r.Terms(nil); len(tags) > 0 {
					t.tags = append(t.tags, intern(tags))
				}
			}
			all = append(all, t)
		}
		if err := r.Err(); err != nil {
			return nil, err
		}
	}
	return all, nil
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
