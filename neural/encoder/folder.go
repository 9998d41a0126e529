package encoder

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"hed/tensor"
	"hed/tensor/safetensors"
)

// A Folder is a model that was found whole: config.json is of an architecture that
// is known, and all tensors are there, of their shapes. None of their numbers has
// been read yet.
type Folder struct {
	Config Config

	dir     string
	kind    architecture
	archive *safetensors.Archive
	tensors map[string]*safetensors.Tensor // by the names of parts
}

// Read reads what a model is, and finds its weights. Close ends it, or that of the
// Encoder that is made of it.
func Read(dir string) (*Folder, error) {
	c, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	archive, err := safetensors.Open(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{
		Config: c, dir: dir, kind: architectures[c.Architecture],
		archive: archive, tensors: map[string]*safetensors.Tensor{},
	}
	for name, shape := range f.parts() {
		if f.tensors[name], err = f.find(name, shape); err != nil {
			archive.Close() // the reason is another
			return nil, fmt.Errorf("load the model %s: %w", dir, err)
		}
	}
	return f, nil
}

// Close lets go of the files. It may be called again.
func (f *Folder) Close() error { return f.archive.Close() }

// Words are the vectors that the encoder begins with, a row for each token of the
// vocabulary. They are the file's memory where that has them in float32: not to be
// written to, nor to be used after Close.
func (f *Folder) Words() tensor.Matrix {
	return tensor.Of(f.Config.Vocabulary, f.Config.Hidden, f.numbers(f.kind.names.words+".weight", nil))
}

// numbers are those of a part, buf's memory or the file's.
func (f *Folder) numbers(name string, buf []float32) []float32 {
	x, err := f.tensors[name].Float32s(buf)
	if err != nil {
		panic("encoder: " + err.Error()) // find has seen to the type
	}
	return x
}

// parts are the names of all tensors, less what files put before them, with their
// shapes.
func (f *Folder) parts() iter.Seq2[string, []int] {
	n, c := f.kind.names, &f.Config
	return func(yield func(string, []int) bool) {
		going := true
		part := func(name string, shape ...int) { going = going && yield(name, shape) }
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
				both(at(name, i), c.Hidden, c.Hidden)
			}
			both(at(n.outNorm, i), c.Hidden)
			both(at(n.wide, i), c.Inner, c.Hidden)
			both(at(n.narrow, i), c.Hidden, c.Inner)
			both(at(n.narrowNorm, i), c.Hidden)
		}
	}
}

// at is the name that a part of a layer has in layer i.
func at(name string, i int) string { return strings.Replace(name, "{}", strconv.Itoa(i), 1) }

// find finds a tensor under the names that it has in files: with the prefix or
// without, and for layer norms those of the first BERT.
func (f *Folder) find(name string, shape []int) (*safetensors.Tensor, error) {
	prefix := f.kind.prefix
	old := strings.NewReplacer("LayerNorm.weight", "LayerNorm.gamma", "LayerNorm.bias", "LayerNorm.beta").Replace(name)
	for _, n := range []string{name, prefix + name, old, prefix + old} {
		t, ok := f.archive.Tensor(n)
		switch {
		case !ok:
			continue
		case !slices.Equal(t.Shape, shape):
			return nil, fmt.Errorf("%s: tensor %q has the shape %d, config.json asks for %d; the two are not of one model", t.File, n, t.Shape, shape)
		case !t.Type.Fraction():
			return nil, fmt.Errorf("%s: tensor %q is of type %s; expected F32, F16, BF16 or F64", t.File, n, t.Type)
		}
		return t, nil
	}
	return nil, fmt.Errorf("there is no tensor %q (nor %q) of shape %d; the weights are incomplete or of another kind than config.json says", name, prefix+name, shape)
}
