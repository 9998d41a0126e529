package workbench

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// FuzzRestore: whatever a backup has, it is refused and nothing is left of it, or it becomes a workbench that can be opened; and nothing
// is written elsewhere. Where sums is empty they are those that fit, so that not all is refused for them.
func FuzzRestore(f *testing.F) {
	folder := filepath.Join(f.TempDir(), "one")
	openAt(f, folder, "").Close()
	known, err := os.ReadFile(filepath.Join(folder, ShelfFile))
	if err != nil {
		f.Fatal(err)
	}
	const good = `{"format":1}`
	f.Add(good, "files/x", []byte("x"), known, "")
	f.Add(good, "files/../../x", []byte("x"), known, "")
	f.Add(good, "studies/x.db", known, []byte{}, "")
	f.Add(`{"format":2,"hed":"9"}`, "lock", []byte{}, known[:512], "1234  files/x\n")
	f.Fuzz(func(t *testing.T, about, name string, body, known []byte, sums string) {
		pairs := []string{aboutFile, about, name, string(body), ShelfFile, string(known)}
		if sums == "" {
			for i := 0; i < len(pairs); i += 2 {
				sums += fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(pairs[i+1])), pairs[i])
			}
		}
		dir := t.TempDir()
		from, to := filepath.Join(dir, "backup"), filepath.Join(dir, "a", "to")
		if strings.Contains(name, "\x00") {
			return // tar has no such names
		}
		archive := archived(t, append(pairs, sumsFile, sums)...)
		if err := errors.Join(os.WriteFile(from, []byte(archive), 0o600), os.Mkdir(filepath.Dir(to), 0o700)); err != nil {
			t.Fatal(err)
		}
		if _, err := Restore(t.Context(), from, to, "", "test", time.Now()); err != nil {
			if _, there := os.Stat(to); !errors.Is(there, fs.ErrNotExist) {
				t.Errorf("something is left: %v (%v)", there, err)
			}
		} else {
			openAt(t, to, "").Close()
		}
		for folder, most := range map[string]int{dir: 2, filepath.Dir(to): 1} {
			if entries, err := os.ReadDir(folder); err != nil || len(entries) > most {
				t.Errorf("%v, %v", entries, err)
			}
		}
	})
}
