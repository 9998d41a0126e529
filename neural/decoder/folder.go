package decoder

import (
	"crypto/sha256"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"hed/tensor/safetensors"
)

// A Folder is a model that was found whole: config.json is of an architecture that is known, the settings make
// sense, and all tensors are there, of their shapes. None of their numbers has been read yet.
type Folder struct {
	Config Config
	// Settings are those of generation_config.json.
	Settings Settings

	dir     string
	kind    architecture
	archive *safetensors.Archive
	tensors map[string]*safetensors.Tensor // by the names of parts
}

// Read reads what a model is, and finds its weights. Close it, or the Model that is made of it.
func Read(dir string) (*Folder, error) {
	c, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	s, err := readSettings(dir, &c)
	if err != nil {
		return nil, err
	}
	archive, err := safetensors.Open(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{
		Config: c, Settings: s, dir: dir, kind: architectures[c.Architecture],
		archive: archive, tensors: map[string]*safetensors.Tensor{},
	}
	for p := range f.parts() {
		if f.tensors[p.name], err = f.find(p); err != nil {
			archive.Close() // the reason is another
			return nil, fmt.Errorf("load the model %s: %w", dir, err)
		}
	}
	return f, nil
}

// Close lets go of the files. It may be called again.
func (f *Folder) Close() error { return f.archive.Close() }

// Digest tells models apart by their weights.
func (f *Folder) Digest() [sha256.Size]byte { return f.archive.Digest() }

// Fits refuses the tokenizer of another model by what it makes of an empty text. It may have more tokens than the model
// knows: special ones are missing in some.
func (f *Folder) Fits(empty []int32) error {
	if n := len(empty); n == 0 || len(f.Settings.Ends) > 0 && empty[n-1] != f.Settings.Ends[0] {
		return fmt.Errorf("it does not end a text with token %d, as the model expects; it is another model's", f.Settings.Ends)
	}
	for _, id := range empty {
		if err := f.Config.Check(id); err != nil {
			return fmt.Errorf("around a text, %w; it is another model's", err)
		}
	}
	return nil
}

// A part is a tensor that a model has.
type part struct {
	name     string // less what files put before it
	others   []string
	shape    []int
	optional bool
}

// parts are all tensors.
func (f *Folder) parts() iter.Seq[part] {
	a, c := &f.kind, &f.Config
	return func(yield func(part) bool) {
		going := true
		put := func(p part) { going = going && yield(p) }
		one := func(name string, shape ...int) { put(part{name: name, shape: shape}) }
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
		words := part{name: a.shared + ".weight", shape: []int{c.Vocabulary, c.Hidden},
			others: []string{"encoder.embed_tokens.weight", "decoder.embed_tokens.weight"}}
		if c.Tied {
			words.others = append(words.others, a.head+".weight")
		} else {
			one(a.head+".weight", c.Vocabulary, c.Hidden)
		}
		put(words)
		if a.headBias != "" {
			put(part{name: a.headBias, shape: []int{1, c.Vocabulary}, optional: true})
		}
		for _, half := range []struct {
			*names
			Half
			cross bool
		}{{&a.encoder, c.Encoder, false}, {&a.decoder, c.Decoder, true}} {
			n := half.names
			if n.positions != "" {
				put(part{name: n.positions + ".weight", shape: []int{c.positions + a.offset, c.Hidden}, optional: a.sinusoidal})
			}
			norm(n.wordNorm)
			if n.distance != "" {
				one(n.distance+".weight", c.buckets, half.Heads)
			}
			for i := 0; i < half.Layers && going; i++ {
				attention := func(n *attentionNames) {
					for _, name := range []string{n.query, n.key, n.value} {
						dense(at(name, i), half.Width, c.Hidden)
					}
					dense(at(n.out, i), c.Hidden, half.Width)
					norm(at(n.norm, i))
				}
				attention(&n.self)
				if half.cross {
					attention(&n.cross)
				}
				for _, name := range c.wide(n) {
					dense(at(name, i), half.Inner, c.Hidden)
				}
				dense(at(n.narrow, i), c.Hidden, half.Inner)
				norm(at(n.narrowNorm, i))
			}
			norm(n.last)
		}
	}
}

// wide are the names of the first dense layers.
func (c *Config) wide(n *names) []string {
	if c.Gated {
		return []string{n.wide[0] + "_0", n.wide[0] + "_1"}
	}
	return n.wide
}

// at is the name that a part of a layer has in layer i.
func at(name string, i int) string { return strings.Replace(name, "{}", strconv.Itoa(i), 1) }

// find finds a tensor under the names that it has in files. One that may be missing is nil.
func (f *Folder) find(p part) (*safetensors.Tensor, error) {
	for _, name := range append([]string{p.name}, p.others...) {
		for _, n := range []string{name, f.kind.prefix + name} {
			t, ok := f.archive.Tensor(n)
			switch {
			case !ok:
				continue
			case !slices.Equal(t.Shape, p.shape):
				return nil, fmt.Errorf("%s: tensor %q has the shape %d, config.json asks for %d; the two are not of one model", t.File, n, t.Shape, p.shape)
			case !t.Type.Fraction():
				return nil, fmt.Errorf("%s: tensor %q is of type %s; expected F32, F16, BF16 or F64", t.File, n, t.Type)
			}
			return t, nil
		}
	}
	if p.optional {
		return nil, nil
	}
	return nil, fmt.Errorf("there is no tensor %q of shape %d; the weights are incomplete or of another kind than config.json says", f.kind.prefix+p.name, p.shape)
}

// numbers are those of a part, buf's memory or the file's.
func (f *Folder) numbers(name string, buf []float32) []float32 {
	x, err := f.tensors[name].Float32s(buf)
	if err != nil {
		panic("decoder: " + err.Error()) // find has seen to the type
	}
	return x
}
