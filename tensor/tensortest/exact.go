package tensortest

import (
	"math"

	"hed/tensor"
)

// exact is the device that others are compared with: loops in float64, as plain as they
// can be, rounded to float32 once at the end. Where it has to sum, its results are
// nearer to the truth than those of any device in float32.
type exact struct{}

var _ tensor.Device = exact{}

// at is number (i, j) of a matrix that may be transposed.
func at(m tensor.Matrix, i, j int) float64 {
	if m.Transposed() {
		i, j = j, i
	}
	return float64(m.Data[i*m.Stride+j])
}

// set sets every number of m.
func set(m tensor.Matrix, f func(i, j int) float64) {
	for i := range m.Rows {
		for j := range m.Cols {
			m.Data[i*m.Stride+j] = float32(f(i, j))
		}
	}
}

func (exact) New(rows, cols int) tensor.Matrix {
	return tensor.Of(rows, cols, make([]float32, rows*cols))
}

func (exact) Write(m tensor.Matrix, x []float32) {
	set(m, func(i, j int) float64 { return float64(x[i*m.Cols+j]) })
}

func (exact) Read(x []float32, m tensor.Matrix) {
	for i := range m.Rows {
		copy(x[i*m.Cols:], m.Row(i))
	}
}

func (e exact) Pack(b tensor.Matrix) *tensor.Weights {
	own := e.New(b.Rows, b.Cols)
	set(own, func(i, j int) float64 { return at(b, i, j) })
	return &tensor.Weights{Rows: b.Rows, Cols: b.Cols, Own: own}
}

// dot is the product of row i of a and column j of b.
func dot(a, b tensor.Matrix, i, j int) (sum float64) {
	for l := range a.Cols {
		sum += at(a, i, l) * at(b, l, j)
	}
	return sum
}

func (exact) Linear(y, x tensor.Matrix, w *tensor.Weights, bias tensor.Matrix, f tensor.Activation) {
	set(y, func(i, j int) float64 {
		v := dot(x, w.Own, i, j)
		if bias.Rows > 0 {
			v += at(bias, 0, j)
		}
		return activate(f, v)
	})
}

func (exact) MatMul(c tensor.Matrix, alpha float32, a, b tensor.Matrix, beta float32) {
	set(c, func(i, j int) float64 {
		v := float64(alpha) * dot(a, b, i, j)
		if beta != 0 {
			v += float64(beta) * at(c, i, j)
		}
		return v
	})
}

func (e exact) MatMuls(c []tensor.Matrix, alpha float32, a, b []tensor.Matrix, beta float32) {
	for i := range c {
		e.MatMul(c[i], alpha, a[i], b[i], beta)
	}
}

func (exact) Attention(y, q, k, v tensor.Matrix, h tensor.Heads) {
	width := q.Cols / h.Count
	for s := range len(h.Queries) - 1 {
		first, keys := h.Keys[s], h.Keys[s+1]-h.Keys[s]
		shares := make([]float64, keys)
		for i := h.Queries[s]; i < h.Queries[s+1]; i++ {
			for head := range h.Count {
				most, total := math.Inf(-1), 0.0
				for j := range shares {
					score := 0.0
					for c := head * width; c < (head+1)*width; c++ {
						score += at(q, i, c) * at(k, first+j, c)
					}
					score *= float64(h.Scale)
					if h.Bias.Rows > 0 {
						score += at(h.Bias, head, h.Bias.Cols/2+j-(i-h.Queries[s]))
					}
					if shares[j] = score; j >= h.Sees(i-h.Queries[s], h.Queries[s+1]-h.Queries[s], keys) {
						shares[j] = math.Inf(-1)
					}
					most = max(most, shares[j])
				}
				for j := range shares {
					if math.IsInf(most, -1) {
						most = 0 // it sees none
					}
					shares[j] = math.Exp(shares[j] - most)
					total += shares[j]
				}
				for c := head * width; c < (head+1)*width; c++ {
					sum := 0.0 // without keys
					for j, share := range shares {
						if share > 0 {
							sum += share / total * at(v, first+j, c)
						}
					}
					y.Data[i*y.Stride+c] = float32(sum)
				}
			}
		}
	}
}

func (exact) Add(z, x, y tensor.Matrix) {
	set(z, func(i, j int) float64 { return at(x, i, j) + at(y, i, j) })
}

func (exact) AddBias(y, bias tensor.Matrix) {
	set(y, func(i, j int) float64 { return at(y, i, j) + at(bias, 0, j) })
}

func (exact) Activate(y, x tensor.Matrix, f tensor.Activation) {
	set(y, func(i, j int) float64 { return activate(f, at(x, i, j)) })
}

func (exact) Softmax(y, x tensor.Matrix, scale float32, valid []int) {
	for i := range y.Rows {
		n := y.Cols
		if valid != nil {
			n = valid[i]
		}
		shares, most, total := make([]float64, y.Cols), math.Inf(-1), 0.0
		for j := range n {
			shares[j] = float64(scale) * at(x, i, j)
			most = max(most, shares[j])
		}
		for j := range n {
			shares[j] = math.Exp(shares[j] - most)
			total += shares[j]
		}
		for j, share := range shares {
			y.Row(i)[j] = 0
			if j < n {
				y.Row(i)[j] = float32(share / total)
			}
		}
	}
}

func (exact) LayerNorm(y, x, gain, bias tensor.Matrix, epsilon float32) {
	for i := range y.Rows {
		mean, by := moments(x, i, true, epsilon)
		for j := range x.Cols {
			y.Row(i)[j] = float32((at(x, i, j)-mean)*by*at(gain, 0, j) + at(bias, 0, j))
		}
	}
}

func (exact) RMSNorm(y, x, gain tensor.Matrix, epsilon float32) {
	for i := range y.Rows {
		_, by := moments(x, i, false, epsilon)
		for j := range x.Cols {
			y.Row(i)[j] = float32(at(x, i, j) * by * at(gain, 0, j))
		}
	}
}

// moments are the mean of a row, 0 if it is not centred, and what numbers are multiplied by so that the mean of their
// squares around it is 1.
func moments(x tensor.Matrix, i int, centred bool, epsilon float32) (mean, by float64) {
	n, squares := float64(x.Cols), 0.0
	for j := range x.Cols {
		if centred {
			mean += at(x, i, j) / n
		}
	}
	for j := range x.Cols {
		squares += (at(x, i, j) - mean) * (at(x, i, j) - mean) / n
	}
	return mean, 1 / math.Sqrt(squares+float64(epsilon))
}

func (exact) Gather(y, table tensor.Matrix, rows []int32) {
	set(y, func(i, j int) float64 {
		if rows[i] < 0 {
			return 0
		}
		return at(table, int(rows[i]), j)
	})
}

func (exact) Close() {}

// activate is the function of one number.
func activate(f tensor.Activation, x float64) float64 {
	switch f {
	case tensor.ReLU:
		return max(x, 0)
	case tensor.GELU:
		return x * math.Erfc(-x/math.Sqrt2) / 2
	case tensor.GELUTanh:
		return x / (1 + math.Exp(-2*math.Sqrt(2/math.Pi)*(x+0.044715*x*x*x)))
	case tensor.Tanh:
		return math.Tanh(x)
	case tensor.SiLU:
		return x / (1 + math.Exp(-x))
	}
	return x
}
