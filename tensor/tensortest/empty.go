package tensortest

import (
	"math/rand/v2"
	"sync"
	"testing"

	"hed/tensor"
)

// empty: operations without rows, columns or terms do nothing, and sums over nothing
// are 0.
func empty(t *testing.T, d tensor.Device) {
	for i := range 8 {
		m, n, k := i&1, i>>1&1, i>>2&1
		a, b, c := d.New(m, k), d.New(k, n), d.New(m, n)
		d.MatMul(c, 1, a, b, 0)
		d.MatMul(c, 1, d.New(k, m).T(), d.New(n, k).T(), 2)
		d.MatMuls([]tensor.Matrix{c}, 1, []tensor.Matrix{a}, []tensor.Matrix{b}, 0)
		d.Linear(c, a, d.Pack(b), put(d, 1, n, []float32{3}[:n]), tensor.Identity)
		if m*n == 1 && read(d, c)[0] != 3 {
			t.Errorf("bias alone: %g, want 3", read(d, c)[0])
		}
		d.Add(c, c, c)
		d.AddBias(c, d.New(1, n))
		d.Activate(c, c, tensor.GELU)
		d.Softmax(c, c, 1, nil)
		d.Softmax(c, c, 1, make([]int, m))
		d.LayerNorm(c, c, d.New(1, n), d.New(1, n), 1)
		d.RMSNorm(c, c, d.New(1, n), 1)
		d.Gather(c, d.New(1, n), make([]int32, m))
		read(d, c)
	}
	d.MatMuls(nil, 1, nil, nil, 0)
	d.Gather(d.New(0, 3), d.New(1, 3), nil)
	d.Attention(d.New(0, 4), d.New(0, 4), d.New(0, 4), d.New(0, 4), tensor.Heads{Count: 2, Queries: []int{0}, Keys: []int{0}})
	// A softmax over no column is 0, and so is attention to no key.
	m := put(d, 2, 3, []float32{1, 2, 3, 4, 5, 6})
	d.Softmax(m, m, 1, []int{0, 1})
	if got := read(d, m); !same(got, []float32{0, 0, 0, 1, 0, 0}) {
		t.Errorf("softmax over no column and over one: %v", got)
	}
	y := put(d, 1, 2, []float32{7, 7})
	d.Attention(y, d.New(1, 2), d.New(0, 2), d.New(0, 2), tensor.Heads{Count: 1, Scale: 1, Queries: []int{0, 1}, Keys: []int{0, 0}})
	if got := read(d, y); !same(got, []float32{0, 0}) {
		t.Errorf("attention to no key: %v", got)
	}
}

// inPlace: a result that is an argument too gets the bits that one of its own gets.
func inPlace(t *testing.T, d tensor.Device) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 10 {
		rows, cols := side(r), side(r)
		u, v := numbers(r, rows*cols, 3), numbers(r, rows*cols, 3)
		gain, bias := matrix(d, r, 1, cols), matrix(d, r, 1, cols)
		valid := make([]int, rows)
		for i := range valid {
			valid[i] = r.IntN(cols + 1)
		}
		for name, do := range map[string]func(y, x, o tensor.Matrix){
			"sum to the left":  func(y, x, o tensor.Matrix) { d.Add(y, x, o) },
			"sum to the right": func(y, x, o tensor.Matrix) { d.Add(y, o, x) },
			"sum of itself":    func(y, x, _ tensor.Matrix) { d.Add(y, x, x) },
			"activation":       func(y, x, _ tensor.Matrix) { d.Activate(y, x, tensor.GELUTanh) },
			"softmax":          func(y, x, _ tensor.Matrix) { d.Softmax(y, x, 0.7, valid) },
			"layer norm":       func(y, x, _ tensor.Matrix) { d.LayerNorm(y, x, gain, bias, 1e-5) },
		} {
			x, other, y := put(d, rows, cols, u), put(d, rows, cols, v), d.New(rows, cols)
			do(y, x, other)
			if !same(read(d, x), u) || !same(read(d, other), v) {
				t.Errorf("%s changes its arguments", name)
			}
			if do(x, x, other); !same(read(d, x), read(d, y)) {
				t.Errorf("%s in place has other bits", name)
			}
		}
	}
}

// goroutines: several may use a device, each with matrices of its own.
func goroutines(t *testing.T, d tensor.Device) {
	r := rand.New(rand.NewPCG(1, 5))
	a, b := matrix(d, r, 90, 70), matrix(d, r, 70, 120)
	c := d.New(90, 120)
	d.MatMul(c, 1, a, b, 0)
	want := read(d, c)
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			sum, product := put(d, 50, 60, make([]float32, 3000)), d.New(90, 120)
			one := make([]float32, 3000)
			for i := range one {
				one[i] = float32(g)
			}
			for range 20 {
				d.Write(sum, one)
				d.Add(sum, sum, sum)
				d.MatMul(product, 1, a, b, 0)
				d.Activate(product, product, tensor.Identity)
			}
			if got := read(d, sum); got[0] != float32(2*g) || got[2999] != float32(2*g) {
				t.Errorf("goroutine %d reads %g", g, got[0])
			}
			if !same(read(d, product), want) {
				t.Error("another product, at the same time, changed this one")
			}
		})
	}
	all.Wait()
}
