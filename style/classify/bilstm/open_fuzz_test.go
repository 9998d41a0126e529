package bilstm

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"hed/style/classify"
	"hed/tensor"
)

// FuzzOpen: whatever the settings and the words of a model are beside weights that are whole, they are refused, or texts have scores.
func FuzzOpen(f *testing.F) {
	d := tensor.New(1)
	f.Cleanup(d.Close)
	c, _, err := classify.Train(f.Context(), Kind(), lesson(d, "embedding=4+filters=3+hidden=3+epochs=1+batch=8"))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { c.Close() })
	from, _ := written(f, c)
	words, err := os.ReadFile(filepath.Join(from, VocabularyFile))
	if err != nil {
		f.Fatal(err)
	}
	settings, err := json.Marshal(c.Model.Settings())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(settings, words, "Bank slams vote")
	f.Fuzz(func(t *testing.T, settings, words []byte, text string) {
		dir := t.TempDir()
		if err := os.Link(filepath.Join(from, "model.safetensors"), filepath.Join(dir, "model.safetensors")); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, VocabularyFile), words, 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := open(t.Context(), dir, settings, c.Labels(), d)
		if err != nil {
			return
		}
		defer m.Close()
		rows, err := m.Scores(t.Context(), []string{text, ""})
		if err != nil || len(rows) != 2 || len(rows[0]) != len(c.Labels()) || rows[0][1]-rows[0][1] != 0 {
			t.Errorf("%v, %v", rows, err)
		}
	})
}
