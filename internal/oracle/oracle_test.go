package oracle_test

import (
	"testing"

	"hed/internal/oracle"
)

// TestNumHG checks that Go's CSV reader gives the strings that Python's gave.
func TestNumHG(t *testing.T) {
	oracle.Check(t, "numhg", oracle.NumHG(t), func(s string) []string { return []string{s} })
}
