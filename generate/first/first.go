// Package first writes the first words of an article.
//
// News begins with what matters, so this simplest of baselines is hard to
// beat, and a system that does not beat it has learned little. The words may
// cross the end of a sentence. HEvAS (Litvak et al. 2019, section 3.3) calls
// it First.
package first

import (
	"context"

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
	generate.Info{Name: "first", Doc: "the first words of the article", Paper: baseline.Paper},
	func(o Options, _ uint64) (*Generator, error) { return New(o) },
)

// A Generator writes the first words of articles.
type Generator struct {
	settings *baseline.Settings
	cutters  *baseline.Pool[words.Cutter]
}

var _ generate.Generator = (*Generator)(nil)

// New returns the generator that o describes.
func New(o Options) (*Generator, error) {
	s, err := o.Settle()
	if err != nil {
		return nil, err
	}
	return &Generator{s, baseline.NewPool(func() *words.Cutter { return new(words.Cutter) })}, nil
}

// Signature implements generate.Generator.
func (g *Generator) Signature() string { return g.settings.Signature("first", baseline.Tokenizer) }

// Generate implements generate.Generator.
func (g *Generator) Generate(_ context.Context, d *corpus.Document) (string, error) {
	c := g.cutters.Get()
	defer g.cutters.Put(c, d.Body)
	p := &g.settings.Packs[g.settings.Pick(d)]
	return c.Head(p.Tokenizer, words.Valid(d.Body), g.settings.Words), nil
}
