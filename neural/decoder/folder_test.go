package decoder_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/neural/decoder"
	"hed/tensor"
	"hed/tensor/safetensors"
)

// rewrite writes the folder again with all weights in one file, of another type; rename gives other names, "" for
// tensors to be left out. Pegasus has positions that are not exact in short types: they are left out there.
func rewrite(t *testing.T, dir string, as safetensors.Type, rename func(string) string) string {
	t.Helper()
	a, err := safetensors.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var out []safetensors.Out
	for _, name := range a.Names() {
		x, _ := a.Tensor(name)
		numbers, err := x.Float32s(nil)
		if err != nil {
			t.Fatal(err)
		}
		if rename != nil {
			name = rename(name)
		}
		if as != safetensors.F32 && strings.HasSuffix(dir, "pegasus") && strings.Contains(name, "embed_positions") {
			name = ""
		}
		if name != "" {
			out = append(out, safetensors.Out{Name: name, Type: as, Shape: x.Shape, Read: func(to []float32) { copy(to, numbers) }})
		}
	}
	var file bytes.Buffer
	if err := safetensors.Write(&file, out, nil); err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	for _, name := range []string{"config.json", "generation_config.json"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(to, name), data)
	}
	put(t, filepath.Join(to, "model.safetensors"), file.Bytes())
	return to
}

func put(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// edit replaces text of a file of a copy of a folder.
func edit(t *testing.T, dir, name, old, new string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(to, name)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("%s has no %q", file, old)
	}
	put(t, file, []byte(strings.Replace(string(data), old, new, 1)))
	return to
}

// TestNames reads models whose tensors have the other names that are in use.
func TestNames(t *testing.T) {
	strip := func(name string) string { return strings.TrimPrefix(name, "model.") }
	tied := func(name string) string {
		if strings.HasSuffix(name, "shared.weight") {
			return "lm_head.weight"
		}
		return name
	}
	for _, model := range []string{"bart", "pegasus", "t5"} {
		dir := filepath.Join("testdata", model)
		compareLogits(t, rewrite(t, dir, safetensors.F32, strip), model)
		compareLogits(t, rewrite(t, dir, safetensors.F32, tied), model)
	}
}

