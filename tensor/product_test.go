package tensor_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hed/internal/race"
	"hed/tensor/tensortest"

	"hed/tensor"
)

func random(r *rand.Rand, rows, cols int) tensor.Matrix {
	x := make([]float32, rows*cols)
	for i := range x {
		x[i] = float32(r.NormFloat64())
	}
	return tensor.Of(rows, cols, x)
}

// The same bits, whatever the number of workers and whatever way a product goes.
func TestWorkersAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, s := range [][3]int{{97, 300, 700}, {512, 64, 33}, {3, 1000, 512}, {200, 200, 200}, {2, 2100, 2100}} {
		m, n, k := s[0], s[1], s[2]
		a, b, bias := random(r, m, k), random(r, k, n), random(r, 1, n)
		var first []float32
		for _, workers := range []int{1, 2, 5} {
			d := tensor.New(workers)
			c, l := d.New(m, n), d.New(m, n)
			d.MatMul(c, 1, a, b, 0)
			d.Linear(l, a, d.Pack(b), bias, tensor.Tanh)
			batch := d.New(m, n)
			d.MatMuls([]tensor.Matrix{batch}, 1, []tensor.Matrix{a}, []tensor.Matrix{b}, 0)
			d.Close()
			if !slices.Equal(c.Data, batch.Data) {
				t.Errorf("%v: MatMuls differs from MatMul", s)
			}
			if got := append(c.Data, l.Data...); first == nil {
				first = got
			} else if !slices.Equal(first, got) {
				t.Errorf("%v: %d workers give other numbers than one", s, workers)
			}
		}
	}
}

// TestOperationsAgree: no operation gives other bits with more workers.
func TestOperationsAgree(t *testing.T) {
	race.Skip(t, "it is arithmetic, whose races TestContract would show")
	one := tensor.New(1)
	defer one.Close()
	for _, workers := range []int{2, 5} {
		d := tensor.New(workers)
		tensortest.Agree(t, one, d)
		d.Close()
	}
}

func TestNoAllocation(t *testing.T) {
	race.Skip(t, "it makes allocations of its own")
	r := rand.New(rand.NewPCG(5, 6))
	d := tensor.New(2)
	defer d.Close()
	const rows, cols = 130, 96
	x, y, z := random(r, rows, cols), d.New(rows, cols), d.New(rows, rows)
	w, bias, gain := d.Pack(random(r, cols, cols).T()), random(r, 1, cols), random(r, 1, cols)
	heads := tensor.Heads{Count: 3, Scale: 0.1, Queries: []int{0, 40, rows}, Keys: []int{0, 40, rows}}
	ids := make([]int32, rows)
	batch := []tensor.Matrix{x.Part(0, 9, 0, 9)}
	result := []tensor.Matrix{y.Part(0, 9, 0, 9)}
	if n := testing.AllocsPerRun(20, func() {
		d.MatMul(z, 1, x, x.T(), 0)
		d.Softmax(z, z, 1, nil)
		d.MatMul(y, 1, z, x, 0)
		d.Linear(y, x, w, bias, tensor.GELU)
		d.MatMuls(result, 1, batch, batch, 0)
		d.Attention(y, x, x, x, heads)
		d.Add(y, y, x)
		d.AddBias(y, bias)
		d.Activate(y, y, tensor.Tanh)
		d.LayerNorm(y, y, gain, bias, 1e-12)
		d.Gather(y, x, ids)
	}); n > 0 {
		t.Errorf("%g allocations", n)
	}
}

var shapes = []struct{ m, n, k int }{
	{512, 512, 512}, {1024, 1024, 1024},
	{64, 384, 384}, {256, 384, 384}, {1024, 384, 384}, {4096, 384, 384},
	{256, 1536, 384}, {256, 384, 1536}, {64, 768, 768}, {512, 768, 768}, {512, 3072, 768}, {512, 768, 3072},
	{512, 64, 768},
}

func BenchmarkMatMul(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	d := tensor.New(2)
	defer d.Close()
	for _, s := range shapes {
		b.Run(fmt.Sprintf("%dx%dx%d", s.m, s.n, s.k), func(b *testing.B) {
			x, w, y := random(r, s.m, s.k), random(r, s.n, s.k), d.New(s.m, s.n)
			flops(b, 2*s.m*s.n*s.k, func() { d.MatMul(y, 1, x, w.T(), 0) })
		})
	}
}

func BenchmarkLinear(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	d := tensor.New(2)
	defer d.Close()
	for _, s := range shapes {
		b.Run(fmt.Sprintf("%dx%dx%d", s.m, s.n, s.k), func(b *testing.B) {
			x, w, y := random(r, s.m, s.k), d.Pack(random(r, s.n, s.k).T()), d.New(s.m, s.n)
			flops(b, 2*s.m*s.n*s.k, func() { d.Linear(y, x, w, tensor.Matrix{}, tensor.Identity) })
		})
	}
}

// Scores of 24 heads: T rows by T rows of a head's width.
func BenchmarkMatMuls(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	d := tensor.New(2)
	defer d.Close()
	for _, rows := range []int{32, 128, 512} {
		b.Run(fmt.Sprintf("%dx%dx64", rows, rows), func(b *testing.B) {
			var q, k, scores []tensor.Matrix
			for range 24 {
				q, k = append(q, random(r, rows, 64)), append(k, random(r, rows, 64).T())
				scores = append(scores, d.New(rows, rows))
			}
			flops(b, 24*2*rows*rows*64, func() { d.MatMuls(scores, 1, q, k, 0) })
		})
	}
}

func BenchmarkAttention(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	d := tensor.New(2)
	defer d.Close()
	for _, rows := range []int{16, 128, 512} {
		b.Run(fmt.Sprintf("%dx384", rows), func(b *testing.B) {
			x, y := random(r, rows, 384), d.New(rows, 384)
			h := tensor.Heads{Count: 12, Scale: 0.2, Queries: []int{0, rows}, Keys: []int{0, rows}}
			flops(b, 2*2*rows*rows*384, func() { d.Attention(y, x, x, x, h) })
		})
	}
}

func BenchmarkRows(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	d := tensor.New(2)
	defer d.Close()
	x, y, v := random(r, 256, 1536), d.New(256, 1536), random(r, 1, 1536)
	for _, f := range []struct {
		name string
		do   func()
	}{
		{"add", func() { d.Add(y, x, x) }},
		{"relu", func() { d.Activate(y, x, tensor.ReLU) }},
		{"tanh", func() { d.Activate(y, x, tensor.Tanh) }},
		{"gelu", func() { d.Activate(y, x, tensor.GELU) }},
		{"gelutanh", func() { d.Activate(y, x, tensor.GELUTanh) }},
		{"softmax", func() { d.Softmax(y, x, 1, nil) }},
		{"layernorm", func() { d.LayerNorm(y, x, v, v, 1e-12) }},
	} {
		b.Run(f.name, func(b *testing.B) {
			b.SetBytes(int64(4 * len(x.Data)))
			for b.Loop() {
				f.do()
			}
		})
	}
}

func flops(b *testing.B, n int, f func()) {
	for b.Loop() {
		f()
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}
