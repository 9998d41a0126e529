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
	"sync"

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
		return each(c, func(a *Article, o corpus.Output) Headline { return a.Check(model, o) }), nil
	})
}

// Explain does what Check does, and adds the derivations where the model reads the language.
func Explain(ctx context.Context, model *derive.Model, cases iter.Seq2[*corpus.Case, error], workers int) iter.Seq2[[]Headline, error] {
	return ordered.Map(ctx, workers, cases, func(_ context.Context, c *corpus.Case) ([]Headline, error) {
		return each(c, func(a *Article, o corpus.Output) Headline {
			h := a.Check(model, o)
			a.Derive(model, &h)
			return h
		}), nil
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

// each checks the headlines of a case; nil in a language whose numbers cannot be read.
func each(c *corpus.Case, one func(*Article, corpus.Output) Headline) []Headline {
	a := Read(c.Doc)
	if a == nil {
		return nil
	}
	all := make([]Headline, len(c.Outputs))
	for i, o := range c.Outputs {
		all[i] = one(a, o)
	}
	return all
}

// An Article is a document that was read once, for many headlines. It is safe for concurrent use.
type Article struct {
	id, text string
	check    *check.Article
	derive   func() *derive.Article // when a headline has a number; nil where the model does not read the language
}

// Read reads a document; nil if it is in a language whose numbers cannot be read.
func Read(d *corpus.Document) *Article {
	if !check.Reads(d.Lang) {
		return nil
	}
	text := d.Text()
	a := &Article{id: d.ID, text: text, check: check.Read(text, d.Lang, check.Day(d.Date))}
	if derive.Reads(d.Lang) {
		a.derive = sync.OnceValue(func() *derive.Article { return derive.Read(text) })
	}
	return a
}

// Check checks a headline.
func (a *Article) Check(model *derive.Model, o corpus.Output) Headline {
	h := Headline{ID: a.id, System: o.System, Text: o.Text, Numerals: []Numeral{}, // JSON has [] and not null
		Article: a.text, Line: o.Line, Plain: o.Plain, Unranked: a.derive == nil}
	for _, r := range a.check.Check(model, o.Text) {
		h.Numerals = append(h.Numerals, Numeral{Text: o.Text[r.Start:r.End], Result: r, Level: r.Verdict.Level(),
			Evidence: oneLine(a.text[r.Evidence.Start:r.Evidence.End])})
	}
	return h
}

// Derive adds the derivations of the numbers of a headline that was checked.
func (a *Article) Derive(model *derive.Model, h *Headline) {
	if len(h.Numerals) == 0 || a.derive == nil {
		return
	}
	for _, e := range model.Explain(a.derive(), h.Text) {
		for i := range h.Numerals {
			n := &h.Numerals[i]
			if e.Start < n.End && n.Start < e.End && n.Level < check.Error && n.Verdict != check.Unchecked && n.Derivations == nil {
				n.Derivations = Likely(e.Derivations)
			}
		}
	}
}

// Places are where the article shows what is said of a number: the operands of the likeliest
// derivation, or the sentence where there is none.
func (n *Numeral) Places() (all []derive.Span) {
	if len(n.Derivations) == 0 {
		return []derive.Span{n.Result.Evidence}
	}
	for _, o := range n.Derivations[0].Operands {
		all = append(all, o.Span)
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
