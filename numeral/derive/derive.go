package derive

import (
	"fmt"

	"hed/internal/count"
	"hed/numeral"
)

// A Span is a stretch of a text, in bytes.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// An Operand is a stretch of the article that a number comes from.
type Operand struct {
	Text string `json:"text"`
	Span
}

// A Derivation says how a number comes from the article.
type Derivation struct {
	Expr *numeral.Expr `json:"derivation"`
	// Confidence is the chance, from 0 to 1, that the number is meant and
	// comes about in this way.
	Confidence float64 `json:"confidence"`
	// Operands are those of Expr that the article has, in the order of
	// Expr.Operands(). A constant, such as the 12 of a year's months, is
	// not among them.
	Operands []Operand `json:"operands"`
}

// An Answer is a numeral that may stand in a place of a headline.
type Answer struct {
	// Text is the numeral as a headline writes it, without currency,
	// scale or ending: the 1.5 of $1.5M, the 3 of 3rd.
	Text string `json:"answer"`
	// Expr is the likeliest way to it, that of the first of Derivations.
	Expr *numeral.Expr `json:"derivation"`
	// Confidence is the chance, from 0 to 1, that this is the answer.
	Confidence float64 `json:"confidence"`
	// Value is what Text is worth, scale apart.
	Value numeral.Value `json:"-"`
	// Derivations are the ways to it, the likeliest first, at least one.
	Derivations []Derivation `json:"-"`
}

// A Status is how the article supports a number.
type Status string

const (
	Found       Status = "found"       // it stands in the article, in digits or words
	Derived     Status = "derived"     // it follows from numbers that do
	Unsupported Status = "unsupported" // neither, or not in this place
	Unchecked   Status = "unchecked"   // not looked at: the headline has more than MaxNumbers
)

// MaxNumbers is how many numbers of a headline are explained. Each is weighed against all of
// the article, and no headline has more; what does is a list, or made to do harm.
const MaxNumbers = 32

// An Explanation is what the article says of one number of a headline.
type Explanation struct {
	// Text is the number as the headline has it, with its scale, and Span
	// is where, as in package numeral.
	Text string `json:"text"`
	Span
	// Status is Unsupported where Support is below the threshold of the
	// model, which raises false alarms on 3 of 100 right headlines.
	Status Status `json:"status"`
	// Support is the chance, from 0 to 1, that the article says this
	// number at this place.
	Support float64 `json:"support"`
	// Derivations are the ways to the number, the likeliest first. There
	// are none if nothing within bounds leads to it, or, of a number with
	// a minus, nothing below zero; or if it is part of a name.
	Derivations []Derivation `json:"derivations"`
	// Alternatives are other answers for the place, the likeliest first.
	Alternatives []Answer `json:"alternatives"`
	// More is how many numbers follow an Unchecked one. They are not
	// explained at all.
	More int `json:"more,omitempty"`

	// Numeral is where the digits or words stand that are derived: the
	// number without its minus and its scale. Value is what they are worth.
	Numeral Span          `json:"-"`
	Value   numeral.Value `json:"-"`
}

// Supported reports whether the article supports the number.
func (e *Explanation) Supported() bool { return e.Status == Found || e.Status == Derived }

// Limits says what was not looked at, "" where all was.
func (e *Explanation) Limits() string {
	switch {
	case e.Status != Unchecked:
		return ""
	case e.More == 0:
		return fmt.Sprintf("not checked: only the first %d numbers of a headline are", MaxNumbers)
	}
	return fmt.Sprintf("not checked, nor %s after it: only the first %d of a headline are", count.Of(e.More, "number"), MaxNumbers)
}

// Sign is a mark for the status behind a number, for those who see no colours.
func (s Status) Sign() string {
	switch s {
	case Found:
		return "✓"
	case Derived:
		return "="
	case Unchecked:
		return "?"
	}
	return "!"
}
