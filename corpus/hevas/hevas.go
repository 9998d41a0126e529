// Package hevas reads the xml-like files of HEvAS:
//
//	<doc id="1"><title>A headline</title><text>The article.</text></doc>
//
// any number of them, with nothing but space, comments and processing
// instructions between. It is not XML: a & or < that begins no entity and
// no tag of the format is text. Several titles are several references; the
// attributes date, lang and source of a doc are the document's, others
// become Meta. Space around a title and a text is dropped. A doc that is
// malformed is skipped up to the next <doc>.
package hevas

import (
	"bytes"
	"context"
	"io"
	"iter"

	"hed/corpus"
	"hed/corpus/internal/record"
)

// Format is HEvAS's xml-like text.
var Format = corpus.Format{
	Name:      "hevas",
	Doc:       `<doc id="…"><title>…</title><text>…</text></doc>, any number of them; stray & and < are tolerated`,
	Endings:   []string{".xml", ".hevas"},
	Sniff:     sniff,
	Documents: func(src *corpus.Source, opt corpus.Options) corpus.Reader { return reader{src, opt} },
}

// sniff looks past an XML declaration.
func sniff(head []byte) bool {
	head = bytes.TrimSpace(head)
	if bytes.HasPrefix(head, []byte("<?")) {
		_, head, _ = bytes.Cut(head, []byte("?>"))
	}
	return isDoc(bytes.TrimSpace(head))
}

type reader struct {
	src *corpus.Source
	opt corpus.Options
}

// Documents implements corpus.Reader.
func (r reader) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return record.Documents(ctx, r.src.Name(), record.Parse(r.src, r.opt, r.begin))
}

func (r reader) begin(f io.Reader) (func() (*corpus.Document, error), error) {
	return newParser(r.src.Name(), f).next, nil
}
