package run

import (
	"os"
	"path/filepath"
	"testing"

	"hed/corpus/input"
)

// What was stopped is known again by the systems whose headlines the documents have, and by their order.
func TestFingerprintOfInside(t *testing.T) {
	of := func(systems ...System) string {
		r := &Record{Inputs: []input.Record{{Role: "docs", Name: "docs.jsonl", SHA256: "0"}}, Files: systems}
		for _, s := range systems {
			if s.File != "" {
				r.Inputs = append(r.Inputs, input.Record{Role: "system", System: s.Name, Name: s.File})
			}
			r.Systems = append(r.Systems, s.Name)
		}
		return r.fingerprint(nil)
	}
	a, b, file := System{Name: "a"}, System{Name: "b"}, System{Name: "b", File: "b.txt"}
	seen := map[string]int{}
	for i, f := range []string{of(a), of(b), of(a, b), of(b, a), of(a, file), of(file, a), of(file)} {
		if other, ok := seen[f]; ok {
			t.Errorf("%d and %d are known as the same", other, i)
		}
		seen[f] = i
	}
}

// What metrics learn from a folder is known again by what its files have.
func TestIdentityOfParts(t *testing.T) {
	folder := t.TempDir()
	identity := func(files ...string) string {
		t.Helper()
		for i, text := range files {
			if err := os.WriteFile(filepath.Join(folder, string(rune('a'+i))+".jsonl"), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		o := FitOptions{Paths: &input.Paths{Docs: folder, Format: "jsonl"}}
		id, err := o.identity(t.Context(), "jsonl")
		if err != nil {
			t.Fatal(err)
		}
		return string(id)
	}
	first := identity("one\n", "two\n")
	if again := identity(); again != first {
		t.Errorf("got %s and %s of the same files", first, again)
	}
	if other := identity("one\n", "too\n"); other == first {
		t.Error("other files of the same length are known as the same")
	}
}
