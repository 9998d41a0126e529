package vec

import (
	"math"
	"testing"
)

func exponential(dst, src []float32) { ExpSum(dst, 1, 0, src) }

func normalTail(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

func exactGELUTanh(x float64) float64 {
	return x / (1 + math.Exp(-2*math.Sqrt(2/math.Pi)*(x+0.044715*x*x*x)))
}

// The functions against those of package math in float64: greatest error,
// relative to the result and to the least number that counts.
func TestFunctions(t *testing.T) {
	for _, f := range []struct {
		name      string
		apply     func(dst, src []float32)
		exact     func(x float64) float64
		low, high float64
		tolerance float64
		least     float64
	}{
		{"exp", exponential, math.Exp, -87, 88.7, 2e-7, 0},
		{"exp below normal numbers", exponential, math.Exp, -120, -87, 1e-6, 1.2e-38},
		{"tanh", Tanh, math.Tanh, -20, 20, 4e-7, 0},
		{"tanh near 0", Tanh, math.Tanh, -0.7, 0.7, 4e-7, 0},
		{"gelu", GELU, func(x float64) float64 { return x * normalTail(x) }, -13, 20, 5e-7, 0},
		{"gelu near 0", GELU, func(x float64) float64 { return x * normalTail(x) }, -1, 1, 5e-7, 0},
		{"gelu far away", GELU, func(x float64) float64 { return x * normalTail(x) }, -100, -13, 4e-7, 1e-31},
		{"gelu by tanh", GELUTanh, exactGELUTanh, -3, 20, 1e-6, 0},
		{"gelu by tanh far away", GELUTanh, exactGELUTanh, -9, -3, 2e-5, 0},
		{"silu", SiLU, func(x float64) float64 { return x / (1 + math.Exp(-x)) }, -87, 20, 1e-6, 0},
		{"relu", ReLU, func(x float64) float64 { return max(x, 0) }, -3, 3, 0, 0},
	} {
		const n = 40_003 // not a multiple of a vector's length
		x, y := make([]float32, n), make([]float32, n)
		for i := range x {
			x[i] = float32(f.low + (f.high-f.low)*float64(i)/(n-1))
		}
		ways(t, func(t *testing.T) {
			f.apply(y, x)
			worst, where := 0.0, float32(0)
			for i := range x {
				want := f.exact(float64(x[i]))
				e := math.Abs(float64(y[i]) - want)
				if e > 0 {
					e /= max(math.Abs(want), f.least)
				}
				if !(e <= worst) {
					worst, where = e, x[i]
				}
			}
			t.Logf("%s: greatest relative error %.2g", f.name, worst)
			if !(worst <= f.tolerance) {
				t.Errorf("%s: wrong by %.2g of the result at %g", f.name, worst, where)
			}
		})
	}
}

// What a function gives does not depend on where the number stands.
func TestSpecialNumbers(t *testing.T) { ways(t, specialNumbers) }

func specialNumbers(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for i := range 19 {
		for _, f := range []struct {
			name    string
			apply   func(dst, src []float32)
			x, want float32
		}{
			{"exp", exponential, 0, 1}, {"exp", exponential, inf, inf}, {"exp", exponential, -inf, 0},
			{"exp", exponential, 89, inf}, {"exp", exponential, -105, 0}, {"exp", exponential, nan, nan},
			{"tanh", Tanh, inf, 1}, {"tanh", Tanh, -inf, -1},
			{"tanh", Tanh, 0, 0}, {"tanh", Tanh, nan, nan},
			{"gelu", GELU, 0, 0}, {"gelu", GELU, inf, inf}, {"gelu", GELU, nan, nan},
			{"gelutanh", GELUTanh, inf, inf}, {"gelutanh", GELUTanh, -100, 0},
			{"silu", SiLU, inf, inf}, {"silu", SiLU, -100, 0}, {"silu", SiLU, nan, nan}, {"gelutanh", GELUTanh, nan, nan}, {"relu", ReLU, nan, nan},
		} {
			x := make([]float32, 19)
			x[i] = f.x
			f.apply(x, x)
			if got := x[i]; got != f.want && (got == got || f.want == f.want) {
				t.Errorf("%s(%g) at %d: %g, want %g", f.name, f.x, i, got, f.want)
			}
		}
	}
}
