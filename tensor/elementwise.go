package tensor

import (
	"math"

	"hed/tensor/vec"
)

var _ Learner = (*CPU)(nil)

// A loop is the task of doing something for each of n things; its parts are groups of
// them.
type loop struct {
	n, each int
	do      func(s *scratch, i int)
}

func (l *loop) part(s *scratch, n int) {
	for i := n * l.each; i < min((n+1)*l.each, l.n); i++ {
		l.do(s, i)
	}
}

// loop does n things, each of which is work for so many numbers.
func (c *CPU) loop(n, numbers int, do func(s *scratch, i int)) {
	const worth = 1 << 13 // numbers, some microseconds
	l := &loop{n: n, each: max(1, worth/max(1, numbers)), do: do}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pool.run(l, (n+l.each-1)/l.each)
}

// Clear sets m to 0.
func (c *CPU) Clear(m Matrix) {
	Check{}.Clear(m)
	c.loop(m.Rows, m.Cols, func(_ *scratch, i int) { clear(m.row(i)) })
}

// Combine sets z to a·x + b·y; of a matrix whose factor is 0 the numbers do not matter.
func (c *CPU) Combine(z Matrix, a float32, x Matrix, b float32, y Matrix) {
	Check{}.Combine(z, x, y)
	if a == 0 {
		a, x, b, y = b, y, 0, x
	}
	if a == 0 {
		c.Clear(z)
		return
	}
	c.loop(z.Rows, z.Cols, func(_ *scratch, i int) {
		z, x := z.row(i), x.row(i)
		if b == 0 {
			for j, v := range x {
				z[j] = a * v
			}
			return
		}
		y := y.row(i)
		for j, v := range x {
			z[j] = a*v + b*y[j]
		}
	})
}

// Multiply sets z to x∘y + beta·z; with beta 0, whatever z was.
func (c *CPU) Multiply(z, x, y Matrix, beta float32) {
	Check{}.Multiply(z, x, y)
	c.loop(z.Rows, z.Cols, func(_ *scratch, i int) {
		z, x, y := z.row(i), x.row(i), y.row(i)
		if beta == 0 {
			for j, v := range x {
				z[j] = v * y[j]
			}
			return
		}
		for j, v := range x {
			z[j] = v*y[j] + beta*z[j]
		}
	})
}

// ActivateGrad adds dy∘f′(x) to dx.
func (c *CPU) ActivateGrad(dx, dy, x Matrix, f Activation) {
	Check{}.ActivateGrad(dx, dy, x, f)
	c.loop(dx.Rows, dx.Cols, func(s *scratch, i int) {
		dx, dy, x := dx.row(i), dy.row(i), x.row(i)
		slope := grow(&s.scores, len(x))
		f.slope(slope, x)
		for j, d := range dy {
			dx[j] += d * slope[j]
		}
	})
}

// slope sets dst to the derivative at every number of x.
func (a Activation) slope(dst, x []float32) {
	switch a {
	case Identity:
		for i := range dst {
			dst[i] = 1
		}
	case ReLU:
		for i, v := range x {
			dst[i] = 0
			if v > 0 {
				dst[i] = 1
			}
		}
	case GELU: // Φ(x) + x·φ(x)
		const near = 1e-3
		for i, v := range x {
			v = clamp(v)
			dst[i] = v * v
		}
		vec.ExpSum(dst, -0.5, 0, dst)
		var normal [stripe]float32
		for from := 0; from < len(x); from += stripe {
			x, dst := x[from:min(from+stripe, len(x))], dst[from:min(from+stripe, len(x))]
			vec.GELU(normal[:len(x)], x)
			for i, v := range x {
				density := dst[i] * (1 / math.Sqrt2 / math.SqrtPi)
				switch {
				case v > -near && v < near: // where x·Φ(x) is next to nothing
					dst[i] = 0.5 + 2*v*density
				case v > -far && v < far:
					dst[i] = normal[i]/v + v*density
				case v > 0:
					dst[i] = 1
				case v < 0:
					dst[i] = 0
				}
			}
		}
	case GELUTanh: // of x·σ(u): σ(u) + x·σ(u)·σ(−u)·u′
		const first, third = 2 * 0.7978845608028654, 2 * 0.7978845608028654 * 0.044715
		for i, v := range x {
			v = clamp(v)
			dst[i] = v * (first + third*v*v)
		}
		vec.ExpSum(dst, -1, 0, dst)
		for i, v := range x {
			v = clamp(v)
			g := 1 / (1 + dst[i])
			dst[i] = g + v*g*(1-g)*(first+3*third*v*v)
		}
	case SiLU:
		vec.ExpSum(dst, -1, 0, x)
		for i, v := range x {
			g := 1 / (1 + dst[i])
			dst[i] = g + v*g*(1-g)
		}
	case Tanh:
		vec.Tanh(dst, x)
		for i, v := range dst {
			dst[i] = 1 - v*v
		}
	}
}

// clamp keeps x where powers of it are finite; beyond, slopes are those of straight lines.
func clamp(x float32) float32 { return max(-far, min(far, x)) }

const far = 20

// stripe is how many columns a worker takes of sums that run down the rows.
const stripe = 64

// SumRows adds the sum of the rows of x to y.
func (c *CPU) SumRows(y, x Matrix) {
	Check{}.SumRows(y, x)
	// Wide stripes where there are many, since each row of a wide matrix is a page of its own.
	wide := max(stripe, min(1024, x.Cols/(8*c.workers())/stripe*stripe))
	c.loop((x.Cols+wide-1)/wide, x.Rows*wide, func(_ *scratch, n int) {
		j0, j1 := n*wide, min((n+1)*wide, x.Cols)
		for i := range x.Rows {
			vec.Add(y.row(0)[j0:j1], y.row(0)[j0:j1], x.row(i)[j0:j1])
		}
	})
}

// Scatter adds row i of x to row rows[i] of table.
func (c *CPU) Scatter(table Matrix, rows []int32, x Matrix) {
	Check{}.Scatter(table, rows, x)
	c.loop((x.Cols+stripe-1)/stripe, x.Rows*stripe, func(_ *scratch, n int) {
		j0, j1 := n*stripe, min((n+1)*stripe, x.Cols)
		for i, r := range rows {
			if r < 0 {
				continue
			}
			to := table.row(int(r))[j0:j1]
			vec.Add(to, to, x.row(i)[j0:j1])
		}
	})
}

// Dropout sets y to x with some numbers replaced by 0.
func (c *CPU) Dropout(y, x Matrix, rate float32, seed uint64) {
	Check{}.Dropout(y, x, rate)
	by := 1 / (1 - rate)
	c.loop(y.Rows, y.Cols, func(_ *scratch, i int) {
		y, x := y.row(i), x.row(i)
		for j, v := range x {
			y[j] = 0
			if Keeps(seed, uint64(i*len(x)+j), rate) {
				y[j] = v * by
			}
		}
	})
}

// Keeps tells whether Dropout keeps the number at a place, counted row after row. It is the
// finish of SplitMix64 (Steele et al. 2014).
func Keeps(seed, place uint64, rate float32) bool {
	z := seed + (place+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	z ^= z >> 31
	return float32(z>>40)*(1.0/(1<<24)) >= rate
}
