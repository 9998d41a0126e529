package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/cmd/hed/internal/cli"
	"hed/internal/race"
)

// smallCorpus writes a few documents and a system, and returns the arguments that name
// them.
func smallCorpus(t *testing.T, dir string) []string {
	t.Helper()
	var docs, sys strings.Builder
	for i := range 40 {
		fmt.Fprintf(&docs, `{"id":"%d","text":"The town of place%d planted %d trees. Rain fell on word%d.","headline":"Place%[2]d plants %[3]d trees"}`+"\n", i, i%7, i+3, i%5)
		fmt.Fprintf(&sys, "Town plants %d trees\n", i+3)
	}
	writeFile(t, filepath.Join(dir, "docs.jsonl"), docs.String())
	writeFile(t, filepath.Join(dir, "sys.txt"), sys.String())
	return []string{"--docs", filepath.Join(dir, "docs.jsonl")}
}

// disk makes a small disk in a file and mounts it.
func disk(t *testing.T, image, at string) {
	t.Helper()
	if err := os.Mkdir(at, 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-o", "loop", image, at).CombinedOutput(); err != nil {
		t.Skipf("skipped: only who may mount a disk can pull its plug: %v\n%s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", at).CombinedOutput(); err != nil {
			t.Errorf("umount: %v\n%s", err, out)
		}
	})
}

// A power cut after hed has ended with 0 left 50 empty files with a run.json among them:
// nothing had been forced to disk. The disk is a file here, and what that has when hed
// ends is what a power cut leaves.
func TestPowerCut(t *testing.T) {
	race.Skip(t, "it looks at files, not at goroutines")
	dir := t.TempDir()
	image := filepath.Join(dir, "image")
	if err := os.WriteFile(image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(image, 24<<20); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfs.ext4", "-q", "-F", image).CombinedOutput(); err != nil {
		t.Skipf("skipped: there is no mkfs.ext4 to make a disk with: %v\n%s", err, out)
	}
	live := filepath.Join(dir, "live")
	disk(t, image, live)
	docs := smallCorpus(t, dir)
	system := "a=" + filepath.Join(dir, "sys.txt")
	runHed(t, dir, cli.ExitOK, append([]string{"study", "new", "--system", system, "--system", "b=" + filepath.Join(dir, "sys.txt"), "--protocol", "suitability",
		"--cases", "4", "--forms", "1", "--judges", "1", "--store", filepath.Join(dir, "study.db")}, docs...)...)
	evaluation := append([]string{"eval", "--system", system, "--metric", "rouge:types=1", "--out", filepath.Join(live, "new", "results")}, docs...)
	for i, args := range [][]string{
		evaluation,
		append(slices.Clone(evaluation), "--seed", "2", "--baseline", "first"), // in place of the first
		append([]string{"train", "lm", "--out", filepath.Join(live, "lm")}, docs...),
		append([]string{"train", "vectors", "--out", filepath.Join(live, "vectors")}, docs...),
		append([]string{"split", "--folds", "2", "--ratio", "0.5,0,0.5", "--out", filepath.Join(live, "folds")}, docs...),
		append([]string{"fit", "--metric", "lsi", "--out", filepath.Join(live, "lsi.state")}, docs...),
		append([]string{"generate", "--with", "first", "--out", filepath.Join(live, "first.jsonl")}, docs...),
		append([]string{"score", "--hyp", filepath.Join(dir, "sys.txt"), "--metric", "rouge:types=1", "--items", filepath.Join(live, "items.csv")}, docs...),
		{"study", "export", "--store", filepath.Join(dir, "study.db"), "--out", filepath.Join(live, "answers")},
		{"demo", "--out", filepath.Join(live, "demo")},
	} {
		runHed(t, dir, cli.ExitOK, args...)
		cut := filepath.Join(dir, fmt.Sprint("cut", i))
		if out, err := exec.Command("cp", "--sparse=always", image, cut+".image").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		disk(t, cut+".image", cut)
		want, got := tree(t, live), tree(t, cut)
		for name, text := range want {
			if got[name] != text {
				t.Errorf("after hed %s and a power cut, %s has %d of %d bytes", args[0], name, len(got[name]), len(text))
			}
		}
	}
}

// call is a line of strace with the paths of files: fsync(3</path>) or a rename.
var call = regexp.MustCompile(`^(\d+) +(?:<\.\.\. )?(fsync|rename)[a-z0-9]*(?:\(| resumed>)([^\n]*)`)

// paths are those of a call's arguments.
var paths = regexp.MustCompile(`<(/[^>]*)>|"([^"]+)"`)

// Files are forced to disk before they appear, folders before run.json does, and run.json
// comes last.
func TestForced(t *testing.T) {
	race.Skip(t, "it looks at files, not at goroutines")
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("skipped: there is no strace to look at what hed does")
	}
	dir := t.TempDir()
	docs := smallCorpus(t, dir)
	hed, err := exec.LookPath("hed")
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "calls")
	args := append([]string{"-f", "-y", "-o", log, "-e", "trace=fsync,rename,renameat,renameat2", "--", hed, "eval", "--system", "a=" + filepath.Join(dir, "sys.txt"),
		"--metric", "rouge:types=1", "--out", filepath.Join(dir, "out")}, docs...)
	if out, err := exec.Command(strace, args...).CombinedOutput(); err != nil {
		t.Skipf("skipped: strace may not look at what hed does: %v\n%s", err, out)
	}
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	type event struct {
		what     string
		from, to string // to for renames alone
	}
	var events []event
	pending := map[string]string{} // arguments by process
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		m := call.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		process, what, said := m[1], m[2], m[3]
		if strings.HasSuffix(said, "<unfinished ...>") {
			pending[process] = said
			continue
		}
		said = pending[process] + said
		delete(pending, process)
		var names []string
		for _, p := range paths.FindAllStringSubmatch(said, -1) {
			name := p[1] + p[2]
			if !strings.HasPrefix(name, filepath.Join(dir, "out")) && what == "rename" {
				continue // the folder that names are taken from
			}
			rel, err := filepath.Rel(filepath.Join(dir, "out"), name)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, filepath.ToSlash(rel))
		}
		e := event{what: what, from: names[0]}
		if what == "rename" {
			e.to = names[len(names)-1]
		}
		events = append(events, e)
	}
	at := func(e event) int { return slices.Index(events, e) }
	last := at(event{"rename", ".unfinished/results/run.json", "run.json"})
	planned := slices.IndexFunc(events, func(e event) bool { return e.to == ".unfinished/plan" })
	if last < 0 || planned < 0 {
		t.Fatalf("run.json or the plan did not appear by rename:\n%s", data)
	}
	appeared := 0
	for i, e := range events {
		if e.what != "rename" || e.to == ".unfinished/plan" {
			continue
		}
		appeared++
		if forced := at(event{"fsync", e.from, ""}); forced < 0 || forced > planned {
			t.Errorf("%s appears without having been forced to disk", e.to)
		}
		if i < planned || i > last {
			t.Errorf("%s does not appear between the plan and run.json", e.to)
		}
		folder := filepath.ToSlash(filepath.Dir(e.to))
		if !slices.Contains(events[i:], event{"fsync", folder, ""}) || e.to != "run.json" && !slices.Contains(events[i:last], event{"fsync", folder, ""}) {
			t.Errorf("the folder of %s is not forced to disk before run.json", e.to)
		}
	}
	files := tree(t, filepath.Join(dir, "out"))
	if d := cmp.Diff(len(files), appeared); d != "" {
		t.Errorf("files and renames:\n%s", d)
	}
}
