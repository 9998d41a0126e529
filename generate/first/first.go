// Package first writes the first words of an article.
//
// News begins with what matters, so this simplest of baselines is hard to
// beat, and a system that does not beat it has learned little. The words may
// cross the end of a sentence. HEvAS (Litvak et al. 2019, section 3.3) calls
// it First.
package first

import (
	"context"
	"sync"

	"hed/corpus"
	"hed/generate"
	"hed/generate/internal/baseline"
	"hed/generate/internal/words"
	"hed/spec"
)

// Options are the settings of a Generator. The zero value is HEvAS's.
type Options struct {
	Words *int   `opt:"words" doc:"words in a headline; default 9"`
	Lang  string `opt:"lang" doc:"language of all articles; default each document's own, or en"`
}

// Info presents the baseline.
var Info = generate.Info{
	Name:    "first",
	Doc:     "the first words of the article",
	Paper:   "Litvak et al. 2019, HEvAS, section 3.3",
	Options: Options{},
	New: func(options map[string]string, _ uint64) (generate.Generator, error) {
		var o Options
		if err := spec.Decode(options, &o); err != nil {
			return nil, err
		}
		return New(o)
	},
}

// A Generator writes the first words of articles.
type Generator struct {
	settings *baseline.Settings
	cutters  sync.Pool
}

var _ generate.Generator = (*Generator)(nil)

// New returns the generator that o describes.
func New(o Options) (*Generator, error) {
	s, err := baseline.Options(o).Settle()
	if err != nil {
		return nil, err
	}
	return &Generator{settings: s, cutters: sync.Pool{New: func() any { return new(words.Cutter) }}}, nil
}

// Signature implements generate.Generator.
func (g *Generator) Signature() string { return g.settings.Signature("first", baseline.Tokenizer) }

// Generate implements generate.Generator.
func (g *Generator) Generate(_ context.Context, d *corpus.Document) (string, error) {
	c := g.cutters.Get().(*words.Cutter)
	defer g.cutters.Put(c)
	defer c.Release()
	p := &g.settings.Packs[g.settings.Pick(d)]
	return c.Head(p.Tokenizer, words.Valid(d.Body), g.settings.Words), nil
}
