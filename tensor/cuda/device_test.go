package cuda_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/tensor"
	"hed/tensor/cuda"
)

// card opens the card, or skips the test.
func card(t testing.TB) *cuda.Device {
	t.Helper()
	d, err := cuda.Open()
	if err != nil {
		t.Skip("skipped: ", err)
	}
	t.Cleanup(d.Close)
	return d
}

// Where there is no card, users learn what to do.
func TestOpen(t *testing.T) {
	start := time.Now()
	d, err := cuda.Open()
	if err != nil {
		if !strings.HasPrefix(err.Error(), "no CUDA device: ") || !strings.HasSuffix(err.Error(), "use the option device cpu") {
			t.Errorf("%q", err)
		}
		t.Log(err)
		return
	}
	if d.Name() == "" {
		t.Error("the card has no name")
	}
	t.Logf("%s, opened in %v, %.1f GB available", d.Name(), time.Since(start), 4e-9*float64(d.Available()))
	d.Close()
	d.Close()
	// Again in the same process.
	d = card(t)
	m := d.New(1, 1)
	d.Write(m, []float32{7})
	got := []float32{0}
	if d.Read(got, m); got[0] != 7 {
		t.Errorf("read %g", got[0])
	}
}

func TestMemory(t *testing.T) {
	d := card(t)
	before := d.Available()
	m := d.New(1000, 1000)
	x := make([]float32, 1e6)
	for i := range x {
		x[i] = float32(i)
	}
	d.Write(m, x)
	if now := d.Available(); now > before-1e6 {
		t.Errorf("%d numbers available, before a matrix of a million %d", now, before)
	}
	d.Free(m)
	if now := d.Available(); now < before-1e5 {
		t.Errorf("%d numbers available, before it was used and freed %d", now, before)
	}
	again := d.New(1000, 1000)
	if &again.Data[0] != &m.Data[0] {
		t.Error("freed memory was not used again")
	}
	if d.Read(x, again); slices.Max(x) != 0 || slices.Min(x) != 0 {
		t.Error("a new matrix is not zeros")
	}
	mustPanic(t, "not in use or a part", func() { d.Free(again.Part(1, 3, 0, 4)) })
}

// Want of memory is an error that callers can return, and the device goes on.
func TestNoMemory(t *testing.T) {
	d := card(t)
	err := func() (err error) {
		defer tensor.Recover(&err)
		d.New(1<<20, 1<<20)
		return nil
	}()
	var failure *tensor.Failure
	if !errors.As(err, &failure) || !strings.Contains(err.Error(), d.Name()+" has no memory for 4398.0 GB") || !strings.HasSuffix(err.Error(), "or use the option device cpu") {
		t.Errorf("%v", err)
	}
	t.Log(err)
	m := d.New(3, 4)
	d.Read(make([]float32, 12), m)
}

// Transfers larger than the memory for them, of whole matrices and of parts.
func TestTransfer(t *testing.T) {
	d := card(t)
	r := rand.New(rand.NewPCG(1, 3))
	for _, shape := range [][2]int{{1, 1}, {5000, 3001}, {3, 4 << 20}, {40_000, 384}} {
		whole := d.New(shape[0]+2, shape[1]+3)
		m := d.New(shape[0], shape[1])
		part := whole.Part(1, 1+shape[0], 2, 2+shape[1])
		x, got := make([]float32, shape[0]*shape[1]), make([]float32, shape[0]*shape[1])
		for i := range x {
			x[i] = r.Float32()
		}
		for name, m := range map[string]tensor.Matrix{"whole": m, "part": part} {
			start := time.Now()
			d.Write(m, x)
			d.Read(got, m)
			if !slices.Equal(got, x) {
				t.Errorf("%s of %d: numbers changed on their way", name, shape)
			}
			t.Logf("%s of %d: %.2f GB/s there and back", name, shape, 8e-9*float64(len(x))/time.Since(start).Seconds())
		}
	}
}

// A card that is closed says so. What it had is gone, so there is nothing to free.
func TestClosed(t *testing.T) {
	d := card(t)
	x := d.New(3, 4)
	d.Close()
	mustPanic(t, "closed", func() { d.Add(x, x, x) })
	d.Free(x)
}

func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got, _ := recover().(string); !strings.Contains(got, want) {
			t.Errorf("panic %q, want one about %q", got, want)
		}
	}()
	f()
}

func matrix(d tensor.Device, r *rand.Rand, rows, cols int) tensor.Matrix {
	x := make([]float32, rows*cols)
	for i := range x {
		x[i] = 2*r.Float32() - 1
	}
	m := d.New(rows, cols)
	d.Write(m, x)
	return m
}

