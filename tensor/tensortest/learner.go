package tensortest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hed/tensor"
)

// learner makes an operation of what a Learner does.
func learner(name string, tolerance float64, do func(d tensor.Learner, r *rand.Rand) tensor.Matrix) operation {
	return operation{name, tolerance, func(d tensor.Device, r *rand.Rand) tensor.Matrix { return do(d.(tensor.Learner), r) }}
}

// together is the numbers of all matrices, for operations that have several results.
func together(d tensor.Device, all ...tensor.Matrix) tensor.Matrix {
	var x []float32
	for _, m := range all {
		x = append(x, read(d, m)...)
	}
	return put(d, 1, len(x), x)
}

// positive is a matrix of numbers from 0 to 1.
func positive(d tensor.Device, r *rand.Rand, rows, cols int) tensor.Matrix {
	x := make([]float32, rows*cols)
	for i := range x {
		x[i] = r.Float32()
	}
	return put(d, rows, cols, x)
}

// packing is that of random sequences, and a random choice of them.
func packing(r *rand.Rand) (p tensor.Packing, of []int32) {
	lengths := make([]int, 1+r.IntN(20))
	for i := range lengths {
		lengths[i] = 1 + r.IntN(1+r.IntN(120))
	}
	slices.Sort(lengths)
	slices.Reverse(lengths)
	for _, s := range r.Perm(len(lengths))[:1+r.IntN(len(lengths))] {
		of = append(of, int32(s))
	}
	return tensor.Pack(lengths), of
}

// look is additive attention with random arguments.
func look(d tensor.Device, r *rand.Rand, covered bool) (l tensor.Look, query tensor.Matrix, width int) {
	l.Places, l.Of = packing(r)
	inner, width := side(r), side(r)
	_, l.Keys = view(d, r, l.Places.Rows(), inner)
	_, l.Values = view(d, r, l.Places.Rows(), width)
	l.Vector = matrix(d, r, 1, inner)
	_, query = view(d, r, len(l.Of), inner)
	if covered {
		l.Coverage, l.Weight = positive(d, r, len(l.Of), l.Places.Steps()), matrix(d, r, 1, inner)
	}
	return l, query, width
}

func columns(r *rand.Rand, rows, cols int) []int32 {
	at := make([]int32, rows)
	for i := range at {
		at[i] = int32(r.IntN(cols+1)) - 1
	}
	return at
}

