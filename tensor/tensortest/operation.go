package tensortest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hed/tensor"
)

// An operation is one of the device on random arguments. It is run on the device and in
// float64 with the same random numbers, and gives what it wrote: mostly the whole of
// which the result is a part, so that it shows whether anything beside that changed.
type operation struct {
	name string
	// How far numbers may be apart: of the number, if that is above 1. With 0 they
	// are the same bits.
	tolerance float64
	do        func(d tensor.Device, r *rand.Rand) tensor.Matrix
}

// Numbers lie in −1 to 1 and sums have up to 1200 terms of them: with AVX2 products are
// up to 1.2e-5 from the sums in float64.
var all = []operation{
	{"new", 0, func(d tensor.Device, r *rand.Rand) tensor.Matrix { return d.New(side(r), side(r)) }},
	{"write and read", 0, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		whole, _ := view(d, r, side(r), side(r))
		return whole
	}},
	{"linear", 5e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n, k := side(r), side(r), depth(r)
		whole, y := view(d, r, m, n)
		w := d.Pack(factor(d, r, k, n))
		d.Linear(y, upright(d, r, m, k), w, matrix(d, r, 1, n), tensor.Activation(r.IntN(6)))
		return whole
	}},
	{"linear without bias", 5e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n, k := side(r), side(r), depth(r)
		whole, y := view(d, r, m, n)
		w := d.Pack(factor(d, r, k, n))
		d.Linear(y, factor(d, r, m, k), w, tensor.Matrix{}, tensor.Activation(r.IntN(2)))
		return whole
	}},
	{"product", 5e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n, k := side(r), side(r), depth(r)
		whole, y := view(d, r, m, n)
		d.MatMul(y, r.Float32(), factor(d, r, m, k), factor(d, r, k, n), float32(r.IntN(3))/2)
		return whole
	}},
	{"product over nothing", 1e-6, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, y := view(d, r, m, n)
		d.MatMul(y, 1, d.New(m, 0), d.New(0, n), float32(r.IntN(3))/2)
		return whole
	}},
	{"product over NaN", 5e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
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
	{"many products", 5e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
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
	{"attention", 1e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix { return attention(d, r, false, false) }},
	{"attention with bias", 1e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix { return attention(d, r, true, false) }},
	{"causal attention", 1e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix { return attention(d, r, r.IntN(2) == 0, true) }},
	{"add", 0, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
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
		m, n := side(r), side(r)
		whole, y := view(d, r, m, n)
		d.AddBias(y, matrix(d, r, 1, n))
		return whole
	}},
	{"activate", 2e-6, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, y := view(d, r, m, n)
		_, x := view(d, r, m, n)
		d.Write(x, numbers(r, m*n, 10))
		d.Activate(y, x, tensor.Activation(r.IntN(6)))
		return whole
	}},
	{"softmax", 2e-6, func(d tensor.Device, r *rand.Rand) tensor.Matrix { return softmax(d, r, 0.1+20*r.Float32()) }},
	// Exponentials that would be infinite if nothing were taken off. Rounding alone moves
	// an exponent of 600 by 4e-5.
	{"softmax of large numbers", 1e-4, func(d tensor.Device, r *rand.Rand) tensor.Matrix { return softmax(d, r, 600) }},
	{"layer norm", 1e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := side(r), 3+side(r)
		whole, y := view(d, r, m, n)
		x := y
		if r.IntN(2) == 0 {
			_, x = view(d, r, m, n)
		}
		d.LayerNorm(y, x, matrix(d, r, 1, n), matrix(d, r, 1, n), 1e-5)
		return whole
	}},
	{"norm of squares", 1e-5, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, y := view(d, r, m, n)
		x := y
		if r.IntN(2) == 0 {
			_, x = view(d, r, m, n)
		}
		d.RMSNorm(y, x, matrix(d, r, 1, n), 1e-5)
		return whole
	}},
	{"gather", 0, func(d tensor.Device, r *rand.Rand) tensor.Matrix {
		m, n, k := side(r), side(r), side(r)
		whole, y := view(d, r, m, n)
		_, table := view(d, r, k, n)
		rows := make([]int32, m)
		for i := range rows {
			rows[i] = int32(r.IntN(k+1)) - 1
		}
		d.Gather(y, table, rows)
		return whole
	}},
}

// attention is that of random sequences, of queries to keys of another length, some of
// them without queries or without keys.
func attention(d tensor.Device, r *rand.Rand, biased, causal bool) tensor.Matrix {
	whole, y, q, k, v, h := heads(d, r, biased, causal)
	d.Attention(y, q, k, v, h)
	return whole
}

