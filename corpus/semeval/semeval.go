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
	"regexp"

	"hed/corpus"
	"hed/corpus/internal/list"
	"hed/corpus/internal/record"
)

// Format is the task's JSON list.
var Format = corpus.Format{
	Name:      "semeval",
	Doc:       "SemEval-2024 task 7 JSON list: news, masked headline, calculation, ans; or news, headline",
	Endings:   []string{".json"},
	Sniff:     sniff,
	Documents: func(src *corpus.Source, opt corpus.Options) corpus.Reader { return reader{src, opt} },
}

// A list of objects with the keys of jsonl is left to that.
func sniff(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte("[")) && (!text.Match(head) || news.Match(head))
}

var text, news = regexp.MustCompile(`"(text|references)"\s*:`), regexp.MustCompile(`"(news|masked headline)"\s*:`)

type reader struct {
	src *corpus.Source
	opt corpus.Options
}

// Documents implements corpus.Reader.
func (r reader) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return record.Documents(ctx, r.src.Name(), record.Parse(r.src, r.opt, r.begin))
}

// begin reads up to the first item.
func (r reader) begin(f io.Reader) (func() (*corpus.Document, error), error) {
	l, err := list.NewReader(r.src.Name(), f)
	if err != nil {
		return nil, err
	}
	return func() (*corpus.Document, error) {
		fields, n, err := l.Next()
		if err != nil {
			return nil, err
		}
		doc, err := document(fields)
		if err != nil {
			return nil, l.Errorf(n, "%v", err)
		}
		doc.Line = n
		return doc, nil
	}, nil
}
