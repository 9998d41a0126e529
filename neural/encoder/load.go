package encoder

import (
	"math/bits"
	"slices"

	"hed/neural/folder"
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

// A loader takes the tensors of a folder to the encoder's device.
type loader struct {
	*Encoder
	*folder.Loader
}

func (l *loader) norm(name string) (n norm) {
	n.gain, n.bias = l.Norm(name)
	return n
}

// dense loads linear layers that have the same input as one.
func (l *loader) dense(in, out int, names ...string) (d dense) {
	d.weights, d.bias = l.Dense(in, out, names...)
	return d
}

// table is that of what is added to a word: row t·positions + p is position p plus
// type t.
func (l *loader) table(n *names, c *Config) tensor.Matrix {
	positions := slices.Clone(l.Numbers(n.positions + ".weight"))
	var kinds []float32
	if n.kinds != "" {
		kinds = l.Numbers(n.kinds + ".weight")
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
	return l.Matrix(c.Types*c.positions, c.Hidden, sums)
}

// buckets is how many distances MPNet tells apart, whatever its config.json says.
const buckets = 32

// bias is the bias of attention by distance, as tensor.Heads wants it.
func (l *loader) bias(name string, c *Config) tensor.Matrix {
	x := l.Numbers(name + ".weight")
	reach := c.Tokens - 1
	spread := make([]float32, 0, c.Heads*(2*reach+1))
	for head := range c.Heads {
		for d := -reach; d <= reach; d++ {
			spread = append(spread, x[bucket(d)*c.Heads+head])
		}
	}
	return l.Matrix(c.Heads, 2*reach+1, spread)
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
		attend:     l.dense(c.Hidden, c.Hidden, folder.At(n.query, i), folder.At(n.key, i), folder.At(n.value, i)),
		out:        l.dense(c.Hidden, c.Hidden, folder.At(n.out, i)),
		outNorm:    l.norm(folder.At(n.outNorm, i)),
		wide:       l.dense(c.Hidden, c.Inner, folder.At(n.wide, i)),
		narrow:     l.dense(c.Inner, c.Hidden, folder.At(n.narrow, i)),
		narrowNorm: l.norm(folder.At(n.narrowNorm, i)),
	}
}
