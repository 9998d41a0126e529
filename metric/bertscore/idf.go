package bertscore

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
	"hed/metric"
	"hed/score"
)

// An idf weighs tokens by how many of the references have them, each reference
// being a document:
//
//	weight = ln((documents + 1) / (documents that have it + 1))
//
// so that a token of all of them, as special ones are, weighs nothing, and one of none
// weighs most. A nil one is of a Metric that weighs all tokens the same.
type idf struct {
	documents int
	counts    map[int32]int
	hash      string
}

func (w *idf) weight(id int32) float64 {
	return math.Log(float64(w.documents+1) / float64(w.counts[id]+1))
}

// String tells weights apart in signatures.
func (w *idf) String() string {
	if w == nil {
		return "no"
	}
	return w.hash
}

// A Weighted is the metric with weights from the references.
type Weighted struct{ *Metric }

var (
	_ metric.Keeper  = (*Weighted)(nil)
	_ metric.Batcher = (*Weighted)(nil)
)

// Columns implements metric.Metric.
func (m *Weighted) Columns() []score.Column {
	all := m.Metric.Columns()
	if m.idf == nil {
		all[0].Signature[2].Value = "yes" // all columns have the same one
	}
	return all
}

// Score implements metric.Metric.
func (m *Weighted) Score(ctx context.Context, c *corpus.Case, out []float64) error {
	return m.ScoreBatch(ctx, []*corpus.Case{c}, out)
}

// ScoreBatch implements metric.Batcher.
func (m *Weighted) ScoreBatch(ctx context.Context, cases []*corpus.Case, out []float64) error {
	if m.idf == nil {
		return errors.New("bertscore with idf has no weights yet; call Fit first")
	}
	return m.Metric.ScoreBatch(ctx, cases, out)
}

// Fit implements metric.Fitter: it counts the references that have a token. It
// takes one goroutine, since that is quicker than a corpus is read.
func (m *Weighted) Fit(ctx context.Context, docs corpus.Reader, _ int) error {
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	learnt := &idf{counts: map[int32]int{}}
	last := map[int32]int{} // the document that a token was seen in last
	for d, err := range docs.Documents(ctx) {
		if err != nil {
			return err
		}
		for _, s := range d.References {
			learnt.documents++
			w.texts = w.texts[:0]
			if err := w.add(s); err != nil {
				return fmt.Errorf("document %s: %w", d.ID, err)
			}
			for _, id := range w.texts[0].IDs {
				if last[id] != learnt.documents {
					last[id] = learnt.documents
					learnt.counts[id]++
				}
			}
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if learnt.documents == 0 {
		return errors.New("there are no references to weigh tokens by; leave idf out")
	}
	m.take(learnt)
	return nil
}

func (m *Weighted) take(w *idf) {
	h := sha256.New()
	fmt.Fprintln(h, w.documents)
	for _, id := range slices.Sorted(maps.Keys(w.counts)) {
		fmt.Fprintln(h, id, w.counts[id])
	}
	w.hash = hex.EncodeToString(h.Sum(nil)[:4])
	m.idf = w
}

// A state is what Save writes, as JSON.
type state struct {
	Format    string        `json:"format"`
	Model     string        `json:"model"` // its hash, since tokens are numbers of its own
	Documents int           `json:"documents"`
	Counts    map[int32]int `json:"counts"`
}

const stateFormat = "hed bertscore idf 1"

// Save implements metric.Keeper.
func (m *Weighted) Save(w io.Writer) error {
	if m.idf == nil {
		return errors.New("bertscore has learnt no weights yet; call Fit first")
	}
	return json.NewEncoder(w).Encode(state{stateFormat, m.model.Hash, m.idf.documents, m.idf.counts})
}

// Load implements metric.Keeper.
func (m *Weighted) Load(r io.Reader) error {
	var s state
	if err := json.NewDecoder(r).Decode(&s); err != nil || s.Format != stateFormat {
		return errors.New("these are no weights that hed learnt for bertscore")
	}
	if s.Model != m.model.Hash {
		return fmt.Errorf("the weights are of tokens of the model %s, not of %s; fit anew", s.Model, m.model.Hash)
	}
	for id, n := range s.Counts {
		if n < 1 || n > s.Documents {
			return fmt.Errorf("the weights are damaged: %d of %d references have the token %d", n, s.Documents, id)
		}
	}
	if s.Documents < 1 {
		return errors.New("the weights are damaged: they are of no references")
	}
	m.take(&idf{documents: s.Documents, counts: s.Counts})
	return nil
}
