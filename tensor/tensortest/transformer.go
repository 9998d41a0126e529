package tensortest

import (
	"math/rand/v2"
	"testing"

	"hed/tensor"
)

// transforming are the operations of a Learner that transformers and convolutions learn by.
var transforming = []operation{
	learner("gradient of attention", 5e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		_, y, q, k, v, h := heads(d, r, r.IntN(2) == 0, r.IntN(2) == 0)
		d.Attention(y, q, k, v, h)
		_, dy := view(d, r, y.Rows, y.Cols)
		one, dq := view(d, r, q.Rows, q.Cols)
		two, dk := view(d, r, k.Rows, k.Cols)
		three, dv := view(d, r, v.Rows, v.Cols)
		g := tensor.HeadsGrad{Query: dq, Key: dk, Value: dv}
		results := []tensor.Matrix{one, two, three}
		if h.Bias.Rows > 0 && r.IntN(3) > 0 {
			g.Bias = matrix(d, r, h.Bias.Rows, h.Bias.Cols)
			results = append(results, g.Bias)
		}
		d.AttentionGrad(g, dy, y, q, k, v, h)
		return together(d, results...)
	}),
	learner("gradient of layer norm", 2e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), 3+side(r)
		one, dx := view(d, r, m, n)
		two, dgain := view(d, r, 1, n)
		three, dbias := view(d, r, 1, n)
		_, x := view(d, r, m, n)
		_, dy := view(d, r, m, n)
		d.LayerNormGrad(dx, dgain, dbias, dy, x, matrix(d, r, 1, n), 1e-2)
		return together(d, one, two, three)
	}),
	learner("gradient of the norm of squares", 2e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		one, dx := view(d, r, m, n)
		two, dgain := view(d, r, 1, n)
		_, x := view(d, r, m, n)
		_, dy := view(d, r, m, n)
		d.RMSNormGrad(dx, dgain, dy, x, matrix(d, r, 1, n), 1e-2)
		return together(d, one, two)
	}),
	learner("gradient of softmax", 1e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, dx := view(d, r, m, n)
		_, y := view(d, r, m, n)
		d.SoftmaxGrad(dx, matrix(d, r, m, n), y, r.Float32())
		return whole
	}),
	learner("greatest of rows", 0, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		x, bounds := grouped(d, r)
		whole, y := view(d, r, len(bounds)-1, x.Cols)
		d.MaxRows(y, x, bounds)
		return whole
	}),
	learner("gradient of the greatest of rows", 1e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		x, bounds := grouped(d, r)
		y := d.New(len(bounds)-1, x.Cols)
		d.MaxRows(y, x, bounds)
		whole, dx := view(d, r, x.Rows, x.Cols)
		d.MaxRowsGrad(dx, matrix(d, r, y.Rows, y.Cols), y, x, bounds)
		return whole
	}),
}

// grouped are rows, some of them equal, and where sequences of them begin, some of which have none.
func grouped(d tensor.Device, r *rand.Rand) (x tensor.Matrix, bounds []int) {
	bounds = []int{r.IntN(2)}
	for range 1 + r.IntN(8) {
		bounds = append(bounds, bounds[len(bounds)-1]+r.IntN(1+r.IntN(40)))
	}
	_, x = view(d, r, bounds[len(bounds)-1]+r.IntN(3), side(r))
	numbers := make([]float32, x.Rows*x.Cols)
	for i := range numbers {
		numbers[i] = float32(r.IntN(30)) - 20
	}
	d.Write(x, numbers)
	return x, bounds
}

func attentionMoves(t *testing.T, d tensor.Learner, r *rand.Rand, causal bool) {
	queries, keys := []int{0, 3, 8}, []int{0, 3, 10}
	q, k, v := matrix(d, r, 8, 12), matrix(d, r, 10, 12), matrix(d, r, 10, 12)
	h := tensor.Heads{Count: 3, Scale: 0.7, Queries: queries, Keys: keys, Bias: matrix(d, r, 3, 15), Causal: causal}
	y, dy := d.New(8, 12), matrix(d, r, 8, 12)
	f := func() float64 {
		d.Attention(y, q, k, v, h)
		return weighted(d, y, dy)
	}
	f()
	g := tensor.HeadsGrad{Query: d.New(8, 12), Key: d.New(10, 12), Value: d.New(10, 12), Bias: d.New(3, 15)}
	d.AttentionGrad(g, dy, y, q, k, v, h)
	moves(t, d, "queries", q, g.Query, f)
	moves(t, d, "keys", k, g.Key, f)
	moves(t, d, "values", v, g.Value, f)
	moves(t, d, "bias", h.Bias, g.Bias, f)
}

func normMoves(t *testing.T, d tensor.Learner, r *rand.Rand) {
	const rows, cols, epsilon = 5, 11, 1e-3
	x, gain, bias, dy, y := matrix(d, r, rows, cols), matrix(d, r, 1, cols), matrix(d, r, 1, cols), matrix(d, r, rows, cols), d.New(rows, cols)
	dx, dgain, dbias := d.New(rows, cols), d.New(1, cols), d.New(1, cols)
	f := func() float64 {
		d.LayerNorm(y, x, gain, bias, epsilon)
		return weighted(d, y, dy)
	}
	d.LayerNormGrad(dx, dgain, dbias, dy, x, gain, epsilon)
	moves(t, d, "layer norm", x, dx, f)
	moves(t, d, "its gain", gain, dgain, f)
	moves(t, d, "its bias", bias, dbias, f)
	f = func() float64 {
		d.RMSNorm(y, x, gain, epsilon)
		return weighted(d, y, dy)
	}
	d.Clear(dx)
	d.Clear(dgain)
	d.RMSNormGrad(dx, dgain, dy, x, gain, epsilon)
	moves(t, d, "norm of squares", x, dx, f)
	moves(t, d, "its gain", gain, dgain, f)
}

func softmaxMoves(t *testing.T, d tensor.Learner, r *rand.Rand) {
	x, y, dy, dx := matrix(d, r, 4, 9), d.New(4, 9), matrix(d, r, 4, 9), d.New(4, 9)
	valid := []int{9, 2, 5, 0}
	f := func() float64 {
		d.Softmax(y, x, 1.5, valid)
		return weighted(d, y, dy)
	}
	f()
	d.SoftmaxGrad(dx, dy, y, 1.5)
	moves(t, d, "softmax", x, dx, f)
}

func maxMoves(t *testing.T, d tensor.Learner, r *rand.Rand) {
	// Numbers far enough apart that the greatest stays so.
	x := make([]float32, 9*4)
	for i, n := range r.Perm(len(x)) {
		x[i] = float32(n)
	}
	m, y, dy, dx, bounds := put(d, 9, 4, x), d.New(3, 4), matrix(d, r, 3, 4), d.New(9, 4), []int{0, 4, 5, 9}
	f := func() float64 {
		d.MaxRows(y, m, bounds)
		return weighted(d, y, dy)
	}
	f()
	d.MaxRowsGrad(dx, dy, y, m, bounds)
	moves(t, d, "greatest of rows", m, dx, f)
}
