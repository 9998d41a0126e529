package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/go-cmp/cmp"

	"hed/cmd/hed/internal/cli"
)

// slowCorpus writes n documents whose headlines take a while to score, and
// returns the arguments of an evaluation of them.
func slowCorpus(t *testing.T, dir string, n int) []string {
	t.Helper()
	var gold, sys strings.Builder
	for i := range n {
		for w := range 40 {
			fmt.Fprintf(&gold, "word%d ", i*w%97)
			fmt.Fprintf(&sys, "word%d ", i*w%89)
		}
		gold.WriteByte('\n')
		sys.WriteByte('\n')
	}
	for name, text := range map[string]string{"gold.txt": gold.String(), "sys.txt": sys.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return []string{"eval", "--ref", "gold.txt", "--system", "a=sys.txt", "--system", "b=gold.txt",
		"--metric", "rouge:types=1/2/L/SU,rouge:profile=155+as=old,rouge:profile=hevas+as=set"}
}

// hedIn starts hed as a program of its own.
func hedIn(dir string, args ...string) (cmd *exec.Cmd, stderr *bytes.Buffer) {
	cmd = exec.Command("hed", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), quickExit)
	stderr = new(bytes.Buffer)
	cmd.Stderr = stderr
	return cmd, stderr
}

// runHed runs it to its end.
func runHed(t *testing.T, dir string, want int, args ...string) string {
	t.Helper()
	cmd, stderr := hedIn(dir, args...)
	if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != want {
		t.Fatalf("hed %s: %v, want exit code %d\n%s", strings.Join(args, " "), err, want, stderr)
	}
	return stderr.String()
}

// interrupt starts hed, waits until some of its work is in the file, and
// sends what Ctrl-C sends. It reports whether hed was still running then.
func interrupt(t *testing.T, dir, file string, args ...string) (stderr string, stopped bool) {
	t.Helper()
	cmd, out := hedIn(dir, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for sent := false; ; {
		select {
		case <-ended:
			return out.String(), sent && cmd.ProcessState.ExitCode() == cli.ExitError
		case <-time.After(time.Millisecond):
			// The header alone is shorter than that.
			if info, err := os.Stat(filepath.Join(dir, file)); !sent && err == nil && info.Size() > 4096 {
				cmd.Process.Signal(os.Interrupt)
				sent = true
			}
		}
	}
}

func TestResume(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a child cannot be sent Ctrl-C")
	}
	t.Parallel()
	dir := t.TempDir()
	var args []string
	for n := 600; ; n *= 2 { // a machine may be so fast that it is done before it is stopped
		args = slowCorpus(t, dir, n)
		stderr, stopped := interrupt(t, dir, "stopped/.unfinished/rows", append(args, "--out", "stopped", "--workers", "1")...)
		if !stopped {
			if n > 100_000 {
				t.Fatalf("hed could not be stopped\n%s", stderr)
			}
			continue
		}
		if want := "stopped; repeat the command with --resume to continue\nhed: interrupted\n"; stderr != want {
			t.Errorf("got %q, want %q", stderr, want)
		}
		break
	}
	if files := tree(t, filepath.Join(dir, "stopped")); len(files) != 1 { // rows
		t.Errorf("a stopped run has left %d files, not just its journal", len(files))
	}

	// Other settings are refused, and what is there stays.
	stderr := runHed(t, dir, cli.ExitError, append(args, "--out", "stopped", "--resume", "--seed", "2")...)
	if !strings.Contains(stderr, "resume stopped: the unfinished run has different inputs or settings, or is from another version of hed; use the same ones, or leave --resume out") {
		t.Errorf("got %q", stderr)
	}
	// So it does when a run fails before it began.
	runHed(t, dir, cli.ExitError, "eval", "--ref", "nowhere.txt", "--system", "a=sys.txt", "--out", "stopped")

	// What a crash tore is cut off.
	journal := filepath.Join(dir, "stopped", ".unfinished", "rows")
	whole, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(journal, whole[:len(whole)-5], 0o666); err != nil {
		t.Fatal(err)
	}

	runHed(t, dir, cli.ExitOK, append(args, "--out", "whole", "--workers", "2")...)
	stderr = runHed(t, dir, cli.ExitOK, append(args, "--out", "stopped", "--resume")...)
	var rows int
	if _, err := fmt.Sscanf(stderr, "continuing after %d documents", &rows); err != nil || rows == 0 {
		t.Errorf("got %q", stderr)
	}
	if d := cmp.Diff(tree(t, filepath.Join(dir, "whole")), tree(t, filepath.Join(dir, "stopped"))); d != "" {
		t.Errorf("a resumed run has other results:\n%s", d)
	}

	// There is nothing left to resume, which is no error.
	stderr = runHed(t, dir, cli.ExitOK, append(args, "--out", "stopped", "--resume")...)
	if strings.Contains(stderr, "continuing") {
		t.Errorf("got %q", stderr)
	}
}

// tree returns the files of a folder by name.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Two evaluations into one folder would mix their results.
func TestOneWriter(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := slowCorpus(t, dir, 10)
	if err := os.MkdirAll(filepath.Join(dir, "out", ".unfinished"), 0o777); err != nil {
		t.Fatal(err)
	}
	other := flock.New(filepath.Join(dir, "out", ".unfinished", "lock"))
	if ok, err := other.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	stderr := runHed(t, dir, cli.ExitError, append(args, "--out", "out")...)
	if want := "hed: --out out: another hed is writing there; wait for it, or name another folder\n"; stderr != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	runHed(t, dir, cli.ExitOK, append(args, "--out", "out")...)
	if _, err := os.Stat(filepath.Join(dir, "out", ".unfinished")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what is unfinished is left: %v", err)
	}
}

// A run that is stopped while it waits for standard input stops at once.
func TestStopWaiting(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("gold.txt", []byte("Ferry aground\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"score", "--ref", "gold.txt", "--hyp", "-"},
		{"eval", "--ref", "gold.txt", "--system", "a=-", "--out", "out"},
		{"generate", "--docs", "-", "--with", "first", "--out", "out"},
		{"generate", "--docs", "-", "--with", "tfidf", "--out", "out"},
		{"tag"},
		{"tag", "--gold", "-"},
		{"train", "tagger", "--conllu", "-", "--out", "out"},
	} {
		ctx, stop := context.WithCancel(t.Context())
		in, typing := io.Pipe()
		ended := make(chan int, 1)
		var stderr bytes.Buffer
		go func() { ended <- cli.Run(ctx, args, in, io.Discard, &stderr, commands) }()
		go func() {
			typing.Write([]byte("Ferry")) // returns when it has begun to read
			stop()
		}()
		select {
		case code := <-ended:
			if code != cli.ExitError || !regexp.MustCompile(`(?m)^hed: interrupted$`).MatchString(stderr.String()) {
				t.Errorf("%s: got exit code %d and %q", args[0], code, stderr.String())
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("%s does not stop", args[0])
		}
		if _, err := os.Stat("out"); err == nil {
			t.Errorf("%s has left its folder", args[0])
		}
	}
}
