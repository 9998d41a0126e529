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
		memory := grow(&s.scores, 2*n)
		tanh, total := memory[:n], memory[n:]
		vec.Tanh(tanh, state.row(r))
		dh := dh.row(r)
		gate, dgate := gates.row(r), dgates.row(r)
		out := gate[3*n : 4*n]
		for j, d := range dh {
			t := tanh[j]
			total[j] = d * out[j] * (1 - t*t)
		}
		if r < dc.Rows {
			vec.Add(total, total, dc.row(r))
		}
		for j, d := range total {
			in, forget, candidate, o := gate[j], gate[n+j], gate[2*n+j], out[j]
			before := float32(0)
			if r < prev.Rows {
				before = prev.row(r)[j]
			}
			dgate[j] = d * candidate * in * (1 - in)
			dgate[n+j] = d * before * forget * (1 - forget)
			dgate[2*n+j] = d * in * (1 - candidate*candidate)
			dgate[3*n+j] = dh[j] * tanh[j] * o * (1 - o)
			if r < prev.Rows {
				dprev.row(r)[j] += d * forget
			}
		}
	})
}
