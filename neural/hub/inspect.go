package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/neural/decoder"
	"hed/neural/encoder"
	"hed/neural/tokenizer"
	"hed/tensor/safetensors"
)

// A Description says what is in the folder of a model.
type Description struct {
	Dir    string `json:"dir"`
	Name   string `json:"name,omitempty"`   // of a model of the cache
	Commit string `json:"commit,omitempty"` // likewise

	Architecture string   `json:"architecture"`             // model_type of config.json
	Layers       int      `json:"layers"`                   // of the encoder
	Writing      int      `json:"writing_layers,omitempty"` // of the decoder, if the model writes
	Season       bool     `json:"season,omitempty"`         // it knows which sentences matter
	Heads        int      `json:"heads"`
	Width        int      `json:"width"`      // length of a hidden state
	Vocabulary   int      `json:"vocabulary"` // tokens that it knows
	Tokens       int      `json:"tokens"`     // the most that a text may have
	Parameters   int64    `json:"parameters"` // fractions in the weights
	Types        []string `json:"types"`      // of these, sorted

	Tokenizer      string `json:"tokenizer"`       // its kind: WordPiece, BPE, Unigram, WordLevel
	TokenizerSize  int    `json:"tokenizer_size"`  // tokens that it makes
	TokenizerLimit int    `json:"tokenizer_limit"` // the most that it makes of a text; 0 if there is no limit
	Special        int    `json:"special_tokens"`  // those that it puts around a text, such as [CLS] and [SEP]

	Files     int   `json:"files"`
	Size      int64 `json:"size"`      // bytes of the files
	Checksums int   `json:"checksums"` // files that Check has compared with theirs

	Warnings []string `json:"warnings,omitempty"` // what may make it fail for some texts
}

// Inspect says what the model of a folder is. It is an error if hed cannot run it: a
// file is missing or cut off, tensors have other shapes than config.json says, or the
// architecture or the tokenizer is not known. Of the weights only the headers are
// read.
func Inspect(dir string) (*Description, error) {
	d := &Description{Dir: dir}
	if name, commit, ok := cached(dir); ok {
		d.Name, d.Commit = name, commit
	}
	if err := d.readConfig(); err != nil {
		return nil, err
	}
	fits, err := d.readWeights()
	if err != nil {
		return nil, err
	}
	if err := d.readTokenizer(fits); err != nil {
		return nil, err
	}
	// Last, as a folder that is no model may have any number of files.
	if d.Files, d.Size, err = contents(dir); err != nil {
		return nil, fmt.Errorf("read the model: %w", err)
	}
	return d, nil
}

// Check is Inspect which also reads every byte of a model of the cache and compares
// it with its checksum. Folders from elsewhere have no checksums.
func Check(ctx context.Context, dir string) (*Description, error) {
	d, err := Inspect(dir)
	compared, damaged := verify(ctx, dir)
	if damaged != nil { // which explains whatever Inspect says
		return nil, damaged
	}
	if err != nil {
		return nil, err
	}
	d.Checksums = compared
	return d, nil
}

func (d *Description) readConfig() error {
	file := filepath.Join(d.Dir, configFile)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return d.missing(configFile)
	}
	if err != nil {
		return err
	}
	var kind struct {
		Type string `json:"model_type"`
	}
	if err := json.Unmarshal(data, &kind); err != nil {
		return again(d.Dir, ";", fmt.Errorf("%s is damaged: %w", file, err))
	}
	d.Architecture = kind.Type
	known := slices.Concat(encoder.Architectures(), decoder.Architectures())
	switch {
	case slices.Contains(decoder.Architectures(), kind.Type):
		c, err := decoder.ReadConfig(d.Dir)
		if err != nil {
			return err
		}
		d.Season = c.Season != nil
		d.Layers, d.Writing, d.Heads, d.Width, d.Vocabulary, d.Tokens = c.Encoder.Layers, c.Decoder.Layers, c.Encoder.Heads, c.Hidden, c.Vocabulary, c.Tokens
		return nil
	case kind.Type != "" && !slices.Contains(known, kind.Type):
		slices.Sort(known)
		return fmt.Errorf("%s: it is a model of the type %s; hed does not run this architecture yet, but %s", file, kind.Type, strings.Join(known, ", "))
	}
	c, err := encoder.ReadConfig(d.Dir)
	if err != nil {
		return err
	}
	d.Layers, d.Heads, d.Width, d.Vocabulary, d.Tokens = c.Layers, c.Heads, c.Hidden, c.Vocabulary, c.Tokens
	return nil
}

