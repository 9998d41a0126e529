package embed

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/tensor/safetensors"
)

const (
	configFile    = "config.json"
	tokenizerFile = "tokenizer.json"
	settingsFile  = "tokenizer_config.json"
)

// find gives the folder of a model.
func (s *Models) find(name string) (dir string, err error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return name, nil
	case err == nil:
		return "", fmt.Errorf("the model %s is a file; name the folder that has %s, %s and the weights", name, configFile, tokenizerFile)
	case !errors.Is(err, fs.ErrNotExist) || s.Find == nil:
		return "", fmt.Errorf("find the model: %w; name a folder that has %s, %s and model.safetensors", err, configFile, tokenizerFile)
	}
	return s.Find(name)
}

// nameOf is the last part of a path or of the name of a model. In a cache of the
// Hub that is a version, so the name is taken from further above.
func nameOf(path string) string {
	path = filepath.Clean(path)
	if snapshots := filepath.Dir(path); filepath.Base(snapshots) == "snapshots" {
		if repo, ok := strings.CutPrefix(filepath.Base(filepath.Dir(snapshots)), "models--"); ok {
			path = strings.ReplaceAll(repo, "--", "/")
		}
	}
	return filepath.Base(filepath.FromSlash(path))
}

// A folder is what a model folder says beside what encoder and tokenizer read.
type folder struct {
	config []byte
	origin string // the model that it was made from
	limit  int    // the most tokens of a text; 0 if it does not say
	side   string // the end at which longer ones are cut: left, right, or "" if it does not say
}

const left, right = "left", "right"

func readFolder(dir string) (f folder, err error) {
	for _, part := range []struct{ file, advice string }{
		{configFile, "fetch it with the weights"},
		{tokenizerFile, "fetch it with the weights, or let save_pretrained of a fast tokenizer of transformers write it"},
	} {
		if _, err := os.Stat(filepath.Join(dir, part.file)); errors.Is(err, fs.ErrNotExist) {
			return f, fmt.Errorf("the model folder %s has no %s; %s", dir, part.file, part.advice)
		}
	}
	if f.config, err = os.ReadFile(filepath.Join(dir, configFile)); err != nil {
		return f, fmt.Errorf("read what the model is: %w", err)
	}
	var config struct {
		Origin string `json:"_name_or_path"`
	}
	if err := json.Unmarshal(f.config, &config); err != nil {
		return f, fmt.Errorf("%s is damaged: %w; fetch it again", filepath.Join(dir, configFile), err)
	}
	f.origin = config.Origin
	settings, err := os.ReadFile(filepath.Join(dir, settingsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return f, fmt.Errorf("read the settings of the tokenizer: %w", err)
	}
	// transformers writes 1e30 for a tokenizer without a limit.
	var said struct {
		Max  float64 `json:"model_max_length"`
		Side string  `json:"truncation_side"`
	}
	if err := json.Unmarshal(settings, &said); err != nil {
		return f, fmt.Errorf("%s is damaged: %w; fetch it again", filepath.Join(dir, settingsFile), err)
	}
	if f.side = said.Side; f.side != "" && f.side != left && f.side != right {
		return f, fmt.Errorf("%s: the truncation_side %q is not known; known are %s and %s", filepath.Join(dir, settingsFile), f.side, left, right)
	}
	if said.Max >= 1 && said.Max < 1<<30 {
		f.limit = int(said.Max)
	}
	return f, nil
}

// hash is the SHA-256 of what changes a number: config.json, the limit of tokens and
// the side that is cut, tokenizer.json, and the weights in the order of their names,
// with what an index says of several files.
func (f *folder) hash(dir string) (sum [sha256.Size]byte, err error) {
	archive, err := safetensors.Open(dir)
	if err != nil {
		return sum, err
	}
	files := []string{filepath.Join(dir, tokenizerFile)}
	h := sha256.New()
	fmt.Fprintf(h, "%d %d%s\n", len(f.config), f.limit, f.side)
	h.Write(f.config)
	for _, name := range archive.Names() {
		t, _ := archive.Tensor(name)
		files = append(files, t.File)
		if file := filepath.Base(t.File); file != safetensors.WholeFile { // another may have it too
			fmt.Fprintf(h, "\n%q %q", name, file)
		}
	}
	if err := archive.Close(); err != nil {
		return sum, err
	}
	slices.Sort(files[1:])
	buf := make([]byte, 1<<18)
	for _, name := range slices.Compact(files) {
		if err := addFile(h, name, buf); err != nil {
			return sum, fmt.Errorf("read the model: %w", err)
		}
	}
	return [sha256.Size]byte(h.Sum(nil)), nil
}

func addFile(w io.Writer, name string, buf []byte) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%d\n", info.Size())
	_, err = io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{file}, buf)
	return err
}
