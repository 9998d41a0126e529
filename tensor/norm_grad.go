package tensor

import "hed/tensor/vec"

// LayerNormGrad adds the gradients of LayerNorm; see Learner.
func (c *CPU) LayerNormGrad(dx, dgain, dbias, dy, x, gain Matrix, epsilon float32) {
	Check{}.NormGrad(dx, dgain, dbias, dy, x, gain)
	c.normGrad(dx, dgain, dy, x, gain, true, func(x []float32) (float32, float32) { return norm(x, epsilon) })
	c.SumRows(dbias, dy)
}

// RMSNormGrad adds the gradients of RMSNorm; see Learner.
func (c *CPU) RMSNormGrad(dx, dgain, dy, x, gain Matrix, epsilon float32) {
	Check{}.NormGrad(dx, dgain, Matrix{}, dy, x, gain)
	c.normGrad(dx, dgain, dy, x, gain, false, func(x []float32) (float32, float32) { return 0, rms(x, epsilon) })
}

// normGrad is for norms, centred or not, that take a mean off and multiply. Groups of rows have sums of their own of the
// gradient of gain, which are then added in order.
func (c *CPU) normGrad(dx, dgain, dy, x, gain Matrix, centred bool, norm func(x []float32) (mean, by float32)) {
	const group = 32
	n := x.Cols
	sums := make([]float32, (x.Rows+group-1)/group*n)
	c.loop((x.Rows+group-1)/group, 4*group*n, func(s *scratch, g int) {
		memory := grow(&s.scores, 2*n)
		normal, d := memory[:n], memory[n:]
		sum := sums[g*n:][:n]
		for i := g * group; i < min((g+1)*group, x.Rows); i++ {
			mean, by := norm(x.row(i))
			dy, gain := dy.row(i), gain.row(0)
			for j, v := range x.row(i) {
				normal[j] = (v - mean) * by
				sum[j] += dy[j] * normal[j]
				d[j] = dy[j] * gain[j]
			}
			along, level := vec.DotFused(d, normal)/float32(n), float32(0)
			if centred {
				level = vec.Sum(d) / float32(n)
			}
			dx := dx.row(i)
			for j, v := range d {
				dx[j] += by * (v - level - along*normal[j])
			}
		}
	})
	c.SumRows(dgain, Of(len(sums)/max(1, n), n, sums))
}

// MaxRows sets rows of y to the greatest of rows of x; see Learner.
func (c *CPU) MaxRows(y, x Matrix, bounds []int) {
	Check{}.MaxRows(y, x, bounds)
	c.loop(y.Rows, x.Rows/max(1, y.Rows)*x.Cols, func(_ *scratch, s int) {
		y := y.row(s)
		clear(y)
		for i := bounds[s]; i < bounds[s+1]; i++ {
			for j, v := range x.row(i) {
				if i == bounds[s] || v > y[j] {
					y[j] = v
				}
			}
		}
	})
}

// MaxRowsGrad adds the gradient of MaxRows; see Learner.
func (c *CPU) MaxRowsGrad(dx, dy, y, x Matrix, bounds []int) {
	Check{}.MaxRowsGrad(dx, dy, y, x, bounds)
	c.loop(y.Rows, x.Rows/max(1, y.Rows)*x.Cols, func(_ *scratch, s int) {
		y, dy := y.row(s), dy.row(s)
		for j, most := range y {
			for i := bounds[s]; i < bounds[s+1]; i++ {
				if x.row(i)[j] == most {
					dx.row(i)[j] += dy[j]
					break
				}
			}
		}
	})
}
