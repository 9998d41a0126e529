package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"hed/cmd/hed/internal/cli"
	"hed/internal/staging"
)

// A demo that was stopped leaves nothing to go on with: it has no --resume.
func TestDemoStopped(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a child cannot be sent Ctrl-C")
	}
	t.Parallel()
	for range 5 {
		dir := t.TempDir()
		stderr, stopped := interrupt(t, dir, "hed-demo/.unfinished/rows", "demo", "--workers", "1")
		if !stopped {
			continue // a machine may be so fast that it is done before it is stopped
		}
		if want := "hed: interrupted\n"; stderr != want {
			t.Errorf("got %q, want %q", stderr, want)
		}
		if _, err := os.Stat(filepath.Join(dir, "hed-demo", ".unfinished")); err == nil {
			t.Error("there is an unfinished run")
		}
		return
	}
	t.Skip("the demo could not be stopped")
}

// A demo does not remove what another process has unfinished in its folder.
func TestDemoBesideAnother(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	other, err := staging.Open(filepath.Join(dir, "hed-demo"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	rows := filepath.Join(other.Unfinished(), "rows")
	if err := os.WriteFile(rows, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	runHed(t, dir, cli.ExitError, "demo")
	if _, err := os.Stat(rows); err != nil {
		t.Error(err)
	}
}
