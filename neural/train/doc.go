// Package train teaches networks: it goes through the data in an order that a seed decides, changes weights by
// their gradients, looks at other data how well the network does, keeps the best weights, and can be
// stopped at any moment and continue to the same bytes.
//
// A [Course] is the whole of it, for any network with a loss. What a step learns from is a function of its number
// ([Sampler]), so that a [Course] which continues needs nothing but the weights, what the optimiser knows and the number:
// these are in one file, a checkpoint, which appears whole or not at all.
package train
