// Package lint checks the numbers of headlines against their articles, over a
// corpus.
//
// [Check] says of each number of a headline what the article says of it, as
// numeral/check finds it; [Explain] adds the ways from the article to the number
// that numeral/derive knows. What is wrong or in doubt is a [Finding], unless
// somebody allowed it ([Allowed]). Both have the JSON that the command line prints;
// report has the formats of editors and CI systems.
package lint

import (
	"context"
	"iter"

	"hed/corpus"
	"hed/internal/ordered"
	"hed/numeral/check"
	"hed/numeral/derive"
)

// A Headline is a headline with what the article says of its numbers.
type Headline struct {
	ID       string    `json:"id"` // of the document
	System   string    `json:"system"`
	Text     string    `json:"headline"`
	Numerals []Numeral `json:"numerals"`

	Article string `json:"-"`
	// Line is where the headline stands in its file. In a file of plain
	// lines it is the whole line; elsewhere the line is a record.
	Line  int  `json:"-"`
	Plain bool `json:"-"`
	// Unranked says that the model does not read the language: there are verdicts by rules alone, and no derivations.
	Unranked bool `json:"-"`
}

// A Numeral is a number of a headline.
type Numeral struct {
	Text string `json:"text"` // as the headline has it, with its unit
	check.Result
	Level    check.Level `json:"level"`
	Evidence string      `json:"evidence,omitempty"` // the sentence of the article
	// Derivations are the ways to the number in the operators of NumHG, the likeliest
	// first. Only Explain has them, of numbers that the article has or leads to.
	Derivations []derive.Derivation `json:"derivations,omitempty"`
}

// Check checks the headlines of each case, in the order of cases and systems. A
// document in a language whose numbers cannot be read yields nil. Workers change
// nothing but the time.
func Check(ctx context.Context, model *derive.Model, cases iter.Seq2[*corpus.Case, error], workers int) iter.Seq2[[]Headline, error] {
	return ordered.Map(ctx, workers, cases, func(_ context.Context, c *corpus.Case) ([]Headline, error) {
		return checked(model, c), nil
	})
}

// Explain does what Check does, and adds the derivations where the model reads the language.
func Explain(ctx context.Context, model *derive.Model, cases iter.Seq2[*corpus.Case, error], workers int) iter.Seq2[[]Headline, error] {
	return ordered.Map(ctx, workers, cases, func(_ context.Context, c *corpus.Case) ([]Headline, error) {
		all := checked(model, c)
		var article *derive.Article // read once for all systems, and only if a headline has a number
		for i := range all {
			if len(all[i].Numerals) == 0 || all[i].Unranked {
				continue
			}
			if article == nil {
				article = derive.Read(c.Doc.Text())
			}
			all[i].derive(model, article)
		}
		return all, nil
	})
}

// Left is what was left out, in documents.
type Left struct {
	Foreign  int // in a language whose numbers cannot be read
	Unranked int // in one that the model does not read, see [Headline]
}

// Each hands what Check or Explain yields over, headline by headline, and says what was left out. progress learns how many
// documents are done.
func Each(all iter.Seq2[[]Headline, error], progress func(done int), emit func(*Headline) error) (left Left, err error) {
	done := 0
	for headlines, err := range all {
		if err != nil {
			return left, err
		}
		done++
		progress(done)
		switch {
		case headlines == nil:
			left.Foreign++
		case len(headlines) > 0 && headlines[0].Unranked:
			left.Unranked++
		}
		for i := range headlines {
			if err := emit(&headlines[i]); err != nil {
				return left, err
			}
		}
	}
	return left, nil
}

// InLanguage are cases whose documents are taken to be in a language, whatever they say.
func InLanguage(cases iter.Seq2[*corpus.Case, error], language string) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		for c, err := range cases {
			if err == nil {
				doc, other := *c.Doc, *c
				doc.Lang, other.Doc = language, &doc
				c = &other
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

func checked(model *derive.Model, c *corpus.Case) []Headline {
	if !check.Reads(c.Doc.Lang) {
		return nil
	}
	text := c.Doc.Text()
	article := check.Read(text, c.Doc.Lang, check.Day(c.Doc.Date))
	all := make([]Headline, len(c.Outputs))
	for i, o := range c.Outputs {
		h := &all[i]
		*h = Headline{ID: c.Doc.ID, System: o.System, Text: o.Text, Numerals: []Numeral{}, // JSON has [] and not null
			Article: text, Line: o.Line, Plain: o.Plain, Unranked: !derive.Reads(c.Doc.Lang)}
		for _, r := range article.Check(model, o.Text) {
			h.Numerals = append(h.Numerals, Numeral{Text: o.Text[r.Start:r.End], Result: r, Level: r.Verdict.Level(),
				Evidence: oneLine(text[r.Evidence.Start:r.Evidence.End])})
		}
	}
	return all
}

// derive adds the derivations of the numbers.
func (h *Headline) derive(model *derive.Model, article *derive.Article) {
	for _, e := range model.Explain(article, h.Text) {
		for i := range h.Numerals {
			n := &h.Numerals[i]
			if e.Start < n.End && n.Start < e.End && n.Level < check.Error && n.Verdict != check.Unchecked && n.Derivations == nil {
				n.Derivations = Likely(e.Derivations)
			}
		}
	}
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