func BenchmarkMatMul(b *testing.B) {
	d := card(b)
	one := make([]float32, 1)
	for name, n := range map[string]int{"512": 512, "4096": 4096} {
		r := rand.New(rand.NewPCG(1, 1))
		x, y, z := matrix(d, r, n, n), matrix(d, r, n, n), matrix(d, r, n, n)
		const times = 50
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for range times {
					d.MatMul(z, 1, x, y.T(), 0)
				}
				d.Read(one, z.Part(0, 1, 0, 1))
			}
			b.ReportMetric(times*2e-12*float64(n)*float64(n)*float64(n)*float64(b.N)/b.Elapsed().Seconds(), "TFLOP/s")
		})
	}
}

// What an operation costs that has next to nothing to do.
func BenchmarkLaunch(b *testing.B) {
	d := card(b)
	x, one := d.New(1, 1), make([]float32, 1)
	rows := []int32{0}
	b.ReportAllocs()
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"add", func() { d.Add(x, x, x) }},
		{"gather", func() { d.Gather(x, x, rows) }},
		{"matmul", func() { d.MatMul(x, 1, x, x, 0) }},
		{"read", func() { d.Read(one, x) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.do()
			}
			d.Read(one, x)
		})
	}
}

func BenchmarkAttention(b *testing.B) {
	d := card(b)
	r := rand.New(rand.NewPCG(1, 1))
	const rows = 16384
	one := make([]float32, 1)
	for name, c := range map[string]struct{ length, width, count int }{
		"16x32": {16, 32, 12}, "128x32": {128, 32, 12}, "512x32": {512, 32, 12}, "512x64": {512, 64, 12},
	} {
		cols := c.width * c.count
		x, y := matrix(d, r, rows, 3*cols), d.New(rows, cols)
		q, k, v := x.Part(0, rows, 0, cols), x.Part(0, rows, cols, 2*cols), x.Part(0, rows, 2*cols, 3*cols)
		var bounds []int
		for i := 0; i <= rows; i += c.length {
			bounds = append(bounds, i)
		}
		h := tensor.Heads{Count: c.count, Scale: 0.2, Queries: bounds, Keys: bounds}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for range 20 {
					d.Attention(y, q, k, v, h)
				}
				d.Read(one, y.Part(0, 1, 0, 1))
			}
			b.ReportMetric(20*4e-12*rows*float64(c.length*cols)*float64(b.N)/b.Elapsed().Seconds(), "TFLOP/s")
		})
		b.Run(name+" back", func(b *testing.B) {
			g := tensor.HeadsGrad{Query: d.New(rows, cols), Key: d.New(rows, cols), Value: d.New(rows, cols)}
			l := tensor.Device(d).(tensor.Learner)
			for b.Loop() {
				for range 20 {
					l.AttentionGrad(g, y, y, q, k, v, h)
				}
				d.Read(one, g.Query.Part(0, 1, 0, 1))
			}
			b.ReportMetric(20*10e-12*rows*float64(c.length*cols)*float64(b.N)/b.Elapsed().Seconds(), "TFLOP/s")
		})
	}
}

// Reading and writing 400 MB.
func BenchmarkTransfer(b *testing.B) {
	d := card(b)
	x := make([]float32, 1e8)
	m := d.New(1e4, 1e4)
	for name, do := range map[string]func(){"read": func() { d.Read(x, m) }, "write": func() { d.Write(m, x); d.Read(x[:1], m.Part(0, 1, 0, 1)) }} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(4e8)
			for b.Loop() {
				do()
			}
		})
	}
}

// The kernels for rows at the sizes of a MiniLM.
func BenchmarkRows(b *testing.B) {
	d := card(b)
	r := rand.New(rand.NewPCG(1, 1))
	x, wide := matrix(d, r, 16384, 384), matrix(d, r, 16384, 1536)
	v, one := matrix(d, r, 1, 384), make([]float32, 1)
	for _, c := range []struct {
		name  string
		bytes int64
		do    func()
	}{
		{"add", 3 * 4 * 16384 * 384, func() { d.Add(x, x, x) }},
		{"layernorm", 2 * 4 * 16384 * 384, func() { d.LayerNorm(x, x, v, v, 1e-12) }},
		{"gelu", 2 * 4 * 16384 * 1536, func() { d.Activate(wide, wide, tensor.GELU) }},
		{"softmax", 2 * 4 * 16384 * 1536, func() { d.Softmax(wide, wide, 1, nil) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(20 * c.bytes)
			for b.Loop() {
				for range 20 {
					c.do()
				}
				d.Read(one, x.Part(0, 1, 0, 1))
			}
		})
	}
}
