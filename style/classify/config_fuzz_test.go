package classify

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzConfig: what a folder says of a classifier is read, or refused.
func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"model_type":"hed-style-linear","labels":["a","b"],"temperature":1}`))
	f.Add([]byte(`{"labels":[null],"temperature":1e999}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ConfigFile), data, 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := readConfig(dir)
		if err == nil && c.check(dir) == nil && KindOf(dir) == "" {
			t.Error("it is a classifier of no kind")
		}
	})
}
