package grad

import "hed/tensor"

// Attention gives what queries see of keys and values; see tensor.Heads, whose Bias is that of bias, which may be nil.
func (t *Tape) Attention(q, k, v, bias *Var, h tensor.Heads) *Var {
	if bias != nil {
		h.Bias = bias.Value
	}
	y := t.Var(q.Value.Rows, q.Value.Cols)
	t.Device.Attention(y.Value, q.Value, k.Value, v.Value, h)
	t.Record(func() {
		d := tensor.HeadsGrad{Query: t.aside(q), Key: t.aside(k), Value: t.aside(v)}
		if bias != nil {
			d.Bias = bias.Grad
		}
		t.Device.AttentionGrad(d, y.Grad, y.Value, q.Value, k.Value, v.Value, h)
	})
	return y
}

// aside is the gradient of x or, where nobody asks for it, a place for it.
func (t *Tape) aside(x *Var) tensor.Matrix {
	if x.learns() {
		return x.Grad
	}
	return t.Zeros(x.Value.Rows, x.Value.Cols)
}

// LayerNorm gives every row of x less its mean, divided by its deviation, times gain and with bias; see tensor.Device.
func (t *Tape) LayerNorm(x, gain, bias *Var, epsilon float32) *Var {
	y := t.Var(x.Value.Rows, x.Value.Cols)
	t.Device.LayerNorm(y.Value, x.Value, gain.Value, bias.Value, epsilon)
	t.Record(func() {
		t.Device.LayerNormGrad(t.aside(x), t.aside(gain), t.aside(bias), y.Grad, x.Value, gain.Value, epsilon)
	})
	return y
}

// RMSNorm gives every row of x divided by the root of the mean of its squares, times gain; see tensor.Device.
func (t *Tape) RMSNorm(x, gain *Var, epsilon float32) *Var {
	y := t.Var(x.Value.Rows, x.Value.Cols)
	t.Device.RMSNorm(y.Value, x.Value, gain.Value, epsilon)
	t.Record(func() { t.Device.RMSNormGrad(t.aside(x), t.aside(gain), y.Grad, x.Value, gain.Value, epsilon) })
	return y
}

// Softmax gives the softmax of scale·x over the first valid[i] columns of row i, all of them if valid is nil.
func (t *Tape) Softmax(x *Var, scale float32, valid []int) *Var {
	y := t.Var(x.Value.Rows, x.Value.Cols)
	t.Device.Softmax(y.Value, x.Value, scale, valid)
	if x.learns() {
		t.Record(func() { t.Device.SoftmaxGrad(x.Grad, y.Grad, y.Value, scale) })
	}
	return y
}

// Multiply gives a∘b, number by number.
func (t *Tape) Multiply(a, b *Var) *Var {
	y := t.Var(a.Value.Rows, a.Value.Cols)
	t.Device.Multiply(y.Value, a.Value, b.Value, 0)
	t.Record(func() {
		if a.learns() {
			t.Device.Multiply(a.Grad, y.Grad, b.Value, 1)
		}
		if b.learns() {
			t.Device.Multiply(b.Grad, y.Grad, a.Value, 1)
		}
	})
	return y
}

// Convolve gives, for every row of x, a product of w with the row, those before it and those behind it, width in all: one more
// behind than before if width is even. w has the weights of the first of these rows, below them those of the next, and so on.
// Sequences have rows bounds[s] up to bounds[s+1] of x, and zeros around them. bias may be nil.
func (t *Tape) Convolve(x, w, bias *Var, bounds []int, width int) *Var {
	rows := x.Value.Rows
	near := make([]int32, rows*width)
	for i := range near {
		near[i] = -1
	}
	for s := range len(bounds) - 1 {
		for i := bounds[s]; i < bounds[s+1]; i++ {
			for k := range width {
				if from := i + k - (width-1)/2; from >= bounds[s] && from < bounds[s+1] {
					near[i*width+k] = int32(from)
				}
			}
		}
	}
	return t.Linear(t.Embed(x, near).beside(width), w, bias)
}

// beside is a view of x that has n rows side by side in each.
func (v *Var) beside(n int) *Var {
	wide := func(m tensor.Matrix) tensor.Matrix { return tensor.Of(m.Rows/n, m.Cols*n, m.Data) }
	p := &Var{Value: wide(v.Value)}
	if v.learns() {
		p.Grad = wide(v.Grad)
	}
	return p
}

// MaxRows gives the greatest numbers of rows bounds[s] up to bounds[s+1] of x, column by column; see tensor.Learner.
func (t *Tape) MaxRows(x *Var, bounds []int) *Var {
	y := t.Var(len(bounds)-1, x.Value.Cols)
	t.Device.MaxRows(y.Value, x.Value, bounds)
	if x.learns() {
		t.Record(func() { t.Device.MaxRowsGrad(x.Grad, y.Grad, y.Value, x.Value, bounds) })
	}
	return y
}
