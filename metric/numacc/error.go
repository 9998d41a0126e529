package numacc

import (
	"fmt"

	"hed/numeral"
	"hed/numeral/cloze"
)

// An Error is what is wrong with a headline by the strict rule, as table 6
// of Huang et al. (2024) tells errors apart. The authors inspected the
// errors of one model by hand; the definitions here are the words of the
// table made exact, with the official pattern for "numeral" and [cloze.Occurs]
// for "copied".
type Error uint8

const (
	// None: the headline is right.
	None Error = iota
	// ManyNumerals: "there are more than one numeral generated in the
	// headline". The pattern matches more than once, the gold among the
	// matches or not.
	ManyNumerals
	// NoNumeral: "there is no numeral appeared in the headline". The
	// pattern does not match; a number in words is no numeral.
	NoNumeral
	// InferredNotCopied: "the numeral was intended to be obtained by
	// copying, but it was instead inferred". The type is Copy, and the one
	// numeral of the headline does not occur in the article.
	InferredNotCopied
	// CopiedNotInferred: "the numeral was intended to be inferred, but it
	// was obtained by copying". The type is Reasoning, and the one numeral
	// of the headline occurs in the article.
	CopiedNotInferred
	// WrongCopy: "the numeral is copied from other numbers in the
	// article". The type is Copy, and the one numeral of the headline
	// occurs in the article but is not the gold.
	WrongCopy
	// WrongInference: "the numeral is inferred from other numerals in the
	// article or calculated incorrectly". The type is Reasoning, and the
	// one numeral of the headline neither occurs in the article nor is the
	// gold.
	WrongInference
	// Other: one numeral, which is not the gold, where the article or the
	// type is not known; the last four in one.
	Other
	// Errors is how many there are, None included.
	Errors
)

var errorNames = [Errors]string{"none", "many_numerals", "no_numeral", "inferred_not_copied", "copied_not_inferred",
	"wrong_copy", "wrong_inference", "other"}

// String is the name of the error in JSON and tables.
func (e Error) String() string {
	if e < Errors {
		return errorNames[e]
	}
	return fmt.Sprintf("error(%d)", e)
}

// Of reports whether the error can be made where the gold is of type t.
func (e Error) Of(t cloze.Type) bool {
	switch e {
	case InferredNotCopied, WrongCopy:
		return t == cloze.Copy
	case CopiedNotInferred, WrongInference:
		return t == cloze.Reasoning
	}
	return true
}

// Judge tells the error of a headline. article is "" where it is not known.
func Judge(headline, article string, gold cloze.Gold) Error {
	if numeral.Strict.Match(headline, gold.Numeral) {
		return None
	}
	var one string
	n := 0
	for one = range numeral.Matches(headline) {
		if n++; n > 1 {
			return ManyNumerals
		}
	}
	switch {
	case n == 0:
		return NoNumeral
	case article == "" || gold.Type == cloze.Unknown:
		return Other
	}
	switch occurs := cloze.Occurs(article, one); {
	case gold.Type == cloze.Copy && occurs:
		return WrongCopy
	case gold.Type == cloze.Copy:
		return InferredNotCopied
	case occurs:
		return CopiedNotInferred
	}
	return WrongInference
}
