package vec

import (
	"math/rand/v2"
	"testing"
)

// TestFused: with AVX2, and so with AVX-512, the fused kernels give one and the same
// bits. If a digest changes, so do the last digits of every network: do not replace it
// without saying what moved, and raise the version of what neural/embed keeps.
func TestFused(t *testing.T) {
	if !hasAVX2 {
		t.Skip("skipped: the processor has no AVX2")
	}
	slices := func(f func(dst, src []float32)) func(*digest, *rand.Rand, int) {
		return func(d *digest, r *rand.Rand, n int) {
			x := numbers(r, n)
			Scale(20, x)
			f(x, x)
			d.add(x)
		}
	}
	for _, c := range []struct {
		name, want string
		do         func(d *digest, r *rand.Rand, n int)
	}{
		{"DotFused", "8e97efcf2f2209b1", func(d *digest, r *rand.Rand, n int) { d.add(DotFused(numbers(r, n), numbers(r, n))) }},
		{"Sum", "c5e1cf93b49f2601", func(d *digest, r *rand.Rand, n int) { d.add(Sum(numbers(r, n))) }},
		{"Squares", "178f961e9c124c41", func(d *digest, r *rand.Rand, n int) { d.add(Squares(0.3, numbers(r, n))) }},
		{"Norm", "30717a64869f4783", func(d *digest, r *rand.Rand, n int) {
			x := numbers(r, n)
			Norm(x, numbers(r, n), numbers(r, n), 0.1, 1.7, x)
			d.add(x)
		}},
		{"ExpSum", "ebebec145d7e5671", func(d *digest, r *rand.Rand, n int) {
			x := numbers(r, n)
			d.add(ExpSum(x, 9, 1, x))
			d.add(x)
		}},
		{"ReLU", "b1bdabc8a917eb75", slices(ReLU)},
		{"GELU", "a8f69f02f7b51006", slices(GELU)},
		{"GELUTanh", "43637c7f9a8a4b52", slices(GELUTanh)},
		{"Tanh", "328228861f2531b4", slices(Tanh)},
		{"SiLU", "57a40d43104670f5", slices(SiLU)},
		{"Adam", "b131eb49ae757733", func(d *digest, r *rand.Rand, n int) {
			s := Adam{By: 0.7, Beta1: 0.9, Rest1: 0.1, Beta2: 0.99, Rest2: 0.01, First: 1.3, Second: 2.5, Epsilon: 1e-3, Decay: 0.1, Rate: 0.01}
			w, m, v := numbers(r, n), numbers(r, n), numbers(r, n)
			ReLU(v, v)
			s.Step(w, numbers(r, n), m, v)
			d.add(append(append(w, m...), v...))
		}},
		{"Adagrad", "56c51cb830e2deb3", func(d *digest, r *rand.Rand, n int) {
			w, a := numbers(r, n), numbers(r, n)
			ReLU(a, a)
			Adagrad(w, numbers(r, n), a, 0.7, 0.1, 1e-3)
			d.add(append(w, a...))
		}},
		{"Products", "edc047308b498245", func(d *digest, r *rand.Rand, n int) {
			a, b, from := numbers(r, Tallest*StrideA), numbers(r, (n+1)*Widest), numbers(r, Tallest*Widest)
			for _, same := range Products() {
				if same.Panels != 1 {
					continue // those of AVX-512 alone
				}
				for _, k := range same.Tall {
					c := make([]float32, k.Rows*Panel)
					k.Multiply(n+1, a, b, c, Panel, from, Widest, 0.7)
					d.add(c[:4*Panel])
				}
			}
		}},
	} {
		ways(t, func(t *testing.T) {
			if !hasAVX2 {
				return // plain Go rounds otherwise; TestSums and TestFunctions say how far
			}
			d, r := new(digest), rand.New(rand.NewPCG(3, 4))
			for n := range 140 {
				c.do(d, r, n)
			}
			if got := d.String(); got != c.want {
				t.Errorf("%s: the digest is %s, want %s", c.name, got, c.want)
			}
		})
	}
}
