package tensortest

import (
	"cmp"
	"math"
	"slices"

	"hed/tensor"
)

var _ tensor.Learner = exact{}

func (exact) Lay(b tensor.Matrix) *tensor.Weights { return exact{}.Pack(b) }

func (exact) AddLinear(y, x tensor.Matrix, w *tensor.Weights) { exact{}.MatMul(y, 1, x, w.Own, 1) }

func (exact) Clear(m tensor.Matrix) { set(m, func(_, _ int) float64 { return 0 }) }

func (exact) Combine(z tensor.Matrix, a float32, x tensor.Matrix, b float32, y tensor.Matrix) {
	set(z, func(i, j int) float64 {
		v := 0.0
		if a != 0 {
			v = float64(a) * at(x, i, j)
		}
		if b != 0 {
			v += float64(b) * at(y, i, j)
		}
		return v
	})
}

func (exact) Multiply(z, x, y tensor.Matrix, beta float32) {
	set(z, func(i, j int) float64 {
		v := at(x, i, j) * at(y, i, j)
		if beta != 0 {
			v += float64(beta) * at(z, i, j)
		}
		return v
	})
}

func (exact) ActivateGrad(dx, dy, x tensor.Matrix, f tensor.Activation) {
	set(dx, func(i, j int) float64 { return at(dx, i, j) + at(dy, i, j)*slope(f, at(x, i, j)) })
}

