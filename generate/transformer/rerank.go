package transformer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"slices"

	"hed/corpus"
	"hed/generate"
	"hed/generate/internal/faithful"
	"hed/neural/decoder"
	"hed/neural/tokenizer"
	"hed/spec"
	"hed/tensor"
)

// A Choice says how the headlines of a generator are put in another order: by the score of BRIO (Liu et al. 2022), which is the logarithm of
// the probability that a model gives to a headline, divided by a power of its tokens.
type Choice struct {
	Model      string  `opt:"model" doc:"folder of the model that scores, or the name of one that was pulled; default that of the generator"`
	Prefix     string  `opt:"prefix" doc:"text put before the article for that model"`
	Alpha      float64 `opt:"alpha" doc:"the power of the number of tokens; default 2"`
	Candidates int     `opt:"candidates" doc:"how many headlines of the generator are scored; default 16"`
}

// choices is the name of a Choice in a spec.
const choices = "brio"

// Rerank gives the generator that asks g for several headlines and orders them by the spec of a Choice, such as "brio" or "brio:model=DIR". device and
// find are as for Info. The Generator of g is closed with the result.
func Rerank(g generate.Named, list string, device func() (tensor.Device, error), find func(name string) (dir string, err error)) (generate.Generator, error) {
	specs, err := spec.Parse(list)
	if err != nil {
		return nil, err
	}
	if len(specs) != 1 || specs[0].Name != choices {
		return nil, fmt.Errorf("%s: want %s, with its options as in %[2]s:model=DIR+alpha=1", list, choices)
	}
	c := Choice{Alpha: 2, Candidates: 16}
	if err := specs[0].Fill(&c); err != nil {
		return nil, fmt.Errorf("%s: %w", choices, err)
	}
	own, same := g.Generator.(*Generator)
	_, several := g.Generator.(generate.Batcher)
	switch {
	case math.IsNaN(c.Alpha) || math.IsInf(c.Alpha, 0):
		return nil, fmt.Errorf("%s: alpha=%g: want a number", choices, c.Alpha)
	case c.Candidates < 1 || c.Candidates > mostBeams:
		return nil, fmt.Errorf("%s: candidates=%d: want a number from 1 to %d", choices, c.Candidates, mostBeams)
	case !several:
		return nil, fmt.Errorf("%s: %s has one headline for each document, so there is nothing to choose from", choices, g.Name)
	case faithful.Prefers(g.Generator):
		return nil, fmt.Errorf("%s: it puts all headlines of %s in its own order, so that numerals=%s would do nothing; leave that out, or use numerals=%s", choices, g.Name, faithful.Prefer, faithful.Strict)
	case c.Model == "" && !same:
		return nil, fmt.Errorf("%s: model=DIR is missing: %s is not a transformer, whose own model could score", choices, g.Name)
	case c.Model == "" && c.Prefix != "":
		return nil, errors.New(choices + ": prefix is for another model; set model=DIR, or leave it out")
	}
	r := &reranked{from: g.Generator, by: own, Choice: c}
	if c.Model != "" {
		dir, err := find(c.Model)
		if err != nil {
			return nil, err
		}
		o := Options{Prefix: c.Prefix}
		if same {
			o.Lang = own.lang
		}
		if r.by, err = open(dir, device, o, 0); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// reranked is a generator whose headlines are in another order.
type reranked struct {
	Choice
	from generate.Generator
	by   *Generator
}

var _ generate.Sized = (*reranked)(nil)

// Signature implements generate.Generator.
func (r *reranked) Signature() string {
	text := fmt.Sprintf("%s|rerank:%s|by:%s|alpha:%g|candidates:%d", r.from.Signature(), choices, r.by.sum, r.Alpha, r.Candidates)
	if r.by.prefix != "" {
		text += "|before:" + url.PathEscape(r.by.prefix)
	}
	return text
}

// Generate implements generate.Generator.
func (r *reranked) Generate(ctx context.Context, d *corpus.Document) (string, error) {
	return generate.One(ctx, r, d)
}

// GenerateBatch implements generate.Batcher. A headline that is empty is not among several.
func (r *reranked) GenerateBatch(ctx context.Context, docs []*corpus.Document, n int) ([][]generate.Candidate, error) {
	all, err := generate.Candidates(ctx, r.from, docs, r.Candidates)
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
	scores, err := r.by.score(ctx, asked, headlines, r.Alpha)
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
	if r.Model != "" {
		err = errors.Join(err, r.by.Close())
	}
	return err
}

// score gives BRIO's score of headlines for documents.
func (g *Generator) score(ctx context.Context, docs []*corpus.Document, headlines [][]string, alpha float64) ([][]float64, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	docs = generate.In(g.lang, docs)
	texts, given := make([]decoder.Text, len(docs)), make([][][]int32, len(docs))
	for i, d := range docs {
		var err error
		if texts[i], err = g.read(d); err != nil {
			return nil, &generate.Error{Doc: d.ID, Err: err}
		}
		for _, h := range headlines[i] {
			var e tokenizer.Encoding
			if err := g.worker.Encode(&e, h); err != nil {
				return nil, &generate.Error{Doc: d.ID, Err: err}
			}
			given[i] = append(given[i], g.known(e.IDs))
		}
	}
	all, err := g.model.Score(ctx, texts, given)
	if err != nil {
		return nil, err
	}
	for i, list := range all {
		for k := range list {
			list[k] /= math.Pow(float64(len(given[i][k])), alpha)
		}
	}
	return all, nil
}
