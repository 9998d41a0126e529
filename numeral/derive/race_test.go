//go:build race

package derive_test

// The race detector makes everything ten times slower; one question tells
// it as much as many.
func init() { every, lessons = 100, 150 }
