package tensor_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"hed/tensor"
)

func normalTail(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

func geluTanh(x float64) float64 {
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
		{"exp", tensor.Exp, math.Exp, -87, 88.7, 1.5e-7, 0},
		{"exp below normal numbers", tensor.Exp, math.Exp, -120, -87, 1e-6, 1.2e-38},
		{"tanh", tensor.Tanh.Apply, math.Tanh, -20, 20, 2e-7, 0},
		{"tanh near 0", tensor.Tanh.Apply, math.Tanh, -0.7, 0.7, 2e-7, 0},
		{"gelu", tensor.GELU.Apply, func(x float64) float64 { return x * normalTail(x) }, -13, 20, 5e-7, 0},
		{"gelu near 0", tensor.GELU.Apply, func(x float64) float64 { return x * normalTail(x) }, -1, 1, 5e-7, 0},
		{"gelu far away", tensor.GELU.Apply, func(x float64) float64 { return x * normalTail(x) }, -100, -13, 4e-7, 1e-31},
		{"gelu by tanh", tensor.GELUTanh.Apply, geluTanh, -3, 20, 1e-6, 0},
		{"gelu by tanh far away", tensor.GELUTanh.Apply, geluTanh, -9, -3, 2e-5, 0},
		{"relu", tensor.ReLU.Apply, func(x float64) float64 { return max(x, 0) }, -3, 3, 0, 0},
		{"identity", tensor.Identity.Apply, func(x float64) float64 { return x }, -3, 3, 0, 0},
	} {
		const n = 40_003 // not a multiple of a vector's length
		x, y := make([]float32, n), make([]float32, n)
		for i := range x {
			x[i] = float32(f.low + (f.high-f.low)*float64(i)/(n-1))
		}
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
		if worst > f.tolerance || math.IsNaN(worst) {
			t.Errorf("%s: wrong by %.2g of the result at %g", f.name, worst, where)
		} else {
			t.Logf("%s: greatest relative error %.2g", f.name, worst)
		}
	}
}

// What a function gives does not depend on where the number stands.
func TestSpecialNumbers(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for i := range 19 {
		for _, f := range []struct {
			name    string
			apply   func(dst, src []float32)
			x, want float32
		}{
			{"exp", tensor.Exp, 0, 1}, {"exp", tensor.Exp, inf, inf}, {"exp", tensor.Exp, -inf, 0},
			{"exp", tensor.Exp, 89, inf}, {"exp", tensor.Exp, -105, 0}, {"exp", tensor.Exp, nan, nan},
			{"tanh", tensor.Tanh.Apply, inf, 1}, {"tanh", tensor.Tanh.Apply, -inf, -1},
			{"tanh", tensor.Tanh.Apply, 0, 0}, {"tanh", tensor.Tanh.Apply, nan, nan},
			{"gelu", tensor.GELU.Apply, 0, 0}, {"gelu", tensor.GELU.Apply, inf, inf}, {"gelu", tensor.GELU.Apply, nan, nan},
			{"gelutanh", tensor.GELUTanh.Apply, inf, inf}, {"gelutanh", tensor.GELUTanh.Apply, -100, 0},
			{"gelutanh", tensor.GELUTanh.Apply, nan, nan}, {"relu", tensor.ReLU.Apply, nan, nan},
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

func TestVectors(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for n := range 140 {
		x, y := random(r, 1, n).Data, random(r, 1, n).Data
		var dot, sum, size float64
		greatest := math.Inf(-1)
		for i := range x {
			dot += float64(x[i]) * float64(y[i])
			sum += float64(x[i])
			size += math.Abs(float64(x[i])) + math.Abs(float64(x[i]*y[i]))
			greatest = max(greatest, float64(x[i]))
		}
		near := func(what string, got float32, want float64) {
			t.Helper()
			if float64(got) != want && math.Abs(float64(got)-want) > 1e-6*size {
				t.Errorf("%s of %d numbers: %g, want %g", what, n, got, want)
			}
		}
		near("dot product", tensor.Dot(x, y), dot)
		near("sum", tensor.Sum(x), sum)
		near("greatest", tensor.Max(x), greatest)
	}
}

// All halves there are: against the definition, by exponent and fraction.
func TestHalves(t *testing.T) {
	src := make([]byte, 2<<16)
	for i := range 1 << 16 {
		binary.LittleEndian.PutUint16(src[2*i:], uint16(i))
	}
	half, brain := make([]float32, 1<<16), make([]float32, 1<<16)
	tensor.Float16(half, src)
	tensor.BFloat16(brain, src)
	value := func(bits, exponentBits, fractionBits int) float64 {
		fraction := float64(bits&(1<<fractionBits-1)) / float64(int(1)<<fractionBits)
		exponent := bits >> fractionBits & (1<<exponentBits - 1)
		bias := 1<<(exponentBits-1) - 1
		sign := 1 - 2*float64(bits>>15)
		switch exponent {
		case 1<<exponentBits - 1:
			if fraction != 0 {
				return math.NaN()
			}
			return math.Inf(int(sign))
		case 0:
			return sign * math.Ldexp(fraction, 1-bias)
		}
		return sign * math.Ldexp(1+fraction, exponent-bias)
	}
	same := func(x float32, y float64) bool {
		return math.Float32bits(x) == math.Float32bits(float32(y)) || x != x && y != y
	}
	for i := range 1 << 16 {
		if want := value(i, 5, 10); !same(half[i], want) {
			t.Fatalf("float16 %#04x: %g, want %g", i, half[i], want)
		}
		if want := value(i, 8, 7); !same(brain[i], want) {
			t.Fatalf("bfloat16 %#04x: %g, want %g", i, brain[i], want)
		}
	}
	for n := range 20 {
		got := make([]float32, n)
		tensor.Float16(got, src[0x7800:0x7800+2*n])
		for i, v := range got {
			if v != half[0x3c00+i] {
				t.Errorf("number %d of %d: %g, want %g", i, n, v, half[0x3c00+i])
			}
		}
	}
}
