// Package recurrent has the networks that write headlines with LSTMs: a sequence to sequence
// network with attention (S2S), a pointer-generator (PN) and one with coverage (PNC), after See,
// Liu and Manning 2017, "Get To The Point: Summarization with Pointer-Generator Networks".
//
// A bidirectional layer reads the article. The decoder begins with its last states, and at each
// step reads the word before and what attention saw then; the words that attention sees can be
// copied. The word is chosen from a vocabulary, whose weights may be those of the embedding, and from the
// article: Config says which of this a network has.
//
// [Net.Loss] is the loss of a [Batch] on a grad.Tape, in a few hundred calls of the device. Sequences
// lie in the rows of matrices step by step without padding (tensor.Packing), articles and headlines each by their
// own lengths.
package recurrent
