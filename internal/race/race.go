// Package race tells a test whether the race detector watches it. A test that
// skips for it, because it takes ten times as long or counts allocations, runs
// in the second pass of scripts/test, which takes the packages whose tests
// import this one.
package race

import "testing"

// Skip skips the test, and says why, when the race detector runs.
func Skip(t *testing.T, why string) {
	t.Helper()
	if Enabled {
		t.Skip("skipped with the race detector: " + why)
	}
}
