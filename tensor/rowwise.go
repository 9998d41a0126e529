package tensor

import (
	"math"

	"hed/tensor/vec"
)

// rowwise is the task of doing the same to every row; its parts are groups of
// rows.
type rowwise struct {
	do   func(t *rowwise, i int)
	each int

	z, x, y, gain, bias Matrix
	f                   Activation
	by                  float32
	valid               []int
	rows                []int32
}

func (t *rowwise) part(_ *scratch, n int) {
	for i := n * t.each; i < min((n+1)*t.each, t.z.Rows); i++ {
		t.do(t, i)
	}
}

func (c *CPU) each(t rowwise) {
	// Some microseconds of work to a part, for the cheapest of the operations.
	t.each = max(1, 1<<14/max(1, t.z.Cols))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rowwise = t
	c.pool.run(&c.rowwise, (t.z.Rows+t.each-1)/t.each)
	c.rowwise = rowwise{}
}

// Add sets z to x + y. z may be x or y.
func (c *CPU) Add(z, x, y Matrix) {
	Check{}.Add(z, x, y)
	c.each(rowwise{z: z, x: x, y: y, do: func(t *rowwise, i int) { vec.Add(t.z.row(i), t.x.row(i), t.y.row(i)) }})
}

// AddBias adds bias to every row of y.
func (c *CPU) AddBias(y, bias Matrix) {
	Check{}.AddBias(y, bias)
	c.each(rowwise{z: y, bias: bias, do: func(t *rowwise, i int) { vec.Add(t.z.row(i), t.z.row(i), t.bias.row(0)) }})
}

// Activate sets y to f of every number of x. y may be x.
func (c *CPU) Activate(y, x Matrix, f Activation) {
	Check{}.Activate(y, x, f)
	c.each(rowwise{z: y, x: x, f: f, do: func(t *rowwise, i int) { t.f.apply(t.z.row(i), t.x.row(i)) }})
}

// Softmax sets row i of y to exp(scale·x) divided by its sum, over the first
// valid[i] columns; see Device.
func (c *CPU) Softmax(y, x Matrix, scale float32, valid []int) {
	Check{}.Softmax(y, x, scale, valid)
	c.each(rowwise{z: y, x: x, by: scale, valid: valid, do: func(t *rowwise, i int) {
		z, x := t.z.row(i), t.x.row(i)
		if t.valid != nil {
			clear(z[t.valid[i]:])
			z, x = z[:t.valid[i]], x[:t.valid[i]]
		}
		softmax(z, x, t.by)
	}})
}

func softmax(z, x []float32, by float32) {
	if len(x) == 0 {
		return
	}
	vec.Scale(1/vec.ExpSum(z, by, by*vec.Max(x), x), z)
}

// LayerNorm sets every row of y to (x − mean)/√(variance + epsilon)·gain + bias.
func (c *CPU) LayerNorm(y, x, gain, bias Matrix, epsilon float32) {
	Check{}.LayerNorm(y, x, gain, bias)
	c.each(rowwise{z: y, x: x, gain: gain, bias: bias, by: epsilon, do: func(t *rowwise, i int) {
		x := t.x.row(i)
		mean, by := norm(x, t.by)
		vec.Norm(t.z.row(i), t.gain.row(0), t.bias.row(0), mean, by, x)
	}})
}

// norm is the mean of x, and 1/√(variance + epsilon).
func norm(x []float32, epsilon float32) (mean, by float32) {
	mean = vec.Sum(x) / float32(len(x))
	variance := vec.Squares(mean, x) / float32(len(x))
	return mean, float32(1 / math.Sqrt(float64(variance)+float64(epsilon)))
}

// rms is 1/√(mean of x² + epsilon).
func rms(x []float32, epsilon float32) float32 {
	return float32(1 / math.Sqrt(float64(vec.Squares(0, x)/float32(len(x)))+float64(epsilon)))
}

// RMSNorm sets every row of y to x/√(mean of x² + epsilon)·gain.
func (c *CPU) RMSNorm(y, x, gain Matrix, epsilon float32) {
	Check{}.RMSNorm(y, x, gain)
	c.each(rowwise{z: y, x: x, gain: gain, by: epsilon, do: func(t *rowwise, i int) {
		x, z, by := t.x.row(i), t.z.row(i), rms(t.x.row(i), t.by)
		for j, g := range t.gain.row(0) {
			z[j] = x[j] * by * g
		}
	}})
}

// Gather sets row i of y to row rows[i] of table.
func (c *CPU) Gather(y, table Matrix, rows []int32) {
	Check{}.Gather(y, table, rows)
	c.each(rowwise{z: y, x: table, rows: rows, do: func(t *rowwise, i int) {
		if t.rows[i] < 0 {
			clear(t.z.row(i))
			return
		}
		copy(t.z.row(i), t.x.row(int(t.rows[i])))
	}})
}
