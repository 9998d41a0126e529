// Package tfidf writes the words of an article with the highest tf·idf.
//
// What comes out is a list of words, best first, and no sentence: it shows
// what choosing the right words alone is worth. HEvAS (Litvak et al. 2019,
// section 3.3) calls it TF-IDF and leaves the formula open; here it is that
// of scikit-learn's TfidfVectorizer with smooth_idf and no norm,
//
//	tf · (ln((1+N)/(1+df)) + 1)
//
// where tf is how often the word occurs in the article and df in how many of
// the N articles of the same language. Words are tokens in lower case; stop
// words are left out. Of equal words the one that comes first in the article
// is first. A word is printed as it first stands in the article, but if that
// is at the beginning of a sentence and it later stands in lower case, then in
// lower case.
//
// Fit reads the corpus once and keeps its vocabulary, nothing else.
package tfidf

import (
	"context"
	"errors"

	"hed/corpus"
	"hed/generate"
	"hed/generate/internal/baseline"
	"hed/generate/internal/words"
)

// Options are the settings of a Generator: Words, if not nine, and Lang, if not
// each document's own.
type Options = baseline.Options

// Info presents the baseline.
var Info = baseline.Present(
	generate.Info{Name: "tfidf", Doc: "the words of the article with the highest tf-idf, best first", Paper: baseline.Paper},
	func(o Options, _ uint64) (*Generator, error) { return New(o) },
)

// A Generator writes words of high tf·idf.
type Generator struct {
	settings     *baseline.Settings
	vocabularies []*vocabulary // one a pack; nil before Fit
	fitted       string        // their digest
	counters     *baseline.Pool[counter]
}

var (
	_ generate.Generator = (*Generator)(nil)
	_ generate.Fitter    = (*Generator)(nil)
)

// New returns the generator that o describes, which wants to be fitted.
func New(o Options) (*Generator, error) {
	s, err := o.Settle()
	if err != nil {
		return nil, err
	}
	return &Generator{settings: s, counters: baseline.NewPool(newCounter)}, nil
}

// Signature implements generate.Generator. Once fitted it also tells one
// corpus from another, by a hash of how many documents each word is in.
func (g *Generator) Signature() string {
	s := g.settings.Signature("tfidf", baseline.Tokenizer, baseline.Stop) + "|idf:smooth"
	if g.fitted != "" {
		s += "|fit:" + g.fitted
	}
	return s
}

// Fit implements generate.Fitter: it counts in how many documents each word
// occurs. A document that cannot be read ends it.
func (g *Generator) Fit(ctx context.Context, docs corpus.Reader) error {
	var vs []*vocabulary
	for i := range g.settings.Packs {
		vs = append(vs, newVocabulary(&g.settings.Packs[i]))
	}
	for d, err := range docs.Documents(ctx) {
		if err != nil {
			return err
		}
		vs[g.settings.Pick(d)].add(words.Valid(d.Body))
	}
	for _, v := range vs {
		v.close()
	}
	g.vocabularies, g.fitted = vs, digest(vs)
	return nil
}

// Generate implements generate.Generator.
func (g *Generator) Generate(_ context.Context, d *corpus.Document) (string, error) {
	if g.vocabularies == nil {
		return "", errors.New("tfidf knows no corpus yet; call Fit first")
	}
	c := g.counters.Get()
	defer g.counters.Put(c, d.Body)
	v := g.vocabularies[g.settings.Pick(d)]
	list := c.List(v.pack.Tokenizer, g.settings.Words)
	for _, w := range c.rank(v, words.Valid(d.Body)) {
		if !list.Add(w.form.Text) {
			break
		}
	}
	return list.String(), nil
}
