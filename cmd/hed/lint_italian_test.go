package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLintWholeLines has stdout and stderr in one place, as on a terminal: no line of the first is cut by what the second says at the end.
func TestLintWholeLines(t *testing.T) {
	dir := t.TempDir()
	docs := strings.Repeat(`{"lang":"it","text":"Il Comune ha assunto 12 vigili nella frazione di Pietralunga."}`+"\n", 40)
	for name, text := range map[string]string{"d.jsonl": docs, "h.txt": strings.Repeat("Il Comune assume 14 vigili\n", 40)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"lint"}, {"numerals", "explain"}} {
		cmd, both := hedIn(dir, append(args, "--docs", "d.jsonl", "--system", "a=h.txt")...)
		cmd.Stdout = cmd.Stderr
		_ = cmd.Run() // lint says no
		const note = "40 documents checked by rules alone"
		for line := range strings.Lines(both.String()) {
			if strings.Contains(line, note) && !strings.HasPrefix(line, note) {
				t.Errorf("%v: %q", args, line)
			}
		}
		if !strings.Contains(both.String(), note) {
			t.Errorf("%v does not say that rules alone checked", args)
		}
	}
}