// heads are the arguments of attention, and the whole of which y is a part.
func heads(d tensor.Device, r *rand.Rand, biased, causal bool) (whole, y, q, k, v tensor.Matrix, h tensor.Heads) {
	count, width := 1+r.IntN(4), 1+r.IntN(1<<(1+r.IntN(8)))
	queries, keys := []int{0}, []int{0}
	longest := 1
	for range 1 + r.IntN(6) {
		i, j := r.IntN(1+r.IntN(100)), r.IntN(1+r.IntN(200))
		queries, keys = append(queries, queries[len(queries)-1]+i), append(keys, keys[len(keys)-1]+j)
		longest = max(longest, i, j)
	}
	whole, y = view(d, r, queries[len(queries)-1]+r.IntN(3), count*width)
	_, q = view(d, r, y.Rows, y.Cols)
	_, k = view(d, r, keys[len(keys)-1]+r.IntN(3), y.Cols)
	_, v = view(d, r, k.Rows, k.Cols)
	h = tensor.Heads{Count: count, Scale: 4 / float32(math.Sqrt(float64(width))), Queries: queries, Keys: keys, Causal: causal}
	if biased {
		h.Bias = matrix(d, r, count, 2*(longest+r.IntN(5))-1)
	}
	return whole, y, q, k, v, h
}

func softmax(d tensor.Device, r *rand.Rand, scale float32) tensor.Matrix {
	m, n := side(r), side(r)
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
	d.Softmax(y, x, scale, valid)
	return whole
}

// seeds are how many arguments of each operation there are.
const seeds = 12

// known are the operations that a device has.
func known(d tensor.Device) []operation {
	if _, ok := d.(tensor.Learner); ok {
		return slices.Concat(all, learning, transforming)
	}
	return all
}

// operations compares every operation with float64.
func operations(t *testing.T, d tensor.Device) {
	for _, o := range known(d) {
		t.Run(o.name, func(t *testing.T) {
			worst := 0.0
			for seed := range uint64(seeds) {
				got := read(d, o.do(d, rand.New(rand.NewPCG(seed, 5))))
				want := read(exact{}, o.do(exact{}, rand.New(rand.NewPCG(seed, 5))))
				if len(got) != len(want) {
					t.Fatalf("seed %d: %d numbers, want %d", seed, len(got), len(want))
				}
				if o.tolerance == 0 && !same(got, want) {
					t.Fatalf("seed %d: %v, want %v", seed, got, want)
				}
				for i := range want {
					e := math.Abs(float64(got[i])-float64(want[i])) / max(1, math.Abs(float64(want[i])))
					if !(e <= o.tolerance) {
						t.Fatalf("seed %d, number %d of %d: %g, want %g", seed, i, len(want), got[i], want[i])
					}
					worst = max(worst, e)
				}
			}
			t.Logf("greatest difference %.2g", worst)
		})
	}
}

// Agree checks that two devices give the same bits, as a processor does with any number of workers.
func Agree(t *testing.T, a, b tensor.Device) {
	for _, o := range known(a) {
		for seed := range uint64(seeds) {
			one, other := read(a, o.do(a, rand.New(rand.NewPCG(seed, 5)))), read(b, o.do(b, rand.New(rand.NewPCG(seed, 5))))
			if !same(one, other) {
				t.Errorf("%s, seed %d: other bits", o.name, seed)
			}
		}
	}
	one, ok := a.(tensor.Decoder)
	other, too := b.(tensor.Decoder)
	if !ok || !too {
		return
	}
	for name, do := range map[string]func(*testing.T, tensor.Decoder, *rand.Rand) []float32{"kept": kept, "recall": recall} {
		for seed := range uint64(seeds) {
			if !same(do(t, one, rand.New(rand.NewPCG(seed, 5))), do(t, other, rand.New(rand.NewPCG(seed, 5)))) {
				t.Errorf("%s, seed %d: other bits", name, seed)
			}
		}
	}
}

// repeated: the same calls give the same bits.
func repeated(t *testing.T, d tensor.Device) {
	for _, o := range known(d) {
		first := read(d, o.do(d, rand.New(rand.NewPCG(7, 7))))
		for range 3 {
			if !same(first, read(d, o.do(d, rand.New(rand.NewPCG(7, 7))))) {
				t.Errorf("%s: the same arguments give other bits", o.name)
			}
		}
	}
}
