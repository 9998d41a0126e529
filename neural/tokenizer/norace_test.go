//go:build !race

package tokenizer_test

const race = false
