package tensortest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hed/tensor"
)

// atOnce: what a device does at once is what it does step by step, for few and for many sequences and units, in both directions, and
// the same bits each time.
func atOnce(t *testing.T, d tensor.Sequencer) {
	for i, c := range []struct{ rows, units, longest int }{{1, 1, 1}, {3, 5, 4}, {16, 36, 7}, {17, 130, 5}, {70, 20, 9}, {200, 256, 6}, {300, 64, 3}, {5, 600, 3}} {
		t.Run(fmt.Sprintf("%d of %d", c.rows, c.units), func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(i)))
			lengths := make([]int, c.rows)
			for k := range lengths {
				lengths[k] = 1 + r.IntN(c.longest)
			}
			slices.SortFunc(lengths, func(a, b int) int { return b - a })
			for _, p := range []tensor.Packing{tensor.Pack(lengths), tensor.PackWide(lengths, c.longest+2)} {
				for _, count := range []int{2, 1} {
					recurs(t, d, r, p, c.units, count)
				}
			}
		})
	}
	t.Run("choice", func(t *testing.T) {
		for i := range 60 {
			r := rand.New(rand.NewPCG(9, uint64(i)))
			places, _ := packing(r)
			chooses(t, d, r, places, false)
		}
	})
	t.Run("choice of 10,000 places", func(t *testing.T) {
		for i := range 4 {
			chooses(t, d, rand.New(rand.NewPCG(12, uint64(i))), tensor.Pack([]int{10_000, 7}), true)
		}
	})
	t.Run("logarithm of sums with a bias", func(t *testing.T) {
		for i := range 10 {
			biased(t, d, rand.New(rand.NewPCG(10, uint64(i))))
		}
	})
	t.Run("steps", func(t *testing.T) { stepsAll(t, d, rand.New(rand.NewPCG(11, 1))) })
	t.Run("additive attention", func(t *testing.T) {
		for i := range 40 {
			additiveGrads(t, d, rand.New(rand.NewPCG(8, uint64(i))), i%2 == 0, false)
		}
	})
	t.Run("additive attention to 10,000 places", func(t *testing.T) {
		for i := range 4 {
			additiveGrads(t, d, rand.New(rand.NewPCG(13, uint64(i))), true, true)
		}
	})
}

func recurs(t *testing.T, d tensor.Sequencer, r *rand.Rand, p tensor.Packing, n, count int) {
	rows := p.Rows()
	fresh := func(from []tensor.Recurrence) []tensor.Recurrence {
		all := slices.Clone(from)
		for i := range all {
			all[i].Gates = d.New(rows, 4*n)
			d.Combine(all[i].Gates, 1, from[i].Gates, 0, from[i].Gates)
			_, all[i].States = view(d, r, rows, n)
			d.Clear(all[i].States)
			all[i].Cells = d.New(rows, n)
			all[i].DStates, all[i].DCells = d.New(rows, n), d.New(rows, n)
			d.Combine(all[i].DStates, 1, from[i].DStates, 0, from[i].DStates)
			d.Combine(all[i].DCells, 1, from[i].DCells, 0, from[i].DCells)
		}
		return all
	}
	runs := make([]tensor.Recurrence, count)
	for i := range runs {
		runs[i] = tensor.Recurrence{Gates: matrix(d, r, rows, 4*n), Hidden: matrix(d, r, n, 4*n), DStates: matrix(d, r, rows, n), DCells: matrix(d, r, rows, n), Reverse: i == count-1}
		d.Combine(runs[i].Hidden, 0.1, runs[i].Hidden, 0, runs[i].Hidden)
	}
	whole, again, steps := fresh(runs), fresh(runs), fresh(runs)
	if !d.Recur(p, whole) {
		t.Logf("no room for %d units", n)
		return
	}
	d.Recur(p, again)
	compare := func(what string, of func(r *tensor.Recurrence) tensor.Matrix) {
		t.Helper()
		for i := range whole {
			for s := range p.Steps() {
				live := func(r *tensor.Recurrence) []float32 {
					m := p.Step(of(r), s)
					return read(d, m.Part(0, p.Live(s), 0, m.Cols))
				}
				got, want := live(&whole[i]), live(&steps[i])
				if !slices.Equal(got, live(&again[i])) {
					t.Fatalf("%s of step %d are others the second time", what, s)
				}
				for k := range got {
					if e := got[k] - want[k]; !(e < 2e-5 && e > -2e-5) {
						t.Fatalf("%s of step %d, run %d of %d, number %d: %g, step by step %g", what, s, i, count, k, got[k], want[k])
					}
				}
			}
		}
	}
	for i := range steps {
		stepwise(d, p, &steps[i], false)
	}
	compare("gates", func(r *tensor.Recurrence) tensor.Matrix { return r.Gates })
	compare("states", func(r *tensor.Recurrence) tensor.Matrix { return r.States })
	compare("cells", func(r *tensor.Recurrence) tensor.Matrix { return r.Cells })
	if !d.RecurGrad(p, whole) || !d.RecurGrad(p, again) {
		t.Logf("no room for the way back of %d units", n)
		return
	}
	for i := range steps {
		stepwise(d, p, &steps[i], true)
	}
	compare("gradients of gates", func(r *tensor.Recurrence) tensor.Matrix { return r.Gates })
}

