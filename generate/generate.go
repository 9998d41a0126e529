// Package generate writes headlines.
//
// A generator is a folder below this one: a type with the methods of
// Generator, an Info that presents it, and one line in generate/all. What a
// generator can do besides is said by optional interfaces: a Fitter learns from the
// documents, a Batcher writes for many at once and has several candidates, a
// Spender keeps below a cost, an io.Closer holds a device or a connection. A Set makes generators of what users
// ask for; generatetest checks that they keep the promises made here.
package generate

import (
	"context"
	"errors"
	"fmt"

	"hed/corpus"
)

// A Generator writes a headline for a document. It does not change after New
// and Fit, and Generate is safe for concurrent use.
type Generator interface {
	// Generate returns the headline: one line of valid UTF-8, empty where
	// the document has nothing to make one of. It depends on the document
	// and on what was fitted, never on documents seen before: the same
	// headlines come out for any order and any number of workers.
	Generate(ctx context.Context, d *corpus.Document) (string, error)
	// Signature names everything that changes the headlines.
	Signature() string
}

// A Fitter is a Generator that learns from the documents before it writes.
// Fit is called once, before the first Generate.
type Fitter interface {
	Fit(ctx context.Context, docs corpus.Reader) error
}

// A Batcher is a Generator that writes for many documents together quicker than
// for one after another, as networks and endpoints do, or that has more than one
// headline for a document.
type Batcher interface {
	// GenerateBatch returns up to n candidates for each document, at least one,
	// the best first, of which the first is what Generate returns. What it
	// writes for a document does not depend on the others of the batch, nor
	// its first candidates on n.
	GenerateBatch(ctx context.Context, docs []*corpus.Document, n int) ([][]Candidate, error)
}

// One is what a Batcher writes for a document alone: its Generate.
func One(ctx context.Context, b Batcher, d *corpus.Document) (string, error) {
	all, err := b.GenerateBatch(ctx, []*corpus.Document{d}, 1)
	if err != nil {
		return "", err
	}
	return all[0][0].Headline, nil
}

// A Spender is a Generator that may not cost more than was said. What was written before, and is not asked for again,
// counts.
type Spender interface {
	Count(d *corpus.Document)
}

// In are documents in a language that was chosen for all; "" leaves them with their own.
func In(language string, docs []*corpus.Document) []*corpus.Document {
	if language == "" {
		return docs
	}
	all := make([]*corpus.Document, len(docs))
	for i, d := range docs {
		own := *d
		own.Lang = language
		all[i] = &own
	}
	return all
}

// A Sized is a Batcher that says how many documents it is best given at once, where that is many more than others get.
type Sized interface {
	Batcher
	BatchSize() int
}

// A Candidate is one of the headlines that a generator has for a document.
type Candidate = corpus.Candidate

// Candidates returns up to n headlines for each document, at least one, the best first, in one batch if g works
// in batches. A generator that does not has one for each, without a score.
func Candidates(ctx context.Context, g Generator, docs []*corpus.Document, n int) ([][]Candidate, error) {
	if b, ok := g.(Batcher); ok {
		all, err := b.GenerateBatch(ctx, docs, n)
		if err != nil {
			return nil, err
		}
		if len(all) != len(docs) {
			return nil, fmt.Errorf("the generator wrote headlines for only %d of %d documents", len(all), len(docs))
		}
		for i, candidates := range all {
			if len(candidates) == 0 {
				return nil, &Error{docs[i].ID, errors.New("the generator has no candidate")}
			}
		}
		return all, nil
	}
	all := make([][]Candidate, len(docs))
	for i, d := range docs {
		headline, err := g.Generate(ctx, d)
		if err != nil {
			return nil, &Error{d.ID, err}
		}
		all[i] = []Candidate{{Headline: headline}}
	}
	return all, nil
}

// An Error is a document that a generator could not write for.
type Error struct {
	Doc string
	Err error
}

func (e *Error) Error() string { return fmt.Sprintf("document %s: %v", e.Doc, e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// An Info is how a generator package presents itself.
type Info struct {
	Name  string
	Doc   string // what it writes, in a phrase
	Paper string // where it is defined
	// Options is the zero Options value of the package, whose fields
	// describe the options of a spec; see spec.Decode.
	Options any
	// New makes the generator from the options of a spec and the seed of
	// the run. It may read the files that the options name.
	New func(options map[string]string, seed uint64) (Generator, error)
}
