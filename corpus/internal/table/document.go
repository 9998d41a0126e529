package table

import (
	"fmt"
	"iter"
	"strings"

	"hed/corpus"
	"hed/corpus/internal/object"
	"hed/corpus/internal/record"
	"hed/internal/count"
	"hed/internal/option"
)

// CheckDocuments refuses a table that cannot hold documents.
func (c *Columns) CheckDocuments() error {
	if c.Has("text") || c.Has("headline") || c.Has("references") {
		return nil
	}
	return c.lacks("text, headline or references")
}

// CheckOutputs refuses a table that cannot hold a system's headlines.
func (c *Columns) CheckOutputs() error {
	if c.Has("headline") {
		return nil
	}
	return fmt.Errorf("there is no column headline, only %s; rename the one that has the headlines", count.Names(c.names))
}

func (c *Columns) lacks(what string) error {
	return &option.Error{Option: "columns", Err: fmt.Errorf("there is no column %s, only %s; name it with %s, as in headline=title",
		what, count.Names(c.names), option.Name("columns"))}
}

// Document makes a document of the roles in corpus.TableRoles.
func (r Row) Document() (*corpus.Document, error) {
	id, err := r.ID()
	if err != nil {
		return nil, err
	}
	doc := &corpus.Document{
		ID:     id,
		Body:   r.Get("text"),
		Source: r.Get("source"),
		Date:   r.Get("date"),
		Lang:   r.Get("lang"),
		Meta:   r.Meta(),
		Line:   r.Line,
	}
	if cell := strings.TrimSpace(r.Get("references")); cell != "" {
		doc.References, err = object.Texts([]byte(cell))
		if err != nil {
			return nil, fmt.Errorf(`reading references: %w, as in ["One","Two"]; a single one goes in the column headline`, err)
		}
	}
	if headline := r.Get("headline"); headline != "" {
		doc.References = record.References(headline, doc.References)
	}
	return doc, nil
}

// Output makes an output of the roles id and headline. An empty cell is
// an empty headline: the system wrote nothing.
func (r Row) Output() (corpus.Output, error) {
	id, err := r.ID()
	return corpus.Output{Doc: id, Text: r.Get("headline"), Line: r.Line}, err
}

// Each makes something of every row; what make refuses becomes a
// *corpus.SyntaxError at the row's line.
func Each[T any](file string, rows iter.Seq2[Row, error], make func(Row) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for row, err := range rows {
			var v T
			if err == nil {
				if v, err = make(row); err != nil {
					err = corpus.At(file, row.Line, err)
				}
			}
			if !yield(v, err) {
				return
			}
		}
	}
}