// stepwise is Recur or RecurGrad by the operations of a step.
func stepwise(d tensor.Learner, p tensor.Packing, r *tensor.Recurrence, back bool) {
	for i := range p.Steps() {
		s := i
		if r.Reverse != back {
			s = p.Steps() - 1 - i
		}
		last := s - 1
		if r.Reverse {
			last = s + 1
		}
		live := func(m tensor.Matrix, step, rows int) tensor.Matrix { return p.Step(m, step).Part(0, rows, 0, m.Cols) }
		n, both := p.Live(s), 0
		before := func(m tensor.Matrix) tensor.Matrix { return tensor.Matrix{Cols: m.Cols} }
		if last >= 0 && last < p.Steps() && min(n, p.Live(last)) > 0 {
			both = min(n, p.Live(last))
			before = func(m tensor.Matrix) tensor.Matrix { return live(m, last, both) }
		}
		gates, cells := live(r.Gates, s, n), live(r.Cells, s, n)
		switch {
		case n == 0:
		case !back:
			if both > 0 {
				d.MatMul(gates.Part(0, both, 0, gates.Cols), 1, before(r.States), r.Hidden, 1)
			}
			d.Cell(live(r.States, s, n), cells, gates, before(r.Cells))
		default:
			d.CellGrad(gates, before(r.DCells), live(r.DStates, s, n), live(r.DCells, s, n), gates, cells, before(r.Cells))
			if both > 0 {
				d.MatMul(before(r.DStates), 1, gates.Part(0, both, 0, gates.Cols), r.Hidden.T(), 1)
			}
		}
	}
}

