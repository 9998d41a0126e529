package decoder_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"hed/neural/decoder"
	"hed/neural/folder"
	"hed/tensor"
)

// FuzzOpen: whatever config.json and generation_config.json say of weights that are whole, they are refused, or the model writes by them.
func FuzzOpen(f *testing.F) {
	read := func(model, name string) []byte {
		data, err := os.ReadFile(filepath.Join("testdata", model, name))
		if err != nil {
			f.Fatal(err)
		}
		return data
	}
	models := append([]string{"season"}, tiny...)
	for i, model := range models {
		f.Add(uint(i), read(model, folder.ConfigFile), read(model, "generation_config.json"))
	}
	f.Add(uint(1), read("bart", folder.ConfigFile), []byte(`{"decoder_start_token_id":2,"eos_token_id":[2,3],"do_sample":true,"top_p":0.5,"top_k":3,"bad_words_ids":[[4],[5,6]],"suppress_tokens":[7],"min_length":3}`))
	f.Add(uint(2), read("mt5", folder.ConfigFile), []byte(`{"decoder_start_token_id":0,"num_beams":6,"num_beam_groups":3,"diversity_penalty":0.5,"early_stopping":"never","forced_eos_token_id":1,"encoder_no_repeat_ngram_size":2}`))
	f.Fuzz(func(t *testing.T, which uint, config, generation []byte) {
		dir := t.TempDir()
		weights, err := filepath.Glob(filepath.Join("testdata", models[which%uint(len(models))], "*.safetensors*"))
		for _, name := range weights {
			from, err2 := filepath.Abs(name)
			err = errors.Join(err, err2, os.Symlink(from, filepath.Join(dir, filepath.Base(name))))
		}
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, folder.ConfigFile), config, 0o666), os.WriteFile(filepath.Join(dir, "generation_config.json"), generation, 0o666))
		if err != nil {
			t.Fatal(err)
		}
		d := tensor.New(1)
		defer d.Close()
		m, err := decoder.Open(dir, d)
		if err != nil {
			return
		}
		defer m.Close()
		s := m.Settings
		if s.Beams > 8 { // which takes longer, and not another way
			return
		}
		s.Max = min(s.Max, 12)
		s.Min = min(s.Min, s.Max)
		texts := []decoder.Text{{Tokens: []int32{5, 6, 7, 5, 6, 7}}, {Tokens: s.Ends}}
		for i := range texts {
			if len(texts[i].Tokens) == 0 {
				texts[i].Tokens = []int32{s.Start}
			}
		}
		all, err := m.Write(t.Context(), texts, s)
		if err != nil {
			return
		}
		for _, text := range all {
			for _, w := range text {
				if len(w.Tokens) > s.Max {
					t.Errorf("%d tokens, of %d at most", len(w.Tokens), s.Max)
				}
				for _, id := range w.Tokens {
					if m.Config.Check(id) != nil {
						t.Errorf("token %d is written", id)
					}
				}
			}
		}
	})
}
