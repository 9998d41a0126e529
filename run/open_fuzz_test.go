package run_test

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/report"
	"hed/run"
)

// FuzzOpen: whatever a file of a finished evaluation says, in a folder without the sums of its files, as an earlier version wrote it: the
// file is refused, or what was found can be shown, and computed again.
func FuzzOpen(f *testing.F) {
	_, folder := sampled(f)
	if err := os.Remove(filepath.Join(folder, "files.json")); err != nil {
		f.Fatal(err)
	}
	whole := map[string][]byte{}
	var names []string
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".csv") && name != run.RecordFile {
			return err
		}
		names = append(names, name)
		whole[name], err = os.ReadFile(filepath.Join(folder, name))
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	slices.Sort(names)
	for i, name := range names {
		f.Add(uint(i), whole[name])
	}
	f.Fuzz(func(t *testing.T, which uint, data []byte) {
		name := filepath.Join(folder, names[which%uint(len(names))])
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		defer os.WriteFile(name, whole[names[which%uint(len(names))]], 0o666)
		if g, err := run.Look(folder); err == nil {
			g.Found.Finding()
		}
		opened, err := run.Open(folder)
		if err != nil {
			return
		}
		defer opened.Close()
		if found, err := opened.Found(); err == nil {
			found.Finding()
		}
		opened.Record.Settings.Bootstrap = min(opened.Record.Settings.Bootstrap, 3) // for the sake of time
		opened.Tables(t.Context(), io.Discard, report.PaperStyle{}, 1)
	})
}
