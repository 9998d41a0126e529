package cuda_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hed/tensor"
)

// A contract is an operation on random arguments. It is run on the processor and
// on the card with the same random numbers, and gives what it wrote.
type contract struct {
	name string
	// How far numbers may be apart: of the number, if that is above 1. With 0 they
	// are the same bits.
	tolerance float64
	do        func(d tensor.Device, r *rand.Rand) tensor.Matrix
}

// Numbers lie in −1 to 1 and sums have up to 1200 terms of them: in products the
// processor alone is up to 1.2e-5 from the sums in float64.
var contracts = []contract{
	{"new", 0, func(d tensor.Device, r *rand.Rand) tensor.Matrix { return d.New(dim(r), dim(r)) }},
	{"write and read", 0, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		whole, _ := view(d, r, dim(r), dim(r))
		return whole
	}},
	{"linear", 5e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n, k := dim(r), dim(r), dim(r)
		whole, y := view(d, r, m, n)
		w := d.Pack(factor(d, r, k, n))
		d.Linear(y, factorPlain(d, r, m, k), w, matrix(d, r, 1, n), tensor.Activation(r.IntN(5)))
		return whole
	}},
	{"linear without bias", 5e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n, k := dim(r), dim(r), dim(r)
		whole, y := view(d, r, m, n)
		w := d.Pack(factor(d, r, k, n))
		d.Linear(y, factor(d, r, m, k), w, tensor.Matrix{}, tensor.Activation(r.IntN(2)))
		return whole
	}},
	{"product", 5e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n, k := dim(r), dim(r), dim(r)
		whole, y := view(d, r, m, n)
		d.MatMul(y, r.Float32(), factor(d, r, m, k), factor(d, r, k, n), float32(r.IntN(3))/2)
		return whole
	}},
	{"product over nothing", 1e-6, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := dim(r), dim(r)
		whole, y := view(d, r, m, n)
		d.MatMul(y, 1, d.New(m, 0), d.New(0, n), float32(r.IntN(3))/2)
		return whole
	}},
	{"product over NaN", 5e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := dim(r), dim(r)
		whole, y := view(d, r, m, n)
		nan := make([]float32, m*n)
		for i := range nan {
			nan[i] = float32(math.NaN())
		}
		d.Write(y, nan)
		k := r.IntN(2)
		d.MatMul(y, 1, matrix(d, r, m, k), matrix(d, r, k, n), 0)
		return whole
	}},
	{"products", 5e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		whole, y := view(d, r, 200, 210)
		var ys, as, bs []tensor.Matrix
		for row := 0; row < 190; {
			m, n, k := 1+r.IntN(40), 1+r.IntN(60), r.IntN(70)
			m = min(m, 200-row)
			a, b := factor(d, r, m, k), factor(d, r, k, n)
			for col := 0; col+n <= 210 && (col == 0 || r.IntN(9) > 0); col += n {
				ys, as, bs = append(ys, y.Part(row, row+m, col, col+n)), append(as, a), append(bs, b)
			}
			row += m
		}
		d.MatMuls(ys, 0.5, as, bs, float32(r.IntN(3))/2)
		return whole
	}},
	{"attention", 1e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix { return attention(d, r, false) }},
	{"attention with bias", 1e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix { return attention(d, r, true) }},
	{"add", 0, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := dim(r), dim(r)
		whole, z := view(d, r, m, n)
		_, x := view(d, r, m, n)
		switch r.IntN(3) {
		case 0:
			d.Add(z, x, matrix(d, r, m, n))
		case 1:
			d.Add(z, z, x)
		case 2:
			d.Add(z, x, z)
		}
		return whole
	}},
	{"add bias", 0, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := dim(r), dim(r)
		whole, y := view(d, r, m, n)
		d.AddBias(y, matrix(d, r, 1, n))
		return whole
	}},
	{"activate", 2e-6, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := dim(r), dim(r)
		whole, y := view(d, r, m, n)
		_, x := view(d, r, m, n)
		d.Write(x, numbers(r, m*n, 10))
		d.Activate(y, x, tensor.Activation(r.IntN(5)))
		return whole
	}},
	{"softmax", 1e-6, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := dim(r), dim(r)
		whole, y := view(d, r, m, n)
		var valid []int
		if r.IntN(2) == 0 {
			for range m {
				valid = append(valid, r.IntN(n+1))
			}
		}
		x := y
		if r.IntN(2) == 0 {
			_, x = view(d, r, m, n)
		}
		d.Softmax(y, x, 0.1+20*r.Float32(), valid)
		return whole
	}},
	{"layer norm", 1e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := dim(r), 3+dim(r)
		whole, y := view(d, r, m, n)
		x := y
		if r.IntN(2) == 0 {
			_, x = view(d, r, m, n)
		}
		d.LayerNorm(y, x, matrix(d, r, 1, n), matrix(d, r, 1, n), 1e-5)
		return whole
	}},
	{"gather", 0, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n, k := dim(r), dim(r), dim(r)
		whole, y := view(d, r, m, n)
		_, table := view(d, r, k, n)
		rows := make([]int32, m)
		for i := range rows {
			rows[i] = int32(r.IntN(k))
		}
		d.Gather(y, table, rows)
		return whole
	}},
	{"a chain", 2e-4, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		x, y, wide := matrix(d, r, 130, 48), d.New(130, 48), d.New(130, 144)
		attend, out := d.Pack(factor(d, r, 48, 144)), d.Pack(factor(d, r, 48, 48))
		gain, bias := matrix(d, r, 1, 48), matrix(d, r, 1, 48)
		h := tensor.Heads{Count: 4, Scale: 0.3, Queries: []int{0, 30, 97, 130}, Keys: []int{0, 30, 97, 130}}
		for range 2 {
			d.Linear(wide, x, attend, tensor.Matrix{}, tensor.Identity)
			d.Attention(y, wide.Part(0, 130, 0, 48), wide.Part(0, 130, 48, 96), wide.Part(0, 130, 96, 144), h)
			d.Linear(wide.Part(0, 130, 0, 48), y, out, bias, tensor.GELU)
			d.Add(x, x, wide.Part(0, 130, 0, 48))
			d.LayerNorm(x, x, gain, bias, 1e-12)
		}
		return x
	}},
}