var learning = []operation{
	learner("add linear", 5e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n, k := side(r), side(r), depth(r)
		whole, y := view(d, r, m, n)
		w := d.Lay(factor(d, r, k, n))
		d.AddLinear(y, factor(d, r, m, k), w)
		return whole
	}),
	learner("clear", 0, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		whole, m := view(d, r, side(r), side(r))
		if r.IntN(2) == 0 {
			m = whole
		}
		nan := make([]float32, m.Rows*m.Cols)
		for i := range nan {
			nan[i] = float32(math.NaN())
		}
		d.Write(m, nan)
		d.Clear(m)
		return whole
	}),
	learner("combine", 1e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, z := view(d, r, m, n)
		_, x := view(d, r, m, n)
		d.Combine(z, r.Float32()*float32(r.IntN(2)), []tensor.Matrix{x, z}[r.IntN(2)], float32(r.IntN(3))-1, []tensor.Matrix{x, z}[r.IntN(2)])
		return whole
	}),
	learner("multiply", 1e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, z := view(d, r, m, n)
		_, x := view(d, r, m, n)
		d.Multiply(z, x, []tensor.Matrix{x, z}[r.IntN(2)], float32(r.IntN(3))/2)
		return whole
	}),
	learner("gradient of functions", 3e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, dx := view(d, r, m, n)
		_, x := view(d, r, m, n)
		d.Write(x, numbers(r, m*n, []float32{6, 6, 60}[r.IntN(3)]))
		d.ActivateGrad(dx, matrix(d, r, m, n), x, tensor.Activation(r.IntN(6)))
		return whole
	}),
	learner("sum of rows", 1e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, y := view(d, r, 1, n)
		_, x := view(d, r, m, n)
		d.SumRows(y, x)
		return whole
	}),
	learner("sum of wide rows", 1e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := 1+r.IntN(5), 1000+r.IntN(9000) // of vocabularies, which workers may share in other ways
		whole, y := view(d, r, 1, n)
		_, x := view(d, r, m, n)
		d.SumRows(y, x)
		return whole
	}),
	learner("scatter", 1e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n, k := side(r), side(r), side(r)
		whole, table := view(d, r, k, n)
		_, x := view(d, r, m, n)
		rows := make([]int32, m)
		for i := range rows {
			rows[i] = int32(r.IntN(2+r.IntN(k))) - 1
		}
		d.Scatter(table, rows, x)
		return whole
	}),
	learner("dropout", 1e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, y := view(d, r, m, n)
		_, x := view(d, r, m, n)
		d.Dropout(y, x, r.Float32()*0.9, r.Uint64())
		return whole
	}),
	learner("cell", 2e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		one, h := view(d, r, m, n)
		two, c := view(d, r, m, n)
		three, gates := view(d, r, m, 4*n)
		d.Write(gates, numbers(r, 4*m*n, 6))
		_, prev := view(d, r, r.IntN(m+1), n)
		if r.IntN(3) == 0 {
			prev = c
		}
		d.Cell(h, c, gates, prev)
		return together(d, one, two, three)
	}),
	learner("gradient of a cell", 3e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, gates := view(d, r, m, 4*n)
		d.Write(gates, numbers(r, 4*m*n, 2))
		_, prev := view(d, r, r.IntN(m+1), n)
		h, c := d.New(m, n), d.New(m, n)
		d.Cell(h, c, gates, prev)
		two, dprev := view(d, r, prev.Rows, n)
		_, dh := view(d, r, m, n)
		dc := matrix(d, r, r.IntN(m+1), n)
		dgates := gates
		if r.IntN(2) == 0 {
			dgates = d.New(m, 4*n)
		}
		d.CellGrad(dgates, dprev, dh, dc, gates, c, prev)
		return together(d, whole, two, dgates)
	}),
	learner("additive attention", 2e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		l, query, width := look(d, r, r.IntN(2) == 0)
		one, context := view(d, r, len(l.Of), width)
		two, share := view(d, r, len(l.Of), l.Places.Steps())
		d.Additive(context, share, query, l)
		return together(d, one, two)
	}),
	learner("gradient of additive attention", 5e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		covered := r.IntN(2) == 0
		l, query, width := look(d, r, covered)
		n := len(l.Of)
		context, share := d.New(n, width), d.New(n, l.Places.Steps())
		d.Additive(context, share, query, l)
		g := tensor.LookGrad{Query: d.New(n, query.Cols), Vector: d.New(n, query.Cols)}
		one, dkeys := view(d, r, l.Keys.Rows, l.Keys.Cols)
		two, dvalues := view(d, r, l.Values.Rows, l.Values.Cols)
		g.Keys, g.Values = dkeys, dvalues
		results := []tensor.Matrix{one, two, g.Query, g.Vector}
		if covered {
			g.Weight, g.Coverage = d.New(n, query.Cols), matrix(d, r, n, l.Places.Steps())
			results = append(results, g.Weight, g.Coverage)
		}
		_, dcontext := view(d, r, n, width)
		var dshare tensor.Matrix
		if r.IntN(2) == 0 {
			dshare = matrix(d, r, n, l.Places.Steps())
		}
		d.AdditiveGrad(g, dcontext, dshare, share, query, l)
		return together(d, results...)
	}),
	learner("logarithm of sums", 5e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), depth(r)
		_, x := view(d, r, m, n)
		d.Write(x, numbers(r, m*n, 20))
		sum, pick := d.New(m, 1), d.New(m, 1)
		d.LogSum(sum, pick, x, columns(r, m, n))
		return together(d, sum, pick)
	}),
	learner("gradient of the logarithm of sums", 5e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), depth(r)
		whole, x := view(d, r, m, n)
		d.Write(x, numbers(r, m*n, 9))
		at := columns(r, m, n)
		sum, pick := d.New(m, 1), d.New(m, 1)
		d.LogSum(sum, pick, x, at)
		d.LogSumGrad(x, sum, matrix(d, r, m, 1), at)
		return whole
	}),
	learner("match", 2e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		p, of, words, at := matching(r)
		_, share := view(d, r, len(of), p.Steps())
		sum, dshare := d.New(len(of), 1), d.New(len(of), p.Steps())
		d.Match(sum, share, p, words, of, at)
		d.MatchGrad(dshare, matrix(d, r, len(of), 1), p, words, of, at)
		return together(d, sum, dshare)
	}),
	learner("mix", 1e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m := side(r)
		loss, gate, copied, weight := d.New(m, 1), matrix(d, r, m, 1), positive(d, r, m, 1), positive(d, r, m, 1)
		pick := put(d, m, 1, numbers(r, m, 3))
		d.Combine(pick, 1, pick, -1, put(d, m, 1, slices.Repeat([]float32{3}, m)))
		d.Mix(loss, pick, gate, copied, put(d, m, 1, flags(r, m)), weight)
		return together(d, loss, pick, gate, copied)
	}),
	learner("cover", 5e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		loss := d.New(m, 1)
		one, dshare := view(d, r, m, n)
		two, dcoverage := view(d, r, m, n)
		d.Cover(loss, dshare, dcoverage, positive(d, r, m, n), positive(d, r, m, n), matrix(d, r, m, 1))
		return together(d, loss, one, two)
	}),
	learner("mixture", 2e-6, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		places, of, words, _ := matching(r)
		n, more := 5+side(r), 4
		for i := range words {
			words[i] = int32(r.IntN(n + more))
		}
		whole, p := view(d, r, len(of), n+more)
		_, scores := view(d, r, len(of), n)
		if r.IntN(2) == 0 {
			scores = p.Part(0, p.Rows, 0, n)
		}
		d.Write(scores, numbers(r, len(of)*n, 9))
		if r.IntN(3) == 0 {
			d.Mixture(p, scores, tensor.Matrix{}, tensor.Matrix{}, places, words, of)
		} else {
			d.Mixture(p, scores, matrix(d, r, len(of), 1), positive(d, r, len(of), places.Steps()), places, words, of)
		}
		return whole
	}),
	learner("set", 0, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, x := view(d, r, m, n)
		var rows, cols []int32
		for range r.IntN(20) {
			rows, cols = append(rows, int32(r.IntN(m))), append(cols, int32(r.IntN(n)))
		}
		d.Set(x, rows, cols, r.Float32())
		return whole
	}),
	learner("top", 0, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), depth(r)
		_, x := view(d, r, m, n)
		if r.IntN(2) == 0 { // many equal ones
			few := make([]float32, m*n)
			for i := range few {
				few[i] = float32(r.IntN(3))
			}
			d.Write(x, few)
		}
		k := r.IntN(min(n, 12) + 1)
		values, columns := make([]float32, k*m), make([]int32, k*m)
		d.Top(values, columns, x, k)
		for _, c := range columns {
			values = append(values, float32(c))
		}
		return put(d, 1, len(values), values)
	}),
	learner("squares", 1e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		sum := matrix(d, r, 1, 1)
		_, x := view(d, r, depth(r), side(r))
		d.Squares(sum, x)
		return sum
	}),
	learner("step of Adam", 1e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, w := view(d, r, m, n)
		g, first, second := matrix(d, r, m, n), matrix(d, r, m, n), positive(d, r, m, n)
		squares := d.New(1, 1)
		d.Squares(squares, g)
		d.Adam(w, g, first, second, squares, tensor.AdamStep{
			Rate: 0.01, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-6, Decay: r.Float32(), Step: 1000 + r.IntN(5), Clip: 2 * float32(r.IntN(2)),
		})
		return together(d, whole, first, second)
	}),
	learner("step of Adagrad", 1e-5, func(d tensor.Learner, r *rand.Rand) tensor.Matrix {
		m, n := side(r), side(r)
		whole, w := view(d, r, m, n)
		g, a := matrix(d, r, m, n), positive(d, r, m, n)
		squares := d.New(1, 1)
		d.Squares(squares, g)
		d.Adagrad(w, g, a, squares, tensor.AdagradStep{Rate: 0.15, Epsilon: 1e-10, Clip: 2 * float32(r.IntN(2))})
		return together(d, whole, a)
	}),
}

