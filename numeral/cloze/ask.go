package cloze

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"hed/corpus"
	"hed/internal/ordered"
	"hed/numeral"
	"hed/numeral/derive"
)

// A Question is what is asked of a document.
type Question struct {
	Doc *corpus.Document
	// Cloze is the question, and nil where the headline has no numeral to ask
	// for.
	*corpus.Cloze
	// Expr is how the article leads to the answer. Where it does not, it is nil,
	// and Derivation has the reason.
	Expr *numeral.Expr
}

// headline is the first reference, "" if there is none.
func (q *Question) headline() string {
	if len(q.Doc.References) == 0 {
		return ""
	}
	return q.Doc.References[0]
}

// Ask makes a question of the first reference of each document, in the order
// of the documents. Of several numerals one is blanked out by chance, or if
// single is true, nothing is asked. The derivation is the likeliest that
// [numeral.Validate] accepts. Workers change nothing but the time.
func Ask(ctx context.Context, model *derive.Model, docs iter.Seq2[*corpus.Document, error], random *rand.Rand, single bool, workers int) iter.Seq2[Question, error] {
	blanked := func(yield func(Question, error) bool) { // one after the other, for the sake of chance
		for d, err := range docs {
			q := Question{Doc: d}
			if err == nil {
				q.Cloze = blankOut(d, random, single)
			}
			if !yield(q, err) {
				return
			}
		}
	}
	return ordered.Map(ctx, workers, blanked, func(_ context.Context, q Question) (Question, error) {
		if q.Cloze != nil {
			q.answer(model)
		}
		return q, nil
	})
}

// blankOut takes a numeral out of the headline. It returns nil where there is
// none, the headline has a blank of its own, or there are several where a
// single one is wanted.
func blankOut(d *corpus.Document, random *rand.Rand, single bool) *corpus.Cloze {
	if len(d.References) == 0 || strings.Contains(d.References[0], corpus.Blank) {
		return nil
	}
	headline := d.References[0]
	numerals := slices.Collect(numeral.Matches(headline))
	if len(numerals) == 0 || single && len(numerals) > 1 {
		return nil
	}
	chosen := 0
	if len(numerals) > 1 {
		chosen = random.IntN(len(numerals))
	}
	at := 0 // matches do not overlap, so each is found behind the last one
	for _, n := range numerals[:chosen] {
		at += strings.Index(headline[at:], n) + len(n)
	}
	n := numerals[chosen]
	at += strings.Index(headline[at:], n)
	return &corpus.Cloze{Question: headline[:at] + corpus.Blank + headline[at+len(n):], Answer: n}
}

// answer fills in how the article leads to the answer, or why it does not.
func (q *Question) answer(model *derive.Model) {
	var unchecked bool
	q.Expr, unchecked = derivation(model, q.Doc, q.Answer)
	if q.Expr == nil {
		q.Derivation = "the article does not have it" // no number: that would be an expression
		if unchecked {
			q.Derivation = "the headline has too many numbers to look at this one"
		}
		return
	}
	q.Derivation, q.Reasoning = q.Expr.String(), new(q.Expr.Canonical().Op != numeral.Copy)
}

// derivation is the likeliest way from the article to a numeral of the first
// reference that the validator accepts, and nil if there is none. If it is
// unchecked, the headline has more numbers than are looked at.
func derivation(model *derive.Model, d *corpus.Document, gold string) (expr *numeral.Expr, unchecked bool) {
	article, headline := articleOf(d), d.References[0]
	for _, e := range model.Explain(derive.Read(d.Text()), headline) {
		unchecked = e.Status == derive.Unchecked
		if headline[e.Numeral.Start:e.Numeral.End] != gold {
			continue
		}
		for _, d := range e.Derivations {
			if article.Validate(gold, d.Expr.String()) == nil {
				return d.Expr, false
			}
		}
	}
	if copied := (&numeral.Expr{Op: numeral.Copy, Text: gold}); article.Validate(gold, copied.String()) == nil {
		return copied, false
	}
	return nil, unchecked
}

// Asked is how many documents there were, how many questions they gave, and how
// many of those have no answer in the article.
type Asked struct{ Documents, Questions, Open int }

// WriteQuestions writes the questions of a sequence to w, but does not close it.
// progress hears how many documents are done.
func WriteQuestions(w Writer, questions iter.Seq2[Question, error], progress func(done int)) (n Asked, err error) {
	for q, err := range questions {
		if err != nil {
			return n, err
		}
		n.Documents++
		progress(n.Documents)
		if q.Cloze == nil {
			continue
		}
		n.Questions++
		if q.Expr == nil {
			n.Open++
		}
		if err := w.Write(&q); err != nil {
			return n, err
		}
	}
	return n, nil
}
