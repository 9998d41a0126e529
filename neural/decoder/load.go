package decoder

import (
	"math"
	"slices"

	"hed/tensor"
	"hed/tensor/safetensors"
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
	buf    []float32
	last   *safetensors.Tensor      // that numbers gave
	stages map[[2]int]tensor.Matrix // weights on their way to being packed, by shape
}

// matrix makes a matrix of numbers for good.
func (l *loader) matrix(rows, cols int, x []float32) tensor.Matrix {
	m := l.device.New(rows, cols)
	l.kept = append(l.kept, m)
	l.device.Write(m, x)
	return m
}

// numbers are those of a tensor, good until the next call. Then the memory of the file goes: all is
// copied, and once suffices.
func (l *loader) numbers(name string) []float32 {
	if l.last != nil {
		l.last.Forget()
	}
	l.last = l.folder.tensors[name]
	x := l.folder.numbers(name, l.buf)
	if l.last.Type != safetensors.F32 { // which may be the file's memory, not to be written to
		l.buf = x
	}
	return x
}

// row is a tensor of one index, as a matrix of one row.
func (l *loader) row(name string) tensor.Matrix {
	x := l.numbers(name)
	return l.matrix(1, len(x), x)
}

func (l *loader) norm(name string) (n norm) {
	if name == "" {
		return n
	}
	n.gain = l.row(name + ".weight")
	if !l.kind.squared {
		n.bias = l.row(name + ".bias")
	}
	return n
}

// dense loads linear layers that have the same input as one.
func (l *loader) dense(in, out int, names ...string) (d dense) {
	shape := [2]int{len(names) * out, in}
	stage, ok := l.stages[shape]
	if !ok {
		stage = l.device.New(shape[0], shape[1])
		l.stages[shape] = stage
	}
	var bias []float32
	for i, name := range names {
		l.device.Write(stage.Part(i*out, (i+1)*out, 0, in), l.numbers(name+".weight"))
		if l.kind.biased {
			bias = append(bias, l.numbers(name+".bias")...)
		}
	}
	d.weights = l.pack(stage.T())
	if bias != nil {
		d.bias = l.matrix(1, len(bias), bias)
	}
	return d
}

// pack packs weights for good.
func (l *loader) pack(b tensor.Matrix) *tensor.Weights {
	w := l.device.Pack(b)
	l.kept = append(l.kept, w.Own)
	return w
}

// words loads the table of words and the head. The processor reads the few rows of the table that it needs where the file
// has them.
func (l *loader) words() {
	c, f := &l.Config, l.folder
	x := f.numbers(f.kind.shared+".weight", nil)
	if _, ok := l.device.(*tensor.CPU); ok {
		l.table = tensor.Of(c.Vocabulary, c.Hidden, x)
	} else {
		l.table = l.matrix(c.Vocabulary, c.Hidden, x)
	}
	head := l.table
	if !c.Tied {
		head = l.device.New(c.Vocabulary, c.Hidden)
		defer tensor.Free(l.device, head)
		l.device.Write(head, l.numbers(f.kind.head+".weight"))
	}
	l.head.weights = l.pack(head.T())
	f.tensors[f.kind.shared+".weight"].Forget()
	if f.tensors[f.kind.headBias] != nil {
		l.head.bias = l.row(f.kind.headBias)
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
		s.distance = slices.Clone(l.numbers(n.distance + ".weight"))
	}
	attention := func(n *attentionNames, i int) attention {
		return attention{
			query:  l.dense(c.Hidden, h.Width, at(n.query, i)),
			memory: l.dense(c.Hidden, h.Width, at(n.key, i), at(n.value, i)),
			out:    l.dense(h.Width, c.Hidden, at(n.out, i)),
			norm:   l.norm(at(n.norm, i)),
		}
	}
	for i := range h.Layers {
		var wide []string
		for _, name := range c.wide(n) {
			wide = append(wide, at(name, i))
		}
		y := layer{
			self: attention(&n.self, i),
			wide: l.dense(c.Hidden, h.Inner, wide...), narrow: l.dense(h.Inner, c.Hidden, at(n.narrow, i)),
			norm: l.norm(at(n.narrowNorm, i)),
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
	if l.folder.tensors[name] != nil {
		return l.matrix(c.positions, c.Hidden, l.numbers(name)[l.kind.offset*c.Hidden:])
	}
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
	return l.matrix(c.positions, c.Hidden, x)
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
