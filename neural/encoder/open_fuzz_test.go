package encoder_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"hed/neural/encoder"
	"hed/neural/folder"
	"hed/neural/tokenizer"
	"hed/tensor"
)

// FuzzOpen: whatever config.json says of weights that are whole, it is refused, or texts of as many tokens as it says have states.
func FuzzOpen(f *testing.F) {
	weights := make([]string, len(tiny))
	for i, model := range tiny {
		weights[i] = filepath.Join("testdata", model, "model.safetensors")
		config, err := os.ReadFile(filepath.Join("testdata", model, folder.ConfigFile))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint(i), config)
	}
	f.Fuzz(func(t *testing.T, which uint, config []byte) {
		dir := t.TempDir()
		link, err := filepath.Abs(weights[which%uint(len(tiny))])
		if err := errors.Join(err, os.Symlink(link, filepath.Join(dir, "model.safetensors")), os.WriteFile(filepath.Join(dir, folder.ConfigFile), config, 0o666)); err != nil {
			t.Fatal(err)
		}
		d := tensor.New(1)
		defer d.Close()
		e, err := encoder.Open(dir, d)
		if err != nil {
			return
		}
		defer e.Close()
		var list []*tokenizer.Encoding
		for _, tokens := range []int{1, min(7, e.Config.Tokens), e.Config.Tokens} {
			l := &tokenizer.Encoding{IDs: make([]int32, tokens), Types: make([]int32, tokens)}
			for i := range l.IDs {
				l.IDs[i] = int32((31*i + 7) % e.Config.Vocabulary)
				l.Types[i] = int32(i % e.Config.Types)
			}
			list = append(list, l)
		}
		seen := 0
		err = e.Encode(t.Context(), list, []int{0, e.Config.Layers}, func(text, layer int, states tensor.Matrix) error {
			if seen++; states.Rows != len(list[text].IDs) || states.Cols != e.Config.Hidden {
				t.Errorf("text %d has states of %d by %d in layer %d", text, states.Rows, states.Cols, layer)
			}
			return nil
		})
		if err == nil && seen != 2*len(list) {
			t.Errorf("%d states", seen)
		}
	})
}
