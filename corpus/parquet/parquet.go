// Package parquet reads parquet files whose columns are called as in
// corpus/csv, and writes tables of scores.
//
// A list column, such as references, is a JSON list; the fields of a
// struct column are columns called struct.field; dates and timestamps are
// written in ISO 8601; null is an absent value. Line numbers are row
// numbers. A compressed file or a stream is unpacked into a temporary file
// first, since the format begins at its end. What a file claims to hold is
// checked before memory is made for it.
//
// This package alone imports parquet-go, which brings a dozen codecs.
package parquet

import (
	"bytes"
	"context"
	"iter"

	"hed/corpus"
	"hed/corpus/internal/record"
	"hed/corpus/internal/table"
)

// Format is Apache Parquet.
var Format = corpus.Format{
	Name:      "parquet",
	Doc:       "Apache Parquet with the column names of csv",
	Endings:   []string{".parquet"},
	Roles:     corpus.TableRoles,
	Sniff:     func(head []byte) bool { return bytes.HasPrefix(head, []byte("PAR1")) },
	Names:     func(src *corpus.Source) ([]string, error) { return table.NamesOf(reader{src: src}.rows) },
	Documents: func(src *corpus.Source, opt corpus.Options) corpus.Reader { return reader{src, opt} },
	Outputs:   func(src *corpus.Source, opt corpus.Options) corpus.OutputReader { return reader{src, opt} },
}

type reader struct {
	src *corpus.Source
	opt corpus.Options
}

// Documents implements corpus.Reader.
func (r reader) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	rows := r.rows((*table.Columns).CheckDocuments)
	return record.Documents(ctx, r.src.Name(), table.Each(r.src.Name(), rows, table.Row.Document))
}

// Outputs implements corpus.OutputReader.
func (r reader) Outputs(ctx context.Context) iter.Seq2[corpus.Output, error] {
	rows := r.rows((*table.Columns).CheckOutputs)
	return record.Outputs(ctx, r.src.Name(), table.Each(r.src.Name(), rows, table.Row.Output))
}
