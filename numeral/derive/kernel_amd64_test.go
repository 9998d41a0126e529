package derive

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKernels compares the vector instructions with plain Go, bit by bit.
func TestKernels(t *testing.T) {
	if !vectorised {
		t.Skip("skipped: the processor has no AVX")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	random := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = rng.Float32() - 0.5
		}
		return x
	}
	for n := range 130 {
		h, w, x := random(n), random(7*n), random(7)
		x[3] = 0
		plain := slices.Clone(h)
		axpy(h, w, x[0])
		axpyPlain(plain, w, x[0])
		if !slices.Equal(h, plain) {
			t.Errorf("%d numbers: %v, plainly %v", n, h, plain)
		}
		addRows(h, w, x)
		addRowsPlain(plain, w, x)
		if !slices.Equal(h, plain) {
			t.Errorf("7 rows of %d numbers: %v, plainly %v", n, h, plain)
		}
	}
}