// matching are random words of sequences, and those to find.
func matching(r *rand.Rand) (p tensor.Packing, of, words, at []int32) {
	p, of = packing(r)
	for range p.Rows() {
		words = append(words, int32(r.IntN(9)))
	}
	for range of {
		at = append(at, int32(r.IntN(10)))
	}
	return p, of, words, at
}

// flags are 0 or 1.
func flags(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.IntN(2))
	}
	return x
}

// gradients: what a gradient says is what happens. Each is compared with how much a random
// weighting of the results moves when an argument is moved a little along its gradient.
func gradients(t *testing.T, d tensor.Device) {
	l := d.(tensor.Learner)
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 9))
		t.Run("cell", func(t *testing.T) { cellMoves(t, l, r) })
		t.Run("additive attention", func(t *testing.T) { additiveMoves(t, l, r) })
		t.Run("attention", func(t *testing.T) { attentionMoves(t, l, r, seed%2 == 0) })
		t.Run("norms", func(t *testing.T) { normMoves(t, l, r) })
		t.Run("softmax", func(t *testing.T) { softmaxMoves(t, l, r) })
		t.Run("greatest of rows", func(t *testing.T) { maxMoves(t, l, r) })
	}
}

// moves checks that f changes by as much as the gradient g of x says.
func moves(t *testing.T, d tensor.Learner, name string, x, g tensor.Matrix, f func() float64) {
	t.Helper()
	from, along := read(d, x), read(d, g)
	size := 0.0
	for _, v := range along {
		size += float64(v) * float64(v)
	}
	if size == 0 {
		t.Errorf("%s: no gradient", name)
		return
	}
	const most = 0.02 // that any number of x is moved
	greatest := float32(0)
	for _, v := range along {
		greatest = max(greatest, v, -v)
	}
	step := most / greatest
	value := func(by float32) float64 {
		to := slices.Clone(from)
		for i := range to {
			to[i] += by * along[i]
		}
		d.Write(x, to)
		return f()
	}
	got := (8*(value(step/2)-value(-step/2)) - (value(step) - value(-step))) / (6 * float64(step))
	d.Write(x, from)
	if e := (got - size) / size; e < -2e-3 || e > 2e-3 {
		t.Errorf("%s: moving along the gradient changes the result by %g, want %g", name, got, size)
	}
}

