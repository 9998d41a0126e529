package grad

import "hed/tensor"

// Embed gives the rows of a table.
func (t *Tape) Embed(table *Var, rows []int32) *Var {
	y := t.Var(len(rows), table.Value.Cols)
	t.Device.Gather(y.Value, table.Value, rows)
	if table.learns() {
		t.Record(func() { t.Device.Scatter(table.Grad, rows, y.Grad) })
	}
	return y
}

// MatMul gives x·w, of which both may be transposed.
func (t *Tape) MatMul(x, w *Var) *Var {
	y := t.Var(x.Value.Rows, w.Value.Cols)
	t.Device.MatMul(y.Value, 1, x.Value, w.Value, 0)
	t.Record(func() { t.product(x, w, y.Grad) })
	return y
}

// product adds the gradients of x·w.
func (t *Tape) product(x, w *Var, dy tensor.Matrix) {
	if x.learns() {
		t.add(x.Grad, dy, w.Value.T())
	}
	if w.learns() {
		t.add(w.Grad, x.Value.T(), dy)
	}
}

// add adds a·b to c, which may be transposed.
func (t *Tape) add(c, a, b tensor.Matrix) {
	if c.Transposed() {
		c, a, b = c.T(), b.T(), a.T()
	}
	t.Device.MatMul(c, 1, a, b, 1)
}

// Linear gives x·w + bias, of which w may be transposed, and bias has one row and may be nil.
func (t *Tape) Linear(x, w, bias *Var) *Var {
	y := t.Var(x.Value.Rows, w.Value.Cols)
	t.Device.MatMul(y.Value, 1, x.Value, w.Value, 0)
	if bias != nil {
		t.Device.AddBias(y.Value, bias.Value)
	}
	t.Record(func() {
		t.product(x, w, y.Grad)
		if bias != nil && bias.learns() {
			t.Device.SumRows(bias.Grad, y.Grad)
		}
	})
	return y
}

// Activate gives f of every number of x.
func (t *Tape) Activate(x *Var, f tensor.Activation) *Var {
	y := t.Var(x.Value.Rows, x.Value.Cols)
	t.Device.Activate(y.Value, x.Value, f)
	if x.learns() {
		t.Record(func() { t.Device.ActivateGrad(x.Grad, y.Grad, x.Value, f) })
	}
	return y
}

// Dropout gives x with a share rate of its numbers replaced by 0 and the others divided by 1 − rate.
// Which ones is a function of the seed. On a fixed tape, or with a rate of 0, it gives x.
func (t *Tape) Dropout(x *Var, rate float32, seed uint64) *Var {
	if t.Fixed || rate == 0 {
		return x
	}
	y := t.Var(x.Value.Rows, x.Value.Cols)
	t.Device.Dropout(y.Value, x.Value, rate, seed)
	if x.learns() {
		t.Record(func() {
			d := t.New(x.Value.Rows, x.Value.Cols)
			t.Device.Dropout(d, y.Grad, rate, seed)
			t.Device.Combine(x.Grad, 1, x.Grad, 1, d)
		})
	}
	return y
}

// An LSTM has the weights of a layer: of the input and of the state before, for the four gates of
// tensor.Learner.Cell side by side, and a bias of one row.
type LSTM struct {
	Input, Hidden, Bias *Var
}

