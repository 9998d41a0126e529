package tensortest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hed/tensor"
)

// products: sums of any length are within 1e-6·√k of the exact ones, relative to the sum
// of magnitudes, on both sides of the sizes of blocks and panels.
func products(t *testing.T, d tensor.Device) {
	r := rand.New(rand.NewPCG(1, 2))
	sizes := []int{1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 16, 17, 31, 32, 33, 48, 100, 129}
	depths := []int{0, 1, 2, 7, 8, 9, 64, 255, 256, 257, 600}
	for range 60 {
		m, n, k := sizes[r.IntN(len(sizes))], sizes[r.IntN(len(sizes))], depths[r.IntN(len(depths))]
		ta, tb := r.IntN(2) == 1, r.IntN(2) == 1
		alpha, beta := float32(2*r.Float64()-1), []float32{0, 1, 0.5}[r.IntN(3)]
		x, y, z := wild(r, m*k), wild(r, k*n), wild(r, m*n)
		if beta == 0 {
			z[0] = float32(math.NaN()) // what was there must not matter
		}
		run := func(d tensor.Device, alpha float32, x, y, z []float32, beta float32) []float32 {
			c := put(d, m, n, z)
			d.MatMul(c, alpha, stood(d, ta, m, k, x), stood(d, tb, k, n, y), beta)
			return read(d, c)
		}
		got := run(d, alpha, x, y, z, beta)
		want := run(exact{}, alpha, x, y, z, beta)
		size := run(exact{}, abs(alpha), magnitudes(x), magnitudes(y), magnitudes(z), beta)
		for i := range want {
			if !(math.Abs(float64(got[i]-want[i])) <= 1e-6*math.Sqrt(float64(k+1))*float64(size[i])) {
				t.Fatalf("%d by %d by %d, number %d: %g, want %g", m, n, k, i, got[i], want[i])
			}
		}
	}
}

// stood is a matrix of the numbers in x, which lies transposed or does not.
func stood(d tensor.Device, transposed bool, rows, cols int, x []float32) tensor.Matrix {
	if !transposed {
		return put(d, rows, cols, x)
	}
	turned := make([]float32, len(x))
	for i := range rows {
		for j := range cols {
			turned[j*rows+i] = x[i*cols+j]
		}
	}
	return put(d, cols, rows, turned).T()
}

// wild are numbers of very different magnitudes.
func wild(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.NormFloat64() * math.Pow(10, float64(r.IntN(6)-3)))
	}
	return x
}

