// Package numhg reads the CSV files of NumHG (Huang et al. 2024): news
// with a headline, the same headline with one numeral blanked out, and
// what annotators said of that numeral.
//
// The columns are text, summary (the headline), cloze, and where known
// cloze_gt, cloze_annotation and need_reasoning; an id may stand beside
// them. Annotations are kept as written: package numeral judges them. The
// dateline that a text begins with is set apart, and its day is the date.
package numhg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"hed/corpus"
	"hed/corpus/internal/record"
	"hed/corpus/internal/table"
	"hed/internal/count"
	"hed/internal/option"
)

var roles = []string{"id", "text", "summary", "cloze", "cloze_gt", "cloze_annotation", "need_reasoning"}

// Format is NumHG's CSV.
var Format = corpus.Format{
	Name:    "numhg",
	Doc:     "NumHG CSV: text, summary, cloze, and where known cloze_gt, cloze_annotation, need_reasoning",
	Endings: []string{".csv"},
	Roles:   roles,
	Names: func(src *corpus.Source) ([]string, error) {
		return table.NamesOf(func(check func(*table.Columns) error) iter.Seq2[table.Row, error] {
			return table.CSV{Source: src, Comma: ',', Roles: roles, Check: check}.Rows()
		})
	},
	Sniff: func(head []byte) bool {
		return bytes.HasPrefix(bytes.ReplaceAll(head, []byte(`"`), nil), []byte("text,summary,cloze"))
	},
	Documents: func(src *corpus.Source, opt corpus.Options) corpus.Reader { return reader{src, opt} },
}

type reader struct {
	src *corpus.Source
	opt corpus.Options
}

// Documents implements corpus.Reader.
func (r reader) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	rows := table.CSV{Source: r.src, Comma: ',', Roles: roles, Options: r.opt, Check: check}.Rows()
	return record.Documents(ctx, r.src.Name(), table.Each(r.src.Name(), rows, document))
}

func check(c *table.Columns) error {
	for _, role := range []string{"text", "summary", "cloze"} {
		if !c.Has(role) {
			return &option.Error{Option: "columns", Err: fmt.Errorf("there is no column %s, only %s; name it with %s, or say %s csv",
				role, count.Names(c.Names()), option.Name("columns"), option.Name("format"))}
		}
	}
	return nil
}

func document(row table.Row) (*corpus.Document, error) {
	id, err := row.ID()
	if err != nil {
		return nil, err
	}
	doc := &corpus.Document{ID: id, Body: row.Get("text"), Meta: row.Meta(), Line: row.Line}
	record.CutDateline(doc)
	if summary := row.Get("summary"); summary != "" {
		doc.References = []string{summary}
	}
	if question := row.Get("cloze"); question != "" {
		doc.Cloze = &corpus.Cloze{
			Question:   question,
			Answer:     row.Get("cloze_gt"),
			Derivation: row.Get("cloze_annotation"),
		}
		if !strings.Contains(question, corpus.Blank) {
			return nil, fmt.Errorf("the cloze %q has no blank; write it as %s", question, corpus.Blank)
		}
		doc.Cloze.Reasoning, err = reasoning(row.Get("need_reasoning"))
	}
	return doc, err
}

func reasoning(cell string) (*bool, error) {
	switch cell {
	case "":
		return nil, nil
	case "0":
		return new(false), nil
	case "1":
		return new(true), nil
	}
	return nil, errors.New("need_reasoning must be 0 or 1, not " + cell)
}