// LSTM runs a layer over packed sequences, from their ends if reverse, and writes the states of
// all steps to y, which may be a part of something. Only a fixed tape takes a wide packing. It gives the last states, which are those of
// the first step if reverse, by sequence.
func (t *Tape) LSTM(y, x *Var, p tensor.Packing, w LSTM, reverse bool) (h, c *Var) {
	d, n := t.Device, y.Value.Cols
	rows := p.Rows()
	gates, states := t.New(rows, 4*n), t.New(rows, n)
	d.MatMul(gates, 1, x.Value, w.Input.Value, 0)
	d.AddBias(gates, w.Bias.Value)
	// before are the rows of m at the step before: of sequences that have both or, for products,
	// all that both steps have, which in a wide packing are always as many. A sequence that has not begun has 0 there.
	before := func(m tensor.Matrix, step int, all bool) tensor.Matrix {
		last := step - 1
		if reverse {
			last = step + 1
		}
		if last < 0 || last == p.Steps() {
			return tensor.Matrix{Cols: m.Cols}
		}
		both := min(p.Live(step), p.Live(last))
		if all {
			both = min(p.Step(m, step).Rows, p.Step(m, last).Rows)
		}
		return p.Step(m, last).Part(0, both, 0, m.Cols)
	}
	live := func(m tensor.Matrix, step int) tensor.Matrix { return p.Step(m, step).Part(0, p.Live(step), 0, m.Cols) }
	if p.Rows() > 0 {
		d.Clear(y.Value)
	}
	steps := make([]int, p.Steps())
	for i := range steps {
		steps[i] = i
		if reverse {
			steps[i] = len(steps) - 1 - i
		}
	}
	hidden := d.Lay(w.Hidden.Value)
	for _, s := range steps {
		g := p.Step(gates, s)
		if prev := before(y.Value, s, true); prev.Rows > 0 {
			d.AddLinear(g.Part(0, prev.Rows, 0, g.Cols), prev, hidden)
		}
		d.Cell(live(y.Value, s), live(states, s), live(gates, s), before(states, s, false))
	}
	ends := t.ends(p, reverse)
	h, c = t.Var(len(ends), n), t.Var(len(ends), n)
	d.Gather(h.Value, y.Value, ends)
	d.Gather(c.Value, states, ends)
	t.Record(func() {
		dstates := t.Zeros(rows, n)
		d.Scatter(y.Grad, ends, h.Grad)
		d.Scatter(dstates, ends, c.Grad)
		hidden := d.Lay(w.Hidden.Value.T())
		for i := len(steps) - 1; i >= 0; i-- {
			s := steps[i]
			g, prev := live(gates, s), before(states, s, false)
			d.CellGrad(g, before(dstates, s, false), live(y.Grad, s), live(dstates, s), g, live(states, s), prev)
			if prev.Rows > 0 {
				d.AddLinear(before(y.Grad, s, false), g.Part(0, prev.Rows, 0, g.Cols), hidden)
			}
		}
		t.product(x, w.Input, gates)
		d.SumRows(w.Bias.Grad, gates)
		t.hidden(w.Hidden, y.Value, gates, p, reverse)
	})
	return h, c
}

// ends are the rows of the last states: those of the first step if reverse.
func (t *Tape) ends(p tensor.Packing, reverse bool) []int32 {
	if p.Steps() == 0 {
		return nil
	}
	ends := make([]int32, p.Starts[1])
	for s := range ends {
		ends[s] = int32(s)
	}
	for step := range p.Steps() {
		if !reverse {
			for s := range p.Live(step) {
				ends[s] = p.Starts[step] + int32(s)
			}
		}
	}
	return ends
}

// hidden adds the gradient of the weights of the state before: the states, moved by one step, times the
// gradients of the gates, in one product for all steps.
func (t *Tape) hidden(w *Var, y, dgates tensor.Matrix, p tensor.Packing, reverse bool) {
	var rows []int32 // of the step before, for each row of the steps from the second on
	for step := 1; step < p.Steps(); step++ {
		for s := range int32(p.Live(step)) {
			rows = append(rows, p.Starts[step-1]+s)
		}
	}
	if len(rows) == 0 {
		return
	}
	before := func(m tensor.Matrix) tensor.Matrix {
		moved := t.New(len(rows), m.Cols)
		t.Device.Gather(moved, m, rows)
		return moved
	}
	after := func(m tensor.Matrix) tensor.Matrix { return m.Part(int(p.Starts[1]), m.Rows, 0, m.Cols) }
	if reverse {
		t.Device.MatMul(w.Grad, 1, after(y).T(), before(dgates), 1)
	} else {
		t.Device.MatMul(w.Grad, 1, before(y).T(), after(dgates), 1)
	}
}
