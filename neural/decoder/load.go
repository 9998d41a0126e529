package decoder

import (
	"math"
	"slices"

	"hed/neural/folder"
	"hed/tensor"
)

// A dense is a linear layer, whose bias may be the zero Matrix; a norm is one by the mean of squares if its bias is.
type (
	dense struct {
		weights *tensor.Weights
		bias    tensor.Matrix
	}
	norm struct{ gain, bias tensor.Matrix }
)

// An attention is what makes queries, and keys and values side by side, and what is seen a state again.
type attention struct {
	query, memory, out dense
	norm               norm
}

// A layer is one of either half; cross is of the decoder alone.
type layer struct {
	self, cross  attention
	wide, narrow dense
	norm         norm
}

// A stack is a half of the model.
type stack struct {
	Half
	places   tensor.Matrix // a row for each position
	wordNorm norm
	distance []float32 // of each bucket, for each head
	layers   []layer
	last     norm
}

// A loader takes the tensors of a folder to the model's device.
type loader struct {
	*Model
	*folder.Loader
}

func (l *loader) norm(name string) (n norm) {
	if name != "" {
		n.gain, n.bias = l.Norm(name)
	}
	return n
}

// dense loads linear layers that have the same input as one.
func (l *loader) dense(in, out int, names ...string) (d dense) {
	d.weights, d.bias = l.Dense(in, out, names...)
	return d
}

// words loads the table of words and the head.
func (l *loader) words() {
	c, f := &l.Config, l.folder
	shared := f.kind.shared + ".weight"
	l.table = l.Table(shared, c.Vocabulary, c.Hidden)
	head := l.table
	if !c.Tied {
		head = l.device.New(c.Vocabulary, c.Hidden)
		defer tensor.Free(l.device, head)
		l.device.Write(head, l.Numbers(f.kind.head+".weight"))
	}
	l.head.weights = l.Pack(head.T())
	f.Forget(shared)
	if f.Has(f.kind.headBias) {
		l.head.bias = l.Row(f.kind.headBias)
	}
}

// stack loads a half.
func (l *loader) stack(n *names, h Half, cross bool) stack {
	c := &l.Config
	s := stack{Half: h, wordNorm: l.norm(n.wordNorm)}
	if n.positions != "" {
		s.places = l.positions(n.positions + ".weight")
	}
	if n.distance != "" {
		s.distance = slices.Clone(l.Numbers(n.distance + ".weight"))
	}
	attention := func(n *attentionNames, i int) attention {
		return attention{
			query:  l.dense(c.Hidden, h.Width, folder.At(n.query, i)),
			memory: l.dense(c.Hidden, h.Width, folder.At(n.key, i), folder.At(n.value, i)),
			out:    l.dense(h.Width, c.Hidden, folder.At(n.out, i)),
			norm:   l.norm(folder.At(n.norm, i)),
		}
	}
	for i := range h.Layers {
		var wide []string
		for _, name := range c.wide(n) {
			wide = append(wide, folder.At(name, i))
		}
		y := layer{
			self: attention(&n.self, i),
			wide: l.dense(c.Hidden, h.Inner, wide...), narrow: l.dense(h.Inner, c.Hidden, folder.At(n.narrow, i)),
			norm: l.norm(folder.At(n.narrowNorm, i)),
		}
		if cross {
			y.cross = attention(&n.cross, i)
		}
		s.layers = append(s.layers, y)
	}
	s.last = l.norm(n.last)
	return s
}

// positions are the rows that tokens have, of the file or else those of Vaswani et al. 2017 as Pegasus has them: all
// sines, then all cosines.
func (l *loader) positions(name string) tensor.Matrix {
	c := &l.Config
	if l.folder.Has(name) {
		return l.Matrix(c.positions, c.Hidden, l.Numbers(name)[l.kind.offset*c.Hidden:])
	}
	return l.Matrix(c.positions, c.Hidden, c.sinusoids())
}

func (c *Config) sinusoids() []float32 {
	x := make([]float32, c.positions*c.Hidden)
	half := (c.Hidden + 1) / 2
	for p := range c.positions {
		for j := range c.Hidden {
			angle := float64(p) / math.Pow(10000, float64(2*(j/2))/float64(c.Hidden))
			if j%2 == 0 {
				x[p*c.Hidden+j/2] = float32(math.Sin(angle))
			} else {
				x[p*c.Hidden+half+j/2] = float32(math.Cos(angle))
			}
		}
	}
	return x
}

func root(n int) float32 { return float32(math.Sqrt(float64(n))) }

// bucket is that of a key d tokens right of the query, of the encoder if both sides count. Half of the buckets of a side are for
// the nearest distances, the others grow up to farthest. It is computed in float32, as transformers does: some
// distances are in one bucket or the next by its rounding.
func (c *Config) bucket(d int, both bool) int {
	n, side := c.buckets, 0
	if both {
		if n /= 2; d > 0 {
			side = n
		}
		d = max(d, -d)
	} else {
		d = max(-d, 0)
	}
	exact := n / 2
	if d < exact {
		return side + d
	}
	x := float32(math.Log(float64(float32(d) / float32(exact))))
	x = x / float32(math.Log(float64(c.farthest)/float64(exact))) * float32(n-exact)
	return side + min(exact+int(x), n-1)
}
