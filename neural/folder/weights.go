package folder

import (
	"crypto/sha256"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"hed/tensor/safetensors"
)

// A Part is a tensor that a model consists of.
type Part struct {
	Name     string   // less the prefix that some files put before all names
	Others   []string // names that it has in other files
	Shape    []int
	Optional bool // it may be missing
	Bare     bool // no file puts the prefix before it, as before heads
}

// At is the name that a part of a layer has in layer i, which stands for {}.
func At(name string, i int) string { return strings.Replace(name, "{}", strconv.Itoa(i), 1) }

// Weights are the tensors of a model, which were found whole. None of their numbers has been read yet.
type Weights struct {
	Dir string

	prefix  string
	archive *safetensors.Archive
	parts   []Part // those that are there
	tensors map[string]*safetensors.Tensor
	changes map[string]func(x []float32)
	mixed   []byte // of Mix
}

// Change has a part changed whenever its numbers are read, after changes before.
func (w *Weights) Change(name string, change func(x []float32)) {
	if w.changes == nil {
		w.changes = map[string]func([]float32){}
	}
	before := w.changes[name]
	w.changes[name] = func(x []float32) {
		if before != nil {
			before(x)
		}
		change(x)
	}
}

// Mix makes what changes parts count in Digest.
func (w *Weights) Mix(sum [sha256.Size]byte) { w.mixed = append(w.mixed, sum[:]...) }

// Open finds the parts of a model in the files of a folder, with a prefix before their names or without.
func Open(dir, prefix string, parts iter.Seq[Part]) (*Weights, error) {
	archive, err := safetensors.Open(dir)
	if err != nil {
		return nil, err
	}
	w := &Weights{Dir: dir, prefix: prefix, archive: archive, tensors: map[string]*safetensors.Tensor{}}
	for p := range parts {
		t, err := w.find(p)
		if err != nil {
			archive.Close() // the reason is another
			return nil, fmt.Errorf("load the model %s: %w", dir, err)
		}
		if t != nil {
			w.parts, w.tensors[p.Name] = append(w.parts, p), t
		}
	}
	return w, nil
}

// find finds a tensor under the names that it has in files. One that may be missing is nil.
func (w *Weights) find(p Part) (*safetensors.Tensor, error) {
	for _, name := range append([]string{p.Name}, p.Others...) {
		for _, n := range []string{name, w.prefix + name} {
			t, ok := w.archive.Tensor(n)
			switch {
			case !ok:
				continue
			case !slices.Equal(t.Shape, p.Shape):
				return nil, fmt.Errorf("%s: tensor %q has the shape %d, config.json asks for %d; the two are not from the same model", t.File, n, t.Shape, p.Shape)
			case !t.Type.Fraction():
				return nil, fmt.Errorf("%s: tensor %q is of type %s; expected F32, F16, BF16 or F64", t.File, n, t.Type)
			}
			return t, nil
		}
	}
	if p.Optional {
		return nil, nil
	}
	other := ""
	if w.prefix != "" {
		other = fmt.Sprintf(" (nor %q)", w.prefix+p.Name)
	}
	return nil, fmt.Errorf("there is no tensor %q%s of shape %d; the weights are incomplete or of another kind than config.json says", p.Name, other, p.Shape)
}

// Close lets go of the files. It may be called again.
func (w *Weights) Close() error {
	if w == nil { // of a model without weights
		return nil
	}
	return w.archive.Close()
}

// Digest tells models apart by their weights.
func (w *Weights) Digest() (sum [sha256.Size]byte) {
	if w == nil {
		return sum
	}
	sum = w.archive.Digest()
	if len(w.mixed) > 0 {
		sum = sha256.Sum256(append(sum[:], w.mixed...))
	}
	return sum
}

// Size is how many numbers there are.
func (w *Weights) Size() (n int) {
	for _, p := range w.parts {
		size := 1
		for _, s := range p.Shape {
			size *= s
		}
		n += size
	}
	return n
}

// Has tells whether there is a part.
func (w *Weights) Has(name string) bool { return w.tensors[name] != nil }

// Numbers are those of a part: buf's memory, or the file's, which is not to be written to nor to be used after Close.
func (w *Weights) Numbers(name string, buf []float32) []float32 {
	x, err := w.tensors[name].Float32s(buf)
	if err != nil {
		panic("folder: " + err.Error()) // find has seen to the type
	}
	if change := w.changes[name]; change != nil {
		x = slices.Clone(x)
		change(x)
	}
	return x
}

// Forget lets memory of the file go that Numbers has read.
func (w *Weights) Forget(name string) { w.tensors[name].Forget() }
