// Package derive finds where the numerals of a headline come from.
//
// An article is read once ([Read]). [Model.Solve] fills the blank of a
// cloze question, [Model.Explain] derives each number of a headline from
// the article and says whether the article supports it where it stands.
// Both list what the operators of NumHG reach from the numbers of the
// article, within bounds that keep the work linear, and rank it with what
// [Train] learnt. [English] is the ranker that comes with hed.
//
// Arithmetic without bounds derives every number from every article. So
// being derivable counts for little here; what counts is how a derivation
// fares against the others for the same place of the headline.
//
// It stands on numeral, text and corpus; metrics and commands stand on it.
package derive
