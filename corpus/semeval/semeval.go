// Package semeval reads the JSON list of SemEval-2024 task 7, subtask 3:
// news with a headline, or with a masked headline whose numeral is asked
// for.
//
// The keys are news, masked headline, and where known calculation and ans
// (a string or a number); or news and headline. A masked headline whose
// answer is known gives the reference headline too, unless there is one
// already. Other keys become Meta, but for id. The list is read an item at
// a time; JSON that is broken ends the reading there, since nothing says
// where the next item begins.
package semeval

import (
	"bytes"
	"context"
	"io"
	"iter"

	"hed/corpus"
	"hed/corpus/internal/record"
)

// Format is the task's JSON list.
var Format = corpus.Format{
	Name:      "semeval",
	Doc:       "SemEval-2024 task 7 JSON list: news, masked headline, calculation, ans; or news, headline",
	Endings:   []string{".json"},
	Sniff:     func(head []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(head), []byte("[")) },
	Documents: func(src *corpus.Source, opt corpus.Options) corpus.Reader { return reader{src, opt} },
}

type reader struct {
	src *corpus.Source
	opt corpus.Options
}

// Documents implements corpus.Reader.
func (r reader) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return record.Documents(ctx, r.src.Name(), r.raw())
}

func (r reader) raw() iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		if _, err := r.opt.Resolve(nil); err != nil {
			yield(nil, err)
			return
		}
		f, err := r.src.Open()
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		l := newList(r.src.Name(), f)
		if err := l.open(); err != nil {
			yield(nil, err)
			return
		}
		for {
			item, n, err := l.next()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(l.document(item, n)) {
				return
			}
		}
	}
}
