package main

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"hed/internal/killtest"
	"hed/internal/race"
)

// TestEndures kills commands that take long at random moments, a few times each; 'make soak' does so with all of them, more often.
func TestEndures(t *testing.T) {
	race.Skip(t, "it is about files")
	if runtime.GOOS == "windows" {
		t.Skip("skipped: a process that is killed there keeps its files for a while")
	}
	t.Parallel()
	dir := t.TempDir()
	docs := filepath.Join(dir, "docs.txt")
	writeArticles(t, docs, 300)
	for _, w := range []struct {
		out  string
		args []string
	}{
		{"", []string{"eval", "--docs", docs, "--ref", docs, "--baseline", "random,tfidf", "--metric", "rouge:types=1,lda:topics=5+iterations=100,lsi", "--chart", "none"}},
		{".state", []string{"fit", "--docs", docs, "--metric", "lda:topics=5+iterations=300,lsi"}},
		{".jsonl", []string{"generate", "--docs", docs, "--with", "wtextrank"}},
	} {
		work := killtest.Work{Name: w.args[0], Command: func(out string, again bool) *exec.Cmd {
			args := append(w.args[:len(w.args):len(w.args)], "--out", out+w.out)
			if again {
				args = append(args, "--resume")
			}
			cmd, _ := hedIn(dir, args...)
			return cmd
		}, Result: func(out string) (map[string]string, error) { return killtest.Files(out + w.out) }}
		toll, err := work.Endure(t.Context(), t.TempDir(), rand.New(rand.NewPCG(1, 1)), 4, killtest.Kill)
		if err != nil || toll.Ended < 4 || toll.Results == 0 {
			t.Errorf("%v, %v", fmt.Sprintf("%+v", toll), err)
		}
	}
}
