package classify

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// FuzzConfig: what a folder says of a classifier is refused, or has labels to tell apart and says the same when it is written again. It gets
// the digest that fits, so that not all is refused for that.
func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"model_type":"hed-style-linear","labels":["a","b"],"temperature":1}`))
	f.Add([]byte(`{"labels":[null],"temperature":1e999}`))
	f.Add([]byte(`{"labels":["a","b"],"temperature":1,"settings":{"words":[2]},"files":{"../model":""}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		write := func(data []byte) {
			if err := os.WriteFile(filepath.Join(dir, ConfigFile), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		write(data)
		c, err := readConfig(dir)
		if err != nil {
			return
		}
		if c.Digest, err = c.sum(); err != nil || c.check(dir) != nil {
			return
		}
		if len(c.Labels) < 2 || c.Labels[0] == c.Labels[1] {
			t.Errorf("the labels are %q", c.Labels)
		}
		if data, err = json.Marshal(c); err != nil {
			t.Fatal(err)
		}
		write(data)
		if c, err = readConfig(dir); err != nil || c.check(dir) != nil {
			t.Errorf("%s is refused: %v, %v", data, err, c.check(dir))
		}
	})
}
