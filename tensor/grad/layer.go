package grad

import (
	"slices"

	"hed/tensor"
)

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

// A Direction is an LSTM that writes the states of all steps to Y, which may be a part of something, and reads from the ends of
// sequences if Reverse.
type Direction struct {
	LSTM
	Y       *Var
	Reverse bool
}

// LSTM runs one or two layers over packed sequences. Only a fixed tape takes a wide packing. It gives the last states of each, by
// sequence, which are those of the first step if Reverse.
func (t *Tape) LSTM(x *Var, p tensor.Packing, layers ...Direction) (h, c []*Var) {
	d, rows := t.Device, p.Rows()
	all, runs := make([]recurrence, len(layers)), make([]tensor.Recurrence, len(layers))
	for i, w := range layers {
		n := w.Y.Value.Cols
		r := tensor.Recurrence{Gates: t.New(rows, 4*n), Hidden: w.Hidden.Value, States: w.Y.Value, Cells: t.New(rows, n), Reverse: w.Reverse}
		d.MatMul(r.Gates, 1, x.Value, w.Input.Value, 0)
		d.AddBias(r.Gates, w.Bias.Value)
		if rows > 0 {
			d.Clear(r.States)
		}
		all[i], runs[i] = recurrence{r, p}, r
	}
	whole, _ := d.(tensor.Sequencer)
	if rows == 0 || whole == nil || !whole.Recur(p, runs) {
		for _, r := range all {
			r.run(d)
		}
	}
	var ends [][]int32
	for i, r := range runs {
		ends = append(ends, t.ends(p, r.Reverse))
		n := r.States.Cols
		h, c = append(h, t.Var(len(ends[i]), n)), append(c, t.Var(len(ends[i]), n))
		d.Gather(h[i].Value, r.States, ends[i])
		d.Gather(c[i].Value, r.Cells, ends[i])
	}
	t.Record(func() {
		for i, w := range layers {
			r := &runs[i]
			r.DStates, r.DCells = w.Y.Grad, t.Zeros(rows, w.Y.Value.Cols)
			d.Scatter(r.DStates, ends[i], h[i].Grad)
			d.Scatter(r.DCells, ends[i], c[i].Grad)
			all[i].Recurrence = *r
		}
		if rows == 0 || whole == nil || !whole.RecurGrad(p, runs) {
			for _, r := range all {
				r.back(d)
			}
		}
		for i, w := range slices.Backward(layers) {
			t.product(x, w.Input, runs[i].Gates)
			d.SumRows(w.Bias.Grad, runs[i].Gates)
			t.hidden(w.Hidden, runs[i].States, runs[i].Gates, p, w.Reverse)
		}
	})
	return h, c
}

// A recurrence is one that is computed step by step.
type recurrence struct {
	tensor.Recurrence
	p tensor.Packing
}

// before are the rows of m at the step before: of sequences that have both or, for products,
// all that both steps have, which in a wide packing are always as many. A sequence that has not begun has 0 there.
func (r *recurrence) before(m tensor.Matrix, step int, all bool) tensor.Matrix {
	last := step - 1
	if r.Reverse {
		last = step + 1
	}
	if last < 0 || last == r.p.Steps() {
		return tensor.Matrix{Cols: m.Cols}
	}
	both := min(r.p.Live(step), r.p.Live(last))
	if all {
		both = min(r.p.Step(m, step).Rows, r.p.Step(m, last).Rows)
	}
	return r.p.Step(m, last).Part(0, both, 0, m.Cols)
}

// live are the rows of m of sequences that have the step.
func (r *recurrence) live(m tensor.Matrix, step int) tensor.Matrix {
	return r.p.Step(m, step).Part(0, r.p.Live(step), 0, m.Cols)
}

// step is the one that is taken as the i-th.
func (r *recurrence) step(i int) int {
	if r.Reverse {
		return r.p.Steps() - 1 - i
	}
	return i
}

func (r *recurrence) run(d tensor.Learner) {
	hidden := d.Lay(r.Hidden)
	for i := range r.p.Steps() {
		s := r.step(i)
		g := r.p.Step(r.Gates, s)
		if prev := r.before(r.States, s, true); prev.Rows > 0 {
			d.AddLinear(g.Part(0, prev.Rows, 0, g.Cols), prev, hidden)
		}
		d.Cell(r.live(r.States, s), r.live(r.Cells, s), r.live(r.Gates, s), r.before(r.Cells, s, false))
	}
}

func (r *recurrence) back(d tensor.Learner) {
	hidden := d.Lay(r.Hidden.T())
	for i := r.p.Steps() - 1; i >= 0; i-- {
		s := r.step(i)
		g, prev := r.live(r.Gates, s), r.before(r.Cells, s, false)
		d.CellGrad(g, r.before(r.DCells, s, false), r.live(r.DStates, s), r.live(r.DCells, s), g, r.live(r.Cells, s), prev)
		if prev.Rows > 0 {
			d.AddLinear(r.before(r.DStates, s, false), g.Part(0, prev.Rows, 0, g.Cols), hidden)
		}
	}
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
