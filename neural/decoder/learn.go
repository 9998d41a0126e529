package decoder

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"

	"hed/neural/folder"
	"hed/tensor"
	"hed/tensor/grad"
)

// A Net is a model that learns: its weights on a device under the names of the folder, so that what is written of them is a
// folder again. It computes what a Model computes, on a tape.
type Net struct {
	Config Config
	Params *folder.Params

	adapters *adapters // nil where weights learn themselves
	device   tensor.Learner
	kind     architecture
	start    int32
	ends     []int32
	patterns map[pattern]tensor.Matrix
}

// A Lesson is what a pass depends on beside its texts.
type Lesson struct {
	// Dropout is the share of the numbers of states that are left out, which ones by Seed. Shares of attention are all kept.
	Dropout float32
	Seed    uint64
	// Again computes the insides of layers again on the way back, which takes a third more time and much less memory.
	Again bool
	// Degrees are those of all sentences that a SEASON reads. Where there are none, they are what its head predicts.
	Degrees []int32
}

// Learn takes the model to a device. The folder may be closed then. With an adapter, drawn by rng, its weights stay as they are.
func (f *Folder) Learn(d tensor.Learner, a *Adapter, rng *rand.Rand) *Net {
	n := newNet(f.Config, f.Settings, d)
	if a == nil {
		n.Params = f.Weights.Learn(d, n.learns)
	} else {
		n.Params = f.Weights.Learn(d, func(folder.Part) bool { return false })
		n.adapt(a, f.Weights.Digest(), rng)
	}
	n.complete()
	return n
}

// Learning are the weights that learn.
func (n *Net) Learning() []*grad.Param {
	if n.adapters != nil {
		return n.adapters.params.Learning()
	}
	return n.Params.Learning()
}

// Draw makes a model with random weights, as transformers draws them for its architecture.
func Draw(c Config, s Settings, d tensor.Learner, rng *rand.Rand) *Net {
	n := newNet(c, s, d)
	parts := func(yield func(folder.Part) bool) {
		for p := range c.parts() {
			if !(p.Optional && n.kind.sinusoidal && strings.Contains(p.Name, "positions")) && !yield(p) {
				return
			}
		}
	}
	n.Params = folder.Draw(d, n.kind.prefix, parts, func(p folder.Part) []float32 { return n.draw(p, rng) }, n.learns)
	n.complete()
	return n
}

func newNet(c Config, s Settings, d tensor.Learner) *Net {
	return &Net{Config: c, device: d, kind: architectures[c.Architecture], start: s.Start, ends: s.Ends, patterns: map[pattern]tensor.Matrix{}}
}

// learns tells whether a part learns: what is computed and the bias of the head do not.
func (n *Net) learns(p folder.Part) bool { return !p.Optional }

// complete computes positions that the folder does not have.
func (n *Net) complete() {
	if !n.kind.sinusoidal {
		return
	}
	for _, half := range []*names{&n.kind.encoder, &n.kind.decoder} {
		name := half.positions + ".weight"
		if n.Params.Var(name) == nil {
			shape := []int{n.Config.positions, n.Config.Hidden}
			n.Params.Add(folder.Part{Name: name, Shape: shape}, n.Config.sinusoids(), false)
		}
	}
}

