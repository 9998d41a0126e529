package tensortest

import (
	"math"
	"math/rand/v2"

	"hed/tensor"
)

// side is a number of rows or columns: mostly small and odd, sometimes many blocks.
func side(r *rand.Rand) int {
	switch r.IntN(8) {
	case 0:
		return 1
	case 1:
		return 150 + r.IntN(250)
	}
	return 1 + r.IntN(70)
}

// depth is the length of sums: it reaches beyond the blocks in which devices take them.
func depth(r *rand.Rand) int {
	if r.IntN(8) == 0 {
		return 200 + r.IntN(1000)
	}
	return side(r)
}

// numbers are n of them from −reach to reach, of which some are −0.
func numbers(r *rand.Rand, n int, reach float32) []float32 {
	x := make([]float32, n)
	for i := range x {
		if x[i] = reach * (2*r.Float32() - 1); i%7 == 3 {
			x[i] = float32(math.Copysign(0, -1))
		}
	}
	return x
}

// put is a matrix of given numbers.
func put(d tensor.Device, rows, cols int, x []float32) tensor.Matrix {
	m := d.New(rows, cols)
	d.Write(m, x)
	return m
}

func matrix(d tensor.Device, r *rand.Rand, rows, cols int) tensor.Matrix {
	return put(d, rows, cols, numbers(r, rows*cols, 1))
}

// view is a part of a larger matrix, and that.
func view(d tensor.Device, r *rand.Rand, rows, cols int) (whole, part tensor.Matrix) {
	top, left := r.IntN(3), r.IntN(5)
	whole = matrix(d, r, rows+top+r.IntN(3), cols+left+r.IntN(5))
	return whole, whole.Part(top, top+rows, left, left+cols)
}

// factor is a matrix for products: transposed or not, a part or whole.
func factor(d tensor.Device, r *rand.Rand, rows, cols int) tensor.Matrix {
	if r.IntN(2) == 0 {
		return upright(d, r, cols, rows).T()
	}
	return upright(d, r, rows, cols)
}

// upright is a factor that is not transposed.
func upright(d tensor.Device, r *rand.Rand, rows, cols int) tensor.Matrix {
	if r.IntN(2) == 0 {
		_, m := view(d, r, rows, cols)
		return m
	}
	return matrix(d, r, rows, cols)
}

func read(d tensor.Device, m tensor.Matrix) []float32 {
	x := make([]float32, m.Rows*m.Cols)
	d.Read(x, m)
	return x
}

// same tells whether all bits are.
func same(x, y []float32) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if math.Float32bits(x[i]) != math.Float32bits(y[i]) {
			return false
		}
	}
	return true
}