func magnitudes(x []float32) []float32 {
	y := make([]float32, len(x))
	for i, v := range x {
		y[i] = abs(v)
	}
	return y
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// places: the bits of a row depend on that row, on what all rows share and on the
// shapes, not on the rows beside it nor on its place among them. Networks rely on it:
// whatever texts are in a batch, the states of one are the same if the batch has the
// same shape.
func places(t *testing.T, d tensor.Device) {
	// An operation is told how many columns its argument has.
	type operation struct {
		name string
		cols int
		do   func(r *rand.Rand, cols int) func(x tensor.Matrix) (y tensor.Matrix)
	}
	rows := 60
	list := []operation{{"linear", 33, linear(d, 70)}, {"linear", 300, linear(d, 35)}, {"linear", 700, linear(d, 5)}}
	if _, ok := d.(tensor.Memory); ok {
		// As many as keep a card busy, so that it sums as it does at work: the shapes of
		// a MiniLM and of a large model.
		rows = 4096
		for _, s := range [][2]int{{384, 384}, {384, 1152}, {384, 1536}, {1536, 384}, {1024, 1024}, {1024, 3072}, {1024, 4096}, {4096, 1024}} {
			list = append(list, operation{"linear", s[0], linear(d, s[1])})
		}
	}
	r := rand.New(rand.NewPCG(11, 12))
	for _, c := range append(list, []operation{
		{"product", 65, func(r *rand.Rand, cols int) func(x tensor.Matrix) tensor.Matrix {
			b := matrix(d, r, cols, 90)
			return func(x tensor.Matrix) tensor.Matrix {
				y := d.New(x.Rows, 90)
				d.MatMul(y, 0.5, x, b, 0)
				return y
			}
		}},
		{"softmax", 77, func(*rand.Rand, int) func(x tensor.Matrix) tensor.Matrix {
			return func(x tensor.Matrix) tensor.Matrix { d.Softmax(x, x, 2, nil); return x }
		}},
		{"layer norm", 384, func(r *rand.Rand, cols int) func(x tensor.Matrix) tensor.Matrix {
			gain, bias := matrix(d, r, 1, cols), matrix(d, r, 1, cols)
			return func(x tensor.Matrix) tensor.Matrix { d.LayerNorm(x, x, gain, bias, 1e-5); return x }
		}},
		{"activation", 35, func(*rand.Rand, int) func(x tensor.Matrix) tensor.Matrix {
			return func(x tensor.Matrix) tensor.Matrix { d.Activate(x, x, tensor.GELU); return x }
		}},
	}...) {
		do := c.do(r, c.cols)
		x := numbers(r, rows*c.cols, 1)
		y := do(put(d, rows, c.cols, x))
		want := read(d, y)
		// Every other row goes elsewhere, and the rest becomes something else.
		moved, to := numbers(r, rows*c.cols, 1), r.Perm(rows)
		for i := 0; i < rows; i += 2 {
			copy(moved[to[i]*c.cols:(to[i]+1)*c.cols], x[i*c.cols:])
		}
		got := read(d, do(put(d, rows, c.cols, moved)))
		for i := 0; i < rows; i += 2 {
			if a, b := want[i*y.Cols:(i+1)*y.Cols], got[to[i]*y.Cols:(to[i]+1)*y.Cols]; !same(a, b) {
				t.Errorf("%s of %d columns to %d: row %d has other bits as row %d", c.name, c.cols, y.Cols, i, to[i])
				break
			}
		}
	}
	sequences(t, d, r)
}

func linear(d tensor.Device, out int) func(r *rand.Rand, cols int) func(x tensor.Matrix) tensor.Matrix {
	return func(r *rand.Rand, cols int) func(x tensor.Matrix) tensor.Matrix {
		w, bias := d.Pack(matrix(d, r, out, cols).T()), matrix(d, r, 1, out)
		return func(x tensor.Matrix) tensor.Matrix {
			y := d.New(x.Rows, out)
			d.Linear(y, x, w, bias, tensor.GELU)
			return y
		}
	}
}

// sequences: what a sequence attends to is its own, whatever stands beside it and how
// many others there are.
func sequences(t *testing.T, d tensor.Device, r *rand.Rand) {
	const heads, cols = 3, 96
	for _, n := range []int{1, 15, 33, 130} {
		own := numbers(r, n*3*cols, 1)
		attend := func(before, after int) []float32 {
			x := numbers(r, (before+n+after)*3*cols, 1)
			copy(x[before*3*cols:], own)
			m := put(d, before+n+after, 3*cols, x)
			y := d.New(m.Rows, cols)
			bounds := []int{0, before, before + n, m.Rows}
			d.Attention(y, m.Part(0, m.Rows, 0, cols), m.Part(0, m.Rows, cols, 2*cols), m.Part(0, m.Rows, 2*cols, 3*cols),
				tensor.Heads{Count: heads, Scale: 0.3, Queries: bounds, Keys: bounds})
			return read(d, y.Part(before, before+n, 0, cols))
		}
		alone := attend(0, 0)
		for _, beside := range [][2]int{{0, 1}, {1, 0}, {7, 200}, {300, 19}} {
			if !same(alone, attend(beside[0], beside[1])) {
				t.Errorf("a sequence of %d has other bits %s", n, fmt.Sprintf("with %d rows before it and %d behind", beside[0], beside[1]))
			}
		}
	}
}
