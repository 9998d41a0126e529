//go:build race

package lda_test

// The race detector makes arithmetic ten times slower and has nothing to find
// in more of it.
const race = true
