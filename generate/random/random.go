// Package random writes the first words of a sentence drawn at random.
//
// It is the floor: what a headline scores that was cut from the article
// without thought. Every sentence with a word in it is drawn with the same
// probability. HEvAS (Litvak et al. 2019, section 3.3) calls it Random.
//
// The draw for a document depends on the seed and the document's ID and on
// nothing else, so that neither the order of documents nor the number of
// workers changes a headline: the generator is math/rand/v2's PCG with the
// seed as first and the 64-bit FNV-1a hash of the ID as second half of its
// state. Documents that share an ID share their luck.
package random

import (
	"context"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"

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
	generate.Info{Name: "random", Doc: "the first words of a random sentence", Paper: baseline.Paper},
	New,
)

// A Generator writes the first words of random sentences.
type Generator struct {
	settings *baseline.Settings
	seed     uint64
	scratch  *baseline.Pool[scratch]
}

// scratch is what one call of Generate needs.
type scratch struct {
	sentences []string
	words.Cutter
}

var _ generate.Generator = (*Generator)(nil)

// New returns the generator that o describes.
func New(o Options, seed uint64) (*Generator, error) {
	s, err := o.Settle()
	if err != nil {
		return nil, err
	}
	return &Generator{s, seed, baseline.NewPool(func() *scratch { return new(scratch) })}, nil
}

// Signature implements generate.Generator.
func (g *Generator) Signature() string {
	return g.settings.Signature("random", baseline.Tokenizer, baseline.Sentences) + "|seed:" + strconv.FormatUint(g.seed, 10)
}

// Generate implements generate.Generator.
func (g *Generator) Generate(_ context.Context, d *corpus.Document) (string, error) {
	s := g.scratch.Get()
	defer g.scratch.Put(s, d.Body)
	p := &g.settings.Packs[g.settings.Pick(d)]
	s.sentences = p.Sentences.Split(s.sentences[:0], words.Valid(d.Body))
	s.sentences = slices.DeleteFunc(s.sentences, func(sentence string) bool { return !words.Has(sentence) })
	if len(s.sentences) == 0 {
		return "", nil
	}
	drawn := rand.New(rand.NewPCG(g.seed, hash(d.ID))).IntN(len(s.sentences))
	return s.Head(p.Tokenizer, s.sentences[drawn], g.settings.Words), nil
}

func hash(id string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, id) // a hash takes everything
	return h.Sum64()
}
