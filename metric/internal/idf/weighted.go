package idf

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"hed/corpus"
	"hed/metric/internal/cut"
	"hed/neural/tokenizer"
)

// A Weighted is the part of a metric that learns what tokens weigh from the
// references: what metric.Keeper asks for beside a metric.
type Weighted struct {
	// References is what was learnt, nil before.
	References *Table

	metric, model string
	cutter        func() *cut.Cutter
	hash          string
}

// New gives the part of a metric of that name, which cuts texts into the tokens of the
// model of that hash.
func New(metric, model string, cutter func() *cut.Cutter) *Weighted {
	return &Weighted{metric: metric, model: model, cutter: cutter}
}

// Hash tells what was learnt apart in signatures; "yes" before.
func (w *Weighted) Hash() string {
	if w.References == nil {
		return "yes"
	}
	return w.hash
}

// Fit implements metric.Fitter. It counts all references of documents, one that comes
// twice too. It takes one goroutine, since that is quicker than a corpus is read.
func (w *Weighted) Fit(ctx context.Context, docs corpus.Reader, _ int) error {
	t, c := new(Table), w.cutter()
	var e tokenizer.Encoding
	for d, err := range docs.Documents(ctx) {
		if err != nil {
			return err
		}
		for _, s := range d.References {
			if err := c.Encode(&e, s); err != nil {
				return fmt.Errorf("document %s: %w", d.ID, err)
			}
			t.Add(&e)
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if t.texts == 0 {
		return errors.New("there are no references to weigh tokens by; give idf=false")
	}
	w.References, w.hash = t, t.hash()
	return nil
}

// Ready is an error as long as nothing was learnt.
func (w *Weighted) Ready() error {
	if w.References == nil {
		return fmt.Errorf("%s has no weights of the references yet; call Fit first, or give idf=false", w.metric)
	}
	return nil
}

// A state is what Save writes, as JSON.
type state struct {
	Format string        `json:"format"`
	Model  string        `json:"model"` // its hash, since tokens are numbers of its own
	Texts  int           `json:"texts"`
	Counts map[int32]int `json:"counts"`
}

func (w *Weighted) format() string { return "hed " + w.metric + " idf 1" }

// Save implements metric.Keeper.
func (w *Weighted) Save(out io.Writer) error {
	if err := w.Ready(); err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(state{w.format(), w.model, w.References.texts, w.References.counts})
}

// mostTexts is more than there are, and few enough to be counted.
const mostTexts = 1 << 40

// Load implements metric.Keeper. What was written for another metric or model is
// refused.
func (w *Weighted) Load(in io.Reader) error {
	var s state
	if err := json.NewDecoder(in).Decode(&s); err != nil || s.Format != w.format() {
		return fmt.Errorf("these are not weights that hed learnt for %s; fit again", w.metric)
	}
	if s.Model != w.model {
		return fmt.Errorf("the weights are for the model %s, not for %s; fit again", s.Model, w.model)
	}
	if s.Texts < 1 || s.Texts > mostTexts {
		return fmt.Errorf("the weights are damaged: they are of %d references; fit again", s.Texts)
	}
	for _, id := range slices.Sorted(maps.Keys(s.Counts)) {
		if n := s.Counts[id]; n < 1 || n > s.Texts {
			return fmt.Errorf("the weights are damaged: %d of %d references have the token %d; fit again", n, s.Texts, id)
		}
	}
	w.References = &Table{texts: s.Texts, counts: s.Counts}
	w.hash = w.References.hash()
	return nil
}