// draw gives the first numbers of a part.
func (n *Net) draw(p folder.Part, rng *rand.Rand) []float32 {
	size := p.Shape[0]
	if len(p.Shape) == 2 {
		size *= p.Shape[1]
	}
	x := make([]float32, size)
	c := &n.Config
	std, hidden := c.spread, 1/math.Sqrt(float64(c.Hidden))
	switch name := p.Name; {
	case len(p.Shape) == 1 && strings.HasSuffix(name, ".weight"): // of a norm
		for i := range x {
			x[i] = 1
		}
		return x
	case len(p.Shape) == 1 || p.Optional:
		return x
	case !n.kind.relative:
	case strings.HasSuffix(name, ".q.weight"):
		std *= hidden * math.Sqrt(float64(c.Encoder.Heads)/float64(c.Encoder.Width))
	case strings.HasSuffix(name, ".o.weight"):
		std /= math.Sqrt(float64(c.Encoder.Width))
	case strings.HasSuffix(name, ".wo.weight"):
		std /= math.Sqrt(float64(c.Encoder.Inner))
	case name != n.kind.shared+".weight" && name != n.kind.head+".weight":
		std *= hidden
	}
	for i := range x {
		x[i] = float32(std * rng.NormFloat64())
	}
	if at := int(c.padding) * c.Hidden; p.Name == n.kind.shared+".weight" && at >= 0 && at < len(x) {
		clear(x[at : at+c.Hidden])
	}
	return x
}

// Free gives back the memory of a device that has its own.
func (n *Net) Free() {
	n.Params.Free()
	if n.adapters != nil {
		n.adapters.params.Free()
	}
	for _, m := range n.patterns {
		tensor.Free(n.device, m)
	}
	n.patterns = nil
}

// States are what the encoder gives for texts.
type States struct {
	X      *grad.Var // a row for each token
	Bounds []int     // text s has rows Bounds[s] up to Bounds[s+1]
	// Keys are, for each layer of the decoder, what its keys are made of. Where there are none it is X.
	Keys []*grad.Var
	// Head is what the head of a SEASON says of each sentence; see HeadLoss.
	Head *grad.Var
}

// Read runs the encoder over texts, none of which is empty.
func (n *Net) Read(t *grad.Tape, texts [][]int32, l Lesson) *States {
	p := &pass{Net: n, Lesson: l, names: &n.kind.encoder, half: n.Config.Encoder}
	tokens, bounds := lay(texts)
	x := p.embed(t, tokens, bounds)
	heads := tensor.Heads{Count: p.half.Heads, Scale: n.kind.scaled(&p.half), Queries: bounds, Keys: bounds}
	bias := p.bias(t, bounds, true)
	for i := range p.half.Layers {
		x = p.again(t, x, func(t *grad.Tape, x *grad.Var) *grad.Var {
			x = p.around(t, x, i, 0, p.names.self.norm, func(x *grad.Var) *grad.Var {
				return p.attend(t, &p.names.self, i, x, x, x, bias, heads)
			})
			return p.around(t, x, i, 1, p.names.narrowNorm, func(x *grad.Var) *grad.Var { return p.inner(t, x, i) })
		})
	}
	s := &States{X: p.end(t, x), Bounds: bounds}
	if n.Config.Season != nil {
		n.guide(t, s, texts, l.Degrees)
	}
	return s
}

// Write runs the decoder over what is to be written, each with its end and without the token that writing starts with: written[i] is for text
// of[i], in the order of texts, of which each may have several. It gives a row for each token: the state that predicts it.
func (n *Net) Write(t *grad.Tape, s *States, written [][]int32, of []int, l Lesson) *grad.Var {
	p := &pass{Net: n, Lesson: l, names: &n.kind.decoder, half: n.Config.Decoder, second: 1}
	before := make([][]int32, len(written))
	queries := make([]int, len(s.Bounds)) // those of a text are one sequence to attention that is not causal
	for i, w := range written {
		before[i] = append([]int32{n.start}, w[:len(w)-1]...)
		queries[of[i]+1] += len(w)
	}
	for i := range of {
		if i > 0 && of[i] < of[i-1] {
			panic("decoder: what is written is not in the order of texts")
		}
	}
	for i := 1; i < len(queries); i++ {
		queries[i] += queries[i-1]
	}
	tokens, bounds := lay(before)
	x := p.embed(t, tokens, bounds)
	heads := tensor.Heads{Count: p.half.Heads, Scale: n.kind.scaled(&p.half), Queries: bounds, Keys: bounds, Causal: true}
	across := tensor.Heads{Count: p.half.Heads, Scale: heads.Scale, Queries: queries, Keys: s.Bounds}
	bias := p.bias(t, bounds, false)
	for i := range p.half.Layers {
		keys := s.X
		if s.Keys != nil {
			keys = s.Keys[i]
		}
		x = p.again(t, x, func(t *grad.Tape, x *grad.Var) *grad.Var {
			x = p.around(t, x, i, 0, p.names.self.norm, func(x *grad.Var) *grad.Var {
				return p.attend(t, &p.names.self, i, x, x, x, bias, heads)
			})
			x = p.around(t, x, i, 2, p.names.cross.norm, func(x *grad.Var) *grad.Var {
				return p.attend(t, &p.names.cross, i, x, keys, s.X, nil, across)
			})
			return p.around(t, x, i, 1, p.names.narrowNorm, func(x *grad.Var) *grad.Var { return p.inner(t, x, i) })
		})
	}
	return p.end(t, x)
}

