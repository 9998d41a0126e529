package hub_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/internal/golden"
	"hed/neural/hub"
)

// A cache that hed fills looks as one that huggingface_hub fills: the golden file is
// what both made of the same models, as TestPeer sees.
func TestLayout(t *testing.T) {
	_, h := start(t)
	pull(t, h, "bert")
	pull(t, h, "org/shards")
	golden.Check(t, "layout.txt", layout(t, h.Cache))
}

// TestPeer lets huggingface_hub read what hed has fetched, and the other way round. It
// needs a Python that has huggingface_hub: HED_HUB_PYTHON=venv/bin/python.
func TestPeer(t *testing.T) {
	python := os.Getenv("HED_HUB_PYTHON")
	if python == "" {
		t.Skip("HED_HUB_PYTHON does not name a Python with huggingface_hub")
	}
	s, h := start(t)
	peer := func(cache string, args ...string) (answer struct {
		Version     string
		Dir, Config string
		Warnings    []string
		Repos       [][]any
	}) {
		t.Helper()
		cmd := exec.Command(python, append([]string{"testdata/peer.py"}, args...)...)
		cmd.Env = append(os.Environ(), "HF_ENDPOINT="+s.URL, "HF_HUB_CACHE="+cache, "HF_HUB_DISABLE_TELEMETRY=1", "HF_TOKEN=")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out, &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}

	// Theirs reads ours.
	for _, name := range []string{"bert", "org/shards"} {
		m := pull(t, h, name)
		got := peer(h.Cache, "read", name)
		if got.Dir != m.Dir || got.Config != filepath.Join(m.Dir, "config.json") || len(got.Warnings) > 0 {
			t.Errorf("%s: %+v, want %s", name, got, m.Dir)
		}
		last := got.Repos[len(got.Repos)-1]
		if last[0] != name || last[1] != m.Commit || last[3] != float64(m.Size) || !cmp.Equal(last[2], []any{"main"}) {
			t.Errorf("%s: %v, want %+v", name, last, m)
		}
		t.Logf("huggingface_hub %s finds %v", got.Version, last)
	}

	// Ours reads theirs, which lies where ours does.
	theirs := &hub.Hub{Cache: filepath.Join(t.TempDir(), "cache"), Endpoint: s.URL}
	for _, name := range []string{"bert", "org/shards"} {
		dir, err := h.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		var files []string
		err = filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				name, _ := filepath.Rel(dir, file)
				files = append(files, filepath.ToSlash(name))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		peer(theirs.Cache, append([]string{"pull", name}, files...)...)
	}
	var lines []string
	for line := range strings.Lines(layout(t, theirs.Cache)) {
		if !strings.HasPrefix(line, "CACHEDIR.TAG") { // for programs that make backups
			lines = append(lines, line)
		}
	}
	if diff := cmp.Diff(layout(t, h.Cache), strings.Join(lines, "")); diff != "" {
		t.Error(diff)
	}
	before := s.Fetched()
	pull(t, theirs, "bert")
	pull(t, theirs, "org/shards")
	if s.Fetched() != before {
		t.Errorf("%d bytes were fetched that huggingface_hub had", s.Fetched()-before)
	}

	// Theirs completes ours.
	got := peer(h.Cache, "snapshot", "bert")
	if _, err := os.Stat(filepath.Join(got.Dir, "README.md")); err != nil {
		t.Error(err)
	}
	pull(t, h, "bert")
	list, err := h.List()
	if err != nil || len(list) != 2 || list[0].Dir != got.Dir {
		t.Errorf("%+v, %v", list, err)
	}
	t.Logf("%d bytes fetched by both", s.Fetched())
}
