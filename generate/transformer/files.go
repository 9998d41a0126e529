package transformer

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"hed/internal/whole"
	"hed/neural/decoder"
	"hed/tensor"
	"hed/tensor/safetensors"
)

const generationFile = "generation_config.json"

// others are files of a model's folder that stay as they are, for transformers and its tokenizers, if they are there.
var others = []string{
	"tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "vocab.json", "merges.txt", "spiece.model", "sentencepiece.bpe.model",
}

// Files are those of the folder of the model that was taught, by name. With half, weights are in half precision, in several files. A
// model with adapters has these in place of weights, which stay those of the folder that it began with.
func (l *Lesson) Files(out *Outcome, half bool) (map[string]func(io.Writer) error, error) {
	base, err := filepath.Abs(l.Init)
	if err != nil {
		return nil, err
	}
	files := out.Net.AdapterFiles(base)
	as, kind := safetensors.F32, "float32"
	if half {
		as, kind = safetensors.F16, "float16"
	}
	config, err := read(filepath.Join(l.Init, "config.json"))
	if err != nil {
		return nil, err
	}
	if s := out.Net.Config.Season; s != nil {
		maps.Copy(config, map[string]any{
			"bosent_token_id": s.Marker, "lower_saliency_threshold": s.Low, "higher_saliency_threshold": s.High, "marginal_temperature": s.Temperature,
		})
	}
	if files == nil {
		files = safetensors.Files(out.Net.Params.Out(as), half)
		for _, name := range []string{"torch_dtype", "dtype"} {
			if config[name] != nil {
				config[name] = kind
			}
		}
	}
	settings, err := l.settings(out, config)
	if err != nil {
		return nil, err
	}
	files["config.json"], files[generationFile] = encoded(config), encoded(settings)
	for _, name := range others {
		data, err := os.ReadFile(filepath.Join(l.Init, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		default:
			files[name] = func(w io.Writer) error {
				_, err := w.Write(data)
				return err
			}
		}
	}
	return files, nil
}

// settings are generation_config.json: those of the model that the lesson began with, but for the lengths, which are of what was
// learnt, and with 4 beams where it does not say how many.
func (l *Lesson) settings(out *Outcome, config map[string]any) (map[string]any, error) {
	s, err := read(filepath.Join(l.Init, generationFile))
	if errors.Is(err, fs.ErrNotExist) {
		s = map[string]any{}
		for _, name := range decoder.GenerationFields() {
			if v, ok := config[name]; ok {
				s[name] = v
			}
		}
	} else if err != nil {
		return nil, err
	}
	if s["num_beams"] == nil {
		s["num_beams"] = 4
	}
	if l.Order != nil {
		s["length_penalty"] = decoder.Brio.Alpha // beam search goes by the score whose order was learnt
	}
	s["max_length"] = out.Read.Longest + 1 // with the token that writing starts with
	for _, name := range []string{"min_length", "min_new_tokens", "max_new_tokens"} {
		delete(s, name)
	}
	return s, nil
}

func read(file string) (map[string]any, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all map[string]any
	return all, json.Unmarshal(data, &all)
}

func encoded(v any) func(io.Writer) error {
	return func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(v)
	}
}

// Writer writes headlines with the model that was taught, from files that it puts into a folder until it is closed.
func (l *Lesson) Writer(out *Outcome, folder string) (*Generator, error) {
	dir := filepath.Join(folder, "taught")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // all is in memory, or stays open
	files, err := l.Files(out, false)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := whole.Write(filepath.Join(dir, name), files[name]); err != nil {
			return nil, whole.Failed("the model to", filepath.Join(dir, name), err)
		}
	}
	return open(dir, func() (tensor.Device, error) { return l.Device, nil }, Options{Prefix: l.Training.Prefix}, l.Seed)
}
