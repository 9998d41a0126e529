// Package rerank ranks the answers to numeral questions again, by an encoder that was tuned for it.
//
// numeral/derive ranks answers by features of the words around them. Where it leaves doubt, an encoder reads the headline with each of the
// likely answers filled in, beside the article with the answer's operands marked, and gives a score. The scores, times a weight,
// are added to the logarithms of derive's chances: [Model.Rank].
//
// A [Lesson] tunes the encoder, any that neural/encoder reads: first on questions that were made of other headlines, then on those with good
// answers. The loss is that of the list: the encoder's scores of the answers of a question go through a softmax, and the right answer's share
// should be 1. The weight comes from cross-validation: each half of the questions is scored by an encoder that was tuned on the other.
package rerank