// additiveGrads: the gradients of keys and values for several steps at once are those of the steps, and so are others where only scores
// are asked for; also where rows are aligned, so that devices may read several numbers at once.
func additiveGrads(t *testing.T, d tensor.Sequencer, r *rand.Rand, aligned, long bool) {
	covered := r.IntN(2) == 0
	l, _, width := look(d, r, covered)
	if long {
		l.Places, l.Of = tensor.Pack([]int{10_000, 7}), []int32{0, 1}
	}
	if aligned {
		width = 4 * (1 + r.IntN(40))
		inner := 4 * (1 + r.IntN(40))
		l.Keys, l.Values, l.Vector = matrix(d, r, l.Places.Rows(), inner), matrix(d, r, l.Places.Rows(), width), matrix(d, r, 1, inner)
		if covered {
			l.Weight = matrix(d, r, 1, inner)
		}
	}
	inner, steps, places := l.Keys.Cols, 1+r.IntN(40), l.Places.Steps()
	all := l
	all.Of = nil
	for range steps {
		all.Of = append(all.Of, l.Of...)
	}
	n, rows := len(l.Of), len(all.Of)
	query, dcontext := matrix(d, r, rows, inner), matrix(d, r, rows, width)
	odd := d.New(rows, inner+1).Part(0, rows, 1, inner+1) // the same query where no row is aligned
	d.Combine(odd, 1, query, 0, query)
	scores := d.New(rows, places)
	if covered {
		all.Coverage = matrix(d, r, rows, places)
	}
	type results struct{ context, share, keys, values, query, vector, weight, coverage tensor.Matrix }
	fresh := func() *results {
		return &results{
			d.New(rows, width), d.New(rows, places), d.New(l.Keys.Rows, inner), d.New(l.Values.Rows, width),
			d.New(rows, inner), d.New(rows, inner), d.New(rows, inner), d.New(rows, places),
		}
	}
	want, got := fresh(), fresh()
	for s := range steps {
		of := func(m tensor.Matrix) tensor.Matrix { return m.Part(s*n, (s+1)*n, 0, m.Cols) }
		if covered {
			l.Coverage = of(all.Coverage)
		}
		for k, to := range []*results{want, got} {
			g := tensor.LookGrad{Query: of(to.query), Vector: of(to.vector), Keys: to.keys, Values: to.values}
			q := of(odd)
			if k == 1 {
				g.Keys, g.Values, g.Scores = tensor.Matrix{}, tensor.Matrix{}, of(scores)
				q = of(query)
			}
			if covered {
				g.Weight, g.Coverage = of(to.weight), of(to.coverage)
			}
			d.Additive(of(to.context), of(to.share), q, l)
			d.AdditiveGrad(g, of(dcontext), tensor.Matrix{}, of(to.share), q, l)
		}
	}
	d.AdditiveGrads(got.keys, got.values, scores, dcontext, got.share, query, all)
	for name, pair := range map[string][2]tensor.Matrix{
		"context": {want.context, got.context}, "share": {want.share, got.share}, "keys": {want.keys, got.keys}, "values": {want.values, got.values},
		"query": {want.query, got.query}, "vector": {want.vector, got.vector}, "weight": {want.weight, got.weight}, "coverage": {want.coverage, got.coverage},
	} {
		w := read(d, pair[0])
		for k, v := range read(d, pair[1]) {
			if e := v - w[k]; !(e < 1e-4 && e > -1e-4) {
				t.Fatalf("%s, number %d: %g, step by step %g", name, k, v, w[k])
			}
		}
	}
}

// chooses: a choice is what Mixture, Set and Top give one after another.
func chooses(t *testing.T, d tensor.Sequencer, r *rand.Rand, places tensor.Packing, long bool) {
	rows, cols := side(r), depth(r)
	if r.IntN(3) == 0 || long {
		cols = 3000
	}
	k := min(1+r.IntN(12), cols)
	c := tensor.Choice{Scores: d.New(rows, cols), Bias: matrix(d, r, 1, cols), Share: d.New(rows, places.Steps()), Places: places, NoStarts: []int32{0}}
	reach := []float32{0, 1, 10, 200}[r.IntN(4)] // with 0 all are equal
	d.Write(c.Scores, numbers(r, rows*cols, reach))
	if reach == 0 {
		d.Clear(c.Bias)
	}
	share := make([]float32, rows*places.Steps())
	for i := range share {
		share[i] = r.Float32() / float32(places.Steps())
	}
	d.Write(c.Share, share)
	wide := cols + 7
	if r.IntN(4) > 0 {
		_, c.Gate = view(d, r, rows, 1)
		c.Words = columns(r, places.Rows(), wide)
		for i, w := range c.Words {
			c.Words[i] = max(w, 0)
		}
		for range rows {
			c.Of = append(c.Of, int32(r.IntN(int(places.Starts[1]))))
		}
	}
	var at []int32
	for i := range rows {
		for range r.IntN(4) {
			c.No, at = append(c.No, int32(r.IntN(wide))), append(at, int32(i))
		}
		c.NoStarts = append(c.NoStarts, int32(len(c.No)))
	}
	got, words, best := d.Choose(c, k)
	p, x := d.New(rows, wide), d.New(rows, cols)
	d.Combine(x, 1, c.Scores, 0, c.Scores)
	d.AddBias(x, c.Bias)
	d.Mixture(p, x, c.Gate, c.Share, places, c.Words, c.Of)
	d.Set(p, at, c.No, 0)
	want, other := make([]float32, k*rows), make([]int32, k*rows)
	d.Top(want, other, p, k)
	all := read(d, p)
	for i, v := range want {
		e, same := got[i]-v, words[i] == other[i]
		if reach > 0 { // of words that are almost as likely the other may come first
			off := all[i/k*wide+int(words[i])] - v
			same = off <= 1e-6*v && off >= -1e-6*v
		}
		if !(e < 1e-6 && e > -1e-6) || v > 0 && !same {
			t.Fatalf("%d of %d, number %d: word %d with %g, want %d with %g", rows, cols, i, words[i], got[i], other[i], v)
		}
	}
	want, other = make([]float32, rows), make([]int32, rows)
	d.Top(want, other, c.Share, 1)
	if !slices.Equal(best, other) {
		t.Fatalf("places %v, want %v", best, other)
	}
}

