package vector

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Both ways to compute give the same bits, for vectors of any length.
func TestVectorsAgree(t *testing.T) {
	if !vectorised {
		t.Skip("skipped: the processor has no AVX")
	}
	defer func() { vectorised = true }()
	r := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(r.NormFloat64())
		}
		return x
	}
	for n := range 130 {
		in, out, change := random(n), random(n), random(n)
		g := float32(r.NormFloat64())
		var results [2][]float32
		for i, way := range []bool{true, false} {
			vectorised = way
			o, c := slices.Clone(out), slices.Clone(change)
			move(c, in, o, g)
			add(c, o)
			results[i] = append(append(o, c...), product(in, out))
		}
		if !slices.Equal(results[0], results[1]) {
			t.Errorf("%d numbers: the results differ", n)
		}
	}
}