// LogLikelihood is that of tokens, by rows that Write gave; see grad.Tape.
func (n *Net) LogLikelihood(t *grad.Tape, x *grad.Var, tokens []int32, all bool) (pick, mean *grad.Var) {
	head := n.Params.Var(n.kind.head + ".weight")
	if n.Config.Tied {
		head = n.Params.Var(n.kind.shared + ".weight")
		if n.kind.shrunk {
			x = t.Scale(x, 1/root(n.Config.Hidden))
		}
	}
	return t.LogLikelihood(x, head, n.Params.Var(n.kind.headBias), tokens, all)
}

// lay puts lists one after another.
func lay(lists [][]int32) (all []int32, bounds []int) {
	bounds = []int{0}
	for _, list := range lists {
		all = append(all, list...)
		bounds = append(bounds, len(all))
	}
	return all, bounds
}

// A pass is one through a half of the model.
type pass struct {
	*Net
	Lesson
	names  *names
	half   Half
	second uint64 // 1 for the decoder
}

// again does a layer so that its insides are computed again, if that is wanted.
func (p *pass) again(t *grad.Tape, x *grad.Var, layer func(t *grad.Tape, x *grad.Var) *grad.Var) *grad.Var {
	if p.Again {
		return t.Again(x, layer)
	}
	return layer(t, x)
}

// drop leaves out numbers at a place of a layer, which decides which ones.
func (p *pass) drop(t *grad.Tape, x *grad.Var, layer, place int) *grad.Var {
	if p.Dropout == 0 {
		return x
	}
	return t.Dropout(x, p.Dropout, rand.NewPCG(p.Seed, p.second<<32|uint64(layer+1)<<8|uint64(place)).Uint64())
}

// embed gives the vectors of tokens at their places.
func (p *pass) embed(t *grad.Tape, tokens []int32, bounds []int) *grad.Var {
	c := &p.Config
	x := p.words(t, tokens)
	if c.scale != 1 {
		x = t.Scale(x, c.scale)
	}
	if p.names.positions != "" {
		places := make([]int32, 0, len(tokens))
		for s := range len(bounds) - 1 {
			for i := range bounds[s+1] - bounds[s] {
				places = append(places, int32(i+p.kind.offset))
			}
		}
		x = t.Sum(x, t.Embed(p.Params.Var(p.names.positions+".weight"), places))
	}
	return p.drop(t, p.norm(t, x, p.names.wordNorm), -1, 0)
}

// words gives the vectors of tokens. PyTorch gives no gradient to that of padding, with which some models start writing.
func (p *pass) words(t *grad.Tape, tokens []int32) *grad.Var {
	table := p.Params.Var(p.kind.shared + ".weight")
	x := t.Var(len(tokens), table.Value.Cols)
	t.Device.Gather(x.Value, table.Value, tokens)
	if table.Grad.Rows == 0 {
		return x
	}
	learnt := make([]int32, len(tokens))
	for i, id := range tokens {
		if learnt[i] = id; id == p.Config.padding {
			learnt[i] = -1
		}
	}
	t.Record(func() { t.Device.Scatter(table.Grad, learnt, x.Grad) })
	return x
}