// attention is that of random sequences, of queries to keys of another length.
func attention(d tensor.Device, r *rand.Rand, biased bool) tensor.Matrix {
	count, width := 1+r.IntN(4), 1+r.IntN(1<<(1+r.IntN(8)))
	queries, keys := []int{0}, []int{0}
	longest := 1
	for range 1 + r.IntN(6) {
		i, j := r.IntN(1+r.IntN(100)), r.IntN(1+r.IntN(200))
		queries, keys = append(queries, queries[len(queries)-1]+i), append(keys, keys[len(keys)-1]+j)
		longest = max(longest, i, j)
	}
	whole, y := view(d, r, queries[len(queries)-1]+r.IntN(3), count*width)
	_, q := view(d, r, y.Rows, y.Cols)
	_, k := view(d, r, keys[len(keys)-1]+r.IntN(3), y.Cols)
	_, v := view(d, r, k.Rows, k.Cols)
	h := tensor.Heads{Count: count, Scale: 4 / float32(math.Sqrt(float64(width))), Queries: queries, Keys: keys}
	if biased {
		h.Bias = matrix(d, r, count, 2*(longest+r.IntN(5))-1)
	}
	d.Attention(y, q, k, v, h)
	return whole
}

// TestContract runs every operation on the card and on the processor.
func TestContract(t *testing.T) {
	gpu, cpu := card(t), tensor.New(4)
	defer cpu.Close()
	for _, c := range contracts {
		t.Run(c.name, func(t *testing.T) {
			worst := 0.0
			for seed := range uint64(40) {
				got := read(gpu, c.do(gpu, rand.New(rand.NewPCG(seed, 5))))
				want := read(cpu, c.do(cpu, rand.New(rand.NewPCG(seed, 5))))
				if len(got) != len(want) {
					t.Fatalf("seed %d: %d numbers, want %d", seed, len(got), len(want))
				}
				for i := range want {
					e := math.Abs(float64(got[i])-float64(want[i])) / max(1, math.Abs(float64(want[i])))
					same := math.Float32bits(got[i]) == math.Float32bits(want[i])
					if !(e <= c.tolerance) || c.tolerance == 0 && !same {
						t.Fatalf("seed %d, number %d of %d: %g, want %g", seed, i, len(want), got[i], want[i])
					}
					worst = max(worst, e)
				}
			}
			t.Logf("greatest difference %.2g", worst)
		})
	}
}

