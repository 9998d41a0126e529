package numeral

import (
	"strconv"
	"strings"
	"unicode"
)

// Meaning returns e in a form that is the same for all expressions with the same
// meaning, so that annotators may be compared who write a headline's numeral, gold, in
// different ways. It goes further than [Expr.Canonical]:
//
//   - "Copy( 5.2 million )" is "Copy( 5.2 )" where gold is 5.2, and so is
//     "Paraphrase( 5.2 million , M )", whatever gold is; likewise with Trans;
//   - "Paraphrase( Round( v , -5 ) , M )" is "Round( Paraphrase( v , M ) , 1 )";
//   - a Round or SRound that changes nothing is left out;
//   - sums may be nested with differences, and products with quotients:
//     "Subtract( a , Subtract( b , c ) )" is "Subtract( Add( a , c ) , b )".
func (e *Expr) Meaning(gold Value) *Expr {
	m := e.plain()
	if part := m.unscaled(); part != nil && part.Eval() == gold {
		m = part
	}
	return m.Canonical()
}

func (e *Expr) plain() *Expr {
	switch e.Op {
	case Literal, Copy, Trans, Span:
		return e
	case Add, Subtract:
		return e.join(Add, Subtract)
	case Multiply, Divide:
		return e.join(Multiply, Divide)
	}
	if e.Op == Paraphrase {
		return paraphrased(e.Args[0].plain(), e.Text)
	}
	return rounded(e.Op, e.Args[0].plain(), e.Text)
}

// paraphrased is the Paraphrase of a plain expression.
func paraphrased(arg *Expr, unit string) *Expr {
	p := &Expr{Op: Paraphrase, Text: unit, Args: []*Expr{arg}}
	if part := arg.unscaled(); part != nil && part.Eval() == p.Eval() {
		return part
	}
	if arg.Op == Round || arg.Op == SRound {
		size, _, _ := paraphraseUnit(unit)
		if places, err := strconv.Atoi(arg.Text); err == nil {
			return rounded(arg.Op, paraphrased(arg.Args[0], unit), strconv.Itoa(places+zeros(size)))
		}
	}
	return p
}

// rounded is the Round or SRound of a plain expression.
func rounded(op Op, arg *Expr, places string) *Expr {
	p := &Expr{Op: op, Text: places, Args: []*Expr{arg}}
	if v := arg.Values(); len(v) == 1 && v[0] == p.Eval() {
		return arg
	}
	return p
}

// unscaled is the 5.2 of an operand "5.2 million", or the five of "five million"; nil of others.
func (e *Expr) unscaled() *Expr {
	if e.Op > Trans {
		return nil
	}
	rest := strings.TrimRightFunc(e.Text, unicode.IsLetter)
	if _, _, ok := paraphraseUnit(e.Text[len(rest):]); !ok {
		return nil
	}
	if rest = strings.TrimRight(rest, " \t\u00a0-"); rest == "" {
		return nil
	}
	return &Expr{Op: e.Op, Text: rest}
}

// zeros is how many a unit of Paraphrase has.
func zeros(unit Value) (n int) {
	for ; unit != Int(1) && unit.OK(); n++ {
		unit = unit.Div(Int(10))
	}
	return n
}

// join brings what is added in one sum and what is subtracted in another; or likewise
// what is multiplied and what is divided by.
func (e *Expr) join(with, without Op) *Expr {
	var parts [2]*Expr
	var collect func(e *Expr, side int)
	collect = func(e *Expr, side int) {
		switch e.Op {
		case with, without:
			collect(e.Args[0], side)
			if e.Op == without {
				side = 1 - side
			}
			collect(e.Args[1], side)
			return
		}
		e = e.plain()
		if parts[side] != nil {
			e = &Expr{Op: with, Args: []*Expr{parts[side], e}}
		}
		parts[side] = e
	}
	collect(e, 0)
	if parts[1] == nil {
		return parts[0]
	}
	return &Expr{Op: without, Args: parts[:]}
}
