package tensor

import (
	"fmt"
	"slices"
)

// AddLinear is for Learner.AddLinear.
func (Check) AddLinear(y, x Matrix, w *Weights) { shapes(&y, &x, w.Rows, w.Cols) }

// Clear is for Learner.Clear.
func (Check) Clear(m Matrix) { m.plain("clearing") }

// Combine is for Learner.Combine.
func (Check) Combine(z, x, y Matrix) {
	z.same("combination", &x)
	z.same("combination", &y)
}

// Multiply is for Learner.Multiply.
func (Check) Multiply(z, x, y Matrix) {
	z.same("multiplication", &x)
	z.same("multiplication", &y)
}

// ActivateGrad is for Learner.ActivateGrad.
func (Check) ActivateGrad(dx, dy, x Matrix, f Activation) {
	dx.same("gradient", &dy)
	dx.same("gradient", &x)
	f.check()
}

// SumRows is for Learner.SumRows.
func (Check) SumRows(y, x Matrix) {
	x.plain("sum of rows")
	y.vector("sum of rows", x.Cols)
}

// Scatter is for Learner.Scatter.
func (Check) Scatter(table Matrix, rows []int32, x Matrix) {
	x.plain("scatter")
	table.plain("scatter")
	if len(rows) != x.Rows || table.Cols != x.Cols {
		panic(fmt.Sprintf("tensor: scatter of %d by %d to %d rows of %d columns", x.Rows, x.Cols, len(rows), table.Cols))
	}
	for _, r := range rows {
		if r < -1 || int(r) >= table.Rows {
			panic(fmt.Sprintf("tensor: row %d of a table of %d", r, table.Rows))
		}
	}
}

// Dropout is for Learner.Dropout.
func (Check) Dropout(y, x Matrix, rate float32) {
	y.same("dropout", &x)
	if !(rate >= 0 && rate < 1) {
		panic(fmt.Sprintf("tensor: dropout with a rate of %g, which must be from 0 to below 1", rate))
	}
}

// Cell is for Learner.Cell.
func (Check) Cell(h, c, gates, prev Matrix) {
	h.same("cell", &c)
	cell(&h, &gates, &prev)
}

// CellGrad is for Learner.CellGrad.
func (Check) CellGrad(dgates, dprev, dh, dc, gates, c, prev Matrix) {
	dgates.same("cell", &gates)
	dprev.same("cell", &prev)
	dh.same("cell", &c)
	cell(&dh, &gates, &prev)
	cell(&dh, &gates, &dc)
}

func cell(h, gates, prev *Matrix) {
	gates.plain("cell")
	prev.plain("cell")
	if gates.Rows != h.Rows || gates.Cols != 4*h.Cols || prev.Rows > h.Rows || prev.Cols != h.Cols && prev.Rows > 0 {
		panic(fmt.Sprintf("tensor: cell of %d by %d with gates of %d by %d and a state of %d by %d",
			h.Rows, h.Cols, gates.Rows, gates.Cols, prev.Rows, prev.Cols))
	}
}

// Additive is for Learner.Additive.
func (Check) Additive(context, share, query Matrix, l Look) {
	l.check(&context, &share, &query)
}

// AdditiveGrad is for Learner.AdditiveGrad.
func (Check) AdditiveGrad(d LookGrad, dcontext, dshare, share, query Matrix, l Look) {
	l.check(&dcontext, &share, &query)
	l.alone()
	d.Query.same("attention", &query)
	d.Vector.same("attention", &query)
	if d.Scores.Rows > 0 {
		d.Scores.same("attention", &share)
	} else {
		d.Keys.same("attention", &l.Keys)
		d.Values.same("attention", &l.Values)
	}
	if dshare.Rows > 0 {
		dshare.same("attention", &share)
	}
	if l.Coverage.Rows > 0 {
		d.Weight.same("attention", &query)
		d.Coverage.same("attention", &share)
	}
}

