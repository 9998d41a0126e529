package recurrent

import (
	"hed/tensor"
	"hed/tensor/grad"
)

// weights are those of a step of the decoder, laid out once for all steps.
type weights struct {
	gates      *tensor.Weights // of the word before, and below them of state and context
	query, out *tensor.Weights
	vocabulary *tensor.Weights
}

// ready lays out the weights of steps, and gives what frees them.
func (n *Net) ready(d tensor.Learner) (w *weights, free func()) {
	input, joined := n.input.Value, n.joined.Value
	gates := d.New(input.Rows+joined.Rows, input.Cols)
	d.Combine(gates.Part(0, input.Rows, 0, input.Cols), 1, input, 0, input)
	d.Combine(gates.Part(input.Rows, gates.Rows, 0, input.Cols), 1, joined, 0, joined)
	w = &weights{d.Lay(gates), d.Lay(n.query.Value), d.Lay(n.out.Value), d.Lay(n.vocabulary.Value.T())}
	return w, func() {
		if m, ok := d.(tensor.Memory); ok {
			m.Free(gates)
		}
	}
}

// A moment is the decoder's state, by row, and the memory of a step.
type moment struct {
	whole                bool          // whether all rows are computed, whatever the number of beams
	before, now          memory        // in turn
	input                tensor.Matrix // the embedding of the word before, state and context
	gates, query, out    tensor.Matrix
	gate, share, chances tensor.Matrix
}

// A memory is what a step hands to the next. coverage is the zero Matrix without it.
type memory struct {
	joined, cells, coverage tensor.Matrix
}

// begin is the state before the first word, in as many rows as there may be beams. wide is how many words
// have chances, those beyond the vocabulary too.
func (n *Net) begin(t *grad.Tape, e *Encoding, rows, wide int) *moment {
	state, context, steps := 2*n.Hidden, e.states.Value.Cols, e.places.Steps()
	m := &moment{
		input: t.New(rows, n.Embedding+state+context), gates: t.New(rows, 4*state), query: t.New(rows, state), out: t.New(rows, n.out.Value.Cols),
		gate: t.New(rows, 1), share: t.New(rows, steps), chances: t.New(rows, wide),
	}
	for _, s := range []*memory{&m.before, &m.now} {
		s.joined, s.cells = t.Zeros(rows, state+context), t.Zeros(rows, state)
		if n.Coverage {
			s.coverage = t.Zeros(rows, steps)
		}
	}
	articles := e.h.Value.Rows
	t.Device.Combine(m.now.joined.Part(0, articles, 0, state), 1, e.h.Value, 0, e.h.Value)
	t.Device.Combine(m.now.cells.Part(0, articles, 0, state), 1, e.c.Value, 0, e.c.Value)
	return m
}

// step moves the state of beams on by their last words. It gives what the next depend on. Bias is in the scores already where the device is
// no Sequencer.
func (n *Net) step(d tensor.Learner, w *weights, e *Encoding, source *packed, m *moment, beams []*beam) tensor.Choice {
	rows := len(beams)
	if m.whole { // those without a beam do something too
		rows = m.chances.Rows
	}
	words, from, of := make([]int32, rows), make([]int32, rows), make([]int32, rows)
	for i, b := range beams {
		words[i], from[i], of[i] = Begin, b.row, b.article
		if k := len(b.words); k > 0 {
			if words[i] = b.words[k-1]; int(words[i]) >= n.Vocabulary {
				words[i] = Unknown
			}
		}
	}
	m.before, m.now = m.now, m.before
	top := func(x tensor.Matrix) tensor.Matrix { return x.Part(0, rows, 0, x.Cols) }
	input, joined, state := top(m.input), top(m.now.joined), 2*n.Hidden
	word := input.Part(0, rows, 0, n.Embedding)
	d.Gather(word, n.words.Value, words)
	d.Gather(input.Part(0, rows, n.Embedding, input.Cols), m.before.joined, from)
	d.Linear(top(m.gates), input, w.gates, n.gatesBias.Value, tensor.Identity)
	// The cells before are gathered to where those of now will be.
	h, context, cells := joined.Part(0, rows, 0, state), joined.Part(0, rows, state, joined.Cols), top(m.now.cells)
	d.Gather(cells, m.before.cells, from)
	d.Cell(h, cells, top(m.gates), cells)
	d.Linear(top(m.query), h, w.query, n.queryBias.Value, tensor.Identity)
	share := top(m.share)
	look := tensor.Look{Keys: e.keys.Value, Values: e.states.Value, Vector: n.vector.Value, Places: e.places, Of: of}
	if n.Coverage {
		look.Coverage, look.Weight = top(m.now.coverage), n.covered.Value
		d.Gather(look.Coverage, m.before.coverage, from)
	}
	d.Additive(context, share, top(m.query), look)
	if n.Coverage {
		d.Add(look.Coverage, look.Coverage, share)
	}
	out := top(m.out)
	d.Linear(out, joined, w.out, n.outBias.Value, tensor.Identity)
	c := tensor.Choice{Scores: top(m.chances).Part(0, rows, 0, n.Vocabulary), Bias: n.vocabularyBias.Value, Share: share, Places: e.places, Words: source.words, Of: of}
	if _, whole := d.(tensor.Sequencer); whole {
		d.Linear(c.Scores, out, w.vocabulary, tensor.Matrix{}, tensor.Identity)
	} else {
		d.Linear(c.Scores, out, w.vocabulary, c.Bias, tensor.Identity)
	}
	if n.Copy {
		c.Gate = top(m.gate)
		d.MatMul(c.Gate, 1, joined, n.gateJoined.Value, 0)
		d.MatMul(c.Gate, 1, word, n.gateInput.Value, 1)
		d.AddBias(c.Gate, n.gateBias.Value)
	}
	return c
}

// choose finds the likeliest words of rows; see tensor.Sequencer. chances has room for their probabilities.
func choose(d tensor.Learner, chances tensor.Matrix, c tensor.Choice, k int) (values []float32, words, places []int32) {
	if whole, ok := d.(tensor.Sequencer); ok {
		return whole.Choose(c, k)
	}
	rows := c.Scores.Rows
	chances = chances.Part(0, rows, 0, chances.Cols)
	if c.Gate.Rows == 0 {
		c.Words, c.Of = nil, nil
	}
	d.Mixture(chances, c.Scores, c.Gate, c.Share, c.Places, c.Words, c.Of)
	var at []int32
	for i := range rows {
		for range c.NoStarts[i+1] - c.NoStarts[i] {
			at = append(at, int32(i))
		}
	}
	d.Set(chances, at, c.No, 0)
	values, words, places = make([]float32, k*rows), make([]int32, k*rows), make([]int32, rows)
	d.Top(values, words, chances, k)
	d.Top(make([]float32, rows), places, c.Share, 1)
	return values, words, places
}
