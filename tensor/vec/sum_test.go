package vec

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Sums of all lengths against those in float64, within 1e-6 of the sum of magnitudes.
func TestSums(t *testing.T) {
	ways(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 9))
		for n := range 140 {
			x, y := numbers(r, n), numbers(r, n)
			var dot, sum, squares, size float64
			greatest := math.Inf(-1)
			for i := range x {
				u, v := float64(x[i]), float64(y[i])
				dot += u * v
				sum += u
				squares += (u - 0.25) * (u - 0.25)
				size += math.Abs(u) + math.Abs(u*v) + (u-0.25)*(u-0.25)
				greatest = max(greatest, u)
			}
			near := func(what string, got float32, want float64) {
				t.Helper()
				if float64(got) != want && !(math.Abs(float64(got)-want) <= 1e-6*size) {
					t.Errorf("%s of %d numbers: %g, want %g", what, n, got, want)
				}
			}
			near("Dot", Dot(x, y), dot)
			near("DotFused", DotFused(x, y), dot)
			near("Sum", Sum(x), sum)
			near("Squares", Squares(0.25, x), squares)
			near("Max", Max(x), greatest)
		}
	})
}

func TestNorm(t *testing.T) {
	ways(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 10))
		for n := range 70 {
			x, gain, bias := numbers(r, n), numbers(r, n), numbers(r, n)
			want := make([]float32, n)
			for i, v := range x {
				want[i] = float32((float64(v)-0.1)*1.7*float64(gain[i]) + float64(bias[i]))
			}
			Norm(x, gain, bias, 0.1, 1.7, x)
			if !near(x, want, 1e-6) {
				t.Errorf("%d numbers: %v, want %v", n, x, want)
			}
		}
	})
}
