package encoder

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"hed/neural/safetensors"
	"hed/tensor"
)

// A dense is a linear layer; a norm a layer norm.
type (
	dense struct {
		weights *tensor.Weights
		bias    tensor.Matrix
	}
	norm struct{ gain, bias tensor.Matrix }
)

// A layer is one of the model's.
type layer struct {
	attend     dense // query, key and value, side by side
	out        dense
	outNorm    norm
	wide       dense
	narrow     dense
	narrowNorm norm
}

// A loader takes the tensors of a model to a device. After an error, which it
// keeps, what it gives is empty.
type loader struct {
	archive *safetensors.Archive
	device  tensor.Device
	prefix  string
	err     error

	buf    []float32
	stages map[[2]int]tensor.Matrix // weights on their way to being packed, by shape
	kept   []tensor.Matrix          // what was made for good
}

// matrix makes a matrix of numbers for good.
func (l *loader) matrix(rows, cols int, x []float32) tensor.Matrix {
	m := l.device.New(rows, cols)
	l.device.Write(m, x)
	l.kept = append(l.kept, m)
	return m
}

// pack packs weights for good.
func (l *loader) pack(b tensor.Matrix) *tensor.Weights {
	w := l.device.Pack(b)
	l.kept = append(l.kept, w.Own)
	return w
}

// free gives memory back to a device that cares.
func free(d tensor.Device, list ...tensor.Matrix) {
	if memory, ok := d.(tensor.Memory); ok {
		for _, m := range list {
			memory.Free(m)
		}
	}
}

// numbers are those of a tensor, which must have the shape. They are good until
// the next call.
func (l *loader) numbers(name string, shape ...int) []float32 {
	t := l.find(name, shape)
	if t == nil {
		return nil
	}
	x, err := t.Float32s(l.buf)
	if err != nil {
		l.err = err
		return nil
	}
	if t.Type != safetensors.F32 { // then x is not the file's memory
		l.buf = x
	}
	return x
}

// find finds a tensor under the names that it has in files: with the prefix or
// without, and for layer norms those of the first BERT.
func (l *loader) find(name string, shape []int) *safetensors.Tensor {
	if l.err != nil {
		return nil
	}
	old := strings.NewReplacer("LayerNorm.weight", "LayerNorm.gamma", "LayerNorm.bias", "LayerNorm.beta").Replace(name)
	for _, n := range []string{name, l.prefix + name, old, l.prefix + old} {
		t, ok := l.archive.Tensor(n)
		if !ok {
			continue
		}
		if !slices.Equal(t.Shape, shape) {
			l.err = fmt.Errorf("%s: tensor %q has the shape %d, config.json asks for %d; the two are not of one model", t.File, n, t.Shape, shape)
			return nil
		}
		return t
	}
	l.err = fmt.Errorf("there is no tensor %q (nor %q) of shape %d; the weights are incomplete or of another kind than config.json says", name, l.prefix+name, shape)
	return nil
}

// row is a tensor of one index, as a matrix of one row.
func (l *loader) row(name string, length int) tensor.Matrix {
	x := l.numbers(name, length)
	if x == nil {
		return tensor.Matrix{}
	}
	return l.matrix(1, length, x)
}

func (l *loader) norm(name string, length int) norm {
	return norm{l.row(name+".weight", length), l.row(name+".bias", length)}
}

// dense loads linear layers that have the same input as one.
func (l *loader) dense(in, out int, names ...string) dense {
	shape := [2]int{len(names) * out, in}
	var bias []float32
	for i, name := range names {
		x := l.numbers(name+".weight", out, in)
		if x == nil {
			return dense{}
		}
		stage, ok := l.stages[shape]
		if !ok {
			stage = l.device.New(shape[0], shape[1])
			l.stages[shape] = stage
		}
		l.device.Write(stage.Part(i*out, (i+1)*out, 0, in), x)
		bias = append(bias, l.numbers(name+".bias", out)...)
	}
	if l.err != nil {
		return dense{}
	}
	return dense{l.pack(l.stages[shape].T()), l.matrix(1, len(bias), bias)}
}

// words is the table of the vocabulary, by far the largest tensor, of which a text
// needs a few rows. The processor reads those where the file has them.
func (l *loader) words(name string, rows, cols int) tensor.Matrix {
	t := l.find(name, []int{rows, cols})
	if t == nil {
		return tensor.Matrix{}
	}
	x, err := t.Float32s(nil)
	if err != nil {
		l.err = err
		return tensor.Matrix{}
	}
	if onProcessor(l.device) {
		return tensor.Of(rows, cols, x)
	}
	return l.matrix(rows, cols, x)
}

// places is the table of what is added to a word: row t·positions + p is position p
// plus type t.
func (l *loader) places(n *names, c *Config) tensor.Matrix {
	positions := slices.Clone(l.numbers(n.positions+".weight", c.positions, c.Hidden))
	var kinds []float32
	if n.kinds != "" {
		kinds = l.numbers(n.kinds+".weight", c.Types, c.Hidden)
	}
	if l.err != nil {
		return tensor.Matrix{}
	}
	sums := make([]float32, 0, c.Types*len(positions))
	for t := range c.Types {
		for i, x := range positions {
			if kinds != nil {
				x += kinds[t*c.Hidden+i%c.Hidden]
			}
			sums = append(sums, x)
		}
	}
	return l.matrix(c.Types*c.positions, c.Hidden, sums)
}

// buckets is how many distances MPNet tells apart, whatever its config.json says.
const buckets = 32

// distance is the bias of attention by distance, as tensor.Heads wants it.
func (l *loader) distance(name string, c *Config) tensor.Matrix {
	x := l.numbers(name+".weight", buckets, c.Heads)
	if x == nil {
		return tensor.Matrix{}
	}
	reach := c.Tokens - 1
	spread := make([]float32, 0, c.Heads*(2*reach+1))
	for head := range c.Heads {
		for d := -reach; d <= reach; d++ {
			spread = append(spread, x[bucket(d)*c.Heads+head])
		}
	}
	return l.matrix(c.Heads, 2*reach+1, spread)
}

// bucket is that of a key d tokens right of the query. Half of the buckets are for
// each side; of these, half are for the distances 0 to 7 and the others grow by √2,
// the last one without end: 8 + ⌊2·log₂(d/8)⌋, which is whole numbers throughout.
func bucket(d int) int {
	const half = buckets / 2
	side := 0
	if d > 0 {
		side = half
	}
	d = max(d, -d)
	if d < half/2 {
		return side + d
	}
	return side + min(half/2+bits.Len(uint(d)*uint(d)/64)-1, half-1)
}

// layer loads layer i.
func (l *loader) layer(n *names, c *Config, i int) layer {
	at := func(name string) string { return strings.Replace(name, "{}", strconv.Itoa(i), 1) }
	return layer{
		attend:     l.dense(c.Hidden, c.Hidden, at(n.query), at(n.key), at(n.value)),
		out:        l.dense(c.Hidden, c.Hidden, at(n.out)),
		outNorm:    l.norm(at(n.outNorm), c.Hidden),
		wide:       l.dense(c.Hidden, c.Inner, at(n.wide)),
		narrow:     l.dense(c.Inner, c.Hidden, at(n.narrow)),
		narrowNorm: l.norm(at(n.narrowNorm), c.Hidden),
	}
}
