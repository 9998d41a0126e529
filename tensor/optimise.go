package tensor

import (
	"math"

	"hed/tensor/vec"
)

// Squares adds the sum of the squares of x to sum.
func (c *CPU) Squares(sum, x Matrix) {
	Check{}.Squares(sum, x)
	rows := make([]float32, x.Rows)
	c.loop(x.Rows, x.Cols, func(_ *scratch, i int) { rows[i] = vec.Squares(0, x.row(i)) })
	total := 0.0
	for _, v := range rows {
		total += float64(v)
	}
	sum.row(0)[0] += float32(total)
}

// shrink is what gradients are multiplied by so that their norm is no more than clip.
func shrink(squares Matrix, clip float32) float32 {
	if norm := float32(math.Sqrt(float64(squares.row(0)[0]))); clip > 0 && norm > clip {
		return clip / norm
	}
	return 1
}

// Adam is a step of Adam; see Learner.
func (c *CPU) Adam(w, g, m, v, squares Matrix, s AdamStep) {
	Check{}.Step(squares, w, g, m, v)
	by := shrink(squares, s.Clip)
	first, second := s.Corrections()
	c.loop(w.Rows, 4*w.Cols, func(_ *scratch, i int) {
		w, m, v := w.row(i), m.row(i), v.row(i)
		for j, d := range g.row(i) {
			d *= by
			m[j] = s.Beta1*m[j] + (1-s.Beta1)*d
			v[j] = s.Beta2*v[j] + (1-s.Beta2)*d*d
			w[j] -= s.Rate * (m[j]/first/(float32(math.Sqrt(float64(v[j]/second)))+s.Epsilon) + s.Decay*w[j])
		}
	})
}

// Corrections are what the moments are divided by, since they began as 0.
func (s AdamStep) Corrections() (first, second float32) {
	n := float64(s.Step)
	return float32(1 - math.Pow(float64(s.Beta1), n)), float32(1 - math.Pow(float64(s.Beta2), n))
}

// Adagrad is a step of Adagrad; see Learner.
func (c *CPU) Adagrad(w, g, a, squares Matrix, s AdagradStep) {
	Check{}.Step(squares, w, g, a)
	by := shrink(squares, s.Clip)
	c.loop(w.Rows, 4*w.Cols, func(_ *scratch, i int) {
		w, a := w.row(i), a.row(i)
		for j, d := range g.row(i) {
			d *= by
			a[j] += d * d
			w[j] -= s.Rate * d / (float32(math.Sqrt(float64(a[j]))) + s.Epsilon)
		}
	})
}
