package encoder

import (
	"math/bits"
	"slices"

	"hed/tensor"
	"hed/tensor/safetensors"
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

// A loader takes the tensors of a folder to the encoder's device.
type loader struct {
	*Encoder
	buf    []float32
	stages map[[2]int]tensor.Matrix // weights on their way to being packed, by shape
}

// matrix makes a matrix of numbers for good.
func (l *loader) matrix(rows, cols int, x []float32) tensor.Matrix {
	m := l.device.New(rows, cols)
	l.kept = append(l.kept, m)
	l.device.Write(m, x)
	return m
}

// pack packs weights for good.
func (l *loader) pack(b tensor.Matrix) *tensor.Weights {
	w := l.device.Pack(b)
	l.kept = append(l.kept, w.Own)
	return w
}

// numbers are those of a tensor, good until the next call.
func (l *loader) numbers(name string) []float32 {
	x := l.folder.numbers(name, l.buf)
	// Of F32 they are the file's memory, which is not to be written to. The rare file
	// where they lie askew costs memory for each tensor.
	if l.folder.tensors[name].Type != safetensors.F32 {
		l.buf = x
	}
	return x
}

// row is a tensor of one index, as a matrix of one row.
func (l *loader) row(name string) tensor.Matrix {
	x := l.numbers(name)
	return l.matrix(1, len(x), x)
}

func (l *loader) norm(name string) norm { return norm{l.row(name + ".weight"), l.row(name + ".bias")} }

// dense loads linear layers that have the same input as one.
func (l *loader) dense(in, out int, names ...string) dense {
	shape := [2]int{len(names) * out, in}
	stage, ok := l.stages[shape]
	if !ok {
		stage = l.device.New(shape[0], shape[1])
		l.stages[shape] = stage
	}
	var bias []float32
	for i, name := range names {
		l.device.Write(stage.Part(i*out, (i+1)*out, 0, in), l.numbers(name+".weight"))
		bias = append(bias, l.numbers(name+".bias")...)
	}
	return dense{l.pack(stage.T()), l.matrix(1, len(bias), bias)}
}

// vocabulary is the table of words, by far the largest tensor, of which a text needs
// a few rows. The processor reads those where the file has them.
func (l *loader) vocabulary() tensor.Matrix {
	words := l.folder.Words()
	if onProcessor(l.device) {
		return words
	}
	return l.matrix(words.Rows, words.Cols, words.Data)
}

// table is that of what is added to a word: row t·positions + p is position p plus
// type t.
func (l *loader) table(n *names, c *Config) tensor.Matrix {
	positions := slices.Clone(l.numbers(n.positions + ".weight"))
	var kinds []float32
	if n.kinds != "" {
		kinds = l.numbers(n.kinds + ".weight")
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

// bias is the bias of attention by distance, as tensor.Heads wants it.
func (l *loader) bias(name string, c *Config) tensor.Matrix {
	x := l.numbers(name + ".weight")
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
	return layer{
		attend:     l.dense(c.Hidden, c.Hidden, at(n.query, i), at(n.key, i), at(n.value, i)),
		out:        l.dense(c.Hidden, c.Hidden, at(n.out, i)),
		outNorm:    l.norm(at(n.outNorm, i)),
		wide:       l.dense(c.Hidden, c.Inner, at(n.wide, i)),
		narrow:     l.dense(c.Inner, c.Hidden, at(n.narrow, i)),
		narrowNorm: l.norm(at(n.narrowNorm, i)),
	}
}
