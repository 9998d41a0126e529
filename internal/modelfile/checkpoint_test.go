package modelfile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"hed/internal/modelfile"
)

func TestCheckpoint(t *testing.T) {
	file := filepath.Join(t.TempDir(), "part")
	if _, ok := modelfile.Kept(file, []byte("a")); ok {
		t.Error("a file that is missing has numbers")
	}
	if err := modelfile.Keep(file, []byte("a"), []byte("one"), nil, []byte("two")); err != nil {
		t.Fatal(err)
	}
	if got, ok := modelfile.Kept(file, []byte("a")); !ok || string(got) != "onetwo" {
		t.Errorf("%q, %v", got, ok)
	}
	if _, ok := modelfile.Kept(file, []byte("b")); ok {
		t.Error("another training goes on from it")
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		flipped := bytes.Clone(whole)
		flipped[i] ^= 1
		for _, data := range [][]byte{flipped, whole[:i]} {
			if err := os.WriteFile(file, data, 0o666); err != nil {
				t.Fatal(err)
			}
			if _, ok := modelfile.Kept(file, []byte("a")); ok {
				t.Errorf("damaged at %d, it counts", i)
			}
		}
	}
	if err := modelfile.Keep(filepath.Join(file, "x"), nil); err == nil {
		t.Error("it is kept below a file")
	}
}
