// Package golden compares what a test made with a file in testdata.
// "go test ./... -update" writes the files again.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write golden files again")

// Updating says whether -update was given, for tests with files of another kind.
func Updating() bool { return *update }

// Check compares got with testdata/name.
func Check(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; -update makes it", err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs; -update accepts it:\n%s", file, d)
	}
}