// norm gives the norm of x, or x where there is none.
func (p *pass) norm(t *grad.Tape, x *grad.Var, name string) *grad.Var {
	switch {
	case name == "":
		return x
	case p.kind.squared:
		return t.RMSNorm(x, p.Params.Var(name+".weight"), p.Config.Epsilon)
	}
	return t.LayerNorm(x, p.Params.Var(name+".weight"), p.Params.Var(name+".bias"), p.Config.Epsilon)
}

// around does a part of a layer, which is added to the state; the norm comes before or after.
func (p *pass) around(t *grad.Tape, x *grad.Var, layer, place int, norm string, part func(x *grad.Var) *grad.Var) *grad.Var {
	norm = folder.At(norm, layer)
	if p.kind.early {
		return t.Sum(x, p.drop(t, part(p.norm(t, x, norm)), layer, place))
	}
	return p.norm(t, t.Sum(x, p.drop(t, part(x), layer, place)), norm)
}

// dense is a linear layer.
func (p *pass) dense(t *grad.Tape, x *grad.Var, name string, layer int) *grad.Var {
	name = folder.At(name, layer)
	return p.adapters.add(t, t.Linear(x, p.Params.Var(name+".weight").T(), p.Params.Var(name+".bias")), x, name)
}

// attend is attention of x to what keys and values are made of.
func (p *pass) attend(t *grad.Tape, n *attentionNames, layer int, x, keys, values, bias *grad.Var, h tensor.Heads) *grad.Var {
	q, k, v := p.dense(t, x, n.query, layer), p.dense(t, keys, n.key, layer), p.dense(t, values, n.value, layer)
	return p.dense(t, t.Attention(q, k, v, bias, h), n.out, layer)
}

// inner is the dense part of a layer.
func (p *pass) inner(t *grad.Tape, x *grad.Var, layer int) *grad.Var {
	wide := p.Config.wide(p.names)
	y := t.Activate(p.dense(t, x, wide[0], layer), p.Config.Activation)
	if p.Config.Gated {
		y = t.Multiply(y, p.dense(t, x, wide[1], layer))
	}
	if p.kind.relative {
		y = p.drop(t, y, layer, 3)
	}
	return p.dense(t, y, p.names.narrow, layer)
}

// end is what comes after all layers.
func (p *pass) end(t *grad.Tape, x *grad.Var) *grad.Var {
	if x = p.norm(t, x, p.names.last); p.kind.relative {
		x = p.drop(t, x, -1, 1)
	}
	return x
}

// A pattern is which bucket each distance up to a reach has.
type pattern struct {
	reach int
	both  bool
}

// bias is that of attention by distance, as tensor.Heads wants it; nil for models without. It is a product of the table with a
// matrix that has a 1 for the bucket of each distance.
func (p *pass) bias(t *grad.Tape, bounds []int, both bool) *grad.Var {
	if !p.kind.relative {
		return nil
	}
	longest := 1
	for s := range len(bounds) - 1 {
		longest = max(longest, bounds[s+1]-bounds[s])
	}
	// Few patterns serve for all batches, and which one depends on the batch alone.
	at := pattern{1<<bits.Len(uint(longest-1)) - 1, both}
	m, ok := p.patterns[at]
	if !ok {
		buckets, cols := p.Config.buckets, 2*at.reach+1
		x := make([]float32, buckets*cols)
		for d := -at.reach; d <= at.reach; d++ {
			x[p.Config.bucket(d, both)*cols+d+at.reach] = 1
		}
		m = p.device.New(buckets, cols)
		p.device.Write(m, x)
		p.patterns[at] = m
	}
	return t.MatMul(p.Params.Var(p.names.distance+".weight").T(), &grad.Var{Value: m})
}
