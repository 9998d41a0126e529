package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestStudyDamaged changes a byte of an answer in a store, as a disk may. Before, export wrote
// the changed answer and said nothing.
func TestStudyDamaged(t *testing.T) {
	dir := t.TempDir()
	writeNews(t, dir, 8)
	t.Chdir(dir)
	runHed(t, dir, 0, "study", "new", "--docs", "news.jsonl", "--system", "a=a.txt", "--protocol", "suitability", "--cases", "2", "--forms", "1", "--store", "s.db")
	data, err := os.ReadFile("s.db")
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte(`"article":"`))
	if at < 0 {
		t.Fatal("the store has no article")
	}
	data[at+len(`"article":"`)] ^= 1
	if err := os.WriteFile("s.db", data, 0o600); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, code := command(t, "study", "verify", "--store", "s.db")
	if want := " is not what was saved\n"; code != 1 || !strings.HasPrefix(stdout, "case ") || !strings.HasSuffix(stdout, want) {
		t.Errorf("verify: %d, %q, want %q", code, stdout, want)
	}
	if want := "hed: s.db is damaged: 1 problem; keep it as it is, and restore a backup\n"; stderr != want {
		t.Errorf("verify: %q, want %q", stderr, want)
	}
	for _, args := range [][]string{{"status"}, {"report"}, {"export", "--out", "out"}, {"backup", "--out", "b.db"}} {
		_, stderr, code := command(t, append([]string{"study", args[0], "--store", "s.db"}, args[1:]...)...)
		if code != 1 || !strings.Contains(stderr, "is not what was saved") {
			t.Errorf("%s: %d, %q", args[0], code, stderr)
		}
	}
	for _, name := range []string{"out", "b.db"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// TestStudyBackupEvery ends a backup that is kept going with Ctrl-C: the last copy is there,
// and hed says so.
func TestStudyBackupEvery(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a child cannot be sent Ctrl-C")
	}
	dir := t.TempDir()
	writeNews(t, dir, 8)
	runHed(t, dir, 0, "study", "new", "--docs", "news.jsonl", "--system", "a=a.txt", "--protocol", "suitability", "--cases", "2", "--forms", "1", "--store", "s.db")
	stderr, _ := interrupt(t, dir, "b.db", "study", "backup", "--store", "s.db", "--out", "b.db", "--every", "1h")
	if !regexp.MustCompile(`^wrote b.db at .*: 2 cases, 0 judges, 0 answers, 1 event\nstopped; b.db has the study of .*1 event\n$`).MatchString(stderr) {
		t.Errorf("it said %q", stderr)
	}
	runHed(t, dir, 0, "study", "verify", "--store", "b.db")
}
