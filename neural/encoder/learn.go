package encoder

import (
	"fmt"
	"math"
	"math/rand/v2"

	"hed/neural/folder"
	"hed/neural/tokenizer"
	"hed/tensor"
	"hed/tensor/grad"
)

// A Net is a model that learns: its weights on a device under the names of the folder, so that what is written of them is a
// folder again. It computes what an Encoder computes, on a tape.
type Net struct {
	Config Config
	Params *folder.Params

	device   tensor.Learner
	kind     architecture
	patterns map[int]tensor.Matrix // by reach: a 1 for the bucket of each distance
}

// A Lesson is what a pass depends on beside its texts.
type Lesson struct {
	// Dropout is the share of the numbers of states that are left out, which ones by Seed. Shares of attention are all kept.
	Dropout float32
	Seed    uint64
}

// Learn takes the model to a device; what goes wrong there is a tensor.Failure. The folder may be closed then.
func (f *Folder) Learn(d tensor.Learner) *Net {
	return &Net{Config: f.Config, Params: f.Weights.Learn(d, nil), device: d, kind: f.kind, patterns: map[int]tensor.Matrix{}}
}

// Free gives back the memory of a device that has its own.
func (n *Net) Free() {
	n.Params.Free()
	for _, m := range n.patterns {
		tensor.Free(n.device, m)
	}
	n.patterns = nil
}

// States gives the states of the last layer, a row for each token: those of text s are rows bounds[s] up to bounds[s+1].
func (n *Net) States(t *grad.Tape, texts []*tokenizer.Encoding, l Lesson) (x *grad.Var, bounds []int, err error) {
	c, names := &n.Config, n.kind.names
	bounds = []int{0}
	var ids, places, kinds []int32
	for i, text := range texts {
		if err := c.checkText(text); err != nil {
			return nil, nil, fmt.Errorf("text %d: %w", i, err)
		}
		ids = append(ids, text.IDs...)
		for k, p := range c.places(text) {
			kind := int32(0)
			if n.kind.typed {
				kind = text.Types[k]
			}
			places, kinds = append(places, p), append(kinds, kind)
		}
		bounds = append(bounds, len(ids))
	}
	drop := func(x *grad.Var, layer, place int) *grad.Var {
		return t.Dropout(x, l.Dropout, rand.NewPCG(l.Seed, uint64(layer)<<8|uint64(place)).Uint64())
	}
	x = t.Sum(n.embed(t, names.words, ids, true), n.embed(t, names.positions, places, n.kind.shifted))
	if names.kinds != "" {
		x = t.Sum(x, n.embed(t, names.kinds, kinds, false))
	}
	x = drop(n.norm(t, x, names.norm, 0), 0, 0)
	heads := tensor.Heads{Count: c.Heads, Scale: float32(1 / math.Sqrt(float64(c.Hidden/c.Heads))), Queries: bounds, Keys: bounds}
	bias := n.bias(t, bounds)
	for i := range c.Layers {
		q, k, v := n.dense(t, x, names.query, i), n.dense(t, x, names.key, i), n.dense(t, x, names.value, i)
		y := n.dense(t, t.Attention(q, k, v, bias, heads), names.out, i)
		x = n.norm(t, t.Sum(x, drop(y, i+1, 0)), names.outNorm, i)
		y = n.dense(t, t.Activate(n.dense(t, x, names.wide, i), c.Activation), names.narrow, i)
		x = n.norm(t, t.Sum(x, drop(y, i+1, 1)), names.narrowNorm, i)
	}
	return x, bounds, nil
}

// embed gives rows of a table. If it has padding, that row learns nothing, as in PyTorch.
func (n *Net) embed(t *grad.Tape, name string, rows []int32, padded bool) *grad.Var {
	table := n.Params.Var(name + ".weight")
	if !padded {
		return t.Embed(table, rows)
	}
	x := t.Var(len(rows), table.Value.Cols)
	t.Device.Gather(x.Value, table.Value, rows)
	t.Record(func() {
		learnt := make([]int32, len(rows))
		for i, r := range rows {
			if learnt[i] = r; int(r) == n.Config.padding {
				learnt[i] = -1
			}
		}
		t.Device.Scatter(table.Grad, learnt, x.Grad)
	})
	return x
}

// dense is a linear layer.
func (n *Net) dense(t *grad.Tape, x *grad.Var, name string, layer int) *grad.Var {
	name = folder.At(name, layer)
	return t.Linear(x, n.Params.Var(name+".weight").T(), n.Params.Var(name+".bias"))
}

func (n *Net) norm(t *grad.Tape, x *grad.Var, name string, layer int) *grad.Var {
	name = folder.At(name, layer)
	return t.LayerNorm(x, n.Params.Var(name+".weight"), n.Params.Var(name+".bias"), n.Config.Epsilon)
}

// bias is that of attention by distance, as tensor.Heads wants it; nil for models without.
func (n *Net) bias(t *grad.Tape, bounds []int) *grad.Var {
	if n.kind.names.distance == "" {
		return nil
	}
	reach := 1
	for s := range len(bounds) - 1 {
		for reach < bounds[s+1]-bounds[s] { // few patterns serve for all batches
			reach *= 2
		}
	}
	m, ok := n.patterns[reach]
	if !ok {
		cols := 2*reach + 1
		x := make([]float32, buckets*cols)
		for d := -reach; d <= reach; d++ {
			x[bucket(d)*cols+d+reach] = 1
		}
		m = n.device.New(buckets, cols)
		n.device.Write(m, x)
		n.patterns[reach] = m
	}
	return t.MatMul(n.Params.Var(n.kind.names.distance+".weight").T(), &grad.Var{Value: m})
}
