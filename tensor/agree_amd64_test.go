package tensor

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// ways runs f with the kernels of each kind that the processor has.
func ways(t *testing.T, f func(way string)) {
	if !hasAVX2 {
		t.Skip("skipped: the processor has no AVX2")
	}
	wide := hasAVX512
	defer func() { hasAVX2, hasAVX512 = true, wide }()
	if wide {
		f("AVX-512")
	}
	hasAVX512 = false
	f("AVX2")
	hasAVX2 = false
	f("plain")
}

// Whole products: the vector kernels give the same bits, and plain Go the same
// within rounding.
func TestProductsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		m, n, k := 1+r.IntN(40), 1+r.IntN(100), 1+r.IntN(400)
		a, b, bias := Of(m, k, numbers(r, m*k)), Of(n, k, numbers(r, n*k)), Of(1, n, numbers(r, n))
		results := map[string][]float32{}
		ways(t, func(way string) {
			d := New(2)
			defer d.Close()
			c := d.New(m, n)
			d.Linear(c, a, d.Pack(b.T()), bias, Identity)
			d.MatMul(c, 0.5, a, b.T(), 1)
			results[way] = c.Data
		})
		if wide := results["AVX-512"]; wide != nil && !slices.Equal(wide, results["AVX2"]) {
			t.Errorf("%d by %d by %d: AVX-512 and AVX2 differ", m, n, k)
		}
		if !near(results["AVX2"], results["plain"], 1e-6*float64(k)) {
			t.Errorf("%d by %d by %d: AVX2 and plain Go differ", m, n, k)
		}
	}
}

func TestFunctionsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 70 {
		x, y, g, b := numbers(r, n), numbers(r, n), numbers(r, n), numbers(r, n)
		for i := range x {
			x[i] *= 4
		}
		results := map[string][]float32{}
		ways(t, func(way string) {
			var all []float32
			for _, f := range []Activation{ReLU, GELU, GELUTanh, Tanh} {
				z := make([]float32, n)
				f.Apply(z, x)
				all = append(all, z...)
			}
			z := make([]float32, n)
			softmax(z, x, 0.7)
			all = append(all, z...)
			norm(z, g, b, 0.1, 1.7, x)
			all = append(all, z...)
			add(z, x, y)
			scale(1.1, z)
			all = append(all, z...)
			count := max(1, float32(n))
			results[way] = append(all, dot(x, y)/count, sum(x)/count, squares(0.2, x)/count)
			if n > 0 {
				results[way] = append(results[way], greatest(x))
			}
		})
		if !near(results["AVX2"], results["plain"], 4e-6) {
			t.Errorf("%d numbers: AVX2 and plain Go differ", n)
		}
	}
}

// The functions for any processor are as close to the truth as they say, too.
func TestPlainFunctions(t *testing.T) {
	for _, f := range []struct {
		name      string
		plain     func(float32) float32
		exact     func(float64) float64
		low, high float64
		tolerance float64
	}{
		{"exp", exp, math.Exp, -87, 88.7, 2e-7},
		{"tanh", tanh, math.Tanh, -20, 20, 3e-7},
		{"gelu", gelu, func(x float64) float64 { return x * math.Erfc(-x/math.Sqrt2) / 2 }, -13, 20, 5e-7},
	} {
		for i := range 20_000 {
			x := float32(f.low + (f.high-f.low)*float64(i)/20_000)
			got, want := float64(f.plain(x)), f.exact(float64(x))
			if math.Abs(got-want) > f.tolerance*math.Abs(want) {
				t.Fatalf("%s(%g): %g, want %g, wrong by %.2g", f.name, x, got, want, math.Abs(got/want-1))
			}
		}
	}
}

// Halves and transposes are exact, so all ways give the same bits.
func TestExactAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	src := make([]byte, 2*70)
	for i := range src {
		src[i] = byte(r.IntN(256))
	}
	for n := range 70 {
		rows, cols := r.IntN(40), r.IntN(40)
		x := numbers(r, rows*cols)
		var results [][]uint32
		ways(t, func(string) {
			h, b, z := make([]float32, n), make([]float32, n), make([]float32, rows*cols)
			Float16(h, src[:2*n])
			BFloat16(b, src[:2*n])
			if rows > 0 && cols > 0 {
				transpose(z, rows, x, cols, rows, cols)
			}
			var bits []uint32
			for _, v := range slices.Concat(h, b, z) {
				if v != v {
					v = float32(math.NaN())
				}
				bits = append(bits, math.Float32bits(v))
			}
			results = append(results, bits)
		})
		for _, other := range results[1:] {
			if !slices.Equal(results[0], other) {
				t.Errorf("%d halves, transpose of %d by %d: the results differ", n, rows, cols)
			}
		}
	}
}
