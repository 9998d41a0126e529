// Package rerank puts the headlines of a generator in another order, by a score that the generator does not know: that of BRIO, or how
// probable the style of a newspaper is.
package rerank

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"hed/corpus"
	"hed/generate"
	"hed/generate/internal/faithful"
	"hed/generate/transformer"
	"hed/spec"
	"hed/tensor"
)

// Models are where scores by a model get it from.
type Models struct {
	Device func() (tensor.Device, error)
	Find   func(name string) (dir string, err error) // the folder of a model
}

// A scorer says how good headlines are, higher for better.
type scorer interface {
	// Scores are of the headlines of each document.
	Scores(ctx context.Context, docs []*corpus.Document, headlines [][]string) ([][]float64, error)
	Signature() string // all that scores depend on
	io.Closer
}

const most = 256 // headlines that a search can have

// New gives the generator that asks g for several headlines and orders them by the spec of a score: "brio", "brio:model=DIR" or
// "style:model=DIR+label=NAME". The Generator of g is closed with the result.
func New(g generate.Named, list string, m Models) (generate.Generator, error) {
	specs, err := spec.Parse(list)
	if err != nil {
		return nil, err
	}
	open := map[string]func(generate.Named, spec.Spec, Models) (scorer, int, error){"brio": openBRIO, "style": openStyle}
	if len(specs) != 1 || open[specs[0].Name] == nil {
		return nil, fmt.Errorf("%s: want brio or style, with options as in brio:model=DIR+alpha=1 or style:model=DIR+label=NAME", list)
	}
	name := specs[0].Name
	_, several := g.Generator.(generate.Batcher)
	switch {
	case !several:
		return nil, fmt.Errorf("%s: %s writes only one headline for each document, so there is nothing to choose from", name, g.Name)
	case faithful.Prefers(g.Generator):
		return nil, fmt.Errorf("%s: it puts all headlines of %s in its own order, so that numerals=%s would do nothing; leave that out, or use numerals=%s", name, g.Name, faithful.Prefer, faithful.Strict)
	}
	by, candidates, err := open[name](g, specs[0], m)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &reranked{g.Generator, by, name, candidates}, nil
}

// openBRIO opens the score of BRIO.
func openBRIO(g generate.Named, sp spec.Spec, m Models) (scorer, int, error) {
	c := transformer.Choice{Alpha: 2, Candidates: 16}
	if err := fill(sp, &c, &c.Candidates); err != nil {
		return nil, 0, err
	}
	s, err := transformer.NewScorer(g, c, m.Device, m.Find)
	if err != nil {
		return nil, 0, err
	}
	return s, c.Candidates, nil
}

// fill reads options, of which one is how many headlines are scored.
func fill(sp spec.Spec, opt any, candidates *int) error {
	if err := sp.Fill(opt); err != nil {
		return err
	}
	if *candidates < 1 || *candidates > most {
		return fmt.Errorf("candidates=%d: want a number from 1 to %d", *candidates, most)
	}
	return nil
}

// reranked is a generator whose headlines are in another order.
type reranked struct {
	from       generate.Generator
	by         scorer
	kind       string
	candidates int
}

var _ generate.Sized = (*reranked)(nil)

// Signature implements generate.Generator.
func (r *reranked) Signature() string {
	return fmt.Sprintf("%s|rerank:%s|%s|candidates:%d", r.from.Signature(), r.kind, r.by.Signature(), r.candidates)
}

// Generate implements generate.Generator.
func (r *reranked) Generate(ctx context.Context, d *corpus.Document) (string, error) {
	return generate.One(ctx, r, d)
}

// GenerateBatch implements generate.Batcher. A headline that is empty is not among several.
func (r *reranked) GenerateBatch(ctx context.Context, docs []*corpus.Document, n int) ([][]generate.Candidate, error) {
	all, err := generate.Candidates(ctx, r.from, docs, r.candidates)
	if err != nil {
		return nil, err
	}
	var asked []*corpus.Document
	var of []int
	var headlines [][]string
	for i, list := range all {
		why := list[0].Reason
		all[i] = slices.DeleteFunc(list, func(c generate.Candidate) bool { return c.Headline == "" })
		if len(all[i]) == 0 {
			all[i] = []generate.Candidate{{Reason: why}}
			continue
		}
		var texts []string
		for _, c := range all[i] {
			texts = append(texts, c.Headline)
		}
		asked, of, headlines = append(asked, docs[i]), append(of, i), append(headlines, texts)
	}
	scores, err := r.by.Scores(ctx, asked, headlines)
	if err != nil {
		return nil, err
	}
	for k, i := range of {
		for j := range all[i] {
			all[i][j].Score = scores[k][j]
		}
		slices.SortStableFunc(all[i], func(a, b generate.Candidate) int { return cmp.Compare(b.Score, a.Score) })
	}
	for i, list := range all {
		all[i] = list[:min(n, len(list))]
	}
	return all, nil
}

// BatchSize implements generate.Sized, for what it takes headlines from.
func (r *reranked) BatchSize() int {
	if s, ok := r.from.(generate.Sized); ok {
		return s.BatchSize()
	}
	return 1
}

// Count implements generate.Spender, for what it takes headlines from.
func (r *reranked) Count(d *corpus.Document) {
	if s, ok := r.from.(generate.Spender); ok {
		s.Count(d)
	}
}

// Close gives back what both hold.
func (r *reranked) Close() (err error) {
	if c, ok := r.from.(io.Closer); ok {
		err = c.Close()
	}
	return errors.Join(err, r.by.Close())
}
