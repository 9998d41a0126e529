package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/cmd/hed/internal/cli"
	"hed/internal/race"
)

// TestTrainFullDisk teaches a network with too little room for what it learns from, for its checkpoint, and for the model: nothing
// half-written appears, and with more room it continues to the same bytes.
func TestTrainFullDisk(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	dir := t.TempDir()
	disk := filepath.Join(dir, "disk")
	if err := os.Mkdir(disk, 0o777); err != nil {
		t.Fatal(err)
	}
	var docs strings.Builder
	for i := range 400 {
		line, err := json.Marshal(map[string]string{"text": fmt.Sprintf("The company Firm%d wins by %d percent.", i, i%90), "headline": fmt.Sprintf("Firm%d wins %d%%", i, i%90)})
		if err != nil {
			t.Fatal(err)
		}
		docs.Write(append(line, '\n'))
	}
	writeFile(t, filepath.Join(dir, "docs.jsonl"), docs.String())
	args := []string{"train", "pn:hidden=8+embedding=8+vocabulary=300", "--docs", "docs.jsonl", "--epochs", "0.3", "--batch", "16", "--device", "cpu", "--out"}
	runHed(t, dir, cli.ExitOK, append(args, "whole")...)
	want := tree(t, filepath.Join(dir, "whole"))
	weights := len(want["model.safetensors"]) // of which a checkpoint has three, with what the optimiser knows and the best ones
	for what, size := range map[string]int{
		"learn.pairs": 16 << 10, "checkpoint.safetensors": 2 * weights, "the model to": 4 * weights,
	} {
		if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
			t.Skipf("only who may mount a small disk can fill it: %v", err)
		}
		stderr := runHed(t, dir, cli.ExitError, append(args, "disk/m")...)
		if last := strings.TrimSpace(stderr); strings.Count(last, "no space left on device") != 1 || !strings.Contains(last, what) {
			t.Errorf("%s: got %q", what, last)
		}
		for name := range tree(t, disk) {
			if !strings.Contains(name, ".unfinished") {
				t.Errorf("%s: there is %s", what, name)
			}
		}
		err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, "size=16m")
		if err == nil {
			runHed(t, dir, cli.ExitOK, append(args, "disk/m", "--resume")...)
			if d := cmp.Diff(want, tree(t, filepath.Join(disk, "m"))); d != "" {
				t.Errorf("%s: with more room it comes to something else:\n%s", what, d)
			}
		}
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
