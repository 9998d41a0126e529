package input

import (
	"context"
	"iter"

	"hed/corpus"
	"hed/corpus/all"
	"hed/internal/option"
)

// A referenced is documents whose reference headlines stand in files of their
// own, joined as those of systems are: by id, or by position in plain text.
type referenced struct {
	docs corpus.Reader
	file string // of the documents, for messages
	from string // see Paths.DocsFrom
	own  bool   // the documents may have references of their own
	refs []corpus.System
}

// addRefs gives the documents the references of the further sources.
func (p *Paths) addRefs(d *Documents) error {
	r := &referenced{docs: d.Reader, file: d.File, from: p.DocsFrom, own: p.Docs == ""}
	for _, src := range d.Sources[1:] {
		out, err := all.Outputs(src, p.refFormat(), corpus.Options{})
		if err != nil {
			return err
		}
		r.refs = append(r.refs, corpus.System{Name: option.Name("ref"), File: src.Name(), Outputs: out})
	}
	d.Reader = r
	return nil
}

// refFormat is the format of references beside documents, which Format does
// not tell unless all is plain text.
func (p *Paths) refFormat() string {
	if p.Format == all.Plain {
		return all.Plain
	}
	return ""
}

// Documents implements corpus.Reader. Which of two references is meant cannot
// be known, so documents that have one are refused.
func (r *referenced) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for c, err := range corpus.Join(ctx, r.docs, r.file, r.refs) {
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			doc := *c.Doc
			if len(doc.References) > 0 && !r.own {
				yield(nil, option.Errorf("ref", ": %s%s has a headline in line %d, so it has the references in it; leave %s out, or those headlines with %s headline=",
					r.file, r.from, doc.Line, option.Name("ref"), option.Name("columns")))
				return
			}
			doc.References = append(doc.References[:len(doc.References):len(doc.References)], c.Headlines()...)
			if !yield(&doc, nil) {
				return
			}
		}
	}
}
