package encoder

import (
	"iter"
	"strings"

	"hed/neural/folder"
	"hed/tensor"
)

// A Folder is a model that was found whole: config.json is of an architecture that
// is known, and all tensors are there, of their shapes. None of their numbers has
// been read yet.
type Folder struct {
	Config Config

	*folder.Weights
	kind architecture
}

// Read reads what a model is, and finds its weights. Close ends it, or that of the
// Encoder that is made of it.
func Read(dir string) (*Folder, error) {
	c, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{Config: c, kind: architectures[c.Architecture]}
	if f.Weights, err = folder.Open(dir, f.kind.prefix, c.parts()); err != nil {
		return nil, err
	}
	return f, nil
}

// Words are the vectors that the encoder begins with, a row for each token of the
// vocabulary. They are the file's memory where that has them in float32: not to be
// written to, nor to be used after Close.
func (f *Folder) Words() tensor.Matrix {
	return tensor.Of(f.Config.Vocabulary, f.Config.Hidden, f.Numbers(f.kind.names.words+".weight", nil))
}

// first are the names of norms in files of the first BERT.
var first = strings.NewReplacer("LayerNorm.weight", "LayerNorm.gamma", "LayerNorm.bias", "LayerNorm.beta")

// parts are all tensors.
func (c *Config) parts() iter.Seq[folder.Part] {
	n := architectures[c.Architecture].names
	return func(yield func(folder.Part) bool) {
		going := true
		part := func(name string, shape ...int) {
			p := folder.Part{Name: name, Shape: shape}
			if old := first.Replace(name); old != name {
				p.Others = []string{old}
			}
			going = going && yield(p)
		}
		both := func(name string, out int, in ...int) { // a dense layer, or a norm
			part(name+".weight", append([]int{out}, in...)...)
			part(name+".bias", out)
		}
		part(n.words+".weight", c.Vocabulary, c.Hidden)
		part(n.positions+".weight", c.positions, c.Hidden)
		if n.kinds != "" {
			part(n.kinds+".weight", c.Types, c.Hidden)
		}
		both(n.norm, c.Hidden)
		if n.distance != "" {
			part(n.distance+".weight", buckets, c.Heads)
		}
		for i := 0; i < c.Layers && going; i++ {
			for _, name := range []string{n.query, n.key, n.value, n.out} {
				both(folder.At(name, i), c.Hidden, c.Hidden)
			}
			both(folder.At(n.outNorm, i), c.Hidden)
			both(folder.At(n.wide, i), c.Inner, c.Hidden)
			both(folder.At(n.narrow, i), c.Hidden, c.Inner)
			both(folder.At(n.narrowNorm, i), c.Hidden)
		}
	}
}
