package divergence

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/learnt"
	"hed/metric/internal/terms"
	"hed/text/bag"
)

// A Fitted is a divergence with weights tfidf, which has to know in how many
// articles each term is. Articles of all languages count as one corpus.
type Fitted struct{ *Metric }

var _ metric.Learner = (*Fitted)(nil)

// frequencies say in how many documents of a corpus each term is.
type frequencies struct {
	*bag.Vocabulary
	idfs   []float64
	unseen float64 // the idf of a term that no document has
}

func (f *frequencies) idf(term string) float64 {
	if id, ok := f.ID(term); ok {
		return f.idfs[id]
	}
	return f.unseen
}

// Fit implements metric.Fitter. An article without a term counts as a document.
// The order of the articles changes nothing, the signature included.
func (m *Fitted) Fit(ctx context.Context, docs corpus.Reader, workers int) error {
	return m.Learn(ctx, metric.Extract(ctx, m.chooser, docs, workers), workers, "")
}

// Extractor implements metric.Learner.
func (m *Fitted) Extractor() metric.Extractor { return m.chooser }

// Learn implements metric.Learner.
func (m *Fitted) Learn(_ context.Context, from metric.Extracts, _ int, _ string) error {
	v, err := terms.Count(from, nil)
	if err != nil {
		return err
	}
	v.Sort()
	m.set(v)
	return nil
}

func (m *Fitted) set(v *bag.Vocabulary) {
	m.corpus = &frequencies{v, v.IDFs(), v.MaxIDF()}
	m.describe("tfidf")
}

// errNotFitted is what Score and Save say before Fit or Load.
var errNotFitted = errors.New("weights=tfidf: the metric knows no corpus yet; call Fit or Load first")

// Score implements metric.Metric.
func (m *Fitted) Score(ctx context.Context, c *corpus.Case, out []float64) error {
	if m.corpus == nil {
		return errNotFitted
	}
	return m.Metric.Score(ctx, c, out)
}

const magic = "hed document frequencies 1\n"

func (f *frequencies) encode() []byte {
	b, _ := f.AppendBinary([]byte(magic)) // which has no errors
	return b
}

// digest is a short name of the frequencies.
func (f *frequencies) digest() string {
	sum := sha256.Sum256(f.encode())
	return fmt.Sprintf("%x", sum[:4])
}

// Save implements metric.Keeper.
func (m *Fitted) Save(w io.Writer) error {
	if m.corpus == nil {
		return errNotFitted
	}
	_, err := w.Write(m.corpus.encode())
	return err
}

// Load implements metric.Keeper.
func (m *Fitted) Load(r io.Reader) error {
	in, err := learnt.Open(r, magic)
	if err != nil {
		return err
	}
	v := in.Vocabulary()
	if err := in.Close(); err != nil {
		return err
	}
	m.set(v)
	return nil
}
