package numeral

import (
	"cmp"
	"fmt"
	"strings"
)

// A Reason says why an annotation is refused.
type Reason uint8

const (
	Malformed     Reason = iota + 1 // the expression cannot be read
	OperandAbsent                   // an operand is not in the article
	ValueDiffers                    // the expression gives another number than the headline's
	Unanswerable                    // there is no expression, but prose or nothing; or there is no gold
)

var reasonNames = [...]string{"", "malformed", "operand absent", "value differs", "unanswerable"}

func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return fmt.Sprintf("reason(%d)", r)
}

// A ValidationError tells what is wrong with an annotation.
type ValidationError struct {
	Reason  Reason
	Operand string // what is absent, where Reason is OperandAbsent
	Got     Value  // what the expression gives, where Reason is ValueDiffers
	Gold    string
	Err     error // what stopped the parser, where Reason is Malformed
}

func (e *ValidationError) Error() string {
	switch e.Reason {
	case Malformed:
		return "malformed: " + e.Err.Error()
	case OperandAbsent:
		return fmt.Sprintf("operand absent: the article has no %q", e.Operand)
	case ValueDiffers:
		return fmt.Sprintf("value differs: the expression gives %v, the headline has %s", e.Got, e.Gold)
	}
	return e.Reason.String()
}

func (e *ValidationError) Unwrap() error { return e.Err }

// Validate checks an annotation as section 3.2 of Huang et al. (2024)
// does: the expression must give the gold numeral, and every operand and
// span must occur in the article, or be a constant that its operator implies.
// It is satisfied if one reading of the expression passes; the error is a
// *[ValidationError].
//
// Note: the paper does not say what its program counts as occurring.
// [Article.Has] says what hed does, and docs/numerals.md has the constants.
func Validate(article, gold, expr string) error {
	return NewArticle(article).Validate(gold, expr)
}

// Validate is [Validate] with this article.
func (a *Article) Validate(gold, expr string) error {
	gold = strings.TrimSpace(gold)
	if gold == "" || prose(expr) {
		return &ValidationError{Reason: Unanswerable, Gold: gold}
	}
	readings, err := ParseExpr(strings.TrimSpace(expr))
	if err != nil {
		return &ValidationError{Reason: Malformed, Gold: gold, Err: err}
	}
	var failure *ValidationError
	for _, e := range readings {
		absent, equal := a.absent(e), gives(e, gold)
		switch {
		case absent == "" && equal:
			return nil
		case failure != nil && failure.Reason == OperandAbsent:
			// A reading with the right value says more than a later one.
		case equal:
			failure = &ValidationError{Reason: OperandAbsent, Operand: absent, Gold: gold}
		case failure == nil:
			failure = &ValidationError{Reason: ValueDiffers, Got: e.Eval(), Gold: gold}
		}
	}
	return failure
}

// prose reports whether somebody wrote words where an expression should
// be. Annotators who saw no answer gave their reason there.
func prose(expr string) bool {
	if strings.TrimSpace(expr) == "" {
		return true
	}
	_, numeral := Parse(expr)
	return !numeral && !strings.ContainsAny(expr, "()")
}

// absent returns the first operand that is neither in the article nor a
// constant that its operator implies, and "" if there is none.
func (a *Article) absent(e *Expr) string {
	if e.Op <= Span {
		if a.Has(e) {
			return ""
		}
		return e.Text
	}
	var missing [2]string // each is looked for once, also where expressions nest deeply
	for i, arg := range e.Args {
		missing[i] = a.absent(arg)
	}
	switch {
	case missing[0] != "" && missing[1] != "": // two constants prove nothing
	case missing[0] != "" && len(e.Args) == 2 && a.implied(e, 0), missing[1] != "" && a.implied(e, 1):
		return ""
	}
	return cmp.Or(missing[0], missing[1])
}

// gives reports whether one of the values of e is the gold numeral, as
// Copy( 5.2 million ) also gives 5.2, or e copies a gold that is no number.
func gives(e *Expr, gold string) bool {
	want, ok := Parse(gold)
	if !ok {
		return e.Op == Copy && e.Text == gold
	}
	for _, v := range e.Values() {
		if v == want {
			return true
		}
	}
	part := e.unscaled()
	return part != nil && part.Eval() == want
}
