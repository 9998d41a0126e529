package tensortest

import (
	"math"
	"math/rand/v2"
	"testing"

	"hed/tensor"
)

// short compares products with weights in bfloat16 with plain loops: both factors are rounded, and nothing else.
func short(t *testing.T, d tensor.Shortener) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 7))
		rows, n, cols := side(r), depth(r), side(r)
		x, w, bias := factor(d, r, rows, n), factor(d, r, n, cols), matrix(d, r, 1, cols)
		packed := d.PackShort(w)
		if packed.Rows != n || packed.Cols != cols {
			t.Fatalf("weights of %d by %d, want %d by %d", packed.Rows, packed.Cols, n, cols)
		}
		left, right, added := reader(d, x), reader(d, w), read(d, bias)
		y := upright(d, r, rows, cols)
		d.Linear(y, x, packed, bias, tensor.Identity)
		got := read(d, y)
		for i := range rows {
			for j := range cols {
				want, size := float64(added[j]), 1.0
				for k := range n {
					p := float64(nearest(left(i, k))) * float64(nearest(right(k, j)))
					want += p
					size += math.Abs(p)
				}
				if e := math.Abs(float64(got[i*cols+j]) - want); !(e <= 2e-6*size) {
					t.Fatalf("%d by %d by %d: (%d, %d) is %g, want %g", rows, n, cols, i, j, got[i*cols+j], want)
				}
			}
		}
		tensor.Free(d, packed.Own)
	}
}

// reader gives the numbers of a factor.
func reader(d tensor.Device, m tensor.Matrix) func(i, j int) float32 {
	if m.Transposed() {
		of := reader(d, m.T())
		return func(i, j int) float32 { return of(j, i) }
	}
	x := read(d, m)
	return func(i, j int) float32 { return x[i*m.Cols+j] }
}

// nearest is the nearest number of bfloat16, of two that are as near the even one.
func nearest(x float32) float32 {
	bits := math.Float32bits(x)
	return math.Float32frombits((bits + 0x7fff + bits>>16&1) &^ 0xffff)
}
