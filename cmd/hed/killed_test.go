package main

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/cmd/hed/internal/cli"
)

// "hed train lm --docs -" that was killed left its copy of standard input among the
// temporary files for ever, and what it had begun to write beside the model.
func TestKilledTraining(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: temporary files are elsewhere there")
	}
	dir, temp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	news := `{"text":"Rain fell.","headline":"Rain falls on town"}` + "\n"
	args := []string{"train", "lm", "--docs", "-", "--out", "lm"}
	cmd, stderr := hedIn(dir, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(in, news)
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		if kept, _ := filepath.Glob(filepath.Join(temp, "*", "stream1")); kept != nil {
			break
		}
		if time.Since(begun) > 5*time.Minute {
			cmd.Process.Kill()
			t.Fatalf("nothing is kept after five minutes; %s", stderr)
		}
	}
	cmd.Process.Kill()
	cmd.Wait()
	writeFile(t, filepath.Join(dir, "lm", ".unfinished", "lock"), "") // which it has
	if err := os.MkdirAll(filepath.Join(dir, "lm", ".unfinished", "results"), 0o777); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "lm", ".unfinished", "results", "lm.arpa"), "half") // as if it had come so far

	cmd, stderr = hedIn(dir, args...)
	if in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(in, news)
	in.Close()
	if err := cmd.Wait(); err != nil || cmd.ProcessState.ExitCode() != cli.ExitOK {
		t.Fatalf("%v\n%s", err, stderr)
	}
	var names []string
	for name := range tree(t, dir) {
		names = append(names, filepath.ToSlash(name))
	}
	if len(names) != 3 {
		t.Errorf("there are %v, not files.json, lm.arpa and lm.json", names)
	}
	if d := cmp.Diff(map[string]string{}, tree(t, temp)); d != "" {
		t.Errorf("temporary files are left:\n%s", d)
	}
}
