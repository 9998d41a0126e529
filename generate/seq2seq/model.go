package seq2seq

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/internal/staging"
	"hed/neural/recurrent"
	"hed/neural/train"
	"hed/neural/words"
	"hed/tensor"
	"hed/tensor/safetensors"
)

// The files of a model's folder.
const (
	ConfigFile     = "config.json"
	VocabularyFile = "vocabulary.txt"
)

// A Config is config.json.
type Config struct {
	Type string `json:"model_type"` // hed-s2s, hed-pn or hed-pnc
	// Words and Input are what is read of an article; see Options.
	Words int    `json:"words"`
	Input string `json:"input"`
	recurrent.Config
}

// typePrefix stands before the kind in Config.Type.
const typePrefix = "hed-"

// A Model is a network with its words.
type Model struct {
	Config
	Vocabulary *words.Vocabulary
	Net        *recurrent.Net
	// Sum names a model by all that its headlines depend on; "new" for one that was not read from files.
	Sum string
}

// ReadConfig reads config.json of a folder. Whether it is one of this package is Config.Kind.
func ReadConfig(dir string) (Config, error) {
	var c Config
	file := filepath.Join(dir, ConfigFile)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("%s is missing; every model that hed trained has it", file)
	}
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("%s is damaged: %w", file, err)
	}
	return c, nil
}

// Kind is one of Kinds, or "" for a model that is not of this package.
func (c *Config) Kind() string {
	for _, k := range Kinds {
		if c.Type == typePrefix+k {
			return k
		}
	}
	return ""
}

// isPart tells whether headlines depend on a file of a model's folder.
func isPart(name string) bool {
	return name == ConfigFile || name == VocabularyFile || strings.HasSuffix(name, ".safetensors")
}

// Open reads the model of a folder and puts its weights on a device. It writes, and is not taught.
func Open(dir string, d tensor.Learner) (m *Model, err error) {
	defer tensor.Recover(&err)
	if err := staging.Unchanged(dir, isPart); err != nil {
		return nil, err
	}
	m = new(Model)
	if m.Config, err = ReadConfig(dir); err != nil {
		return nil, err
	}
	if m.Kind() == "" {
		return nil, fmt.Errorf("%s: it is a model of the type %q, not one of a network that writes headlines", filepath.Join(dir, ConfigFile), m.Type)
	}
	if err := checkReading(m.Words, m.Input); err != nil {
		return nil, fmt.Errorf("%s: %w; the file is damaged", filepath.Join(dir, ConfigFile), err)
	}
	file := filepath.Join(dir, VocabularyFile)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if m.Vocabulary, err = words.Parse(string(data)); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if m.Vocabulary.Len() != m.Config.Config.Vocabulary {
		return nil, fmt.Errorf("%s has %d words, but %s says %d; the files are not from the same model", file, m.Vocabulary.Len(), ConfigFile, m.Config.Config.Vocabulary)
	}
	return m, m.load(dir, d, data)
}

// load reads the weights, and names the model by them, its configuration and its vocabulary.
func (m *Model) load(dir string, d tensor.Learner, vocabulary []byte) error {
	a, err := safetensors.Open(dir)
	if err != nil {
		return err
	}
	defer a.Close()
	names := a.Names()
	m.Net, err = recurrent.Open(d, m.Config.Config, func(name string, rows, cols int) (tensor.Matrix, error) {
		names = slices.DeleteFunc(names, func(n string) bool { return n == name })
		x, err := train.Numbers(a, name, rows, cols)
		if err != nil {
			return tensor.Matrix{}, fmt.Errorf("%w; the weights do not fit %s", err, ConfigFile)
		}
		w := d.New(rows, cols)
		d.Write(w, x)
		return w, nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if len(names) > 0 {
		m.Net.Free(d)
		return fmt.Errorf("%s: there is a tensor %q, which %s does not describe", dir, names[0], ConfigFile)
	}
	h := sha256.New()
	weights := a.Digest()
	for _, part := range [][]byte{weights[:], vocabulary} {
		sum := sha256.Sum256(part)
		h.Write(sum[:])
	}
	if err := writeJSON(h, m.Config); err != nil {
		return err
	}
	m.Sum = hex.EncodeToString(h.Sum(nil))[:12]
	return nil
}

// tensors are the weights, to be written.
func (m *Model) tensors(d tensor.Device, as safetensors.Type) (out []safetensors.Out) {
	for _, p := range m.Net.Params() {
		out = append(out, train.Tensor(d, p.Name, p.Value, as))
	}
	return out
}

// Files are those of the model's folder, by name. With half, weights are rounded to half precision, in several files.
func (m *Model) Files(d tensor.Device, half bool) map[string]func(io.Writer) error {
	as := safetensors.F32
	if half {
		as = safetensors.F16
	}
	files := safetensors.Files(m.tensors(d, as), half)
	files[ConfigFile] = func(w io.Writer) error { return writeJSON(w, m.Config) }
	files[VocabularyFile] = m.Vocabulary.Write
	return files
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