func (l *Look) check(context, share, query *Matrix) {
	l.Keys.plain("attention")
	l.Values.plain("attention")
	share.plain("attention")
	query.plain("attention")
	context.plain("attention")
	rows, n := l.Places.Rows(), query.Rows
	if l.Keys.Rows != rows || l.Values.Rows != rows || l.Keys.Cols != query.Cols || l.Values.Cols != context.Cols ||
		context.Rows != n || share.Rows != n || share.Cols != l.Places.Steps() || len(l.Of) != n {
		panic(fmt.Sprintf("tensor: additive attention of %d by %d to %d by %d and %d by %d with shares of %d by %d, for %d by %d",
			n, query.Cols, l.Keys.Rows, l.Keys.Cols, l.Values.Rows, l.Values.Cols, share.Rows, share.Cols, context.Rows, context.Cols))
	}
	l.Vector.vector("vector", query.Cols)
	if l.Coverage.Rows > 0 {
		l.Coverage.same("coverage", share)
		l.Weight.vector("weight", query.Cols)
	}
	l.Places.check(l.Of)
}

// alone wants no two queries to see one sequence, whose gradients both would add to.
func (l *Look) alone() {
	seen := slices.Sorted(slices.Values(l.Of))
	for i := range seen {
		if i > 0 && seen[i] == seen[i-1] {
			panic(fmt.Sprintf("tensor: two queries see sequence %d", seen[i]))
		}
	}
}

// check wants sequences to be there.
func (p Packing) check(of []int32) {
	for _, s := range of {
		if s < 0 || p.Steps() == 0 || s >= p.Starts[1] {
			panic(fmt.Sprintf("tensor: no sequence %d in the packing", s))
		}
	}
}

// AttentionGrad is for Learner.AttentionGrad.
func (Check) AttentionGrad(d HeadsGrad, dy, y, q, k, v Matrix, h Heads) {
	Check{}.Attention(y, q, k, v, h)
	for _, m := range []*Matrix{&dy, &d.Query} {
		m.same("attention", &q)
	}
	for _, m := range []*Matrix{&d.Key, &d.Value} {
		m.same("attention", &k)
	}
	if d.Bias.Rows > 0 {
		d.Bias.same("attention", &h.Bias)
	}
}

// NormGrad is for Learner.LayerNormGrad and, with no dbias, RMSNormGrad.
func (Check) NormGrad(dx, dgain, dbias, dy, x, gain Matrix) {
	dx.same("norm", &x)
	dy.same("norm", &x)
	gain.vector("gain", x.Cols)
	dgain.vector("gain", x.Cols)
	if dbias.Rows > 0 {
		dbias.vector("bias", x.Cols)
	}
}

// SoftmaxGrad is for Learner.SoftmaxGrad.
func (Check) SoftmaxGrad(dx, dy, y Matrix) {
	dx.same("softmax", &y)
	dy.same("softmax", &y)
}

// MaxRows is for Learner.MaxRows.
func (Check) MaxRows(y, x Matrix, bounds []int) {
	x.plain("greatest of rows")
	y.plain("greatest of rows")
	if len(bounds) != y.Rows+1 || y.Cols != x.Cols || !within(bounds, x.Rows) {
		panic(fmt.Sprintf("tensor: greatest of %d by %d in sequences for %d by %d", x.Rows, x.Cols, y.Rows, y.Cols))
	}
}

// MaxRowsGrad is for Learner.MaxRowsGrad.
func (Check) MaxRowsGrad(dx, dy, y, x Matrix, bounds []int) {
	Check{}.MaxRows(y, x, bounds)
	dx.same("greatest of rows", &x)
	dy.same("greatest of rows", &y)
}

// LogSum is for Learner.LogSum.
func (Check) LogSum(sum, pick, x Matrix, at []int32) {
	x.plain("logarithm")
	sum.column("logarithm", x.Rows)
	pick.column("logarithm", x.Rows)
	picks(at, x.Rows, x.Cols)
}

// LogSumGrad is for Learner.LogSumGrad.
func (Check) LogSumGrad(x, sum, d Matrix, at []int32) { Check{}.LogSum(sum, d, x, at) }

