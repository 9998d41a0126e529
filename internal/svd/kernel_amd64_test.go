package svd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Both ways to compute give the same bits, for panels of any length.
func TestVectorsAgree(t *testing.T) {
	if !vectorised {
		t.Skip("skipped: the processor has no AVX2")
	}
	defer func() { vectorised = true }()
	r := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = r.NormFloat64() * math.Pow(10, float64(r.IntN(20)-10))
		}
		return x
	}
	both := func(what string, rows int, compute func() []float64) {
		t.Helper()
		vectorised = true
		fast := compute()
		vectorised = false
		if plain := compute(); !slices.Equal(fast, plain) {
			t.Errorf("%s of %d rows: %v, plainly %v", what, rows, fast, plain)
		}
	}
	for rows := range 70 {
		y, a := panel(random(rows*width)), panel(random(rows*width))
		var tl tile
		for i := range tl {
			copy(tl[i][:], random(width))
		}
		both("add", rows, func() []float64 {
			z := slices.Clone(y)
			z.add(a, &tl)
			return z
		})
		both("dots", rows, func() []float64 {
			var flat []float64
			for _, row := range dots(a, y) {
				flat = append(flat, row[:]...)
			}
			return flat
		})
		m := &Matrix{Rows: rows, Cols: 5, Start: []int{0}}
		for range rows {
			for range r.IntN(9) {
				m.Column = append(m.Column, int32(r.IntN(5)))
				m.Value = append(m.Value, r.NormFloat64())
			}
			m.Start = append(m.Start, len(m.Column))
		}
		x := panel(random(5 * width))
		both("times", rows, func() []float64 {
			z := newPanel(rows)
			m.times(z, x, 0, rows)
			return z
		})
	}
}
