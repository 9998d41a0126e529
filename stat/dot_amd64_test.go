package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestVectors compares dots with dot, bit for bit.
func TestVectors(t *testing.T) {
	if !vectorised {
		t.Skip("skipped: this processor has no AVX2")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		for columns := range 10 {
			b := make([]float64, n)
			for i := range b {
				b[i] = float64(rng.IntN(5))
			}
			vectors, got := make([][]float64, columns), make([]float64, columns)
			for i := range vectors {
				vectors[i] = make([]float64, n+i) // longer ones count as far as b goes
				for j := range vectors[i] {
					vectors[i][j] = rng.NormFloat64()
				}
			}
			dots(got, vectors, b)
			for i, v := range vectors {
				if want := dot(v[:n], b); math.Float64bits(got[i]) != math.Float64bits(want) {
					t.Fatalf("%d numbers, vector %d of %d: %v, want %v", n, i, columns, got[i], want)
				}
			}
		}
	}
}
