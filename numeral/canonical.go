package numeral

import (
	"slices"
	"strconv"
	"strings"
)

// Canonical returns e in a form that does not hang on how it was written,
// so that two annotators may be compared: numbers without separators and
// words as their number, "Copy( 5 )" inside arithmetic as "5" and a bare
// "5" outside it as "Copy( 5 )", units of Paraphrase as K, M, B and T,
// sums and products in ascending order whatever their nesting. Copy and
// Trans stay apart, since they tell where the number was read.
func (e *Expr) Canonical() *Expr {
	c := e.canonical()
	if c.Op == Literal {
		c.Op = Copy
	}
	return c
}

func (e *Expr) canonical() *Expr {
	switch {
	case e.Op == Literal || e.Op == Copy:
		return &Expr{Text: canonicalText(e)}
	case e.Op == Trans:
		return &Expr{Op: Trans, Text: canonicalText(e)}
	case e.Op == Span:
		return e.plainSpan()
	case e.Op.commutes():
		return ordered(e.Op, e.terms(e.Op, nil))
	}
	c := &Expr{Op: e.Op, Text: e.Text}
	for _, a := range e.Args {
		c.Args = append(c.Args, a.canonical())
	}
	if _, letter, ok := paraphraseUnit(e.Text); ok && e.Op == Paraphrase {
		c.Text = letter
	} else if n, err := strconv.Atoi(e.Text); err == nil && len(e.Args) == 1 {
		c.Text = strconv.Itoa(n)
	}
	return c
}

// plainSpan is a span in small letters, unless they make another number of it: XL is 40, and xl somebody or something.
func (e *Expr) plainSpan() *Expr {
	text := strings.Join(strings.Fields(e.Text), " ")
	for _, text := range []string{strings.ToLower(text), text} {
		if c := (&Expr{Op: Span, Text: text}); slices.Equal(c.Values(), e.Values()) {
			return c
		}
	}
	return &Expr{Op: Span, Text: e.Text}
}

func canonicalText(e *Expr) string {
	if v := e.Eval(); v.OK() {
		if c := (&Expr{Op: e.Op, Text: v.String()}); c.Eval() == v { // digits so many are not read
			return c.Text
		}
	}
	return e.Text
}

// terms collects what a nested sum adds, or a product multiplies.
func (e *Expr) terms(op Op, all []*Expr) []*Expr {
	if e.Op != op {
		return append(all, e.canonical())
	}
	for _, a := range e.Args {
		all = a.terms(op, all)
	}
	return all
}

// ordered joins canonical terms in ascending order of value, then of
// spelling: Add( Add( 1 , 2 ) , 3 ).
func ordered(op Op, terms []*Expr) *Expr {
	type term struct {
		*Expr
		value Value
		text  string
	}
	sorted := make([]term, len(terms))
	for i, t := range terms {
		sorted[i] = term{t, t.Eval(), t.String()}
	}
	slices.SortFunc(sorted, func(a, b term) int {
		if c := a.value.Cmp(b.value); c != 0 {
			return c
		}
		return strings.Compare(a.text, b.text)
	})
	e := sorted[0].Expr
	for _, t := range sorted[1:] {
		e = &Expr{Op: op, Args: []*Expr{e, t.Expr}}
	}
	return e
}
