package corpus

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"hed/corpus/internal/idset"
)

// A System is a writer of headlines.
type System struct {
	Name string // what tables call it
	File string // where its headlines stand, for messages
	// Outputs are nil where the documents have the headlines themselves; see Document.Output.
	Outputs OutputReader
	// Blank says of such headlines that one that is missing is empty, as an empty cell of a table.
	Blank bool
}

// Join brings documents and the headlines of systems together, in the
// order of the documents.
//
// Outputs without ids belong to the documents by position, and there must
// be as many; outputs with ids may come in any order, and every document
// needs exactly one. Nothing is cut or filled in: what does not match is a
// *SyntaxError. Memory stays flat as long as a system keeps the documents'
// order; headlines that come early are held until their turn. Headlines that the documents have
// themselves need no joining.
//
// A malformed record is yielded as an error in place of its case. The
// caller may stop there or go on to see more; what is then missing only
// because a record was lost is not reported as well.
func Join(ctx context.Context, docs Reader, docsFile string, systems []System) iter.Seq2[*Case, error] {
	return func(yield func(*Case, error) bool) {
		j := &join{file: docsFile, yield: yield}
		for _, s := range systems {
			f := newFeed(ctx, j, s)
			defer f.stop()
			j.feeds = append(j.feeds, f)
		}
		for doc, err := range docs.Documents(ctx) {
			if err != nil {
				j.lost = true
				j.report(err)
			}
			if j.over || !j.one(doc, err == nil) {
				return
			}
		}
		for _, f := range j.feeds {
			f.finish()
		}
	}
}

// join is the state of one pass.
type join struct {
	file  string
	yield func(*Case, error) bool
	feeds []*feed
	docs  int        // documents so far, lost ones too
	lost  bool       // whether a document was malformed
	seen  *idset.Set // ids of the documents so far, if any system goes by id
	over  bool       // the caller has enough, or an error ended the pass
}

// report yields an error. Only a *SyntaxError lets the pass go on.
func (j *join) report(err error) {
	if j.over {
		return
	}
	_, syntax := errors.AsType[*SyntaxError](err)
	j.over = !j.yield(nil, err) || !syntax
}

// one yields the case of a document; if the document was lost, the
// systems that go by position skip its headline. It says whether to go on.
func (j *join) one(doc *Document, good bool) bool {
	if j.docs == 0 {
		j.start()
	}
	j.docs++
	if good && j.seen != nil {
		j.seen.Add(doc.ID, doc.Line)
	}
	outputs := make([]Output, len(j.feeds))
	complete := good
	for i, f := range j.feeds {
		ok := false
		switch {
		case f.Outputs == nil:
			outputs[i], ok = f.inside(doc)
		case !f.byID:
			outputs[i], ok = f.following()
		case good:
			outputs[i], ok = f.find(doc.ID)
		}
		complete = complete && ok
		outputs[i].System, outputs[i].Plain = f.Name, !f.byID && f.Outputs != nil
		if good {
			outputs[i].Doc = doc.ID // files of plain lines do not say
		}
	}
	if complete && !j.over {
		j.over = !j.yield(&Case{doc, outputs}, nil)
	}
	return !j.over
}

// start looks at each system's first headline, to learn whether it goes
// by id. That waits for the first document, so that a missing corpus is
// reported before anything about the systems.
func (j *join) start() {
	for _, f := range j.feeds {
		f.start()
		if f.byID && j.seen == nil {
			j.seen = idset.New()
		}
	}
}

func (j *join) errorf(file string, line int, format string, args ...any) {
	j.report(&SyntaxError{File: file, Line: line, Msg: fmt.Sprintf(format, args...)})
}