func picks(at []int32, rows, cols int) {
	if len(at) != rows {
		panic(fmt.Sprintf("tensor: %d rows with %d columns to pick", rows, len(at)))
	}
	for _, c := range at {
		if int(c) >= cols {
			panic(fmt.Sprintf("tensor: pick of column %d of %d", c, cols))
		}
	}
}

// Match is for Learner.Match and MatchGrad.
func (Check) Match(sum, share Matrix, p Packing, words, of, at []int32) {
	share.plain("match")
	sum.column("match", share.Rows)
	if share.Cols != p.Steps() || len(words) != p.Rows() || len(of) != share.Rows || len(at) != share.Rows {
		panic(fmt.Sprintf("tensor: match of %d by %d with %d words, %d sequences and %d words to find",
			share.Rows, share.Cols, len(words), len(of), len(at)))
	}
	p.check(of)
}

// Mix is for Learner.Mix.
func (Check) Mix(loss, pick, gate, copied, known, weight Matrix) {
	for _, m := range []*Matrix{&loss, &gate, &copied, &known, &weight} {
		m.column("loss", pick.Rows)
	}
	pick.column("loss", pick.Rows)
}

// Cover is for Learner.Cover.
func (Check) Cover(loss, dshare, dcoverage, share, coverage, weight Matrix) {
	share.same("coverage", &coverage)
	share.same("coverage", &dshare)
	share.same("coverage", &dcoverage)
	loss.column("coverage", share.Rows)
	weight.column("coverage", share.Rows)
}

// Squares is for Learner.Squares.
func (Check) Squares(sum, x Matrix) {
	x.plain("squares")
	sum.vector("squares", 1)
}

// Step is for Learner.Adam and Adagrad.
func (Check) Step(squares, w Matrix, others ...Matrix) {
	squares.vector("squares", 1)
	for i := range others {
		w.same("step", &others[i])
	}
}

func (m *Matrix) column(what string, n int) {
	m.plain(what)
	if m.Rows != n || m.Cols != 1 {
		panic(fmt.Sprintf("tensor: %s of %d by %d, not %d by 1", what, m.Rows, m.Cols, n))
	}
}

// Mixture is for Learner.Mixture.
func (Check) Mixture(p, scores, gate, share Matrix, places Packing, words, of []int32) {
	p.plain("mixture")
	scores.plain("mixture")
	if p.Rows != scores.Rows || p.Cols < scores.Cols {
		panic(fmt.Sprintf("tensor: mixture of %d by %d for %d by %d", scores.Rows, scores.Cols, p.Rows, p.Cols))
	}
	if gate.Rows == 0 {
		return
	}
	gate.column("mixture", p.Rows)
	share.plain("mixture")
	if share.Rows != p.Rows || share.Cols != places.Steps() || len(words) != places.Rows() || len(of) != p.Rows {
		panic(fmt.Sprintf("tensor: mixture of %d rows with shares of %d by %d, %d words and %d sequences", p.Rows, share.Rows, share.Cols, len(words), len(of)))
	}
	places.check(of)
	for _, w := range words {
		if w < 0 || int(w) >= p.Cols {
			panic(fmt.Sprintf("tensor: word %d in a mixture of %d", w, p.Cols))
		}
	}
}

// Set is for Learner.Set.
func (Check) Set(x Matrix, rows, cols []int32) {
	x.plain("setting")
	if len(rows) != len(cols) {
		panic(fmt.Sprintf("tensor: %d rows and %d columns to set", len(rows), len(cols)))
	}
	for i, r := range rows {
		if r < 0 || cols[i] < 0 || int(r) >= x.Rows || int(cols[i]) >= x.Cols {
			panic(fmt.Sprintf("tensor: setting (%d, %d) of %d by %d", r, cols[i], x.Rows, x.Cols))
		}
	}
}

// Top is for Learner.Top.
func (Check) Top(values []float32, columns []int32, x Matrix, k int) {
	x.plain("top")
	if k < 0 || k > x.Cols || len(values) != k*x.Rows || len(columns) != k*x.Rows {
		panic(fmt.Sprintf("tensor: top %d of %d by %d into %d values and %d columns", k, x.Rows, x.Cols, len(values), len(columns)))
	}
}