// stepsAll: steps for all weights are those of each.
func stepsAll(t *testing.T, d tensor.Sequencer, r *rand.Rand) {
	var lists [2][4][]tensor.Matrix // weights, gradients and moments, to be changed together and one by one
	for _, shape := range [][2]int{{1, 1}, {100, 90}, {1, 4096}, {3, 4097}, {7, 5}} {
		for k := range 4 {
			m := matrix(d, r, shape[0], shape[1])
			if k == 3 { // which have squares
				m = positive(d, r, shape[0], shape[1])
			}
			other := d.New(shape[0], shape[1])
			d.Combine(other, 1, m, 0, m)
			lists[0][k], lists[1][k] = append(lists[0][k], m), append(lists[1][k], other)
		}
	}
	whole, single := lists[0], lists[1]
	one, other := d.New(1, 1), d.New(1, 1)
	compare := func(what string) {
		t.Helper()
		for k := range 4 {
			for i := range whole[k] {
				want := read(d, single[k][i])
				for n, v := range read(d, whole[k][i]) {
					if e := v - want[n]; !(e < 1e-6 && e > -1e-6) {
						t.Fatalf("%s, matrix %d of list %d, number %d: %g, alone %g", what, i, k, n, v, want[n])
					}
				}
			}
		}
	}
	d.SquaresAll(one, whole[1])
	for _, m := range single[1] {
		d.Squares(other, m)
	}
	if a, b := read(d, one)[0], read(d, other)[0]; !(a-b < 1e-4*b && b-a < 1e-4*b) {
		t.Errorf("squares %g, one by one %g", a, b)
	}
	adam := tensor.AdamStep{Rate: 0.1, Beta1: 0.9, Beta2: 0.99, Epsilon: 1e-8, Decay: 0.1, Step: 3, Clip: 2}
	d.AdamAll(whole[0], whole[1], whole[2], whole[3], other, adam)
	for i := range single[0] {
		d.Adam(single[0][i], single[1][i], single[2][i], single[3][i], other, adam)
		d.Clear(single[1][i])
	}
	compare("adam")
	adagrad := tensor.AdagradStep{Rate: 0.1, Epsilon: 1e-8, Clip: 2}
	d.AdagradAll(whole[0], whole[2], whole[3], other, adagrad)
	for i := range single[0] {
		d.Adagrad(single[0][i], single[2][i], single[3][i], other, adagrad)
		d.Clear(single[2][i])
	}
	compare("adagrad")
}

// biased: the logarithm of sums with a bias is that of what AddBias gives.
func biased(t *testing.T, d tensor.Sequencer, r *rand.Rand) {
	rows, cols := side(r), depth(r)
	_, x := view(d, r, rows, cols)
	bias, g, at := matrix(d, r, 1, cols), matrix(d, r, rows, 1), columns(r, rows, cols)
	y := d.New(rows, cols)
	d.Combine(y, 1, x, 0, x)
	d.AddBias(y, bias)
	sums, picks := [2]tensor.Matrix{d.New(rows, 1), d.New(rows, 1)}, [2]tensor.Matrix{d.New(rows, 1), d.New(rows, 1)}
	d.BiasLogSum(sums[0], picks[0], x, bias, at)
	d.LogSum(sums[1], picks[1], y, at)
	d.BiasLogSumGrad(x, bias, sums[0], g, at)
	d.LogSumGrad(y, sums[1], g, at)
	for name, pair := range map[string][2]tensor.Matrix{"sums": sums, "picks": picks, "gradients": {x, y}} {
		want := read(d, pair[1])
		for i, v := range read(d, pair[0]) {
			if e := v - want[i]; !(e < 1e-5 && e > -1e-5) {
				t.Fatalf("%s of %d by %d, number %d: %g, with AddBias %g", name, rows, cols, i, v, want[i])
			}
		}
	}
}
