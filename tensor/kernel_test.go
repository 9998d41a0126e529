package tensor

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func numbers(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.NormFloat64())
	}
	return x
}

// near tells whether every number of x is one of y, within a part of the size.
func near(x, y []float32, tolerance float64) bool {
	return slices.EqualFunc(x, y, func(a, b float32) bool {
		return math.Abs(float64(a)-float64(b)) <= tolerance*max(1, math.Abs(float64(b)))
	})
}

// The same block, computed piece by piece with each of the processor's kernels:
// the same bits, and those of plain Go within rounding.
func TestKernelsAgree(t *testing.T) {
	const rows, width = 24, 2 // a multiple of every kernel's
	r := rand.New(rand.NewPCG(1, 2))
	for _, k := range []int{1, 2, 3, 17, blockK} {
		a, b, from := numbers(r, rows*strideA), numbers(r, k*width*panel), numbers(r, rows*width*panel)
		whole := func(f kernel, panels int) []float32 {
			c := slices.Clone(from)
			for i := 0; i < rows; i += f.rows {
				for p := 0; p < width; p += panels {
					at := c[(i*width+p)*panel:]
					f.multiply(k, a[i*strideA:], b[p*k*panel:], at, width*panel, at, width*panel, 0.7)
				}
			}
			return c
		}
		plain := whole(plainKernels[0].tall[0], 1)
		var first []float32
		for _, same := range processor() {
			for _, f := range same.tall {
				got := whole(f, same.panels)
				if first == nil {
					first = got
				}
				if !slices.Equal(got, first) {
					t.Errorf("%d by %d, %d steps: not the numbers of the other kernels", f.rows, same.panels*panel, k)
				}
				if !near(got, plain, 1e-6*float64(k)) {
					t.Errorf("%d by %d, %d steps: not the numbers of plain Go", f.rows, same.panels*panel, k)
				}
			}
		}
	}
}
