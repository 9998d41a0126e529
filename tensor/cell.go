package tensor

import "hed/tensor/vec"

// Cell is a step of an LSTM; see Learner.
func (c *CPU) Cell(h, state, gates, prev Matrix) {
	Check{}.Cell(h, state, gates, prev)
	c.loop(h.Rows, 8*h.Cols, func(s *scratch, r int) {
		n := h.Cols
		gate := gates.row(r)
		halve(gate[:2*n])
		halve(gate[3*n:])
		vec.Tanh(gate, gate)
		sigmoid(gate[:2*n])
		sigmoid(gate[3*n:])
		in, forget, candidate, out := gate[:n], gate[n:2*n], gate[2*n:3*n], gate[3*n:4*n]
		c, h := state.row(r), h.row(r)
		if r < prev.Rows {
			for j, v := range prev.row(r) {
				c[j] = in[j]*candidate[j] + forget[j]*v
			}
		} else {
			for j, v := range in {
				c[j] = v * candidate[j]
			}
		}
		vec.Tanh(h, c)
		for j, v := range out {
			h[j] *= v
		}
	})
}

// σ(x) = (1 + tanh(x/2))/2: halve comes before the hyperbolic tangent, sigmoid after it.
func halve(x []float32) { vec.Scale(0.5, x) }

func sigmoid(x []float32) {
	for j, v := range x {
		x[j] = 0.5 + 0.5*v
	}
}

// CellGrad is the gradient of Cell; see Learner.
func (c *CPU) CellGrad(dgates, dprev, dh, dc, gates, state, prev Matrix) {
	Check{}.CellGrad(dgates, dprev, dh, dc, gates, state, prev)
	c.loop(dh.Rows, 8*dh.Cols, func(s *scratch, r int) {
		n := dh.Cols
		memory := grow(&s.scores, 3*n)
		row := vec.Cell{
			Grad: dgates.row(r), Gates: gates.row(r), DH: dh.row(r), DC: memory[n : 2*n],
			Tanh: memory[:n], Before: memory[n : 2*n], Back: memory[2*n:],
		}
		clear(row.DC)
		vec.Tanh(row.Tanh, state.row(r))
		if r < dc.Rows {
			row.DC = dc.row(r)
		}
		if r < prev.Rows {
			row.Before, row.Back = prev.row(r), dprev.row(r)
		}
		vec.CellGrad(&row)
	})
}
