package vec

import "math"

// TanhSlope replaces every t of x, a hyperbolic tangent, by a·w·(1 − t²). Exact.
func TanhSlope(x []float32, a float32, w []float32) {
	if len(x) != len(w) {
		panic(lengths)
	}
	done := 0
	if hasAVX2 {
		done = len(x) &^ 7
		tanhSlopeAVX2(x[:done], a, w[:done])
	}
	x, w = x[done:], w[done:]
	for i, t := range x {
		x[i] = float32(a*w[i]) * (1 - float32(t*t))
	}
}

// A Cell is a row of an LSTM on the way back. Gates and Grad have four times as many numbers as the others: those of the
// input gate, the forget gate, the candidate and the output gate. Grad may be Gates.
type Cell struct {
	Grad, Gates  []float32
	DH, DC       []float32 // gradients of the output, and of the state from the next step
	Tanh         []float32 // of the state
	Before, Back []float32 // the state before, and its gradient, which is added to
}

// CellGrad sets Grad to the gradients of what went into the gates, and adds to Back. Exact.
func CellGrad(c *Cell) {
	n := len(c.DH)
	if len(c.Grad) != 4*n || len(c.Gates) != 4*n || len(c.DC) != n || len(c.Tanh) != n || len(c.Before) != n || len(c.Back) != n {
		panic(lengths)
	}
	done := 0
	if hasAVX2 {
		if done = n &^ 7; done > 0 {
			cellGradAVX2(&c.Grad[0], &c.Gates[0], &c.DH[0], &c.DC[0], &c.Tanh[0], &c.Before[0], &c.Back[0], n, done/8)
		}
	}
	for j := done; j < n; j++ {
		in, forget, candidate, out := c.Gates[j], c.Gates[n+j], c.Gates[2*n+j], c.Gates[3*n+j]
		t, dh := c.Tanh[j], c.DH[j]
		d := float32(float32(dh*out)*(1-float32(t*t))) + c.DC[j]
		c.Grad[j] = d * candidate * in * (1 - in)
		c.Grad[n+j] = d * c.Before[j] * forget * (1 - forget)
		c.Grad[2*n+j] = d * in * (1 - float32(candidate*candidate))
		c.Grad[3*n+j] = dh * t * out * (1 - out)
		c.Back[j] += float32(d * forget)
	}
}

// An Adam is what a step of Adam depends on, in the order in which the assembly reads it.
type Adam struct {
	By            float32 // what gradients are multiplied by
	Beta1, Rest1  float32 // Rest is 1 − Beta
	Beta2, Rest2  float32
	First, Second float32 // what moments are multiplied by, since they began as 0
	Epsilon       float32
	Decay, Rate   float32
}

// Step changes w and the moments m and v by the gradient g. Fused.
func (s *Adam) Step(w, g, m, v []float32) {
	if len(g) != len(w) || len(m) != len(w) || len(v) != len(w) {
		panic(lengths)
	}
	if !hasAVX2 {
		s.plain(w, g, m, v)
		return
	}
	done := len(w) &^ 7
	adamAVX2(w[:done], g[:done], m[:done], v[:done], s)
	if done < len(w) {
		var last [4][8]float32
		all := [4][]float32{w[done:], g[done:], m[done:], v[done:]}
		for i, x := range all {
			copy(last[i][:], x)
		}
		adamAVX2(last[0][:], last[1][:], last[2][:], last[3][:], s)
		for i, x := range all {
			copy(x, last[i][:])
		}
	}
}

func (s *Adam) plain(w, g, m, v []float32) {
	for j, d := range g {
		d *= s.By
		m[j] = s.Beta1*m[j] + s.Rest1*d
		v[j] = s.Beta2*v[j] + s.Rest2*d*d
		root := float32(math.Sqrt(float64(v[j]*s.Second))) + s.Epsilon
		w[j] -= s.Rate * (m[j]*s.First/root + s.Decay*w[j])
	}
}

// Adagrad adds the square of the gradient g, times by, to a and takes rate·g·by/(√a + epsilon) off w. Fused.
func Adagrad(w, g, a []float32, by, rate, epsilon float32) {
	if len(g) != len(w) || len(a) != len(w) {
		panic(lengths)
	}
	if !hasAVX2 {
		for j, d := range g {
			d *= by
			a[j] += d * d
			w[j] -= rate * d / (float32(math.Sqrt(float64(a[j]))) + epsilon)
		}
		return
	}
	done := len(w) &^ 7
	adagradAVX2(w[:done], g[:done], a[:done], by, rate, epsilon)
	if done < len(w) {
		var last [3][8]float32
		all := [3][]float32{w[done:], g[done:], a[done:]}
		for i, x := range all {
			copy(last[i][:], x)
		}
		adagradAVX2(last[0][:], last[1][:], last[2][:], by, rate, epsilon)
		for i, x := range all {
			copy(x, last[i][:])
		}
	}
}
