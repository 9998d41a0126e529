package recurrent

import (
	"hed/tensor"
	"hed/tensor/grad"
)

// A decoding is what the decoder gives for the words of a batch, by row.
type decoding struct {
	joined *grad.Var // its state and what attention saw, side by side
	share  *grad.Var // of each place of the article
	// coverage is, if attention knows it, the sum of the shares of the steps before.
	coverage *grad.Var
}

// decode reads headlines, of which words are the embeddings, against their articles. It is one
// operation of the tape: on the way back too, what does not depend on the step before is done for all
// steps at once. covered says whether attention knows where it has been.
func (n *Net) decode(t *grad.Tape, e *Encoding, b *Batch, words *grad.Var, covered bool) *decoding {
	d, p := t.Device, b.target.Packing
	state, wide := 2*n.Hidden, e.states.Value.Cols
	rows, live, steps := p.Rows(), p.Live(0), e.places.Steps()
	h0, c0 := t.Embed(e.h, b.of), t.Embed(e.c, b.of)
	first := t.Zeros(live, state+wide) // the state at the beginning, when attention has seen nothing
	d.Combine(first.Part(0, live, 0, state), 1, h0.Value, 0, h0.Value)

	s := &decoding{joined: t.Var(rows, state+wide), share: t.Var(rows, steps)}
	if covered {
		s.coverage = t.Var(rows, steps)
	}
	gates, cells, query := t.New(rows, 4*state), t.New(rows, state), t.New(rows, state)
	d.MatMul(gates, 1, words.Value, n.input.Value, 0)
	d.AddBias(gates, n.gatesBias.Value)
	// before is what m has at the step before, or at first.
	before := func(m, first tensor.Matrix, step int) tensor.Matrix {
		if step > 0 {
			first = p.Step(m, step-1)
		}
		return first.Part(0, p.Live(step), 0, first.Cols)
	}
	look := func(step int) tensor.Look {
		l := tensor.Look{
			Keys: e.keys.Value, Values: e.states.Value, Vector: n.vector.Value,
			Places: e.places, Of: b.of[:p.Live(step)],
		}
		if covered {
			l.Coverage, l.Weight = p.Step(s.coverage.Value, step), n.covered.Value
		}
		return l
	}
	nothing := t.Zeros(live, steps)
	joinedWeights, queryWeights := d.Lay(n.joined.Value), d.Lay(n.query.Value)
	for step := range p.Steps() {
		joined, g := p.Step(s.joined.Value, step), p.Step(gates, step)
		h, context := joined.Part(0, joined.Rows, 0, state), joined.Part(0, joined.Rows, state, state+wide)
		d.AddLinear(g, before(s.joined.Value, first, step), joinedWeights)
		d.Cell(h, p.Step(cells, step), g, before(cells, c0.Value, step))
		q := p.Step(query, step)
		d.Linear(q, h, queryWeights, n.queryBias.Value, tensor.Identity)
		if covered {
			sum := p.Step(s.coverage.Value, step)
			if step == 0 {
				d.Clear(sum)
			} else {
				d.Add(sum, before(s.coverage.Value, nothing, step), before(s.share.Value, nothing, step))
			}
		}
		d.Additive(context, p.Step(s.share.Value, step), q, look(step))
	}
	t.Record(func() {
		dquery, dvector := t.New(rows, state), t.New(rows, state)
		dcells, dfirst := t.Zeros(rows, state), t.Zeros(live, state+wide)
		var dweight, dscores tensor.Matrix
		if covered {
			dweight = t.New(rows, state)
		}
		whole, _ := d.(tensor.Sequencer)
		if whole != nil {
			dscores = t.New(rows, steps)
		}
		joinedWeights, queryWeights := d.Lay(n.joined.Value.T()), d.Lay(n.query.Value.T())
		for step := p.Steps() - 1; step >= 0; step-- {
			djoined, g := p.Step(s.joined.Grad, step), p.Step(gates, step)
			dh, dcontext := djoined.Part(0, djoined.Rows, 0, state), djoined.Part(0, djoined.Rows, state, state+wide)
			look, dshare := look(step), p.Step(s.share.Grad, step)
			of := tensor.LookGrad{Query: p.Step(dquery, step), Vector: p.Step(dvector, step)}
			if whole != nil {
				of.Scores = p.Step(dscores, step)
			} else {
				of.Keys, of.Values = e.keys.Grad, e.states.Grad
			}
			if covered {
				of.Weight, of.Coverage = p.Step(dweight, step), p.Step(s.coverage.Grad, step)
			}
			d.AdditiveGrad(of, dcontext, dshare, p.Step(s.share.Value, step), p.Step(query, step), look)
			if covered && step > 0 {
				for _, m := range []tensor.Matrix{s.coverage.Grad, s.share.Grad} {
					to := before(m, nothing, step)
					d.Add(to, to, of.Coverage)
				}
			}
			d.AddLinear(dh, of.Query, queryWeights)
			d.CellGrad(g, before(dcells, c0.Grad, step), dh, p.Step(dcells, step), g, p.Step(cells, step), before(cells, c0.Value, step))
			d.AddLinear(before(s.joined.Grad, dfirst, step), g, joinedWeights)
		}
		if whole != nil {
			all := tensor.Look{Keys: e.keys.Value, Values: e.states.Value, Vector: n.vector.Value, Places: e.places, Of: b.article}
			if covered {
				all.Coverage, all.Weight = s.coverage.Value, n.covered.Value
			}
			dcontext := s.joined.Grad.Part(0, rows, state, state+wide)
			whole.AdditiveGrads(e.keys.Grad, e.states.Grad, dscores, dcontext, s.share.Value, query, all)
		}
		d.Add(h0.Grad, h0.Grad, dfirst.Part(0, live, 0, state))
		d.MatMul(n.query.Grad, 1, s.joined.Value.Part(0, rows, 0, state).T(), dquery, 1)
		d.SumRows(n.queryBias.Grad, dquery)
		d.SumRows(n.vector.Grad, dvector)
		if covered {
			d.SumRows(n.covered.Grad, dweight)
		}
		d.MatMul(words.Grad, 1, gates, n.input.Value.T(), 1)
		d.MatMul(n.input.Grad, 1, words.Value.T(), gates, 1)
		d.SumRows(n.gatesBias.Grad, gates)
		n.joinedGrad(t, p, first, s.joined.Value, gates)
	})
	return s
}

// joinedGrad adds the gradient of the weights of state and context, which are those of the step
// before.
func (n *Net) joinedGrad(t *grad.Tape, p tensor.Packing, first, joined, dgates tensor.Matrix) {
	d := t.Device
	live := p.Live(0)
	d.MatMul(n.joined.Grad, 1, first.T(), p.Step(dgates, 0), 1)
	if p.Steps() < 2 {
		return
	}
	var rows []int32
	for step := 1; step < p.Steps(); step++ {
		for s := range int32(p.Live(step)) {
			rows = append(rows, p.Starts[step-1]+s)
		}
	}
	before := t.New(len(rows), joined.Cols)
	d.Gather(before, joined, rows)
	d.MatMul(n.joined.Grad, 1, before.T(), dgates.Part(live, dgates.Rows, 0, dgates.Cols), 1)
}
