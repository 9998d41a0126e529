package tensortest

import (
	"math"
	"math/rand/v2"
	"testing"

	"hed/tensor"
)

// decoding compares what a Decoder has beside a Learner with plain loops in float64.
func decoding(t *testing.T, d tensor.Decoder) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 5))
		kept(t, d, r)
		recall(t, d, r)
	}
	r := rand.New(rand.NewPCG(1, 6))
	m := func(rows, cols int) tensor.Matrix { return matrix(d, r, rows, cols) }
	full := &tensor.Kept{Count: 2}
	d.Keep(full, m(5, 6), m(5, 6), []int{0, 2, 5})
	at := []int32{0, 1, 2, 3}
	for what, call := range map[string]func(){
		"heads that do not fit": func() { d.Keep(&tensor.Kept{Count: 4}, m(5, 6), m(5, 6), []int{0, 5}) },
		"columns of others":     func() { d.Keep(full, m(5, 4), m(5, 4), []int{0, 5}) },
		"bounds outside":        func() { d.Keep(&tensor.Kept{Count: 2}, m(5, 6), m(5, 6), []int{0, 6}) },
		"queries of others":     func() { d.Attend(m(2, 6), m(2, 6), full, 1, []int{0, 2}) },
		"queries too narrow":    func() { d.Attend(m(2, 4), m(2, 4), full, 1, []int{0, 1, 2}) },
		"rows outside": func() {
			d.Recall(m(2, 6), m(2, 6), m(3, 6), m(3, 6), tensor.Rows{Count: 2, At: at, Stride: 2, Length: 2})
		},
		"rows missing": func() {
			d.Recall(m(3, 6), m(3, 6), m(9, 6), m(9, 6), tensor.Rows{Count: 2, At: at, Stride: 2, Length: 2})
		},
		"a bias too long": func() {
			d.Recall(m(2, 6), m(2, 6), m(9, 6), m(9, 6), tensor.Rows{Count: 2, At: at, Stride: 2, Length: 2, Bias: m(2, 3)})
		},
	} {
		t.Run(what, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it was not refused")
				}
			}()
			call()
		})
	}
}

// attended is attention of one head in float64.
func attended(q []float32, keys, values [][]float32, scale float64, bias func(j int) float64) []float64 {
	p, sum, most := make([]float64, len(keys)), 0.0, math.Inf(-1)
	for j, k := range keys {
		for c, v := range q {
			p[j] += scale * float64(v) * float64(k[c])
		}
		p[j] += bias(j)
		most = max(most, p[j])
	}
	for j := range p {
		p[j] = math.Exp(p[j] - most)
		sum += p[j]
	}
	y := make([]float64, len(q))
	for j, v := range values {
		for c := range y {
			y[c] += p[j] / sum * float64(v[c])
		}
	}
	return y
}

func rowsOf(x []float32, cols, c0, c1 int, rows ...int) (all [][]float32) {
	for _, i := range rows {
		all = append(all, x[i*cols+c0:i*cols+c1])
	}
	return all
}

// kept: Attend sees each sequence, whichever call of Keep added it, and what was there before Clear is gone. It gives what Attend wrote.
func kept(t *testing.T, d tensor.Decoder, r *rand.Rand) []float32 {
	t.Helper()
	heads, width := 1+r.IntN(4), 1+r.IntN(40)
	cols := heads * width
	store := &tensor.Kept{Count: heads}
	d.Keep(store, matrix(d, r, 3, cols), matrix(d, r, 3, cols), []int{0, 3})
	store.Clear()
	var keys, values [][]float32
	queries := []int{0}
	for range 2 {
		bounds := []int{r.IntN(3)}
		for range 1 + r.IntN(3) {
			bounds = append(bounds, bounds[len(bounds)-1]+1+r.IntN(50))
			queries = append(queries, queries[len(queries)-1]+r.IntN(4))
		}
		n := bounds[len(bounds)-1]
		k, v := upright(d, r, n, cols), upright(d, r, n, cols)
		d.Keep(store, k, v, bounds)
		for s := range len(bounds) - 1 {
			keys = append(keys, read(d, k.Part(bounds[s], bounds[s+1], 0, cols)))
			values = append(values, read(d, v.Part(bounds[s], bounds[s+1], 0, cols)))
		}
	}
	n := queries[len(queries)-1]
	q, y := upright(d, r, n, cols), upright(d, r, n, cols)
	d.Attend(y, q, store, 0.7, queries)
	want, in := make([]float64, n*cols), read(d, q)
	for s := range keys {
		all := make([]int, len(keys[s])/cols)
		for j := range all {
			all[j] = j
		}
		for i := queries[s]; i < queries[s+1]; i++ {
			for c := 0; c < cols; c += width {
				copy(want[i*cols+c:], attended(in[i*cols+c:i*cols+c+width], rowsOf(keys[s], cols, c, c+width, all...), rowsOf(values[s], cols, c, c+width, all...), 0.7, func(int) float64 { return 0 }))
			}
		}
	}
	got := read(d, y)
	near(t, "Attend", got, want)
	return got
}

// recall: Recall sees the rows that it is given. It gives what that wrote.
func recall(t *testing.T, d tensor.Decoder, r *rand.Rand) []float32 {
	t.Helper()
	heads, width, n, memory := 1+r.IntN(4), 1+r.IntN(40), 1+r.IntN(20), 1+r.IntN(90)
	cols := heads * width
	q, k, v, y := upright(d, r, n, cols), upright(d, r, memory, cols), upright(d, r, memory, cols), upright(d, r, n, cols)
	rows := tensor.Rows{Count: heads, Scale: 0.6, Length: 1 + r.IntN(30)}
	rows.Stride = rows.Length + r.IntN(3)
	for range n * rows.Stride {
		rows.At = append(rows.At, int32(r.IntN(memory)))
	}
	var bias []float32
	if r.IntN(2) == 0 {
		rows.Bias = upright(d, r, heads, rows.Length)
		bias = read(d, rows.Bias)
	}
	d.Recall(y, q, k, v, rows)
	in, keys, values, want := read(d, q), read(d, k), read(d, v), make([]float64, n*cols)
	for i := range n {
		var at []int
		for _, row := range rows.At[i*rows.Stride:][:rows.Length] {
			at = append(at, int(row))
		}
		for h := range heads {
			c := h * width
			copy(want[i*cols+c:], attended(in[i*cols+c:i*cols+c+width], rowsOf(keys, cols, c, c+width, at...), rowsOf(values, cols, c, c+width, at...), 0.6, func(j int) float64 {
				if bias == nil {
					return 0
				}
				return float64(bias[h*rows.Length+j])
			}))
		}
	}
	got := read(d, y)
	near(t, "Recall", got, want)
	return got
}

func near(t *testing.T, what string, got []float32, want []float64) {
	t.Helper()
	for i, w := range want {
		if !(math.Abs(float64(got[i])-w) <= 2e-5*max(1, math.Abs(w))) {
			t.Fatalf("%s: number %d is %g, want %g", what, i, got[i], w)
		}
	}
}
