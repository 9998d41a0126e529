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
	first, second := s.Corrections()
	step := vec.Adam{
		By: shrink(squares, s.Clip), Beta1: s.Beta1, Rest1: 1 - s.Beta1, Beta2: s.Beta2, Rest2: 1 - s.Beta2,
		First: 1 / first, Second: 1 / second, Epsilon: s.Epsilon, Decay: s.Decay, Rate: s.Rate,
	}
	c.loop(w.Rows, w.Cols, func(_ *scratch, i int) { step.Step(w.row(i), g.row(i), m.row(i), v.row(i)) })
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
	c.loop(w.Rows, w.Cols, func(_ *scratch, i int) { vec.Adagrad(w.row(i), g.row(i), a.row(i), by, s.Rate, s.Epsilon) })
}
