package corpus

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"hed/corpus/internal/pull"
)

// A feed is one system's headlines while they are joined to documents.
type feed struct {
	System
	join *join
	next func() (Output, error, bool)
	stop func()

	byID  bool
	bad   int     // malformed records before the first good one
	first *Output // read to learn byID, and not used yet

	count   int               // headlines so far, malformed ones too
	lost    bool              // whether one was malformed
	pending map[string]Output // read before their document's turn
	missing []string          // the first ids without a headline
	missed  int               // how many there are
}

const showMissing = 3

func newFeed(ctx context.Context, j *join, s System) *feed {
	f := &feed{System: s, join: j, pending: map[string]Output{}}
	if s.Outputs == nil {
		f.next, f.stop = func() (Output, error, bool) { return Output{}, nil, false }, func() {}
		return f
	}
	f.next, f.stop = pull.Batched(s.Outputs.Outputs(ctx), Output.Size)
	return f
}

// read returns the next record. A malformed one is reported, and ok is
// false; after the last, more is false.
func (f *feed) read() (out Output, ok, more bool) {
	out, err, more := f.next()
	if !more || f.join.over {
		return Output{}, false, false
	}
	f.count++
	if err != nil {
		f.lost = true
		f.join.report(err)
	}
	return out, err == nil, !f.join.over
}

// start reads up to the first good record.
func (f *feed) start() {
	for {
		out, ok, more := f.read()
		if !more {
			return
		}
		if ok {
			f.first, f.byID = &out, out.Doc != ""
			return
		}
		f.bad++
	}
}

// inside returns the headline that a document has itself, unless the document was lost.
func (f *feed) inside(doc *Document) (out Output, ok bool) {
	if doc == nil {
		return Output{}, false
	}
	out, err := doc.Output(f.Name)
	if err != nil && !f.Blank {
		f.join.report(At(cmp.Or(doc.File, f.join.file), doc.Line, err))
		return Output{}, false
	}
	return out, true
}

// following returns the next headline of a system that goes by position.
func (f *feed) following() (out Output, ok bool) {
	if f.bad > 0 {
		f.bad--
		return Output{}, false
	}
	out, ok, _ = f.take()
	return out, ok
}

func (f *feed) take() (out Output, ok, more bool) {
	if f.first != nil {
		out, f.first = *f.first, nil
		return out, true, true
	}
	return f.read()
}

// find returns the headline for a document, reading on until it comes.
// Every document before this one was looked for in the same way, so an id
// that was seen already has had its headline.
func (f *feed) find(id string) (out Output, ok bool) {
	if out, ok := f.pending[id]; ok {
		delete(f.pending, id)
		return out, true
	}
	for {
		out, ok, more := f.take()
		switch {
		case !more:
			f.miss(id)
			return Output{}, false
		case !ok:
		case out.Doc == id:
			return out, true
		case !f.twice(out):
			f.pending[out.Doc] = out
		}
	}
}

func (f *feed) miss(id string) {
	f.missed++
	if len(f.missing) < showMissing {
		f.missing = append(f.missing, id)
	}
}

// twice reports a second headline for one document.
func (f *feed) twice(out Output) bool {
	if before, ok := f.pending[out.Doc]; ok {
		f.join.errorf(f.File, out.Line, "the id %q already has a headline on line %d; expected one for each document", out.Doc, before.Line)
		return true
	}
	if f.join.seen.Has(out.Doc) {
		f.join.errorf(f.File, out.Line, "the id %q already has a headline further up; expected one for each document", out.Doc)
		return true
	}
	return false
}

// finish looks at what is left when all documents have had their turn.
func (f *feed) finish() {
	if f.byID {
		f.strangers()
	} else {
		for more := true; more; {
			_, _, more = f.read()
		}
	}
	j := f.join
	switch {
	case f.lost || j.over || f.Outputs == nil:
	case f.missed > 0:
		more := ""
		if f.missed > len(f.missing) {
			more = ", …"
		}
		j.errorf(f.File, 0, "system %s has no headline for %d of the %d documents of %s: %s%s; every document needs one; it may be empty",
			f.Name, f.missed, j.docs, j.file, strings.Join(f.missing, ", "), more)
	case !f.byID && !j.lost && f.count != j.docs:
		j.errorf(f.File, 0, "headlines of system %s: %d, documents of %s: %d; headline N belongs to document N, so the numbers must be the same (nothing is cut)",
			f.Name, f.count, j.file, j.docs)
	}
}

// strangers reports headlines for documents that do not exist; but if a
// document was lost, they may have been for that one.
func (f *feed) strangers() {
	early := slices.SortedFunc(maps.Values(f.pending), func(a, b Output) int { return cmp.Compare(a.Line, b.Line) })
	for _, out := range early {
		f.stranger(out)
	}
	for {
		out, ok, more := f.take()
		if !more {
			return
		}
		if ok && !f.twice(out) {
			f.stranger(out)
		}
	}
}

func (f *feed) stranger(out Output) {
	if !f.join.lost {
		f.join.errorf(f.File, out.Line, "no document of %s has the id %q; expected the ids of the documents", f.join.file, out.Doc)
	}
}
