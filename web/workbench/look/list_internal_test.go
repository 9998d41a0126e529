package look

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Keys of all kinds are ordered as comparing would order them.
func TestSorted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	keys := []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), -1, 1, 1e-300, -1e-300, 0.5, 0.5}
	for range 5000 {
		keys = append(keys, math.Round(rng.NormFloat64()*50)/100, rng.NormFloat64()*math.Pow(10, float64(rng.IntN(20)-10)))
	}
	for _, up := range []bool{true, false} {
		want := make([]uint32, len(keys))
		for n := range want {
			want[n] = uint32(n)
		}
		got := sorted(slices.Clone(want), keys, up)
		slices.SortStableFunc(want, func(a, b uint32) int {
			x, y := keys[a], keys[b]
			switch {
			case math.IsNaN(x) && math.IsNaN(y):
				return 0
			case math.IsNaN(x):
				return 1
			case math.IsNaN(y):
				return -1
			case up:
				return cmp.Compare(x, y)
			}
			return cmp.Compare(y, x)
		})
		if !slices.Equal(got, want) {
			t.Errorf("up %v: other order", up)
		}
	}
	if got := sorted(nil, nil, true); len(got) != 0 {
		t.Error(got)
	}
}

func BenchmarkSorted(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	keys, order := make([]float64, 200_000), make([]uint32, 200_000)
	for n := range keys {
		keys[n], order[n] = rng.Float64(), uint32(n)
	}
	for b.Loop() {
		sorted(slices.Clone(order), keys, true)
	}
}

// A cache keeps no more than there is room for, and what was used last.
func TestCache(t *testing.T) {
	c := newCache[string](10)
	c.put("a", "1", 4)
	c.put("b", "2", 4)
	c.get("a")
	c.put("c", "3", 4)
	if _, ok := c.get("b"); ok {
		t.Error("what nobody used is kept")
	}
	if v, ok := c.get("a"); !ok || v != "1" {
		t.Error("what was used is gone")
	}
	c.put("large", "4", 11)
	if _, ok := c.get("large"); ok {
		t.Error("there is no room for it")
	}
}
