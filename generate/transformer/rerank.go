package transformer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"

	"hed/corpus"
	"hed/generate"
	"hed/neural/decoder"
	"hed/neural/tokenizer"
	"hed/tensor"
)

// A Choice says how headlines are scored: by BRIO (Liu et al. 2022), with the logarithm of the probability that a model gives to a headline,
// divided by a power of its tokens.
type Choice struct {
	Model      string  `opt:"model" doc:"folder of the model that scores, or the name of one that was pulled; default that of the generator"`
	Prefix     string  `opt:"prefix" doc:"text put before the article for that model"`
	Alpha      float64 `opt:"alpha" doc:"the power of the number of tokens; default 2"`
	Candidates int     `opt:"candidates" doc:"how many headlines of the generator are scored; default 16"`
}

// A Scorer scores headlines by a Choice.
type Scorer struct {
	Choice
	by *Generator
}

// NewScorer opens the model of a choice, or takes that of the generator whose headlines are scored. device and find are as for Info.
func NewScorer(g generate.Named, c Choice, device func() (tensor.Device, error), find func(name string) (dir string, err error)) (*Scorer, error) {
	own, same := g.Generator.(*Generator)
	switch {
	case math.IsNaN(c.Alpha) || math.IsInf(c.Alpha, 0):
		return nil, fmt.Errorf("alpha=%g: want a number", c.Alpha)
	case c.Model == "" && !same:
		return nil, fmt.Errorf("model=DIR is missing: %s is not a transformer, so it has no model that could score", g.Name)
	case c.Model == "" && c.Prefix != "":
		return nil, errors.New("prefix is for another model; set model=DIR, or leave it out")
	}
	s := &Scorer{c, own}
	if c.Model != "" {
		dir, err := find(c.Model)
		if err != nil {
			return nil, err
		}
		o := Options{Prefix: c.Prefix}
		if same {
			o.Lang = own.lang
		}
		if s.by, err = open(dir, device, o, 0); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Signature is all that scores depend on.
func (s *Scorer) Signature() string {
	text := fmt.Sprintf("by:%s|alpha:%g", s.by.sum, s.Alpha)
	if s.by.prefix != "" {
		text += "|before:" + url.PathEscape(s.by.prefix)
	}
	return text
}

// Close gives back the model, unless it is that of the generator.
func (s *Scorer) Close() error {
	if s.Model == "" {
		return nil
	}
	return s.by.Close()
}

// Scores gives the score of headlines for documents, higher for better.
func (s *Scorer) Scores(ctx context.Context, docs []*corpus.Document, headlines [][]string) ([][]float64, error) {
	g := s.by
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
			list[k] /= math.Pow(float64(len(given[i][k])), s.Alpha)
		}
	}
	return all, nil
}
