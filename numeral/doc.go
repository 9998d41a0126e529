// Package numeral finds and reads the numbers of English news text, and
// speaks the operator language in which NumHG (Huang et al. 2024, "NumHG:
// A Dataset for Number-Focused Headline Generation") says where the numeral
// of a headline comes from.
//
// [Find] lists the numbers of a text as [Mention]s: where they stand, what
// they are worth, what they count. A [Value] is exact, so that equal
// numbers are equal whatever their spelling: 1,000 and 1K and "one
// thousand". Roman numerals are not found, since in news they number popes
// and wars; [Read] reads them. A minus before a number is part of it, as a
// hyphen and as the character of that name, U+2212.
//
// An [Expr] such as "Round( Paraphrase( 23,999 , K ) , 0 )" is read by
// [ParseExpr], valued by [Expr.Eval] and made comparable by
// [Expr.Canonical]. [Validate] checks that it leads from an article to the
// numeral of its headline. Package numeral/syntax explains the language.
//
// A [Rule] says whether a headline has the numeral it should have;
// [Strict] is the rule of the official scorer.
//
// The package judges form and arithmetic, not sense: that 19 and 16 are
// both in the article does not make their sum mean something. Which of
// many derivations is meant is for others to rank. It stands on nothing
// but internal/python; packages of metrics and of the command line stand
// on it.
package numeral
