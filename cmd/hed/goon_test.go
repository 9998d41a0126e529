package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gofrs/flock"
	"github.com/google/go-cmp/cmp"

	"hed/cmd/hed/internal/cli"
	"hed/internal/race"
)

const continues = "stopped; repeat the command with --resume to continue"

// A halt is work that is interrupted, gone on with, and compared with the
// same work that was not interrupted.
type halt struct {
	dir     string
	kept    string               // what is there meanwhile
	stopped string               // --out of the work that is interrupted
	whole   string               // --out of the other
	work    func(n int) []string // the arguments for n things to do
	args    []string
}

// stop interrupts it, and sees that runs with other settings are refused.
func (h *halt) stop(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a child cannot be sent Ctrl-C")
	}
	for n := 500; ; n *= 2 { // a machine may be so fast that it is done before it is stopped
		h.args = h.work(n)
		stderr, ok := interrupt(t, h.dir, h.kept, append(h.args, "--out", h.stopped, "--workers", "1")...)
		if ok {
			if want := continues + "\nhed: interrupted\n"; stderr != want {
				t.Errorf("got %q, want %q", stderr, want)
			}
			break
		}
		if n > 100_000 {
			t.Fatalf("hed could not be stopped\n%s", stderr)
		}
		os.RemoveAll(filepath.Join(h.dir, h.stopped))
	}
	before := tree(t, h.dir)
	stderr := runHed(t, h.dir, cli.ExitError, append(h.args, "--out", h.stopped, "--resume", "--seed", "2")...)
	if want := "hed: resume " + h.stopped + ": the unfinished run has different inputs or settings, or is from another version of hed; use the same ones, or leave --resume out to start again\n"; stderr != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
	if d := cmp.Diff(before, tree(t, h.dir)); d != "" {
		t.Errorf("a run that was refused has changed something:\n%s", d)
	}
}

// goOn goes on with it. Nothing but the results is left.
func (h *halt) goOn(t *testing.T) {
	t.Helper()
	runHed(t, h.dir, cli.ExitOK, append(h.args, "--out", h.whole, "--workers", "2")...)
	stderr := runHed(t, h.dir, cli.ExitOK, append(h.args, "--out", h.stopped, "--resume")...)
	var done int
	if _, err := fmt.Sscanf(stderr, "continuing after %d ", &done); err != nil || done == 0 {
		t.Errorf("got %q", stderr)
	}
	if d := cmp.Diff(tree(t, filepath.Join(h.dir, h.whole)), tree(t, filepath.Join(h.dir, h.stopped))); d != "" {
		t.Errorf("what was gone on with has other results:\n%s", d)
	}
	for name := range tree(t, h.dir) {
		if strings.Contains("/"+filepath.ToSlash(name), "/.") {
			t.Errorf("%s is left", name)
		}
	}
}

func TestGenerateGoesOn(t *testing.T) {
	t.Parallel()
	h := &halt{dir: t.TempDir(), kept: ".stopped.jsonl.unfinished", stopped: "stopped.jsonl", whole: "whole.jsonl"}
	h.work = func(n int) []string {
		writeArticles(t, filepath.Join(h.dir, "docs.txt"), n)
		return []string{"generate", "--docs", "docs.txt", "--with", "random"}
	}
	h.stop(t)

	// What a crash tore is cut off.
	kept := filepath.Join(h.dir, h.kept)
	lines, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, kept, string(lines[:len(lines)-5]))
	h.goOn(t)

	// Two that write one file would mix their headlines.
	other := flock.New(kept + ".lock")
	if ok, err := other.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	defer other.Close()
	stderr := runHed(t, h.dir, cli.ExitError, append(h.args, "--out", h.stopped)...)
	if want := "hed: --out stopped.jsonl: another hed is writing it; wait for it, or name another file\n"; stderr != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
}

func TestBaselinesGoOn(t *testing.T) {
	t.Parallel()
	h := &halt{dir: t.TempDir(), kept: "stopped/.unfinished/rows", stopped: "stopped", whole: "whole"}
	h.work = func(n int) []string {
		writeArticles(t, filepath.Join(h.dir, "docs.txt"), n)
		return []string{"eval", "--docs", "docs.txt", "--ref", "docs.txt", "--baseline", "random,tfidf", "--metric", "rouge:types=1"}
	}
	h.stop(t)
	h.goOn(t)
}

func TestTrainingGoesOn(t *testing.T) {
	t.Parallel()
	h := &halt{dir: t.TempDir(), kept: "stopped/.unfinished/run1", stopped: "stopped", whole: "whole"}
	h.work = func(n int) []string {
		var bank strings.Builder
		tags := []string{"NOUN", "VERB", "ADJ", "PROPN"}
		for i := range n / 10 {
			for w := range 9 {
				fmt.Fprintf(&bank, "%d\tword%d\t_\t%s\t_\t_\t_\t_\t_\t_\n", w+1, (i+w*w)%997, tags[(i*w+w)%len(tags)])
			}
			bank.WriteByte('\n')
		}
		writeFile(t, filepath.Join(h.dir, "bank.conllu"), bank.String())
		return []string{"train", "tagger", "--conllu", "bank.conllu", "--lang", "it"}
	}
	h.stop(t)
	// So it stays when training fails before it began.
	runHed(t, h.dir, cli.ExitError, "train", "tagger", "--conllu", "nowhere.conllu", "--out", h.stopped)
	h.goOn(t)
}

func TestNumeralsGoOn(t *testing.T) {
	race.Skip(t, "numeral/derive tests its goroutines")
	t.Parallel()
	h := &halt{dir: t.TempDir(), kept: "stopped/.unfinished/net1", stopped: "stopped", whole: "whole"}
	h.work = func(n int) []string {
		var rows strings.Builder
		rows.WriteString("text,summary,cloze,cloze_gt,cloze_annotation,need_reasoning\n")
		for i := range n/4 + 5 { // fewer than 128 are refused
			fmt.Fprintf(&rows, "The town planted %d trees in %d and spent 5 million on them.,Town plants %[1]d trees,Town plants ____ trees,%[1]d,Copy( %[1]d ),0\n", i+12, 1900+i)
		}
		writeFile(t, filepath.Join(h.dir, "questions.csv"), rows.String())
		return []string{"train", "numerals", "--docs", "questions.csv"}
	}
	h.stop(t)
	h.goOn(t)
}

// writeArticles writes one per line.
func writeArticles(t *testing.T, name string, n int) {
	t.Helper()
	var docs strings.Builder
	for i := range n {
		for s := range 12 {
			fmt.Fprintf(&docs, "Word%d meets word%d and word%d near place%d. ", i*s%97, i*s%89, s, i%31)
		}
		docs.WriteByte('\n')
	}
	writeFile(t, name, docs.String())
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
