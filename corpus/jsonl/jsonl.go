// Package jsonl reads files with one JSON object a line.
//
// The keys id, text, headline, references (a list), source, date, lang and
// meta (an object) play the role of their name; Options.Columns gives
// roles to others. A mapped key must be in the first record, if only as
// null. Keys without a role are added to Meta. null is an absent value,
// a number is good for an id, and blank lines are skipped. If there is a
// headline as well as references, the headline comes first.
package jsonl

import (
	"bytes"
	"context"
	"iter"

	"hed/corpus"
	"hed/corpus/internal/line"
	"hed/corpus/internal/object"
	"hed/corpus/internal/record"
)

// Format is one JSON object a line.
var Format = corpus.Format{
	Name:      "jsonl",
	Doc:       "one JSON object a line: id, text, headline or references (list), optional source, date (ISO), lang, meta",
	Endings:   []string{".jsonl", ".ndjson", ".json"},
	Roles:     corpus.TableRoles,
	Sniff:     func(head []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(head), []byte(`{`)) },
	Documents: func(src *corpus.Source, opt corpus.Options) corpus.Reader { return reader{src, opt} },
	Outputs:   func(src *corpus.Source, opt corpus.Options) corpus.OutputReader { return reader{src, opt} },
}

type reader struct {
	src *corpus.Source
	opt corpus.Options
}

// Documents implements corpus.Reader.
func (r reader) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return record.Documents(ctx, r.src.Name(), each(r, func(f *fields, line int) (*corpus.Document, error) {
		doc, err := f.document()
		if err != nil {
			return nil, err
		}
		doc.Line = line
		return doc, nil
	}))
}

// Outputs implements corpus.OutputReader.
func (r reader) Outputs(ctx context.Context) iter.Seq2[corpus.Output, error] {
	return record.Outputs(ctx, r.src.Name(), each(r, func(f *fields, line int) (corpus.Output, error) {
		out, err := f.output()
		out.Line = line
		return out, err
	}))
}

// each makes something of every line that is not blank.
func each[T any](r reader, make func(*fields, int) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		roles, err := r.opt.Resolve(corpus.TableRoles)
		if err != nil {
			yield(none, err)
			return
		}
		f := &fields{roles: roles, unchecked: &r.opt}
		for l, err := range line.All(r.src) {
			if err == nil && len(bytes.TrimSpace(l.Data)) == 0 {
				continue
			}
			v := none
			if err == nil {
				if f.list, err = object.Split(f.list[:0], l.Data); err == nil {
					v, err = make(f, l.N)
				}
				if err != nil {
					err = corpus.At(r.src.Name(), l.N, err)
				}
			}
			if !yield(v, err) {
				return
			}
		}
	}
}
