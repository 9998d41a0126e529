// Package generate writes headlines.
//
// A generator is a folder below this one: a type with the methods of
// Generator, an Info that presents it, and one line in generate/all. A Set
// makes generators of what users ask for; generatetest checks that they keep
// the promises made here.
package generate

import (
	"context"

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
