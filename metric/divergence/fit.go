package divergence

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"strings"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/terms"
	"hed/text"
)

// A Fitted is a divergence with weights tfidf, which has to know in how many
// articles each term is.
type Fitted struct{ *Metric }

var _ metric.Keeper = (*Fitted)(nil)

// A table knows in how many of its documents a term is. Documents of all
// languages are in one.
type table struct {
	docs int
	df   map[string]int
}

// idf is what scikit-learn has with smooth_idf, never 0. A term in no document
// has the highest.
func (t *table) idf(term string) float64 {
	return math.Log(float64(1+t.docs)/float64(1+t.df[term])) + 1
}

// digest is a short name of what the table holds.
func (t *table) digest() string {
	sum := sha256.Sum256(t.encode())
	return hex.EncodeToString(sum[:4])
}

// Fit implements metric.Fitter. An article without a term counts as a document.
func (m *Fitted) Fit(ctx context.Context, docs corpus.Reader, workers int) error {
	parts := make([]*counter, max(workers, 1))
	queue := make(chan *corpus.Document, len(parts))
	var wg sync.WaitGroup
	for i := range parts {
		c := &counter{df: map[string]*seen{}}
		parts[i] = c
		wg.Go(func() {
			for d := range queue {
				c.add(m.chooser, d)
			}
		})
	}
	err := feed(ctx, docs, queue)
	close(queue)
	wg.Wait()
	if err != nil {
		return err
	}
	m.set(merge(parts))
	return nil
}

func feed(ctx context.Context, docs corpus.Reader, queue chan<- *corpus.Document) error {
	for d, err := range docs.Documents(ctx) {
		if err != nil {
			return err
		}
		select {
		case queue <- d:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return context.Cause(ctx)
}

func (m *Fitted) set(t *table) {
	m.df = t
	m.describe("tfidf")
}

// A counter counts the documents of one goroutine.
type counter struct {
	docs   int
	df     map[string]*seen
	tokens []text.Token
}

// A seen is a term: its documents, and the number of the latest.
type seen struct{ df, last int }

func (c *counter) add(chooser *terms.Chooser, d *corpus.Document) {
	c.docs++
	c.tokens = chooser.For(d.Lang).Analyze(c.tokens[:0], d.Body)
	for _, t := range c.tokens {
		s := c.df[t.Text]
		if s == nil {
			s = new(seen)
			c.df[strings.Clone(t.Text)] = s // the token may be part of the article
		}
		if s.last != c.docs {
			s.df, s.last = s.df+1, c.docs
		}
	}
	clear(c.tokens)
}

// merge adds up counts, which come out the same however they were divided.
func merge(parts []*counter) *table {
	t := &table{df: map[string]int{}}
	for _, c := range parts {
		t.docs += c.docs
		for term, s := range c.df {
			t.df[term] += s.df
		}
	}
	return t
}

// errNotFitted is what Score and Save say before Fit or Load.
var errNotFitted = errors.New("weights=tfidf: the metric knows no corpus yet; call Fit or Load first")

// Score implements metric.Metric.
func (m *Fitted) Score(ctx context.Context, c *corpus.Case, out []float64) error {
	if m.df == nil {
		return errNotFitted
	}
	return m.Metric.Score(ctx, c, out)
}

// Save implements metric.Keeper.
func (m *Fitted) Save(w io.Writer) error {
	if m.df == nil {
		return errNotFitted
	}
	_, err := w.Write(m.df.encode())
	return err
}

// Load implements metric.Keeper.
func (m *Fitted) Load(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	t, err := decode(data)
	if err != nil {
		return err
	}
	m.set(t)
	return nil
}
