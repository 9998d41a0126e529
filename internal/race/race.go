// Package race tells a test whether the race detector watches it. A test that
// skips for it, or does less, because it takes ten times as long or counts
// allocations, says so; the second pass of scripts/test runs those tests without it.
package race

import "testing"

// Again is in what such a test says; internal/testcount looks for it.
const Again = "with the race detector"

// Skip skips the test, and says why, when the race detector runs.
func Skip(t testing.TB, why string) {
	t.Helper()
	if Enabled {
		t.Skip("skipped " + Again + ": " + why)
	}
}

// Less reports whether the race detector runs and a test must do with less.
func Less(t testing.TB) bool {
	t.Helper()
	if Enabled {
		t.Log("does less " + Again)
	}
	return Enabled
}
