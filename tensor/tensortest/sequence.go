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
	t.Run("additive attention", func(t *testing.T) {
		for i := range 20 {
			additiveGrads(t, d, rand.New(rand.NewPCG(8, uint64(i))))
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

// additiveGrads: the gradients of keys and values for several steps at once are those of the steps.
func additiveGrads(t *testing.T, d tensor.Sequencer, r *rand.Rand) {
	covered := r.IntN(2) == 0
	l, _, width := look(d, r, covered)
	inner, steps, places := l.Keys.Cols, 1+r.IntN(40), l.Places.Steps()
	all := l
	all.Of = nil
	for range steps {
		all.Of = append(all.Of, l.Of...)
	}
	n, rows := len(l.Of), len(all.Of)
	query, dcontext := matrix(d, r, rows, inner), matrix(d, r, rows, width)
	context, share, scores := d.New(rows, width), d.New(rows, places), d.New(rows, places)
	if covered {
		all.Coverage = matrix(d, r, rows, places)
	}
	want := [2]tensor.Matrix{d.New(l.Keys.Rows, inner), d.New(l.Values.Rows, width)}
	got := [2]tensor.Matrix{d.New(l.Keys.Rows, inner), d.New(l.Values.Rows, width)}
	for s := range steps {
		of := func(m tensor.Matrix) tensor.Matrix { return m.Part(s*n, (s+1)*n, 0, m.Cols) }
		if covered {
			l.Coverage = of(all.Coverage)
		}
		d.Additive(of(context), of(share), of(query), l)
		for _, g := range []tensor.LookGrad{{Keys: want[0], Values: want[1]}, {Scores: of(scores)}} {
			g.Query, g.Vector = d.New(n, inner), d.New(n, inner)
			if covered {
				g.Weight, g.Coverage = d.New(n, inner), d.New(n, places)
			}
			d.AdditiveGrad(g, of(dcontext), tensor.Matrix{}, of(share), of(query), l)
		}
	}
	d.AdditiveGrads(got[0], got[1], scores, dcontext, share, query, all)
	for i, name := range []string{"keys", "values"} {
		w := read(d, want[i])
		for k, v := range read(d, got[i]) {
			if e := v - w[k]; !(e < 1e-4 && e > -1e-4) {
				t.Fatalf("gradient of %s, number %d: %g, step by step %g", name, k, v, w[k])
			}
		}
	}
}