// slope is the derivative of a function at x, from its values around.
func slope(f tensor.Activation, x float64) float64 {
	const step = 1e-4
	if f == tensor.ReLU { // which has none at 0
		return activate(f, math.Copysign(1, x)*float64(flag(x != 0)))
	}
	return (8*(activate(f, x+step)-activate(f, x-step)) - activate(f, x+2*step) + activate(f, x-2*step)) / (12 * step)
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (exact) SumRows(y, x tensor.Matrix) {
	set(y, func(_, j int) float64 {
		sum := at(y, 0, j)
		for i := range x.Rows {
			sum += at(x, i, j)
		}
		return sum
	})
}

func (exact) Scatter(table tensor.Matrix, rows []int32, x tensor.Matrix) {
	set(table, func(i, j int) float64 {
		sum := at(table, i, j)
		for k, r := range rows {
			if int(r) == i {
				sum += at(x, k, j)
			}
		}
		return sum
	})
}

func (exact) Dropout(y, x tensor.Matrix, rate float32, seed uint64) {
	set(y, func(i, j int) float64 {
		if !tensor.Keeps(seed, uint64(i*y.Cols+j), rate) {
			return 0
		}
		return at(x, i, j) / (1 - float64(rate))
	})
}

func sigma(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// before is number (i, j) of a state that may lack rows.
func before(m tensor.Matrix, i, j int) float64 {
	if i >= m.Rows {
		return 0
	}
	return at(m, i, j)
}

func (exact) Cell(h, c, gates, prev tensor.Matrix) {
	n := h.Cols
	for i := range h.Rows {
		for j := range n {
			in, forget := sigma(at(gates, i, j)), sigma(at(gates, i, n+j))
			candidate, out := math.Tanh(at(gates, i, 2*n+j)), sigma(at(gates, i, 3*n+j))
			state := forget*before(prev, i, j) + in*candidate
			for k, v := range []float64{in, forget, candidate, out} {
				gates.Row(i)[k*n+j] = float32(v)
			}
			c.Row(i)[j], h.Row(i)[j] = float32(state), float32(out*math.Tanh(state))
		}
	}
}

func (exact) CellGrad(dgates, dprev, dh, dc, gates, c, prev tensor.Matrix) {
	n := dh.Cols
	for i := range dh.Rows {
		for j := range n {
			in, forget, candidate, out := at(gates, i, j), at(gates, i, n+j), at(gates, i, 2*n+j), at(gates, i, 3*n+j)
			t := math.Tanh(at(c, i, j))
			d := at(dh, i, j)*out*(1-t*t) + before(dc, i, j)
			for k, v := range []float64{d * candidate * in * (1 - in), d * before(prev, i, j) * forget * (1 - forget),
				d * in * (1 - candidate*candidate), at(dh, i, j) * t * out * (1 - out)} {
				dgates.Row(i)[k*n+j] = float32(v)
			}
			if i < prev.Rows {
				dprev.Row(i)[j] += float32(d * forget)
			}
		}
	}
}

// seen are the rows of a sequence.
func seen(p tensor.Packing, sequence int32) (rows []int) {
	for t := range p.Steps() {
		if int(sequence) < p.Live(t) {
			rows = append(rows, int(p.Starts[t]+sequence))
		}
	}
	return rows
}

// within is number k of tanh(keys + query + coverage·weight).
func within(query tensor.Matrix, l *tensor.Look, i, j, row, k int) float64 {
	v := at(l.Keys, row, k) + at(query, i, k)
	if l.Coverage.Rows > 0 {
		v += at(l.Coverage, i, j) * at(l.Weight, 0, k)
	}
	return math.Tanh(v)
}

func (e exact) Additive(context, share, query tensor.Matrix, l tensor.Look) {
	for i := range query.Rows {
		rows := seen(l.Places, l.Of[i])
		scores := e.New(1, len(rows))
		for j, row := range rows {
			sum := 0.0
			for k := range query.Cols {
				sum += at(l.Vector, 0, k) * within(query, &l, i, j, row, k)
			}
			scores.Row(0)[j] = float32(sum)
		}
		e.Softmax(scores, scores, 1, nil)
		clear(share.Row(i))
		copy(share.Row(i), scores.Row(0))
		for k := range context.Cols {
			sum := 0.0
			for j, row := range rows {
				sum += at(scores, 0, j) * at(l.Values, row, k)
			}
			context.Row(i)[k] = float32(sum)
		}
	}
}

func (exact) AdditiveGrad(d tensor.LookGrad, dcontext, dshare, share, query tensor.Matrix, l tensor.Look) {
	for i := range query.Rows {
		rows := seen(l.Places, l.Of[i])
		scores, total := make([]float64, len(rows)), 0.0
		for j, row := range rows {
			for k := range dcontext.Cols {
				scores[j] += at(dcontext, i, k) * at(l.Values, row, k)
				d.Values.Row(row)[k] += float32(at(share, i, j) * at(dcontext, i, k))
			}
			if dshare.Rows > 0 {
				scores[j] += at(dshare, i, j)
			}
			total += at(share, i, j) * scores[j]
		}
		covered := l.Coverage.Rows > 0
		dcoverage := make([]float64, len(rows))
		for k := range query.Cols {
			dquery, dvector, dweight := 0.0, 0.0, 0.0
			for j, row := range rows {
				score := at(share, i, j) * (scores[j] - total)
				t := within(query, &l, i, j, row, k)
				slope := score * at(l.Vector, 0, k) * (1 - t*t)
				dvector += score * t
				dquery += slope
				d.Keys.Row(row)[k] += float32(slope)
				if covered {
					dweight += slope * at(l.Coverage, i, j)
					dcoverage[j] += slope * at(l.Weight, 0, k)
				}
			}
			d.Query.Row(i)[k], d.Vector.Row(i)[k] = float32(dquery), float32(dvector)
			if covered {
				d.Weight.Row(i)[k] = float32(dweight)
			}
		}
		for j, v := range dcoverage {
			if covered {
				d.Coverage.Row(i)[j] += float32(v)
			}
		}
	}
}

func logSum(x tensor.Matrix, i int) float64 {
	most, total := math.Inf(-1), 0.0
	for j := range x.Cols {
		most = max(most, at(x, i, j))
	}
	for j := range x.Cols {
		total += math.Exp(at(x, i, j) - most)
	}
	return most + math.Log(total)
}

func (exact) LogSum(sum, pick, x tensor.Matrix, cols []int32) {
	for i := range x.Rows {
		total := logSum(x, i)
		sum.Row(i)[0], pick.Row(i)[0] = float32(total), 0
		if cols[i] >= 0 {
			pick.Row(i)[0] = float32(at(x, i, int(cols[i])) - total)
		}
	}
}

func (exact) LogSumGrad(x, sum, d tensor.Matrix, cols []int32) {
	set(x, func(i, j int) float64 {
		if cols[i] < 0 {
			return 0
		}
		return at(d, i, 0) * (float64(flag(j == int(cols[i]))) - math.Exp(at(x, i, j)-at(sum, i, 0)))
	})
}

func (exact) Match(sum, share tensor.Matrix, p tensor.Packing, words, of, find []int32) {
	set(sum, func(i, _ int) (total float64) {
		for j, row := range seen(p, of[i]) {
			if words[row] == find[i] {
				total += at(share, i, j)
			}
		}
		return total
	})
}

func (exact) MatchGrad(dshare, d tensor.Matrix, p tensor.Packing, words, of, find []int32) {
	set(dshare, func(i, j int) float64 {
		rows := seen(p, of[i])
		if j < len(rows) && words[rows[j]] == find[i] {
			return at(d, i, 0)
		}
		return 0
	})
}

func (exact) Mix(loss, pick, gate, copied, known, weight tensor.Matrix) {
	for i := range loss.Rows {
		w, g, found := at(weight, i, 0), sigma(at(gate, i, 0)), at(copied, i, 0)
		written := 0.0
		if at(known, i, 0) != 0 {
			written = math.Exp(at(pick, i, 0))
		}
		p := g*written + (1-g)*found + tensor.Least
		loss.Row(i)[0] = float32(-w * math.Log(p))
		pick.Row(i)[0] = float32(-w / p * g * written)
		gate.Row(i)[0] = float32(-w / p * (written - found) * g * (1 - g))
		copied.Row(i)[0] = float32(-w / p * (1 - g))
	}
}

func (exact) Cover(loss, dshare, dcoverage, share, coverage, weight tensor.Matrix) {
	for i := range share.Rows {
		total := 0.0
		for j := range share.Cols {
			total += min(at(share, i, j), at(coverage, i, j))
			if at(share, i, j) < at(coverage, i, j) {
				dshare.Row(i)[j] += weight.Row(i)[0]
			} else {
				dcoverage.Row(i)[j] += weight.Row(i)[0]
			}
		}
		loss.Row(i)[0] = float32(at(weight, i, 0) * total)
	}
}

func (exact) Squares(sum, x tensor.Matrix) {
	total := at(sum, 0, 0)
	for i := range x.Rows {
		for j := range x.Cols {
			total += at(x, i, j) * at(x, i, j)
		}
	}
	sum.Row(0)[0] = float32(total)
}

func shrink(squares tensor.Matrix, clip float32) float64 {
	if norm := math.Sqrt(at(squares, 0, 0)); clip > 0 && norm > float64(clip) {
		return float64(clip) / norm
	}
	return 1
}

func (exact) Adam(w, g, m, v, squares tensor.Matrix, s tensor.AdamStep) {
	by, b1, b2 := shrink(squares, s.Clip), float64(s.Beta1), float64(s.Beta2)
	for i := range w.Rows {
		for j := range w.Cols {
			d := by * at(g, i, j)
			first, second := b1*at(m, i, j)+(1-b1)*d, b2*at(v, i, j)+(1-b2)*d*d
			m.Row(i)[j], v.Row(i)[j] = float32(first), float32(second)
			first /= 1 - math.Pow(b1, float64(s.Step))
			second /= 1 - math.Pow(b2, float64(s.Step))
			w.Row(i)[j] -= float32(float64(s.Rate) * (first/(math.Sqrt(second)+float64(s.Epsilon)) + float64(s.Decay)*at(w, i, j)))
		}
	}
}

func (exact) Adagrad(w, g, a, squares tensor.Matrix, s tensor.AdagradStep) {
	by := shrink(squares, s.Clip)
	for i := range w.Rows {
		for j := range w.Cols {
			d := by * at(g, i, j)
			sum := at(a, i, j) + d*d
			a.Row(i)[j] = float32(sum)
			w.Row(i)[j] -= float32(float64(s.Rate) * d / (math.Sqrt(sum) + float64(s.Epsilon)))
		}
	}
}

func (exact) Mixture(p, scores, gate, share tensor.Matrix, places tensor.Packing, words, of []int32) {
	for i := range p.Rows {
		sum, g := logSum(scores, i), 1.0
		if gate.Rows > 0 {
			g = sigma(at(gate, i, 0))
		}
		chances := make([]float64, p.Cols)
		for j := range scores.Cols {
			chances[j] = g * math.Exp(at(scores, i, j)-sum)
		}
		if gate.Rows > 0 {
			for j, row := range seen(places, of[i]) {
				chances[words[row]] += (1 - g) * at(share, i, j)
			}
		}
		for j, v := range chances {
			p.Row(i)[j] = float32(v)
		}
	}
}

func (exact) Set(x tensor.Matrix, rows, cols []int32, v float32) {
	for i, r := range rows {
		x.Row(int(r))[cols[i]] = v
	}
}

func (exact) Top(values []float32, columns []int32, x tensor.Matrix, k int) {
	for i := range x.Rows {
		order := make([]int32, x.Cols)
		for j := range order {
			order[j] = int32(j)
		}
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(at(x, i, int(b)), at(x, i, int(a))) })
		for j, col := range order[:k] {
			values[i*k+j], columns[i*k+j] = x.Row(i)[col], col
		}
	}
}
