package classify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/internal/count"
	"hed/tensor"
)

// ConfigFile is the file that says what a model is.
const ConfigFile = "config.json"

// typePrefix is in front of the kind in config.Type.
const typePrefix = "hed-style-"

// A config is config.json.
type config struct {
	Type        string            `json:"model_type"`
	Labels      []string          `json:"labels"`
	Temperature float64           `json:"temperature"`
	Settings    json.RawMessage   `json:"settings"`
	Files       map[string]string `json:"files"`  // SHA-256 of the others, by name
	Digest      string            `json:"digest"` // of all of this
}

func newConfig(kind string, labels []string, temperature float64, m Model) (config, error) {
	c := config{Type: typePrefix + kind, Labels: labels, Temperature: temperature, Files: map[string]string{}}
	settings, err := json.Marshal(m.Settings())
	if err != nil {
		return c, err
	}
	c.Settings = settings
	for name, write := range m.Files() {
		h := sha256.New()
		if err := write(h); err != nil {
			return c, fmt.Errorf("write %s of a classifier: %w", name, err)
		}
		c.Files[name] = hex.EncodeToString(h.Sum(nil))
	}
	c.Digest, err = c.sum()
	return c, err
}

// sum is the digest of everything else.
func (c config) sum() (string, error) {
	c.Digest = ""
	data, err := json.Marshal(c) // which makes settings compact
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), err
}

// Sum names the classifier by all that its probabilities depend on.
func (c *Classifier) Sum() string { return c.Digest[:12] }

// Facts say in pairs what the classifier is.
func (c *Classifier) Facts() [][2]string {
	return append(c.Model.Facts(), [2]string{"labels", count.Names(c.Labels())}, [2]string{"digest", c.Sum()})
}

// MarshalJSON gives what config.json says.
func (c *Classifier) MarshalJSON() ([]byte, error) { return json.Marshal(c.config) }

// Files are those of the classifier's folder, by name.
func (c *Classifier) Files() map[string]func(io.Writer) error {
	files := maps.Clone(c.Model.Files())
	files[ConfigFile] = func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(c.config)
	}
	return files
}

// Is tells whether a folder has a classifier, whole or not.
func Is(dir string) bool { return KindOf(dir) != "" }

// KindOf is the kind of a folder's classifier, "" where there is none.
func KindOf(dir string) string {
	c, err := readConfig(dir)
	kind, ok := strings.CutPrefix(c.Type, typePrefix)
	if err != nil || !ok {
		return ""
	}
	return kind
}

func readConfig(dir string) (c config, err error) {
	file := filepath.Join(dir, ConfigFile)
	data, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, fmt.Errorf("%s is missing; the folder of a classifier has it", file)
	case err != nil:
		return c, fmt.Errorf("open a classifier: %w", err)
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("%s is damaged: %w; train the classifier again", file, err)
	}
	return c, nil
}

// check refuses a configuration that was changed, or that Train did not write.
func (c *config) check(dir string) error {
	sum, err := c.sum()
	switch {
	case err != nil:
		return err
	case sum != c.Digest:
		return errors.New("it was changed since it was written, or is damaged")
	case len(c.Labels) < 2 || len(c.Labels) > mostLabels || !slices.IsSorted(c.Labels) || len(slices.Compact(slices.Clone(c.Labels))) < len(c.Labels):
		return errors.New("its labels are not two or more different ones in their order")
	case !(c.Temperature > 0 && c.Temperature < 1e9):
		return fmt.Errorf("the temperature is %g", c.Temperature)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Files)) {
		if name != filepath.Base(name) || !filepath.IsLocal(name) {
			return fmt.Errorf("there is a file %q", name)
		}
		if err := compare(filepath.Join(dir, name), c.Files[name]); err != nil {
			return err
		}
	}
	return nil
}

// compare reads a file and compares it with its sum.
func compare(file, sum string) error {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing", file)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return fmt.Errorf("%s is damaged: it is not what was written", file)
	}
	return nil
}

// Open reads the classifier of a folder, of one of some kinds. Networks run on the device; where it is nil, on the processor.
func Open(ctx context.Context, kinds []Kind, dir string, d tensor.Learner) (*Classifier, error) {
	c := new(Classifier)
	var err error
	if c.config, err = readConfig(dir); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, ConfigFile)
	i := slices.IndexFunc(kinds, func(k Kind) bool { return c.Type == typePrefix+k.Name })
	if i < 0 {
		return nil, fmt.Errorf("%s: it is a model of the type %q, not a classifier of style; they are of the kinds %s", file, c.Type, count.Names(names(kinds)))
	}
	if err := c.check(dir); err != nil {
		return nil, fmt.Errorf("%s: %w; train the classifier again", file, err)
	}
	if kinds[i].Network && d == nil {
		own := tensor.New(1)
		d, c.closes = own, own.Close
	}
	c.Settings = bytes.TrimSpace(c.Settings)
	if c.Model, err = kinds[i].Open(ctx, dir, c.Settings, c.config.Labels, d); err != nil {
		if c.closes != nil {
			c.closes()
		}
		return nil, fmt.Errorf("open the classifier of %s: %w", dir, err)
	}
	return c, nil
}

func names(kinds []Kind) (all []string) {
	for _, k := range kinds {
		all = append(all, k.Name)
	}
	return all
}
