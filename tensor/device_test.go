package tensor_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/tensor"
)

func TestSoftmax(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	d := tensor.New(2)
	defer d.Close()
	const rows, cols = 200, 133
	x, y := random(r, rows, cols), d.New(rows, cols)
	valid := make([]int, rows)
	for i := range valid {
		valid[i] = r.IntN(cols + 1)
		x.Row(i)[r.IntN(cols)] = 300 // would be infinite if nothing were taken off
	}
	d.Softmax(y, x, 0.5, valid)
	for i := range rows {
		total := 0.0
		for _, v := range x.Row(i)[:valid[i]] {
			total += math.Exp(float64(v)/2 - 150)
		}
		for j, got := range y.Row(i) {
			want := 0.0
			if j < valid[i] {
				want = math.Exp(float64(x.Row(i)[j])/2-150) / total
			}
			if math.Abs(float64(got)-want) > 1e-6*want+1e-37 {
				t.Fatalf("(%d,%d) of %d: %g, want %g", i, j, valid[i], got, want)
			}
		}
	}
}

func TestLayerNorm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	d := tensor.New(2)
	defer d.Close()
	for _, cols := range []int{1, 7, 8, 100, 768} {
		const rows = 50
		x, gain, bias := random(r, rows, cols), random(r, 1, cols), random(r, 1, cols)
		for i := range x.Data {
			x.Data[i] = 5 + 3*x.Data[i]
		}
		y := d.New(rows, cols)
		d.LayerNorm(y, x, gain, bias, 1e-5)
		for i := range rows {
			mean, variance := 0.0, 0.0
			for _, v := range x.Row(i) {
				mean += float64(v) / float64(cols)
			}
			for _, v := range x.Row(i) {
				variance += (float64(v) - mean) * (float64(v) - mean) / float64(cols)
			}
			for j, v := range x.Row(i) {
				want := (float64(v)-mean)/math.Sqrt(variance+1e-5)*float64(gain.Data[j]) + float64(bias.Data[j])
				if got := float64(y.Row(i)[j]); math.Abs(got-want) > 1e-5 {
					t.Fatalf("%d columns, (%d,%d): %g, want %g", cols, i, j, got, want)
				}
			}
		}
	}
}

func TestGatherAndAdd(t *testing.T) {
	d := tensor.New(2)
	defer d.Close()
	table := tensor.Of(3, 2, []float32{0, 1, 10, 11, 20, 21})
	y := d.New(4, 2)
	d.Gather(y, table, []int32{2, 0, 2, 1})
	d.AddBias(y, tensor.Of(1, 2, []float32{100, 200}))
	d.Add(y, y, y)
	d.Activate(y, y, tensor.ReLU)
	if want := []float32{240, 442, 200, 402, 240, 442, 220, 422}; !slices.Equal(y.Data, want) {
		t.Errorf("%v, want %v", y.Data, want)
	}
}

// Sequences of any length, none among them, and queries that are not the keys.
func TestAttention(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	d := tensor.New(2)
	defer d.Close()
	const cols, count = 24, 3
	h := tensor.Heads{Count: count, Scale: 0.4, Queries: []int{0, 3, 3, 4, 134, 136}, Keys: []int{0, 5, 9, 9, 109, 110}}
	q, k, v := random(r, 136, cols), random(r, 110, cols), random(r, 110, cols)
	y := d.New(136, cols)
	d.Attention(y, q, k, v, h)
	for s := range len(h.Queries) - 1 {
		for i := h.Queries[s]; i < h.Queries[s+1]; i++ {
			for c := range cols {
				c0 := c / (cols / count) * (cols / count)
				total, want := 0.0, 0.0
				for j := h.Keys[s]; j < h.Keys[s+1]; j++ {
					score := 0.0
					for l := c0; l < c0+cols/count; l++ {
						score += 0.4 * float64(q.Row(i)[l]) * float64(k.Row(j)[l])
					}
					total += math.Exp(score)
					want += math.Exp(score) * float64(v.Row(j)[c])
				}
				if total > 0 {
					want /= total
				}
				if got := float64(y.Row(i)[c]); math.Abs(got-want) > 1e-5 {
					t.Fatalf("sequence %d (%d,%d): %g, want %g", s, i, c, got, want)
				}
			}
		}
	}
}

// Several goroutines may use a CPU, and none of its own is left when it is closed.
func TestShared(t *testing.T) {
	before := runtime.NumGoroutine()
	r := rand.New(rand.NewPCG(1, 5))
	a, b := random(r, 150, 90), random(r, 90, 200)
	d := tensor.New(4)
	want := d.New(150, 200)
	d.MatMul(want, 1, a, b, 0)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 5 {
				got := d.New(150, 200)
				d.MatMul(got, 1, a, b, 0)
				d.Activate(got, got, tensor.Identity)
				if !slices.Equal(got.Data, want.Data) {
					t.Error("another product, at the same time, changed this one")
				}
			}
		})
	}
	all.Wait()
	d.Close()
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func TestMisuse(t *testing.T) {
	d := tensor.New(1)
	defer d.Close()
	m, n := d.New(2, 3), d.New(3, 2)
	for name, f := range map[string]func(){
		"product of 2 by 3 and 2 by 3": func() { d.MatMul(m, 1, m, m, 0) },
		"transposed":                   func() { d.Add(m, n.T(), m) },
		"sum of 2 by 3 and 3 by 2":     func() { d.Add(m, n, m) },
		"row 3 of a table of 3":        func() { d.Gather(d.New(1, 2), n, []int32{3}) },
		"bias of 3 by 2":               func() { d.AddBias(m, n) },
		"write of 5":                   func() { d.Write(m, make([]float32, 5)) },
		"5 numbers for 2 rows":         func() { tensor.Of(2, 3, make([]float32, 5)) },
		"columns 1:4":                  func() { m.Part(0, 1, 1, 4) },
		"attention of 2 heads":         func() { d.Attention(m, m, m, m, tensor.Heads{Count: 2}) },
		"softmax over 4 of 3":          func() { d.Softmax(m, m, 1, []int{1, 4}) },
		"softmax with a scale of -1":   func() { d.Softmax(m, m, -1, nil) },
		"unknown activation":           func() { d.Activate(m, m, 99) },
		"sequences that are not rows":  func() { d.Attention(m, m, m, m, tensor.Heads{Count: 1}) },
		"2 matrices for 1 results":     func() { d.MatMuls([]tensor.Matrix{m}, 1, make([]tensor.Matrix, 1), make([]tensor.Matrix, 2), 0) },
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.HasPrefix(got, "tensor: ") || !strings.Contains(got, name) {
					t.Errorf("panic %q, want one with %q", got, name)
				}
			}()
			f()
		}()
	}
}
