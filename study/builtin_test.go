package study_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"hed/corpus"
	"hed/internal/option"
	"hed/study"
)

func TestFind(t *testing.T) {
	if p, err := study.Find("suitability"); err != nil || p.Name != "suitability" {
		t.Errorf("got %v, %v", p, err)
	}
	data, _ := study.Source("numhg-rating")
	own, bad := filepath.Join(t.TempDir(), "own.yaml"), filepath.Join(t.TempDir(), "bad.yaml")
	for file, text := range map[string][]byte{own: data, bad: []byte("name: x\nname: y\n")} {
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := study.Find(own); err != nil || p.Name != "numhg-rating" {
		t.Errorf("a file: %v, %v", p, err)
	}
	_, err := study.Find(bad)
	if e, ok := errors.AsType[*corpus.SyntaxError](err); !ok || e.File != bad || e.Line == 0 {
		t.Errorf("a bad file: %v", err)
	}
	if _, err := study.Find(filepath.Join(t.TempDir(), "none.yaml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	for _, name := range []string{"", "suitable"} {
		_, err := study.Find(name)
		if e, ok := errors.AsType[*option.Error](err); !ok || e.Option != "protocol" {
			t.Errorf("%q: %v", name, err)
		}
	}
}
