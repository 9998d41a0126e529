package lsi

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"hed/corpus"
	"hed/internal/svd"
	"hed/metric/internal/terms"
	"hed/text"
	"hed/text/bag"
)

// Fit implements metric.Fitter. A document that cannot be read ends it; one
// without words counts as a document and changes nothing else.
func (m *Metric) Fit(ctx context.Context, docs corpus.Reader, workers int) error {
	b := newBuilder()
	if err := b.read(ctx, docs, m.chooser, max(workers, 1)); err != nil {
		return err
	}
	if len(b.terms) == 0 {
		return errors.New("lsi: no article has a word in it that is not a stop word, so there is nothing to learn from")
	}
	a, squares := b.matrix()
	d, err := svd.Decompose(ctx, a, m.keep.choice(squares), workers)
	if err != nil {
		return err
	}
	if len(d.Values) == 0 {
		return errors.New("lsi: keep=" + m.keep.String() + " keeps no dimension of this corpus")
	}
	m.set(newModel(b.docs, b.terms, b.df, d.Values, d.Right, b.digest()))
	return nil
}

// set makes what was learnt what is used.
func (m *Metric) set(fitted *model) {
	m.model, m.workers = fitted, sync.Pool{}
}

// A builder collects the documents' bags.
type builder struct {
	docs  int
	ids   map[string]int32
	terms []string
	df    []int32
	// entries are the documents' terms, the id above the count, and ends says
	// where each document's end.
	entries []uint64
	ends    []int
}

func newBuilder() *builder { return &builder{ids: map[string]int32{}} }

// A batch is documents whose words one goroutine counts. Their number is
// fixed, so the work is cut in the same way for any number of workers.
type batch struct {
	texts     []string
	analyzers []*text.Analyzer
	known     *bag.Vocabulary
	bags      []bag.Bag
}

const batchSize = 64

// read counts the words of all documents.
func (b *builder) read(ctx context.Context, docs corpus.Reader, chooser *terms.Chooser, workers int) error {
	var round []*batch
	flush := func() {
		var wg sync.WaitGroup
		for _, x := range round {
			wg.Go(x.count)
		}
		wg.Wait()
		for _, x := range round {
			b.add(x)
		}
		round = round[:0]
	}
	for d, err := range docs.Documents(ctx) {
		if err != nil {
			return err
		}
		if len(round) == 0 || len(round[len(round)-1].texts) == batchSize {
			if len(round) == workers {
				flush()
			}
			round = append(round, &batch{})
		}
		last := round[len(round)-1]
		last.texts = append(last.texts, d.Body)
		last.analyzers = append(last.analyzers, chooser.For(d.Lang))
	}
	flush()
	return ctx.Err()
}

func (x *batch) count() {
	x.known = bag.NewVocabulary()
	filler := bag.NewFiller(x.known)
	x.bags = make([]bag.Bag, len(x.texts))
	for i, s := range x.texts {
		filler.Add(&x.bags[i], x.analyzers[i], s)
	}
}

// add numbers the terms of a batch, and so those of the corpus in the order in
// which they first occur.
func (b *builder) add(x *batch) {
	ids := make([]int32, x.known.Size())
	for i := range ids {
		term := x.known.Term(int32(i))
		id, ok := b.ids[term]
		if !ok {
			id = int32(len(b.terms))
			b.ids[term] = id
			b.terms, b.df = append(b.terms, term), append(b.df, 0)
		}
		ids[i] = id
		b.df[id] += int32(x.known.DF(int32(i)))
	}
	for _, words := range x.bags {
		first := len(b.entries)
		for i, id := range words.IDs {
			b.entries = append(b.entries, uint64(ids[id])<<32|uint64(words.Counts[i]))
		}
		slices.Sort(b.entries[first:])
		b.ends = append(b.ends, len(b.entries))
	}
	b.docs += len(x.bags)
}

// matrix returns the weights, rows of length 1, and the sum of their squares.
func (b *builder) matrix() (a *svd.Matrix, squares float64) {
	a = &svd.Matrix{
		Rows: b.docs, Cols: len(b.terms), Start: make([]int, 1, b.docs+1),
		Column: make([]int32, len(b.entries)), Value: make([]float64, len(b.entries)),
	}
	idf := idfs(b.docs, b.df)
	for _, end := range b.ends {
		first := a.Start[len(a.Start)-1]
		for i := first; i < end; i++ {
			id := int32(b.entries[i] >> 32)
			a.Column[i], a.Value[i] = id, float64(uint32(b.entries[i]))*idf[id]
		}
		if normalise(a.Value[first:end]) {
			squares++
		}
		a.Start = append(a.Start, end)
	}
	return a, squares
}

// normalise gives x the length 1, and reports whether it has any.
func normalise(x []float64) bool {
	sum := 0.0
	for _, v := range x {
		sum += float64(v * v)
	}
	if sum == 0 {
		return false
	}
	length := math.Sqrt(sum)
	for i := range x {
		x[i] /= length
	}
	return true
}
