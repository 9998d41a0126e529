//go:build !race

package lda_test

const race = false
