// Package lint checks the numbers of headlines against their articles, over a
// corpus.
//
// [Explain] says of each headline where its numbers come from, as numeral/derive
// finds it. What the article does not support is a [Finding], unless somebody
// allowed it ([Allowed]). Both have the JSON that the command line prints; report
// has the formats of editors and CI systems.
package lint

import (
	"context"
	"iter"

	"hed/corpus"
	"hed/internal/ordered"
	"hed/numeral/derive"
)

// A Headline is a headline with what the article says of its numbers.
type Headline struct {
	ID       string               `json:"id"` // of the document
	System   string               `json:"system"`
	Text     string               `json:"headline"`
	Numerals []derive.Explanation `json:"numerals"`

	Article string `json:"-"`
	// Line is where the headline stands in its file. In a file of plain
	// lines it is the whole line; elsewhere the line is a record.
	Line  int  `json:"-"`
	Plain bool `json:"-"`
}

// Explain explains the headlines of each case, in the order of cases and systems.
// A document in a language that the model does not read yields nil. Workers change
// nothing but the time.
func Explain(ctx context.Context, model *derive.Model, cases iter.Seq2[*corpus.Case, error], workers int) iter.Seq2[[]Headline, error] {
	return ordered.Map(ctx, workers, cases, func(_ context.Context, c *corpus.Case) ([]Headline, error) {
		return explain(model, c), nil
	})
}

func explain(model *derive.Model, c *corpus.Case) []Headline {
	if !derive.Reads(c.Doc.Lang) {
		return nil
	}
	text := c.Doc.Text()
	article := derive.Read(text)
	all := make([]Headline, len(c.Outputs))
	for i, o := range c.Outputs {
		all[i] = Headline{
			ID: c.Doc.ID, System: o.System, Text: o.Text, Numerals: model.Explain(article, o.Text),
			Article: text, Line: o.Line, Plain: o.Plain,
		}
	}
	return all
}

// References are the first references of documents as if a system of that name
// had written them. Documents without one are passed over.
func References(docs iter.Seq2[*corpus.Document, error]) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		for d, err := range docs {
			var c *corpus.Case
			if err == nil {
				if len(d.References) == 0 {
					continue
				}
				c = &corpus.Case{Doc: d, Outputs: []corpus.Output{{System: "reference", Doc: d.ID, Text: d.References[0], Line: d.Line}}}
			}
			if !yield(c, err) {
				return
			}
		}
	}
}
