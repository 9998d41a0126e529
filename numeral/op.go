package numeral

import (
	"fmt"
	"strings"
)

// An Op is an operator of the NumHG language (table 2 of Huang et al.
// 2024). Package syntax explains the language. This file is the only list
// of them: their numbers, names, order and arguments.
type Op uint8

const (
	Literal    Op = iota // an operand, not an operator
	Copy                 // Copy( v ): v as it stands in the article
	Trans                // Trans( e ): the words e as a number
	Span                 // Span( s ): a stretch of the article
	Paraphrase           // Paraphrase( v , n ): v in units of n, as K
	Round                // Round( v , c ): v to c places after the point
	SRound               // SRound( v , c ): v cut off after c places
	Add
	Subtract
	Multiply
	Divide
)

var opNames = [...]string{"", "Copy", "Trans", "Span", "Paraphrase", "Round", "SRound", "Add", "Subtract", "Multiply", "Divide"}

// Ops returns the operators in the order of the paper's table, for those who
// show them.
func Ops() []Op {
	return []Op{Copy, Trans, Paraphrase, Round, SRound, Subtract, Add, Span, Divide, Multiply}
}

// Form is the operator as it is written, with _ for what it takes:
// "Round( _ , _ )".
func (op Op) Form() string {
	if op.quotes() {
		return op.String() + "( _ )"
	}
	return op.String() + "( _ , _ )"
}

func (op Op) String() string {
	if int(op) < len(opNames) {
		return opNames[op]
	}
	return fmt.Sprintf("op(%d)", op)
}

// ParseOp returns the operator of that name.
func ParseOp(name string) (Op, error) {
	for i, n := range opNames[1:] {
		if n == name {
			return Op(i + 1), nil
		}
	}
	return 0, fmt.Errorf("there is no operator %q, only %s", name, strings.Join(opNames[1:], ", "))
}

// quotes reports whether an operator's argument is text and not an
// expression.
func (op Op) quotes() bool { return Copy <= op && op <= Span }

// commutes reports whether the arguments may change places.
func (op Op) commutes() bool { return op == Add || op == Multiply }

// Apply computes op on values: b is the unit of Paraphrase, the places of
// Round and SRound, and is ignored by operators of one argument. The
// result is no number where an argument is none, where b is 0 in a
// division, and where places are not whole or beyond 18.
func (op Op) Apply(a, b Value) Value {
	switch op {
	case Add:
		return a.Add(b)
	case Subtract:
		return a.Sub(b)
	case Multiply:
		return a.Mul(b)
	case Divide, Paraphrase:
		return a.Div(b)
	case Round, SRound:
		c, ok := b.Int64()
		if !ok || c < -maxPlaces || c > maxPlaces {
			return Value{}
		}
		if op == Round {
			return a.Round(int(c))
		}
		return a.Trunc(int(c))
	}
	return a
}

// paraphraseUnit returns what n of Paraphrase stands for, with the letter
// that is its canonical name.
func paraphraseUnit(n string) (Value, string, bool) {
	switch strings.ToLower(n) {
	case "k", "thousand":
		return Int(1e3), "K", true
	case "m", "million", "mn":
		return Int(1e6), "M", true
	case "b", "billion", "bn":
		return Int(1e9), "B", true
	case "t", "trillion", "tn":
		return Int(1e12), "T", true
	}
	return Value{}, "", false
}
