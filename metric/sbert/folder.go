package sbert

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A folder is what a model of sentence-transformers says beside its encoder.
type folder struct {
	pooling string // meanPooling or clsPooling
	tokens  int    // the most of a text; 0 if it does not say
	lower   bool   // texts are lower-cased first
}

const (
	meanPooling = "mean"
	clsPooling  = "cls"
)

// Check says why a model folder that has an encoder is none for sbert; nil if it is
// one.
func Check(dir string) error {
	_, err := readFolder(dir)
	return err
}

// readFolder reads what a model is made of.
func readFolder(dir string) (f folder, err error) {
	var modules []struct{ Path, Type string }
	if _, err := read(dir, "modules.json", &modules); err != nil {
		return f, err
	}
	f.pooling = meanPooling
	for _, m := range modules {
		kind := m.Type[strings.LastIndexByte(m.Type, '.')+1:]
		switch {
		case kind == "Transformer" && m.Path == "":
		case kind == "Normalize": // nothing to a cosine
		case kind == "Pooling":
			if f.pooling, err = readPooling(dir, filepath.Join(filepath.FromSlash(m.Path), "config.json")); err != nil {
				return f, err
			}
		case kind == "Transformer":
			return f, fmt.Errorf("%s has its encoder in the folder %s; sbert wants it beside modules.json", dir, m.Path)
		default:
			return f, fmt.Errorf("%s has a module %s, which sbert does not know; it knows Transformer, Pooling and Normalize", dir, kind)
		}
	}
	if err := refusePrompt(dir); err != nil {
		return f, err
	}
	err = f.readLimits(dir)
	return f, err
}

// readPooling reads which states make the vector of a text.
func readPooling(dir, file string) (string, error) {
	var config map[string]any
	if ok, err := read(dir, file, &config); err != nil {
		return "", err
	} else if !ok {
		return "", fmt.Errorf("%s has no %s, which its modules.json names; fetch it too", dir, file)
	}
	var modes []string
	switch mode := config["pooling_mode"].(type) {
	case string:
		modes = []string{mode}
	case []any:
		for _, m := range mode {
			modes = append(modes, fmt.Sprint(m))
		}
	default: // as sentence-transformers wrote it up to version 5
		for key, on := range config {
			if mode, ok := strings.CutPrefix(key, "pooling_mode_"); ok && on == true {
				modes = append(modes, strings.TrimSuffix(strings.TrimSuffix(mode, "s"), "_token"))
			}
		}
		slices.Sort(modes)
		if len(modes) == 0 {
			modes = []string{meanPooling}
		}
	}
	if len(modes) != 1 || modes[0] != meanPooling && modes[0] != clsPooling {
		return "", fmt.Errorf("%s pools by %s; sbert knows %s and %s, one of them", filepath.Join(dir, file), strings.Join(modes, " and "), meanPooling, clsPooling)
	}
	return modes[0], nil
}

// refusePrompt refuses a model that wants words before each text.
func refusePrompt(dir string) error {
	const file = "config_sentence_transformers.json"
	var config struct {
		Prompts map[string]string
		Default *string `json:"default_prompt_name"`
	}
	if _, err := read(dir, file, &config); err != nil {
		return err
	}
	if config.Default != nil && config.Prompts[*config.Default] != "" {
		return fmt.Errorf("%s puts the prompt %q before texts, which sbert does not do", filepath.Join(dir, file), config.Prompts[*config.Default])
	}
	return nil
}

// readLimits reads the settings of the encoder; their file is named after one.
func (f *folder) readLimits(dir string) error {
	for _, name := range []string{"bert", "roberta", "distilbert", "camembert", "xlm-roberta"} {
		var config struct {
			Max   *int `json:"max_seq_length"`
			Lower bool `json:"do_lower_case"`
		}
		ok, err := read(dir, "sentence_"+name+"_config.json", &config)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if f.lower = config.Lower; config.Max != nil {
			if f.tokens = *config.Max; f.tokens < 1 {
				return fmt.Errorf("%s: max_seq_length is %d; want at least 1", filepath.Join(dir, "sentence_"+name+"_config.json"), f.tokens)
			}
		}
		return nil
	}
	return nil
}

// read reads a file of JSON, and reports whether it is there.
func read(dir, file string, v any) (bool, error) {
	data, err := os.ReadFile(filepath.Join(dir, file))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read what the model is made of: %w", err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return false, fmt.Errorf("%s: %w", filepath.Join(dir, file), err)
	}
	return true, nil
}
