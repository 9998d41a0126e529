// Package idf weighs tokens by how few texts have them, as bert-score and MoverScore
// do. The two metrics share it; which texts count, and what special tokens weigh
// without it, is their own.
package idf

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"hed/corpus"
	"hed/neural/tokenizer"
)

// A Table is how many of some texts have a token. The tokens of another text weigh
//
//	ln((texts + 1) / (texts that have it + 1))
//
// so that a token of all of them, as special ones are, weighs nothing, and one of none
// weighs most. The zero value is of no texts.
type Table struct {
	texts  int
	counts map[int32]int
	last   map[int32]int // the text that a token was counted for last
}

// Add counts a text.
func (t *Table) Add(e *tokenizer.Encoding) {
	if t.last == nil {
		t.counts, t.last = map[int32]int{}, map[int32]int{}
	}
	t.texts++
	for _, id := range e.IDs {
		if t.last[id] != t.texts {
			t.last[id] = t.texts
			t.counts[id]++
		}
	}
}

// Fit counts all references of documents, one that comes twice too. It takes one
// goroutine, since that is quicker than a corpus is read.
func Fit(ctx context.Context, docs corpus.Reader, encode func(*tokenizer.Encoding, string) error) (*Table, error) {
	t := new(Table)
	var e tokenizer.Encoding
	for d, err := range docs.Documents(ctx) {
		if err != nil {
			return nil, err
		}
		for _, s := range d.References {
			if err := encode(&e, s); err != nil {
				return nil, fmt.Errorf("document %s: %w", d.ID, err)
			}
			t.Add(&e)
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if t.texts == 0 {
		return nil, errors.New("there are no references to weigh tokens by; give idf=false")
	}
	return t, nil
}

// Texts is how many were counted.
func (t *Table) Texts() int { return t.texts }

// Weight is what a token weighs, at least 0.
func (t *Table) Weight(id int32) float64 {
	return math.Log(float64(t.texts+1) / float64(t.counts[id]+1))
}

// Hash tells tables apart in signatures.
func (t *Table) Hash() string {
	h := sha256.New()
	fmt.Fprintln(h, t.texts)
	for _, id := range slices.Sorted(maps.Keys(t.counts)) {
		fmt.Fprintln(h, id, t.counts[id])
	}
	return hex.EncodeToString(h.Sum(nil)[:4])
}

// A state is what Save writes, as JSON.
type state struct {
	Format string        `json:"format"`
	Model  string        `json:"model"` // its hash, since tokens are numbers of its own
	Texts  int           `json:"texts"`
	Counts map[int32]int `json:"counts"`
}

func format(metric string) string { return "hed " + metric + " idf 1" }

// Save writes t for Load, with the hash of the model whose tokens were counted.
func (t *Table) Save(w io.Writer, metric, model string) error {
	return json.NewEncoder(w).Encode(state{format(metric), model, t.texts, t.counts})
}

// Load reads what Save wrote for the same metric and model. What was written for
// others is refused.
func Load(r io.Reader, metric, model string) (*Table, error) {
	var s state
	if err := json.NewDecoder(r).Decode(&s); err != nil || s.Format != format(metric) {
		return nil, fmt.Errorf("these are no weights that hed learnt for %s; fit anew", metric)
	}
	if s.Model != model {
		return nil, fmt.Errorf("the weights are of tokens of the model %s, not of %s; fit anew", s.Model, model)
	}
	if s.Texts < 1 {
		return nil, errors.New("the weights are damaged: they are of no references; fit anew")
	}
	for _, id := range slices.Sorted(maps.Keys(s.Counts)) {
		if n := s.Counts[id]; n < 1 || n > s.Texts {
			return nil, fmt.Errorf("the weights are damaged: %d of %d references have the token %d; fit anew", n, s.Texts, id)
		}
	}
	return &Table{texts: s.Texts, counts: s.Counts}, nil
}
