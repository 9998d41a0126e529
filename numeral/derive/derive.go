package derive

import "hed/numeral"

// A Span is a stretch of the article, in bytes.
type Span struct{ Start, End int }

// A Derivation says how a number comes from the article.
type Derivation struct {
	Expr *numeral.Expr
	// Operands says where the operands of Expr stand, in the order of
	// Expr.Operands(). A constant that is not from the article, such as
	// the 12 of a year's months, has an empty span.
	Operands []Span
	// Confidence is the chance, from 0 to 1, that the number is meant and
	// comes about in this way.
	Confidence float64
}

// An Answer is a numeral that may stand in a place of a headline.
type Answer struct {
	// Text is the numeral as a headline writes it, without currency,
	// scale or ending: the 1.5 of $1.5M, the 3 of 3rd.
	Text string
	// Value is what Text is worth, scale apart.
	Value numeral.Value
	// Confidence is the chance, from 0 to 1, that this is the answer.
	Confidence float64
	// Derivations are the ways to it, the likeliest first, at least one.
	Derivations []Derivation
}

// An Explanation is what the article says of one number of a headline.
type Explanation struct {
	// Mention is the number, with its span in the headline. Its scale is
	// part of the span, as in package numeral.
	Mention numeral.Mention
	// Numeral is the digits or words that are derived: the mention
	// without its minus and its scale.
	Numeral Span
	// Answer is the number as the model sees it, without a minus. Its
	// Derivations are empty if nothing within bounds leads to it, or, of
	// a number with a minus, nothing below zero.
	Answer Answer
	// Support is the chance, from 0 to 1, that the article says this
	// number at this place.
	Support float64
	// Supported is whether Support reaches the threshold of the model,
	// which raises false alarms on 3 of 100 right headlines.
	Supported bool
	// Alternatives are other answers for the place, the likeliest first.
	Alternatives []Answer
}
