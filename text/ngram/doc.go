// Package ngram is a language model of n-grams with interpolated modified
// Kneser-Ney smoothing (Chen and Goodman 1998, with their closed-form
// discounts), and the ARPA files in which such models are exchanged.
//
// Models are those of KenLM's lmplz (Heafield et al. 2013): unigrams are
// interpolated with the uniform distribution over the vocabulary, which has
// <unk> and </s> but not <s>; where the counts allow no estimate of the
// discounts, they are the 0.5, 1 and 1.5 of its option --discount_fallback.
// lmplz computes in float32 and this package in float64; the logarithms agree to
// 1e-6. One thing lmplz refuses: <unk> may be a word of the training text, and
// then is counted like any other, so that rare words can be trained as one.
//
// Models are trained in memory and are not pruned. Both suit headlines by the
// million; for more there is lmplz itself, whose files Read reads.
package ngram

// MaxOrder is the highest order of a model.
const MaxOrder = 5

// The ids of the words that every model has. They are outside of texts, and a
// text that has them nevertheless has Unknown there.
const (
	Unknown int32 = iota
	Begin
	End
)

var specials = []string{Unknown: "<unk>", Begin: "<s>", End: "</s>"}
