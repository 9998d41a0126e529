// Package jsonl reads files with one JSON object per line, or with a JSON list of objects.
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
	"errors"
	"io"
	"iter"

	"hed/corpus"
	"hed/corpus/internal/line"
	"hed/corpus/internal/list"
	"hed/corpus/internal/object"
	"hed/corpus/internal/record"
)

// Format is one JSON object per line.
var Format = corpus.Format{
	Name:      "jsonl",
	Doc:       "one JSON object per line, or a list of them: id, text, headline or references (list), optional source, date (ISO), lang, meta",
	Endings:   []string{".jsonl", ".ndjson", ".json"},
	Roles:     corpus.TableRoles,
	Sniff:     func(head []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) || isList(head) },
	Names:     names,
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

// names are the keys of the first object.
func names(src *corpus.Source) (keys []string, err error) {
	for f, err := range each(reader{src: src}, func(f *fields, _ int) (*fields, error) { return f, nil }) {
		if err != nil {
			return nil, err
		}
		for _, field := range f.list {
			keys = append(keys, field.Key)
		}
		break
	}
	return keys, nil
}

func isList(head []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(head), []byte("[")) }

// each makes something of every object.
func each[T any](r reader, make func(*fields, int) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		roles, err := r.opt.Resolve(corpus.TableRoles)
		if err != nil {
			yield(none, err)
			return
		}
		head, err := r.src.Head()
		if err != nil {
			yield(none, err)
			return
		}
		objects := r.lines
		if isList(head) {
			objects = r.list
		}
		f := &fields{roles: roles, unchecked: &r.opt}
		for o, err := range objects {
			v := none
			if err == nil {
				f.list = o.fields
				if v, err = make(f, o.line); err != nil {
					err = corpus.At(r.src.Name(), o.line, err)
				}
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

type place struct {
	fields []object.Field
	line   int
}

// lines yields the objects of lines that are not blank.
func (r reader) lines(yield func(place, error) bool) {
	var p place
	for l, err := range line.All(r.src) {
		if err == nil && len(bytes.TrimSpace(l.Data)) == 0 {
			continue
		}
		if p.line = l.N; err == nil {
			if p.fields, err = object.Split(p.fields[:0], l.Data); err != nil {
				err = corpus.At(r.src.Name(), l.N, err)
			}
		}
		if !yield(p, err) {
			return
		}
	}
}

// list yields the objects of a list.
func (r reader) list(yield func(place, error) bool) {
	f, err := r.src.Open()
	if err != nil {
		yield(place{}, err)
		return
	}
	defer f.Close()
	l, err := list.NewReader(r.src.Name(), f)
	if err != nil {
		yield(place{}, err)
		return
	}
	for {
		fields, n, err := l.Next()
		_, syntax := errors.AsType[*corpus.SyntaxError](err)
		if err == io.EOF || !yield(place{fields, n}, err) || err != nil && !syntax {
			return
		}
	}
}
