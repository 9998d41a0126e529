package terms

import (
	"context"

	"hed/corpus"
	"hed/internal/crash"
	"hed/text"
	"hed/text/bag"
)

// Read counts the terms of all documents and calls each, unless it is nil, with
// their bags, in order; a bag is valid until each returns. Documents without a
// term count. An error of the reader ends it.
//
// That many goroutines cut texts into terms, which is most of the work, and one
// more numbers the terms in the order of the documents: how many there are
// changes nothing.
func (c *Chooser) Read(ctx context.Context, docs corpus.Reader, workers int, each func(*bag.Bag)) (*bag.Vocabulary, error) {
	// With the batch that is waited for there are as many as workers.
	queue := make(chan *batch, max(workers, 1)-1)
	free := make(chan *batch, cap(queue)+2)
	var v *bag.Vocabulary
	var running crash.Group
	running.Go(func() {
		defer func() { // the dealer would wait for ever if each panics
			for range queue {
			}
		}()
		v = count(queue, free, each)
	})
	err := func() error {
		defer running.Wait()
		defer close(queue)
		return c.deal(ctx, docs, queue, free)
	}()
	if err != nil {
		return nil, err
	}
	return v, context.Cause(ctx)
}

// A batch is documents that one goroutine cuts into terms.
type batch struct {
	documents []document
	terms     []text.Token // of all documents
	failed    error        // by a panic
	done      chan struct{}
}

type document struct {
	body     string
	analyzer *text.Analyzer
	end      int // of its terms
}

const batchSize = 32

// deal starts a goroutine for each batch of documents, when the queue has taken
// it.
func (c *Chooser) deal(ctx context.Context, docs corpus.Reader, queue chan<- *batch, free <-chan *batch) error {
	b := new(batch)
	send := func() {
		b.done = make(chan struct{})
		queue <- b
		go b.cut()
		select {
		case b = <-free:
		default:
			b = new(batch)
		}
	}
	for d, err := range docs.Documents(ctx) {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		b.documents = append(b.documents, document{body: d.Body, analyzer: c.For(d.Lang)})
		if len(b.documents) == batchSize {
			send()
		}
	}
	send()
	return nil
}

func (b *batch) cut() {
	defer close(b.done)
	defer crash.Recover(&b.failed)
	for i := range b.documents {
		d := &b.documents[i]
		b.terms = d.analyzer.Analyze(b.terms, d.body)
		d.end = len(b.terms)
	}
}

// count takes batches in order.
func count(queue <-chan *batch, free chan<- *batch, each func(*bag.Bag)) *bag.Vocabulary {
	v := bag.NewVocabulary()
	filler := bag.NewFiller(v)
	var one bag.Bag
	for b := range queue {
		<-b.done
		if b.failed != nil {
			panic(b.failed)
		}
		first := 0
		for _, d := range b.documents {
			terms := b.terms[first:d.end]
			first = d.end
			if each != nil {
				filler.AddTerms(&one, terms)
				each(&one)
				continue
			}
			v.Next()
			for _, t := range terms {
				v.Add(t.Text)
			}
		}
		clear(b.documents) // they and the terms would keep the texts alive
		clear(b.terms)
		b.documents, b.terms = b.documents[:0], b.terms[:0]
		select {
		case free <- b:
		default:
		}
	}
	return v
}
