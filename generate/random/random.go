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
	"strconv"
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
	Name:    "random",
	Doc:     "the first words of a random sentence",
	Paper:   "Litvak et al. 2019, HEvAS, section 3.3",
	Options: Options{},
	New: func(options map[string]string, seed uint64) (generate.Generator, error) {
		var o Options
		if err := spec.Decode(options, &o); err != nil {
			return nil, err
		}
		return New(o, seed)
	},
}

// A Generator writes the first words of random sentences.
type Generator struct {
	settings *baseline.Settings
	seed     uint64
	scratch  sync.Pool
}

// scratch is what one call of Generate needs.
type scratch struct {
	sentences []string
	words.Cutter
}

var _ generate.Generator = (*Generator)(nil)

// New returns the generator that o describes.
func New(o Options, seed uint64) (*Generator, error) {
	s, err := baseline.Options(o).Settle()
	if err != nil {
		return nil, err
	}
	return &Generator{settings: s, seed: seed, scratch: sync.Pool{New: func() any { return new(scratch) }}}, nil
}

// Signature implements generate.Generator.
func (g *Generator) Signature() string {
	return g.settings.Signature("random", baseline.Tokenizer, baseline.Sentences) + "|seed:" + strconv.FormatUint(g.seed, 10)
}

// Generate implements generate.Generator.
func (g *Generator) Generate(_ context.Context, d *corpus.Document) (string, error) {
	s := g.scratch.Get().(*scratch)
	defer g.scratch.Put(s)
	defer s.release()
	p := &g.settings.Packs[g.settings.Pick(d)]
	s.sentences = p.Sentences.Split(s.sentences[:0], words.Valid(d.Body))
	rng := rand.New(rand.NewPCG(g.seed, hash(d.ID)))
	// A sentence without words is put aside and another drawn, which gives
	// the same chances as drawing from those with words.
	for left := s.sentences; len(left) > 0; {
		i := rng.IntN(len(left))
		if h := s.Head(p.Tokenizer, left[i], g.settings.Words); h != "" {
			return h, nil
		}
		left[i] = left[len(left)-1]
		left = left[:len(left)-1]
	}
	return "", nil
}

// release lets go of memory that only an uncommonly long article needs.
func (s *scratch) release() {
	const most = 1 << 14
	if cap(s.sentences) > most {
		s.sentences = nil
	}
	s.Cutter.Release()
}

func hash(id string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, id) // a hash takes everything
	return h.Sum64()
}