// The functions at numbers that are special: the same as on the processor.
func TestSpecialNumbers(t *testing.T) {
	gpu, cpu := card(t), tensor.New(1)
	defer cpu.Close()
	inf := float32(math.Inf(1))
	x := []float32{0, float32(math.NaN()), inf, -inf, 1e30, -1e30, 1e-40, -1e-40, 88, -88, -13.05, -14, -100}
	for f := tensor.Identity; f <= tensor.Tanh; f++ {
		var got [2][]float32
		for i, d := range []tensor.Device{gpu, cpu} {
			m := d.New(1, len(x))
			d.Write(m, x)
			d.Activate(m, m, f)
			got[i] = read(d, m)
		}
		if fmt.Sprintf("%.2g", got[0]) != fmt.Sprintf("%.2g", got[1]) {
			for i := range x {
				if a, b := got[0][i], got[1][i]; !(math.Abs(float64(a-b)) < 1e-30) && a != b && (a == a || b == b) {
					t.Errorf("activation %d of %g: %g, on the processor %g", f, x[i], a, b)
				}
			}
		}
	}
}

// The same calls give the same bits.
func TestSame(t *testing.T) {
	d := card(t)
	for _, c := range contracts {
		first := read(d, c.do(d, rand.New(rand.NewPCG(7, 7))))
		for range 3 {
			for i, x := range read(d, c.do(d, rand.New(rand.NewPCG(7, 7)))) {
				if math.Float32bits(x) != math.Float32bits(first[i]) {
					t.Fatalf("%s: number %d is %g and %g", c.name, i, first[i], x)
				}
			}
		}
	}
}

// dim is a number of rows or columns: mostly small, sometimes many blocks.
func dim(r *rand.Rand) int {
	switch r.IntN(8) {
	case 0:
		return 1
	case 1:
		return 200 + r.IntN(1000)
	}
	return 1 + r.IntN(70)
}

// numbers are n of them, of which some are −0.
func numbers(r *rand.Rand, n int, reach float32) []float32 {
	x := make([]float32, n)
	for i := range x {
		if x[i] = reach * (2*r.Float32() - 1); i%7 == 3 {
			x[i] = float32(math.Copysign(0, -1))
		}
	}
	return x
}

func matrix(d tensor.Device, r *rand.Rand, rows, cols int) tensor.Matrix {
	m := d.New(rows, cols)
	d.Write(m, numbers(r, rows*cols, 1))
	return m
}

// view is a part of a larger matrix, and that.
func view(d tensor.Device, r *rand.Rand, rows, cols int) (whole, part tensor.Matrix) {
	top, left := r.IntN(3), r.IntN(5)
	whole = matrix(d, r, rows+top+r.IntN(3), cols+left+r.IntN(5))
	return whole, whole.Part(top, top+rows, left, left+cols)
}

// factor is a matrix for products: transposed or not, a part or whole.
func factor(d tensor.Device, r *rand.Rand, rows, cols int) tensor.Matrix {
	if r.IntN(2) == 0 {
		return factorPlain(d, r, cols, rows).T()
	}
	return factorPlain(d, r, rows, cols)
}

func factorPlain(d tensor.Device, r *rand.Rand, rows, cols int) tensor.Matrix {
	if r.IntN(2) == 0 {
		_, m := view(d, r, rows, cols)
		return m
	}
	return matrix(d, r, rows, cols)
}

func read(d tensor.Device, m tensor.Matrix) []float32 {
	x := make([]float32, m.Rows*m.Cols)
	d.Read(x, m)
	return x
}