// missing says that a file is not there, or that the link to it leads nowhere.
func (d *Description) missing(name string) error {
	return again(d.Dir, ":", fmt.Errorf("%s is missing; a model folder has %s, %s and %s", filepath.Join(d.Dir, name), configFile, weightsFile, tokenizerFile))
}

// readWeights gives what a tokenizer of the model must pass by what it makes of an empty text.
func (d *Description) readWeights() (fits func(empty []int32) error, err error) {
	exists := func(name string) bool {
		_, err := os.Stat(filepath.Join(d.Dir, name))
		return err == nil
	}
	adapted := d.Writing > 0 && exists(decoder.AdapterConfigFile)
	if !exists(weightsFile) && !exists(indexFile) && !adapted {
		if exists("pytorch_model.bin") || exists("pytorch_model.bin.index.json") {
			return nil, fmt.Errorf("%s: there are only weights in pytorch_model.bin, which hed does not read, since it can run programs; %s", d.Dir, convert(d.Dir))
		}
		return nil, d.missing(weightsFile)
	}
	weights := d.Dir
	if adapted && !exists(weightsFile) && !exists(indexFile) {
		weights = filepath.Join(d.Dir, decoder.AdapterFile)
	}
	a, err := safetensors.Open(weights)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	for _, name := range a.Names() {
		t, _ := a.Tensor(name)
		if !strings.Contains(string(t.Type), "F") { // indices and masks, not learnt
			continue
		}
		d.Parameters += int64(t.Len())
		d.Types = append(d.Types, string(t.Type))
	}
	slices.Sort(d.Types)
	d.Types = slices.Compact(d.Types)
	// What is missing, or has another shape than it should.
	if d.Writing > 0 {
		f, err := decoder.Read(d.Dir)
		if err != nil {
			return nil, err
		}
		return f.Fits, f.Close()
	}
	f, err := encoder.Read(d.Dir)
	if err != nil {
		return nil, err
	}
	return func([]int32) error { return nil }, f.Close()
}

func (d *Description) readTokenizer(fits func(empty []int32) error) error {
	file := filepath.Join(d.Dir, tokenizerFile)
	t, err := tokenizer.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		if _, _, ok := cached(d.Dir); !ok {
			return fmt.Errorf("%s is missing, and no other kind of tokenizer is read; fetch it, or %s", file, convert(d.Dir))
		}
		return d.missing(tokenizerFile)
	}
	if err != nil {
		return fmt.Errorf("%w; hed cannot use this tokenizer: if the file is not damaged, choose another model", err)
	}
	var empty tokenizer.Encoding
	if err := t.Worker().Encode(&empty, ""); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	d.Tokenizer, d.TokenizerSize, d.TokenizerLimit = t.Kind(), t.Size(), t.Truncation().Max
	d.Special = len(empty.IDs)
	if err := fits(empty.IDs); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	switch {
	case d.TokenizerSize > d.Vocabulary && d.Writing > 0:
		d.Warnings = append(d.Warnings, fmt.Sprintf("%s has %d tokens, but the model knows %d; special ones of the others are left out of texts, and a text with any other is refused", tokenizerFile, d.TokenizerSize, d.Vocabulary))
	case d.TokenizerSize > d.Vocabulary:
		d.Warnings = append(d.Warnings, fmt.Sprintf("%s has %d tokens, but the model knows %d; texts with one of the others cannot be scored", tokenizerFile, d.TokenizerSize, d.Vocabulary))
	}
	return nil
}