// weighted is the sum of the numbers of y times those of w.
func weighted(d tensor.Device, y, w tensor.Matrix) (sum float64) {
	x := read(d, w)
	for i, v := range read(d, y) {
		sum += float64(v) * float64(x[i])
	}
	return sum
}

func cellMoves(t *testing.T, d tensor.Learner, r *rand.Rand) {
	m, n := 1+r.IntN(6), 1+r.IntN(6)
	in, prev := matrix(d, r, m, 4*n), matrix(d, r, m, n)
	h, c, gates, dh, dc := d.New(m, n), d.New(m, n), d.New(m, 4*n), matrix(d, r, m, n), matrix(d, r, m, n)
	f := func() float64 {
		d.Combine(gates, 1, in, 0, in)
		d.Cell(h, c, gates, prev)
		return weighted(d, h, dh) + weighted(d, c, dc)
	}
	f()
	din, dprev := d.New(m, 4*n), d.New(m, n)
	d.CellGrad(din, dprev, dh, dc, gates, c, prev)
	moves(t, d, "gates", in, din, f)
	moves(t, d, "state", prev, dprev, f)
}

func additiveMoves(t *testing.T, d tensor.Learner, r *rand.Rand) {
	l, query, width := look(d, r, true)
	n := len(l.Of)
	context, share := d.New(n, width), d.New(n, l.Places.Steps())
	dcontext, dshare := matrix(d, r, n, width), matrix(d, r, n, l.Places.Steps())
	f := func() float64 {
		d.Additive(context, share, query, l)
		return weighted(d, context, dcontext) + weighted(d, share, dshare)
	}
	f()
	inner := query.Cols
	g := tensor.LookGrad{
		Query: d.New(n, inner), Vector: d.New(n, inner), Weight: d.New(n, inner), Coverage: d.New(n, l.Places.Steps()),
		Keys: d.New(l.Keys.Rows, inner), Values: d.New(l.Values.Rows, width),
	}
	d.AdditiveGrad(g, dcontext, dshare, share, query, l)
	vector, weight := d.New(1, inner), d.New(1, inner)
	d.SumRows(vector, g.Vector)
	d.SumRows(weight, g.Weight)
	if l.Places.Steps() == 1 {
		return // a single place has all of the share, whatever its score
	}
	moves(t, d, "query", query, g.Query, f)
	moves(t, d, "keys", l.Keys, g.Keys, f)
	moves(t, d, "values", l.Values, g.Values, f)
	moves(t, d, "coverage", l.Coverage, g.Coverage, f)
	moves(t, d, "vector", l.Vector, vector, f)
	moves(t, d, "weight", l.Weight, weight, f)
}
