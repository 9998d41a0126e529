package decoder

import (
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"hed/neural/folder"
	"hed/tensor/safetensors"
)

// A Folder is a model that was found whole: config.json is of an architecture that is known, the settings make
// sense, and all tensors are there, of their shapes. None of their numbers has been read yet.
type Folder struct {
	Config Config
	// Settings are those of generation_config.json.
	Settings Settings
	// Short takes weights to the device in bfloat16; see tensor.Shortener.
	Short bool

	*folder.Weights
	kind architecture
}

// Read reads what a model is, and finds its weights, or those of another model to which the folder has adapters. Close it, or the Model
// that is made of it.
func Read(dir string) (*Folder, error) {
	f, err := Begin(dir)
	if err == nil && f.Weights == nil {
		_, err = safetensors.Open(dir) // which says what is missing
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Begin is Read for a model that is to be taught: it may have no weights yet, and Weights is nil then.
func Begin(dir string) (*Folder, error) {
	c, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	s, err := readSettings(dir, &c)
	if err != nil {
		return nil, err
	}
	f := &Folder{Config: c, Settings: s, kind: architectures[c.Architecture]}
	if f.Weights, err = f.open(dir, 0); err != nil {
		return nil, err
	}
	return f, nil
}

// open finds the weights of a folder, or those that its adapters are for, which may be adapted themselves, so often so far. It gives nil for a
// folder that has neither.
func (f *Folder) open(dir string, adapted int) (*folder.Weights, error) {
	if weightless(dir) {
		return f.openAdapted(dir, adapted)
	}
	if _, err := os.Stat(filepath.Join(dir, AdapterConfigFile)); err == nil {
		return nil, fmt.Errorf("%s has weights and, by its %s, adapters for those of another model; remove what is not of the model that is meant", dir, AdapterConfigFile)
	}
	return folder.Open(dir, f.kind.prefix, f.Config.parts())
}

// Bases are the folders of the models that a folder of adapters needs, the nearest first.
func Bases(dir string) (bases []string) {
	for range mostAdapted + 1 {
		var c struct {
			Base string `json:"base_model_name_or_path"`
		}
		data, err := os.ReadFile(filepath.Join(dir, AdapterConfigFile))
		if err != nil || json.Unmarshal(data, &c) != nil || c.Base == "" {
			return bases
		}
		if !filepath.IsAbs(c.Base) {
			c.Base = filepath.Join(dir, c.Base)
		}
		dir = c.Base
		bases = append(bases, dir)
	}
	return bases
}

// weightless tells whether a folder has no file of weights of its own, of any kind.
func weightless(dir string) bool {
	for _, name := range []string{safetensors.WholeFile, safetensors.IndexFile, "pytorch_model.bin", "pytorch_model.bin.index.json"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return false
		}
	}
	return true
}

// Fits refuses the tokenizer of another model by what it makes of an empty text. It may have more tokens than the model
// knows: special ones are missing in some.
func (f *Folder) Fits(empty []int32) error {
	if n := len(empty); n == 0 || len(f.Settings.Ends) > 0 && empty[n-1] != f.Settings.Ends[0] {
		return fmt.Errorf("it does not end a text with token %d, as the model expects; it is from another model", f.Settings.Ends)
	}
	for _, id := range empty {
		if err := f.Config.Check(id); err != nil {
			return fmt.Errorf("around a text, %w; it is from another model", err)
		}
	}
	return nil
}

// parts are all tensors.
func (c *Config) parts() iter.Seq[folder.Part] {
	a := architectures[c.Architecture]
	return func(yield func(folder.Part) bool) {
		going := true
		put := func(p folder.Part) { going = going && yield(p) }
		one := func(name string, shape ...int) { put(folder.Part{Name: name, Shape: shape}) }
		dense := func(name string, out, in int) {
			one(name+".weight", out, in)
			if a.biased {
				one(name+".bias", out)
			}
		}
		norm := func(name string) {
			if name == "" {
				return
			}
			one(name+".weight", c.Hidden)
			if !a.squared {
				one(name+".bias", c.Hidden)
			}
		}
		words := folder.Part{Name: a.shared + ".weight", Shape: []int{c.Vocabulary, c.Hidden},
			Others: []string{"encoder.embed_tokens.weight", "decoder.embed_tokens.weight"}}
		if c.Tied {
			words.Others = append(words.Others, a.head+".weight")
		} else {
			put(folder.Part{Name: a.head + ".weight", Shape: []int{c.Vocabulary, c.Hidden}, Bare: true})
		}
		put(words)
		if a.headBias != "" {
			put(folder.Part{Name: a.headBias, Shape: []int{1, c.Vocabulary}, Optional: true, Bare: true})
		}
		for _, half := range []struct {
			*names
			Half
			cross bool
		}{{&a.encoder, c.Encoder, false}, {&a.decoder, c.Decoder, true}} {
			n := half.names
			if n.positions != "" {
				put(folder.Part{Name: n.positions + ".weight", Shape: []int{c.positions + a.offset, c.Hidden}, Optional: a.sinusoidal})
			}
			norm(n.wordNorm)
			if n.distance != "" {
				one(n.distance+".weight", c.buckets, half.Heads)
			}
			for i := 0; i < half.Layers && going; i++ {
				attention := func(n *attentionNames) {
					for _, name := range []string{n.query, n.key, n.value} {
						dense(folder.At(name, i), half.Width, c.Hidden)
					}
					dense(folder.At(n.out, i), c.Hidden, half.Width)
					norm(folder.At(n.norm, i))
				}
				attention(&n.self)
				if half.cross {
					attention(&n.cross)
				}
				for _, name := range c.wide(n) {
					dense(folder.At(name, i), half.Inner, c.Hidden)
				}
				dense(folder.At(n.narrow, i), c.Hidden, half.Inner)
				norm(folder.At(n.narrowNorm, i))
			}
			norm(n.last)
		}
		if c.Season != nil {
			for _, p := range c.seasonParts() {
				put(p)
			}
		}
	}
}

// Weights is how many numbers a model has, counted to 2⁴⁰.
func (c *Config) Weights() (n int) {
	const most = 1 << 40
	for p := range c.parts() {
		size := 1
		for _, length := range p.Shape {
			if length > most/max(1, size) {
				return most
			}
			size *= length
		}
		if n += size; n >= most {
			return most
		}
	}
	return n
}

// wide are the names of the first dense layers.
func (c *Config) wide(n *names) []string {
	if c.Gated {
		return []string{n.wide[0] + "_0", n.wide[0] + "_1"}
	}
	return n.wide
}
