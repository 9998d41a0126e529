//go:build race

package tokenizer_test

// The race detector drops from pools at random, so that memory is asked for
// again.
const race = true
