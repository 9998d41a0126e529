package tensortest

import (
	"math"
	"testing"

	"hed/tensor"
)

// functions: activations are as close to those in float64 as tensor.Activation says,
// with room for a card's own functions; relative to the result, or to the least number
// that counts.
func functions(t *testing.T, d tensor.Device) {
	for _, c := range []struct {
		name      string
		f         tensor.Activation
		low, high float64
		tolerance float64
		least     float64
	}{
		{"identity", tensor.Identity, -3, 3, 0, 0},
		{"relu", tensor.ReLU, -3, 3, 0, 0},
		{"gelu", tensor.GELU, -13, 20, 1e-6, 0},
		{"gelu near 0", tensor.GELU, -1, 1, 1e-6, 0},
		{"gelu far away", tensor.GELU, -100, -13, 1e-6, 1e-31},
		{"gelu by tanh", tensor.GELUTanh, -3, 20, 2e-6, 0},
		{"gelu by tanh far away", tensor.GELUTanh, -9, -3, 2e-5, 0},
		{"tanh", tensor.Tanh, -20, 20, 4e-7, 0},
		{"tanh near 0", tensor.Tanh, -0.7, 0.7, 4e-7, 0},
		{"silu", tensor.SiLU, -80, 20, 2e-6, 0},
	} {
		const n = 10_007 // no multiple of anything
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(c.low + (c.high-c.low)*float64(i)/(n-1))
		}
		m := put(d, 1, n, x)
		d.Activate(m, m, c.f)
		worst, where := 0.0, float32(0)
		for i, got := range read(d, m) {
			want := activate(c.f, float64(x[i]))
			e := math.Abs(float64(got) - want)
			if e > 0 {
				e /= max(math.Abs(want), c.least)
			}
			if !(e <= worst) {
				worst, where = e, x[i]
			}
		}
		t.Logf("%s: greatest relative error %.2g", c.name, worst)
		if !(worst <= c.tolerance) {
			t.Errorf("%s: wrong by %.2g of the result at %g", c.name, worst, where)
		}
	}
}

// special: what activations give at the ends of the numbers does not depend on where
// the number stands.
func special(t *testing.T, d tensor.Device) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	type pair struct{ x, want float32 }
	for f, pairs := range map[tensor.Activation][]pair{
		tensor.Identity: {{nan, nan}, {inf, inf}, {-inf, -inf}, {1e30, 1e30}},
		tensor.ReLU:     {{0, 0}, {nan, nan}, {inf, inf}, {-inf, 0}, {1e-30, 1e-30}},
		tensor.GELU:     {{0, 0}, {nan, nan}, {inf, inf}, {-inf, 0}, {1e30, 1e30}, {-1e30, 0}, {88, 88}, {-88, 0}, {-14, 0}, {-100, 0}},
		tensor.GELUTanh: {{0, 0}, {nan, nan}, {inf, inf}, {1e30, 1e30}, {-1e30, 0}, {88, 88}, {-88, 0}, {-100, 0}},
		tensor.SiLU:     {{0, 0}, {nan, nan}, {inf, inf}, {1e30, 1e30}, {-1e30, 0}, {88, 88}},
		tensor.Tanh:     {{0, 0}, {nan, nan}, {inf, 1}, {-inf, -1}, {1e30, 1}, {-1e30, -1}, {88, 1}, {-88, -1}, {1e-30, 1e-30}},
	} {
		for _, p := range pairs {
			x := make([]float32, 19)
			for i := range x {
				x[i] = p.x
			}
			m := put(d, 1, len(x), x)
			d.Activate(m, m, f)
			for i, got := range read(d, m) {
				if near := math.Abs(float64(got-p.want)) < 1e-36; got != p.want && !near && (got == got || p.want == p.want) {
					t.Errorf("activation %d of %g at %d: %g, want %g", f, p.x, i, got, p.want)
				}
			}
		}
	}
}
