package input_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus/input"
	"hed/internal/staging"
)

// TestChangedPart: a bit of a part of a split turned, and nobody saw that other documents were scored. Where there is a files.json of
// somebody else, nothing is known.
func TestChangedPart(t *testing.T) {
	dir := t.TempDir()
	f, err := staging.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"fold1/test.jsonl": first, "train.jsonl": second, "split.json": "{}"} {
		if err := f.Add(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Appear(nil); err != nil {
		t.Fatal(err)
	}
	f.Close()
	own := filepath.Join(t.TempDir(), "train.jsonl")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(own, second)
	write(filepath.Join(filepath.Dir(own), staging.ListFile), `["mine"]`)
	read := func(name string) error {
		d, err := (&input.Paths{Docs: name}).Open(t.Context(), false)
		if err != nil {
			return err
		}
		for _, err := range d.Reader.Documents(t.Context()) {
			if err != nil {
				return err
			}
		}
		return nil
	}
	for _, c := range []struct {
		name  string
		known bool
	}{{filepath.Join(dir, "fold1", "test.jsonl"), true}, {filepath.Join(dir, "train.jsonl"), true}, {own, false}} {
		if err := read(c.name); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(c.name)
		if err != nil {
			t.Fatal(err)
		}
		at := strings.Index(string(data), "headline") + len(`headline":"`)
		data[at] ^= 1
		write(c.name, string(data))
		if err := read(c.name); (err != nil) != c.known || err != nil && !strings.Contains(err.Error(), c.name+": is damaged: its bytes are not those that were kept, by their SHA-256; make it again") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
