package mapped_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"hed/internal/mapped"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string][]byte{"empty": nil, "one": {7}, "many": bytes.Repeat([]byte("word"), 5000)} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
		data, unmap, err := mapped.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, want) {
			t.Errorf("%s: %d bytes, want %d", name, len(data), len(want))
		}
		mapped.Forget(data[len(data)/3:])
		if !bytes.Equal(data, want) {
			t.Errorf("%s: after it was forgotten there are other bytes", name)
		}
		if err := unmap(); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{dir, filepath.Join(dir, "nothing")} {
		if _, _, err := mapped.Open(name); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
}
