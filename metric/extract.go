package metric

import (
	"context"
	"iter"

	"hed/corpus"
	"hed/internal/ordered"
)

// A Learner is a Keeper that learns in two halves. Its Extractor makes what is learnt from of documents, wherever they are
// read, and Learn learns from all of that in the order of the documents. Fit is Learn of what Extract yields.
type Learner interface {
	Keeper
	Extractor() Extractor
	// Learn keeps what it has learnt so far in the folder, as a Resumer does, unless that is "".
	Learn(ctx context.Context, from Extracts, workers int, folder string) error
}

// An Extractor makes what metrics learn from of some documents, in bytes. That depends on the documents alone. Those of one
// name make the same, so that it is made once for several metrics. It may be used by several goroutines.
type Extractor interface {
	Name() string
	Extract(docs []*corpus.Document) []byte
}

// Extracts are what an Extractor made of all documents, in their order, some documents at a time.
type Extracts = iter.Seq2[[]byte, error]

// extractDocuments is how many documents are taken at a time: enough that handing them over costs nothing.
const extractDocuments = 64

// Extract yields what an extractor makes of documents that are read here, with so many goroutines. An error of the reader ends it.
func Extract(ctx context.Context, e Extractor, docs corpus.Reader, workers int) Extracts {
	batches := func(yield func([]*corpus.Document, error) bool) {
		var some []*corpus.Document
		for d, err := range docs.Documents(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			if some = append(some, d); len(some) == extractDocuments {
				if !yield(some, nil) {
					return
				}
				some = nil
			}
		}
		if len(some) > 0 {
			yield(some, nil)
		}
	}
	return ordered.Map(ctx, workers, batches, func(_ context.Context, docs []*corpus.Document) ([]byte, error) { return e.Extract(docs), nil })
}
