// Package semeval reads the JSON list of SemEval-2024 task 7, subtask 3:
// news with a headline, or with a masked headline whose numeral is asked
// for.
//
// The keys are news, masked headline, and where known calculation and ans
// (a string or a number); or news and headline. A masked headline whose
// answer is known gives the reference headline too, unless there is one
// already. The dateline that news begins with is set apart, and its day is the
// date. Other keys become Meta, but for id. The list is read an item at
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
	return record.Documents(ctx, r.src.Name(), record.Parse(r.src, r.opt, r.begin))
}

// begin reads up to the first item. Where the JSON itself is broken, there
// is no telling where the next item begins, and the reading ends.
func (r reader) begin(f io.Reader) (func() (*corpus.Document, error), error) {
	l := newList(r.src.Name(), f)
	if err := l.open(); err != nil {
		return nil, err
	}
	broken := false
	return func() (*corpus.Document, error) {
		if broken {
			return nil, io.EOF
		}
		item, n, err := l.next()
		if err != nil {
			broken = true
			return nil, err
		}
		return l.document(item, n)
	}, nil
}