// TestRefused: what does not fit is said before anything is computed.
func TestRefused(t *testing.T) {
	bart, mt5 := filepath.Join("testdata", "bart"), filepath.Join("testdata", "mt5")
	missing := t.TempDir()
	if err := os.CopyFS(missing, os.DirFS(mt5)); err != nil {
		t.Fatal(err)
	}
	shards, err := filepath.Glob(filepath.Join(missing, "model-00002-*.safetensors"))
	if err != nil || len(shards) != 1 {
		t.Fatalf("%v: %v", shards, err)
	}
	if err := os.Remove(shards[0]); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, dir, want string }{
		{"no folder", filepath.Join(t.TempDir(), "none"), "a model folder has config.json"},
		{"a missing shard", missing, "is missing, one of"},
		{"another architecture", edit(t, bart, "config.json", `"model_type": "bart"`, `"model_type": "gpt2"`), `"gpt2" is not one of a model that writes; known are bart, mt5, pegasus, t5`},
		{"no architecture", edit(t, bart, "config.json", `"model_type": "bart"`, `"model_type": ""`), "it has no model_type"},
		{"another width", edit(t, bart, "config.json", `"d_model": 32`, `"d_model": 64`), "the two are not from the same model"},
		{"no layers", edit(t, bart, "config.json", `"decoder_layers": 2`, `"decoder_layers": 0`), "decoder_layers is missing or not a count (0)"},
		{"more layers", edit(t, bart, "config.json", `"decoder_layers": 2`, `"decoder_layers": 3`), `there is no tensor "decoder.layers.2.`},
		{"an unknown activation", edit(t, mt5, "config.json", `"gated-gelu"`, `"gated-mish"`), `the activation "mish" is not known`},
		{"too long", edit(t, bart, "generation_config.json", `"max_length": 18`, `"max_length": 180`), "the model has positions for 64"},
		{"another vocabulary", edit(t, bart, "generation_config.json", `"eos_token_id": 2`, `"eos_token_id": 2000`), "token 2000 is not one of the model's 300"},
		{"an unknown way", edit(t, bart, "generation_config.json", `"max_length": 18`, `"repetition_penalty": 1.2`), "repetition_penalty is 1.2, and this way of writing is not known"},
		{"two unknown ways", edit(t, bart, "generation_config.json", `"max_length": 18`, `"typical_p": 0.5, "min_p": null, "renormalize_logits": true`), "renormalize_logits is true"},
		{"words to stop at", edit(t, bart, "generation_config.json", `"max_length": 18`, `"stop_strings": ["."]`), "stop_strings is [.], and this way of writing is not known"},
		{"a time to stop at", edit(t, bart, "generation_config.json", `"max_length": 18`, `"max_time": 2.5`), "max_time is 2.5"},
		{"too diverse", edit(t, mt5, "generation_config.json", `"diversity_penalty": 0.5`, `"diversity_penalty": 1e300`), "want a number above 0"},
		{"too many tokens", edit(t, mt5, "generation_config.json", `"num_beam_groups": 2`, `"num_beam_groups": 2, "max_length": 1000000`), "want a number from 1 to 65536"},
		{"too many positions", edit(t, filepath.Join("testdata", "pegasus"), "config.json", `"max_position_embeddings": 64`, `"max_position_embeddings": 1073741824`), "texts of 1073741824 tokens (max_position_embeddings): no known model reads more"},
		{"too much to read", edit(t, mt5, "config.json", `"d_model"`, `"n_positions": 1073741824, "d_model"`), "texts of 1073741824 tokens (n_positions): no known model reads more"},
		{"stopping", edit(t, bart, "generation_config.json", `"early_stopping": true`, `"early_stopping": "soon"`), "early_stopping is soon"},
		{"groups", edit(t, mt5, "generation_config.json", `"num_beam_groups": 2`, `"num_beam_groups": 3`), "4 beams cannot be shared by 3 groups"},
		{"no start", edit(t, mt5, "generation_config.json", `"decoder_start_token_id": 0,`, ``), "there is no decoder_start_token_id"},
		{"a tensor left out", rewrite(t, bart, safetensors.F32, func(n string) string { return strings.TrimPrefix(n, "model.decoder.layers.1.fc2.bias") }), `there is no tensor "decoder.layers.1.fc2.bias" (nor "model.decoder.layers.1.fc2.bias") of shape [32]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := tensor.New(1)
			defer d.Close()
			// None of these is the fault of a tokenizer, which is not read.
			if _, err := decoder.Open(c.dir, d); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "the tokenizer is") {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestSettings reads generation_config.json, and config.json where older folders have the settings.
func TestSettings(t *testing.T) {
	m := open(t, filepath.Join("testdata", "bart"))
	s := m.Settings
	if s.Beams != 4 || s.NoRepeat != 3 || s.Early != decoder.AtOnce || s.Max != 17 || s.Start != 2 || len(s.Ends) != 1 || s.Ends[0] != 2 {
		t.Errorf("settings are %+v", s)
	}
	old := edit(t, filepath.Join("testdata", "t5"), "config.json", `"eos_token_id": 1`, `"decoder_start_token_id": 0, "eos_token_id": [1, 5], "num_beams": 3`)
	if err := os.Remove(filepath.Join(old, "generation_config.json")); err != nil {
		t.Fatal(err)
	}
	if s := open(t, old).Settings; s.Beams != 3 || s.Max != 20 || len(s.Ends) != 2 {
		t.Errorf("settings of config.json are %+v", s)
	}
	// force_bos_token_to_be_generated is what forced_bos_token_id was before.
	for with, want := range map[string]int32{
		`"force_bos_token_to_be_generated": true`:                           0,
		`"force_bos_token_to_be_generated": false`:                          -1,
		`"force_bos_token_to_be_generated": true, "forced_bos_token_id": 5`: 5,
	} {
		old := edit(t, filepath.Join("testdata", "bart"), "config.json", `"dropout"`, with+`, "dropout"`)
		if err := os.Remove(filepath.Join(old, "generation_config.json")); err != nil {
			t.Fatal(err)
		}
		if got := open(t, old).Settings.First; got != want {
			t.Errorf("%s: the first token is %d, want %d", with, got, want)
		}
	}
}

// TestDamaged: weights that are not numbers are an error, not an empty headline, however it is written.
func TestDamaged(t *testing.T) {
	dir := rewrite(t, filepath.Join("testdata", "bart"), safetensors.F32, nil)
	file := filepath.Join(dir, "model.safetensors")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// The last number is of the vector of a word, the first one that is not whole makes all chances NaN.
	put(t, file, binary.LittleEndian.AppendUint32(data[:len(data)-4], math.Float32bits(float32(math.NaN()))))
	m := open(t, dir)
	for name, s := range map[string]decoder.Settings{
		"greedy": {Beams: 1, Groups: 1}, "beams": {Beams: 3, Groups: 1}, "groups": {Beams: 4, Groups: 2, Diversity: 1},
		"drawn": {Beams: 1, Groups: 1, Sample: true, TopK: 5}, "drawn of all": {Beams: 2, Groups: 1, Sample: true},
	} {
		s.Max, s.Penalty, s.Temperature, s.TopP, s.First, s.Start, s.Ends = 5, 1, 1, 1, -1, m.Settings.Start, m.Settings.Ends
		found, err := m.Write(t.Context(), []decoder.Text{{Tokens: []int32{0, 9, 2}}}, s)
		if err == nil || !strings.Contains(err.Error(), "its weights are damaged") {
			t.Errorf("%s: %v, error %v", name, found, err)
		}
	}
}
