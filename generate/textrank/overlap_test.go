package textrank

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMultiply compares the product without edges with one that looks at
// every pair of sentences. One overlap is used for all, as a worker does.
func TestMultiply(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var o overlap
	for round := range 200 {
		n, vocabulary, longest := rng.IntN(60), 1+rng.IntN(50), 1+rng.IntN(20)
		o.reset()
		sets := make([]map[int32]bool, n)
		for i := range sets {
			sets[i] = map[int32]bool{}
			for range rng.IntN(longest + 1) {
				if term := int32(rng.IntN(vocabulary)); !sets[i][term] {
					sets[i][term] = true
					o.terms = append(o.terms, term)
				}
			}
			o.add()
		}
		o.build(vocabulary)
		x, got := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = rng.Float64()
		}
		o.multiply(got, x)
		for i := range sets {
			want := 0.0
			for j := range sets {
				if i != j {
					want += weight(sets[i], sets[j]) * x[j]
				}
			}
			if math.Abs(got[i]-want) > 1e-12 {
				t.Fatalf("round %d, sentence %d: got %v, want %v", round, i, got[i], want)
			}
			if (got[i] != 0) != (want != 0) {
				t.Fatalf("round %d, sentence %d: got %v, want %v: no edges must be no edges", round, i, got[i], want)
			}
		}
	}
}

// weight is the paper's formula.
func weight(a, b map[int32]bool) float64 {
	common := 0
	for t := range a {
		if b[t] {
			common++
		}
	}
	if len(a)*len(b) < 2 {
		return 0
	}
	return float64(common) / (math.Log(float64(len(a))) + math.Log(float64(len(b))))
}
