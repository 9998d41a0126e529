// Package csv reads tables of comma- or tab-separated values with a line
// of column names at their head.
//
// Columns called id, text, headline, references, source, date and lang
// play the role of their name, and Options.Columns gives roles to others;
// columns without a role become the document's Meta. An empty cell is an
// absent value. The column references holds a JSON list of strings; a
// headline beside it comes first. Quoting is that of RFC 4180, in both:
// a tab-separated field that begins with a quote mark is a quoted field,
// as spreadsheets and pandas write it. Blank lines are skipped.
//
// internal/table does the work, which corpus/numhg and corpus/parquet
// share.
package csv

import (
	"bytes"
	"context"
	"iter"
	"slices"

	"hed/corpus"
	"hed/corpus/internal/record"
	"hed/corpus/internal/table"
	"hed/internal/option"
)

// Format is comma-separated values.
var Format = format("csv", "a line of column names, then one row per document; "+option.Name("columns")+" maps other names", ',')

// TSV is tab-separated values.
var TSV = format("tsv", "as csv, with tabs", '\t')

func format(name, doc string, comma rune) corpus.Format {
	return corpus.Format{
		Name:    name,
		Doc:     doc,
		Endings: []string{"." + name},
		Roles:   corpus.TableRoles,
		Sniff:   func(head []byte) bool { return sniff(head, comma) },
		Names: func(src *corpus.Source) ([]string, error) {
			return table.NamesOf(reader{src: src, comma: comma}.rows)
		},
		Documents: func(src *corpus.Source, opt corpus.Options) corpus.Reader {
			return reader{src, opt, comma}
		},
		Outputs: func(src *corpus.Source, opt corpus.Options) corpus.OutputReader {
			return reader{src, opt, comma}
		},
	}
}

// sniff wants two columns at least and one that is called like its role:
// a comma alone stands in plain text too.
func sniff(head []byte, comma rune) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	names := bytes.Split(bytes.TrimSuffix(first, []byte("\r")), []byte(string(comma)))
	return len(names) > 1 && slices.ContainsFunc(names, func(name []byte) bool {
		return slices.Contains(corpus.TableRoles, string(bytes.Trim(name, `"`)))
	})
}

type reader struct {
	src   *corpus.Source
	opt   corpus.Options
	comma rune
}

func (r reader) rows(check func(*table.Columns) error) iter.Seq2[table.Row, error] {
	return table.CSV{Source: r.src, Comma: r.comma, Roles: corpus.TableRoles, Options: r.opt, Check: check}.Rows()
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
