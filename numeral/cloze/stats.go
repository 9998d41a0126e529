package cloze

import (
	"context"
	"errors"
	"iter"
	"strconv"

	"hed/corpus"
	"hed/internal/ordered"
	"hed/numeral"
	"hed/numeral/derive"
	"hed/score"
	"hed/text/lang"
)

// A Row is what is counted of a document.
type Row struct {
	ID                         string
	Sentences, Words, Numerals int // of the article
	// Operator is the outermost one of its question, or one of the names
	// below, and Gold the numeral; both are "" where nothing is asked.
	Operator, Gold string
	Expr           *numeral.Expr // nil where there is none
}

// rowHeader is the first line of rows as CSV.
const rowHeader = "id,operator,numeral,sentences,words,numerals\n"

// appendCSV appends the row as a line of CSV; see score.AppendText for raw.
func (r *Row) appendCSV(b []byte, raw bool) []byte {
	b = score.AppendText(b, r.ID, raw)
	b = score.AppendField(append(b, ','), r.Operator)
	b = score.AppendText(append(b, ','), r.Gold, raw)
	for _, n := range [...]int{r.Sentences, r.Words, r.Numerals} {
		b = strconv.AppendInt(append(b, ','), int64(n), 10)
	}
	return append(b, '\n')
}

// Names of what has no operator, in tables and JSON.
const (
	Unanswerable = "unanswerable" // an annotator gave a reason, or there is no answer
	Malformed    = "malformed"    // an expression that cannot be read
	NoOperator   = "none"         // nobody annotated it, and nothing leads to it
)

// Count counts what tables 2 and 3 of the NumHG paper do, document by document.
// A document without a question is asked for the only numeral of its headline;
// where nobody annotated it, the operator is that of the likeliest derivation.
// Workers change nothing but the time.
func Count(ctx context.Context, model *derive.Model, docs iter.Seq2[*corpus.Document, error], workers int) iter.Seq2[Row, error] {
	return ordered.Map(ctx, workers, docs, func(_ context.Context, d *corpus.Document) (Row, error) { return countOf(model, d), nil })
}

func countOf(model *derive.Model, d *corpus.Document) Row {
	pack, text := lang.Of(d.Lang), d.Text()
	r := Row{
		ID:        d.ID,
		Sentences: len(pack.Sentences.Split(nil, text)),
		Words:     len(pack.Tokenizer.Tokenize(nil, text)),
		Numerals:  numbers(numeral.Find(nil, text)),
	}
	r.Operator, r.Gold, r.Expr = OperatorOf(d)
	if r.Operator == NoOperator && len(d.References) > 0 {
		if e, _ := derivation(model, d, r.Gold); e != nil {
			r.Operator, r.Expr = e.Canonical().Op.String(), e
		}
	}
	return r
}

// numbers counts the mentions, parts of one apart where only they are numbers:
// a date has a month, a day and a year.
func numbers(mentions []numeral.Mention) (n int) {
	whole := false // the mention that parts belong to is a number itself
	for _, m := range mentions {
		if m.Depth == 0 {
			whole = m.Value.OK()
		}
		if m.Value.OK() && (m.Depth == 0 || !whole && m.Depth == 1) {
			n++
		}
	}
	return n
}

// OperatorOf returns what the numeral of a document's headline comes from:
// the outermost operator or one of the names below [Row], the numeral, and the
// expression where there is one; "" where nothing is asked.
func OperatorOf(d *corpus.Document) (operator, gold string, expr *numeral.Expr) {
	q := Of(d)
	if q == nil || q.Answer != "" && q.Derivation == "" {
		g, ok := GoldOf(d)
		switch {
		case !ok:
			return "", "", nil
		case g.Type == Copy:
			return numeral.Copy.String(), g.Numeral, &numeral.Expr{Op: numeral.Copy, Text: g.Numeral}
		}
		return NoOperator, g.Numeral, nil
	}
	readings, err := numeral.ParseExpr(q.Derivation)
	if err == nil {
		expr = readings[0]
		return expr.Canonical().Op.String(), q.Answer, expr
	}
	invalid, ok := errors.AsType[*numeral.ValidationError](articleOf(d).Validate(q.Answer, q.Derivation))
	if ok && invalid.Reason == numeral.Malformed {
		return Malformed, q.Answer, nil
	}
	return Unanswerable, q.Answer, nil
}
