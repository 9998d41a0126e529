package numeral

import "strconv"

// An Expr is an expression of the NumHG language.
type Expr struct {
	Op Op
	// Text is an operand as written: of a Literal, of Copy, Trans and
	// Span, and the second one of Paraphrase, Round and SRound.
	Text string
	// Args are the expressions that Op takes: one for Paraphrase, Round
	// and SRound, two for arithmetic, otherwise none.
	Args []*Expr
}

// String writes e in the spaced form of NumHG, which has one reading only:
// "Round( Paraphrase( 23,999 , K ) , 0 )".
func (e *Expr) String() string { return string(e.write(nil, "( ", " , ", " )")) }

// MarshalText writes e as String does, so that JSON has it as text.
func (e *Expr) MarshalText() ([]byte, error) { return e.write(nil, "( ", " , ", " )"), nil }

// Compact writes e in the form of SemEval-2024 task 7:
// "Round(Paraphrase(23,999,K),0)". It may have several readings.
func (e *Expr) Compact() string { return string(e.write(nil, "(", ",", ")")) }

func (e *Expr) write(b []byte, left, comma, right string) []byte {
	if e.Op == Literal {
		return append(b, e.Text...)
	}
	b = append(append(b, e.Op.String()...), left...)
	for i, a := range e.Args {
		if i > 0 {
			b = append(b, comma...)
		}
		b = a.write(b, left, comma, right)
	}
	if e.Op.quotes() {
		b = append(b, e.Text...)
	} else if len(e.Args) == 1 {
		b = append(append(b, comma...), e.Text...)
	}
	return append(b, right...)
}

// Eval returns the value of e, words in their likeliest reading. It is no
// number where a part of e is none.
func (e *Expr) Eval() Value {
	if v := e.Values(); len(v) > 0 {
		return v[0]
	}
	return Value{}
}

// maxReadings bounds the values and the readings of one expression.
const maxReadings = 64

// Values returns what e may be worth, the likeliest first: more than one
// value where words have several, as the fifth of "a fifth". It returns
// nil if e is no number.
func (e *Expr) Values() []Value {
	switch e.Op {
	case Literal, Copy:
		if v, ok := Parse(e.Text); ok {
			return []Value{v}
		}
		return nil
	case Trans:
		if v := digitsValue(e.Text); v.OK() {
			return []Value{v}
		}
		return Read(e.Text)
	case Span:
		if values := Read(e.Text); values != nil {
			return values
		}
		return []Value{Int(1)} // somebody or something, counted
	}
	first := e.Args[0].Values()
	var second []Value
	switch e.Op {
	case Paraphrase:
		unit, _, _ := paraphraseUnit(e.Text)
		second = []Value{unit}
	case Round, SRound:
		c, err := strconv.Atoi(e.Text)
		if err != nil {
			return nil
		}
		second = []Value{Int(int64(c))}
	default:
		second = e.Args[1].Values()
	}
	var values []Value
	for _, a := range first {
		for _, b := range second {
			if v := e.Op.Apply(a, b); v.OK() && len(values) < maxReadings {
				values = append(values, v)
			}
		}
	}
	return values
}

// Operands returns the operands of e from left to right: expressions of
// Op Literal, Copy, Trans and Span.
func (e *Expr) Operands() []*Expr {
	if e.Op <= Span {
		return []*Expr{e}
	}
	var all []*Expr
	for _, a := range e.Args {
		all = append(all, a.Operands()...)
	}
	return all
}
