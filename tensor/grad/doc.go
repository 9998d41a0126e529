// Package grad differentiates: a [Tape] records what is computed on a device and
// gives the gradients of a loss, by going back through the record.
//
// The operations are few and large: a whole layer, a whole sequence, a loss over a large
// vocabulary, so that a step of training is some hundred calls of the device and not some ten
// thousand. What they compute with is tensor.Learner, whose devices keep one contract, so a
// network is written once for the processor and the card.
//
// A [Var] is a matrix with its gradient. Those that a network learns, each a [Param], are its
// own; all others belong to the tape and live until its Reset, which takes no memory back
// but uses it again. Gradients are added up, so that a Var may be used several times.
//
// Package neural builds networks on it.
package grad
