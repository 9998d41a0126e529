package staging_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/internal/staging"
)

func open(t *testing.T, path string) *staging.Folder {
	t.Helper()
	f, err := staging.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// A folder has what is complete, and nothing that this process made for it besides.
func TestFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b")
	f := open(t, path)
	if _, err := staging.Open(path); err == nil || !strings.Contains(err.Error(), "another hed is writing there") {
		t.Errorf("two can write at a time: %v", err)
	}
	if err := os.WriteFile(filepath.Join(f.Unfinished(), "part"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := os.Stat(filepath.Dir(path)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an empty folder stays: %v", err)
	}
	f = open(t, path)
	if err := f.Write("the model", nil, map[string]func(io.Writer) error{"one": text("1"), "two": text("2")}); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if files, err := os.ReadDir(path); err != nil || len(files) != 3 || files[1].Name() != "one" {
		t.Errorf("got %v, %v", files, err)
	}
}

// TestOther: files of a model that has others than the one before stayed beside those of the next where the last name differed,
// such as weights beside adapters; and files that nobody listed were replaced.
func TestOther(t *testing.T) {
	path := t.TempDir()
	write := func(older []string, names ...string) error {
		f, files := open(t, path), map[string]func(io.Writer) error{}
		defer f.Close()
		for _, name := range names {
			files[name] = text(names[len(names)-1])
		}
		return f.Write("the model", older, files)
	}
	if err := errors.Join(write(nil, "card", "weights", "tokens"), write(nil, "lm"), write(nil, "adapters", "card", "vocabulary")); err != nil {
		t.Fatal(err)
	}
	got := tree(t, path)
	delete(got, staging.ListFile)
	if d := cmp.Diff(map[string]string{"adapters": "vocabulary", "card": "vocabulary", "vocabulary": "vocabulary", "lm": "lm"}, got); d != "" {
		t.Error(d)
	}
	for _, name := range []string{"card", "lm"} {
		if list, err := staging.ListWith(path, name); err != nil || list.CheckAll(path) != nil || list.Check(path, name) != nil {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
	if list, err := staging.ListWith(path, "weights"); list != nil || err != nil {
		t.Errorf("got %v, %v", list, err)
	}
	put(t, filepath.Join(path, "mine"), "mine")
	if err := write([]string{"other"}, "mine"); err == nil || !strings.Contains(err.Error(), "there is mine, which hed did not write") {
		t.Errorf("got %v", err)
	}
	if err := write([]string{"lm", "mine"}, "mine"); err != nil { // of an earlier version
		t.Error(err)
	}
	if got := tree(t, path); got["lm"] != "lm" {
		t.Error("what an earlier version may have written is removed")
	}
}

func TestMissing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"-", file, filepath.Join(file, "below")} {
		if _, err := staging.Open(path); err == nil || !strings.HasPrefix(err.Error(), "the option out "+path) {
			t.Errorf("%s: got %v", path, err)
		}
	}
}

// Work that was stopped goes on if it is the same, and is given up only by what begins
// anew.
func TestBegin(t *testing.T) {
	path := t.TempDir()
	begin := func(identity string, resume bool) (*staging.Folder, int, error) {
		f := open(t, path)
		parts, err := f.Begin([]byte(identity), resume)
		return f, parts, err
	}
	f, parts, err := begin("a", true) // there is nothing to go on with
	if parts != 0 || err != nil {
		t.Fatalf("%d parts, %v", parts, err)
	}
	if err := os.WriteFile(filepath.Join(f.Unfinished(), "part1"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	f.Keep = len(f.Parts()) == 1
	f.Close()
	f, _, err = begin("b", true)
	if !errors.Is(err, staging.ErrOther) {
		t.Errorf("got %v", err)
	}
	f.Close()
	// What is unfinished cannot be read, as on a disk that fails: it was given up for that.
	said := filepath.Join(f.Unfinished(), "training")
	if err := errors.Join(os.Rename(said, said+".away"), os.Mkdir(said, 0o777)); err != nil {
		t.Fatal(err)
	}
	f, _, err = begin("a", true)
	if err == nil || len(f.Parts()) != 2 {
		t.Errorf("it continues with %v, %v", f.Parts(), err)
	}
	f.Close()
	if err := errors.Join(os.Remove(said), os.Rename(said+".away", said)); err != nil {
		t.Fatal(err)
	}
	f, parts, err = begin("a", true)
	if parts != 1 || err != nil {
		t.Errorf("%d parts, %v", parts, err)
	}
	f.Close()
	f, parts, err = begin("a", false)
	if parts != 0 || err != nil || len(f.Parts()) != 0 {
		t.Errorf("%d parts, %v, %v", parts, f.Parts(), err)
	}
	f.Close()
	if _, err := os.Stat(f.Unfinished()); err == nil {
		t.Error("something is unfinished")
	}
}
