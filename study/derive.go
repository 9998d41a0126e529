package study

import (
	"errors"
	"fmt"
	"strings"

	"hed/numeral"
)

// Derived is what the value of a Numeral comes to.
type Derived struct {
	Result string // the number that the expression gives; "" if none
	OK     bool   // whether the value is an answer
	Reason string // why it is none, and what to do, in English
	Flaw   Flaw   // the same, for pages in other languages
	// Operand is what Absent is about.
	Operand string
	// Canonical is the same for all ways to write the same derivation, and
	// Unanswerable for all reasons; "" if the value cannot be read.
	Canonical string
}

// A Flaw is why a value is no answer.
type Flaw string

const (
	NoWhy     Flaw = "no-why"    // unanswerable, without a sentence that says why
	NoExpr    Flaw = "no-expr"   // it is no expression
	Ambiguous Flaw = "ambiguous" // it can be read in more than one way
	Absent    Flaw = "absent"    // an operand is not in the article
	NoNumber  Flaw = "no-number" // it gives no number
	Differs   Flaw = "differs"   // it gives another number
)

// Unanswerable begins the value of a Numeral that cannot be derived; ": " and the
// reason follow.
const Unanswerable = "unanswerable"

// DeriveResult judges the value of a Numeral as section 3.2 of the NumHG paper has it:
// an expression is an answer if it gives the numeral of the headline, and all its
// operands stand in the article; "unanswerable: " is one with a reason behind it.
//
// An expression with more than one reading, such as Add(1,200,300), is no answer: what
// was meant would be decided by a program.
func DeriveResult(c *Case, value string) Derived {
	if reason, ok := CutUnanswerable(value); ok {
		if err := checkChars("of the numeral", reason, UsualChars); err != nil {
			return Derived{Reason: "say in a sentence why the numeral cannot be derived", Flaw: NoWhy, Canonical: Unanswerable}
		}
		return Derived{OK: true, Canonical: Unanswerable}
	}
	if err := checkChars("of the numeral", value, UsualChars); err != nil {
		return Derived{Reason: "write an expression such as Copy( 5 ), in plain characters", Flaw: NoExpr}
	}
	readings, err := numeral.ParseExpr(value)
	if err != nil {
		return Derived{Reason: err.Error(), Flaw: NoExpr}
	}
	gold, _ := numeral.Parse(c.Gold)
	meant := readings[0].Meaning(gold)
	d := Derived{Canonical: meant.String()}
	if v := meant.Eval(); v.OK() {
		d.Result = v.String()
	}
	for _, e := range readings[1:] {
		if e.Meaning(gold).String() != d.Canonical {
			return Derived{Reason: "the expression can be read in more than one way; put blanks around the commas between its operands", Flaw: Ambiguous}
		}
	}
	err = numeral.Validate(c.Article, c.Gold, value)
	d.OK = err == nil
	if v, ok := errors.AsType[*numeral.ValidationError](err); ok {
		d.refuse(v)
	}
	return d
}

// refuse says why an expression is no answer, without the number that is asked for.
func (d *Derived) refuse(v *numeral.ValidationError) {
	switch {
	case v.Reason == numeral.OperandAbsent:
		d.Flaw, d.Operand = Absent, v.Operand
		d.Reason = fmt.Sprintf("%q is not in the article; use numbers and words as they are there, and of its date the year only", v.Operand)
	case v.Reason == numeral.ValueDiffers && d.Result == "":
		d.Flaw, d.Reason = NoNumber, "the expression gives no number; correct it"
	case v.Reason == numeral.ValueDiffers:
		d.Flaw = Differs
		d.Reason = fmt.Sprintf("the expression gives %s, which is not the numeral of the headline; look for another derivation", d.Result)
	default:
		d.Flaw, d.Reason = NoExpr, v.Error()
	}
}

// CutUnanswerable gives the reason of a value that says a numeral cannot be derived, and
// whether it is one.
func CutUnanswerable(value string) (reason string, ok bool) {
	if reason, ok = strings.CutPrefix(value, Unanswerable+":"); !ok {
		return "", false
	}
	return strings.TrimSpace(reason), true
}

// same tells whether two values of a question agree.
//
// Expressions agree if they mean the same: the order of terms and the spelling of
// numbers do not matter. Copy( 2 ) and Trans( two ) do not agree, since the paper uses
// them to tell which of two places in the article was read. All who say unanswerable
// agree, whatever the reason.
func (q *Question) same(a, b string) bool {
	if a == b || q.Kind != Numeral {
		return a == b
	}
	_, noA := CutUnanswerable(a)
	_, noB := CutUnanswerable(b)
	if noA || noB {
		return noA && noB
	}
	as, err := numeral.ParseExpr(a)
	if err != nil {
		return false
	}
	bs, err := numeral.ParseExpr(b)
	if err != nil {
		return false
	}
	// Both are answers and give the numeral of the headline, so each knows it from the other.
	return as[0].Meaning(bs[0].Eval()).String() == bs[0].Meaning(as[0].Eval()).String()
}
