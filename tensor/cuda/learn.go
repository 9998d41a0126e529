//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	_ "embed"
	"unsafe"

	"hed/tensor"
)

var _ tensor.Learner = (*Device)(nil)

// The structs of learn.cu, byte for byte.

type each struct {
	z, x, y    uintptr
	seed       uint64
	rows, cols uint32
	zs, xs, ys int32
	a, b       float32
	f          int32
}

type folding struct {
	y, x, to, starts, order  uintptr
	rows, cols, ys, xs, each int32
}

type celling struct {
	h, c, gates, dprev, prev, dh, dc, act uintptr
	rows, cols                            uint32
	hs, cs, gs, ps, dps, dhs, dcs, as     int32
	before, after                         int32
}

type looking struct {
	context, share, query, keys, values, vector, weight, coverage         uintptr
	dquery, dkeys, dvalues, dvector, dweight, dcoverage, scores           uintptr
	dcontext, dshare, starts, lives, of, order, groups                    uintptr
	steps, cols, width                                                    int32
	cts, shs, qs, ks, vs, cvs, dqs, dks, dvs, dws, dves, dcvs, dcts, dshs int32
	scs, four                                                             int32
}

type losing struct {
	x, sum, pick, gate, copied, loss, dshare, dcoverage uintptr
	d, known, weight, share, coverage, bias             uintptr
	at, words, of, starts, lives                        uintptr
	rows, cols, steps                                   int32
	xs, ss, ps, gs, cs, ls, ds, ks, ws, shs, cvs        int32
	dshs, dcvs                                          int32
}

type stepping struct {
	w, m, v, partial, g, squares                            uintptr
	rows, cols                                              uint32
	ws, ms, vs, gs                                          int32
	rate, beta1, beta2, epsilon, decay, first, second, clip float32
}

type choosing struct {
	p, values, columns, x, gate, share, bias     uintptr
	starts, lives, words, of, rows, cols, places uintptr
	n, wide, steps, k                            int32
	ps, xs, gs, shs                              int32
	v                                            float32
}

// queue queues a kernel of learn.cu for x·y blocks, block for x·y·z.
func (d *Device) queue(kernel int, t unsafe.Pointer, x, y, threads, shared int) {
	d.block(kernel, t, x, y, 1, threads, shared)
}

func (d *Device) block(kernel int, t unsafe.Pointer, x, y, z, threads, shared int) {
	d.params[0] = t
	defer func() { d.params[0] = unsafe.Pointer(&d.task) }()
	d.must("run a kernel", call(d.api.cuLaunchKernel, d.kernel(kernel),
		uintptr(x), uintptr(y), uintptr(z), uintptr(threads), 1, 1, uintptr(shared), d.stream, uintptr(unsafe.Pointer(&d.params)), 0))
}

// blocks is how many a function of every number has: enough for the largest card, and always
// as many for so many numbers.
func blocks(rows, cols int) int { return max(1, min((rows*cols+255)/256, 2048)) }

// stride is the number of numbers from row to row.
func stride(m *tensor.Matrix) int32 { return int32(m.Stride) }

// every runs a kernel for every number.
func (d *Device) every(kernel int, z, x, y tensor.Matrix, t each) {
	if z.Rows == 0 || z.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t.z, t.x, t.y, t.zs, t.xs, t.ys = address(&z), address(&x), address(&y), stride(&z), stride(&x), stride(&y)
	t.rows, t.cols = uint32(z.Rows), uint32(z.Cols)
	d.queue(kernel, unsafe.Pointer(&t), blocks(z.Rows, z.Cols), 1, 256, 0)
}

// Clear sets m to 0.
func (d *Device) Clear(m tensor.Matrix) {
	tensor.Check{}.Clear(m)
	if !whole(&m) {
		d.every(combine, m, m, m, each{})
		return
	}
	defer d.leave()
	d.enter()
	if len(m.Data) > 0 {
		d.must("clear memory", call(d.api.cuMemsetD8Async, address(&m), 0, uintptr(4*m.Rows*m.Cols), d.stream))
	}
}

// Combine sets z to a·x + b·y; with b 0, whatever y is.
func (d *Device) Combine(z tensor.Matrix, a float32, x tensor.Matrix, b float32, y tensor.Matrix) {
	tensor.Check{}.Combine(z, x, y)
	d.every(combine, z, x, y, each{a: a, b: b})
}

// Multiply sets z to x∘y + beta·z; with beta 0, whatever z was.
func (d *Device) Multiply(z, x, y tensor.Matrix, beta float32) {
	tensor.Check{}.Multiply(z, x, y)
	d.every(multiply, z, x, y, each{b: beta})
}

// ActivateGrad adds dy∘f′(x) to dx.
func (d *Device) ActivateGrad(dx, dy, x tensor.Matrix, f tensor.Activation) {
	tensor.Check{}.ActivateGrad(dx, dy, x, f)
	d.every(activateGrad, dx, dy, x, each{f: int32(f)})
}

// Dropout sets y to x with some numbers replaced by 0.
func (d *Device) Dropout(y, x tensor.Matrix, rate float32, seed uint64) {
	tensor.Check{}.Dropout(y, x, rate)
	d.every(dropout, y, x, x, each{a: rate, b: 1 / (1 - rate), seed: seed})
}

// SumRows adds the sum of the rows of x to y: groups of rows first, then their sums.
func (d *Device) SumRows(y, x tensor.Matrix) {
	tensor.Check{}.SumRows(y, x)
	if x.Rows == 0 || x.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	d.sumRows(&y, &x)
}

func (d *Device) sumRows(y, x *tensor.Matrix) {
	const group = 256
	wide := (x.Cols + 31) / 32
	t := folding{y: address(y), ys: stride(y), x: address(x), xs: stride(x), rows: int32(x.Rows), cols: int32(x.Cols), each: int32(x.Rows)}
	if groups := (x.Rows + group - 1) / group; groups > 1 {
		sums := d.zeros(groups, x.Cols)
		first := t
		first.y, first.ys, first.each = address(&sums), stride(&sums), group
		d.queue(fold, unsafe.Pointer(&first), groups, wide, 256, 0)
		t.x, t.xs, t.rows, t.each = address(&sums), stride(&sums), int32(groups), int32(groups)
		defer d.pool.give(address(&sums))
	}
	d.queue(fold, unsafe.Pointer(&t), 1, wide, 256, 0)
}

// Scatter adds row i of x to row rows[i] of table. Rows that go to the same one are put
// beside each other first, so that one block adds them.
func (d *Device) Scatter(table tensor.Matrix, rows []int32, x tensor.Matrix) {
	tensor.Check{}.Scatter(table, rows, x)
	if len(rows) == 0 || x.Cols == 0 {
		return
	}
	order, to, starts := grouped(rows, table.Rows)
	if len(to) == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := folding{
		y: address(&table), ys: stride(&table), x: address(&x), xs: stride(&x), cols: int32(x.Cols),
		to: d.list(to), starts: d.list(starts), order: d.list(order),
	}
	d.queue(fold, unsafe.Pointer(&t), len(to), (x.Cols+31)/32, 256, 0)
}

// grouped puts the places of equal rows beside each other, in order: those of row to[g] are
// order[starts[g]:starts[g+1]]. Those of −1 are left out.
func grouped(rows []int32, n int) (order, to, starts []int32) {
	next := make([]int32, n)
	for _, r := range rows {
		if r >= 0 {
			next[r]++
		}
	}
	at := int32(0)
	for r, count := range next {
		if next[r] = at; count > 0 {
			to, starts = append(to, int32(r)), append(starts, at)
			at += count
		}
	}
	order = make([]int32, at)
	for i, r := range rows {
		if r >= 0 {
			order[next[r]] = int32(i)
			next[r]++
		}
	}
	return order, to, append(starts, at)
}

// Cell is a step of an LSTM; see tensor.Learner.
func (d *Device) Cell(h, c, gates, prev tensor.Matrix) {
	tensor.Check{}.Cell(h, c, gates, prev)
	if h.Rows == 0 || h.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := celling{
		h: address(&h), c: address(&c), gates: address(&gates), prev: address(&prev), rows: uint32(h.Rows), cols: uint32(h.Cols),
		hs: stride(&h), cs: stride(&c), gs: stride(&gates), ps: stride(&prev), before: int32(prev.Rows),
	}
	d.queue(cell, unsafe.Pointer(&t), blocks(h.Rows, h.Cols), 1, 256, 0)
}

// CellGrad is the gradient of Cell; see tensor.Learner.
func (d *Device) CellGrad(dgates, dprev, dh, dc, gates, c, prev tensor.Matrix) {
	tensor.Check{}.CellGrad(dgates, dprev, dh, dc, gates, c, prev)
	if dh.Rows == 0 || dh.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := celling{
		c: address(&c), gates: address(&dgates), dprev: address(&dprev), prev: address(&prev), dh: address(&dh), dc: address(&dc), act: address(&gates),
		rows: uint32(dh.Rows), cols: uint32(dh.Cols), cs: stride(&c), gs: stride(&dgates), ps: stride(&prev), dps: stride(&dprev),
		dhs: stride(&dh), dcs: stride(&dc), as: stride(&gates), before: int32(prev.Rows), after: int32(dc.Rows),
	}
	d.queue(cellGrad, unsafe.Pointer(&t), blocks(dh.Rows, dh.Cols), 1, 256, 0)
}

// lookThreads is how many a block of additive attention has.
const lookThreads = 512

// look is what both directions of additive attention need.
func (d *Device) look(share, query *tensor.Matrix, l *tensor.Look) looking {
	return looking{
		share: address(share), query: address(query), keys: address(&l.Keys), values: address(&l.Values),
		vector: address(&l.Vector), weight: address(&l.Weight), coverage: address(&l.Coverage),
		starts: d.list(l.Places.Starts), lives: d.list(l.Places.Lives), of: d.list(l.Of),
		steps: int32(l.Places.Steps()), cols: int32(query.Cols), width: int32(l.Values.Cols),
		shs: stride(share), qs: stride(query), ks: stride(&l.Keys), vs: stride(&l.Values), cvs: stride(&l.Coverage),
	}
}

// quads sets how many groups of threads share the places, where four numbers can be read at once: all rows begin at multiples of 16 bytes.
// context is that or its gradient.
func (t *looking) quads(context uintptr, stride int32) {
	most := max(t.cols, t.width) / 4
	if (t.query|t.keys|t.values|t.vector|t.weight|context)%16 == 0 && (t.cols|t.width|t.qs|t.ks|t.vs|stride)%4 == 0 && most > 0 && most <= lookThreads {
		t.four = lookThreads / most
	}
	if t.shared() > sharedAnyhow-128 { // which are those of the kernels themselves; articles of some 6,000 words
		t.four = 0
	}
}

// sharedAnyhow is the memory that the threads of a block can share on every card, in bytes, without asking for more.
const sharedAnyhow = 48 << 10

// shared is the memory of a block: a number for each place and, with quads, the sums of groups.
func (t *looking) shared() int {
	const sums = 3 // at most, for each column
	return 4 * (int(t.steps+3)/4*4 + sums*int(t.four)*int(max(t.cols, t.width)))
}

// Additive is additive attention; see tensor.Look.
func (d *Device) Additive(context, share, query tensor.Matrix, l tensor.Look) {
	tensor.Check{}.Additive(context, share, query, l)
	if query.Rows == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := d.look(&share, &query, &l)
	t.context, t.cts = address(&context), stride(&context)
	t.quads(address(&context), stride(&context))
	d.queue(additive, unsafe.Pointer(&t), query.Rows, 1, lookThreads, t.shared())
}

// AdditiveGrad is the gradient of Additive; see tensor.Learner.
func (d *Device) AdditiveGrad(g tensor.LookGrad, dcontext, dshare, share, query tensor.Matrix, l tensor.Look) {
	tensor.Check{}.AdditiveGrad(g, dcontext, dshare, share, query, l)
	if query.Rows == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := d.look(&share, &query, &l)
	t.dquery, t.dkeys, t.dvalues, t.dvector = address(&g.Query), address(&g.Keys), address(&g.Values), address(&g.Vector)
	t.dqs, t.dks, t.dvs, t.dves = stride(&g.Query), stride(&g.Keys), stride(&g.Values), stride(&g.Vector)
	t.dcontext, t.dcts, t.dshare, t.dshs = address(&dcontext), stride(&dcontext), address(&dshare), stride(&dshare)
	t.scores, t.scs = address(&g.Scores), stride(&g.Scores)
	covered := l.Coverage.Rows > 0
	if covered {
		t.dweight, t.dws, t.dcoverage, t.dcvs = address(&g.Weight), stride(&g.Weight), address(&g.Coverage), stride(&g.Coverage)
	}
	if covered && t.scores == 0 {
		t.scores, t.scs = d.take(4*query.Rows*l.Places.Steps()), int32(l.Places.Steps())
		defer d.pool.give(t.scores)
	}
	t.quads(t.dcontext, t.dcts)
	d.queue(additiveGrad, unsafe.Pointer(&t), query.Rows, 1, lookThreads, t.shared())
	if covered {
		d.queue(additiveCover, unsafe.Pointer(&t), query.Rows, 1, lookThreads, 0)
	}
}

// LogSum sets sum to log Σ exp of each row of x, and pick to x at a column less that.
func (d *Device) LogSum(sum, pick, x tensor.Matrix, at []int32) {
	tensor.Check{}.LogSum(sum, pick, x, at)
	d.logSum(logSum, losing{pick: address(&pick), ps: stride(&pick)}, &sum, &x, at)
}

// BiasLogSum is LogSum of x with a bias; see tensor.Sequencer.
func (d *Device) BiasLogSum(sum, pick, x, bias tensor.Matrix, at []int32) {
	tensor.Check{}.LogSum(sum, pick, x, at)
	tensor.Check{}.AddBias(x, bias)
	d.logSum(logSum, losing{pick: address(&pick), ps: stride(&pick), bias: address(&bias)}, &sum, &x, at)
}

// BiasLogSumGrad is LogSumGrad of x with a bias; see tensor.Sequencer.
func (d *Device) BiasLogSumGrad(x, bias, sum, g tensor.Matrix, at []int32) {
	tensor.Check{}.LogSumGrad(x, sum, g, at)
	tensor.Check{}.AddBias(x, bias)
	d.logSum(logSumGrad, losing{d: address(&g), ds: stride(&g), bias: address(&bias)}, &sum, &x, at)
}

// LogSumGrad replaces x by the gradient of what LogSum picked.
func (d *Device) LogSumGrad(x, sum, g tensor.Matrix, at []int32) {
	tensor.Check{}.LogSumGrad(x, sum, g, at)
	d.logSum(logSumGrad, losing{d: address(&g), ds: stride(&g)}, &sum, &x, at)
}

func (d *Device) logSum(kernel int, t losing, sum, x *tensor.Matrix, at []int32) {
	if x.Rows == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t.x, t.xs, t.sum, t.ss, t.cols, t.at = address(x), stride(x), address(sum), stride(sum), int32(x.Cols), d.list(at)
	d.queue(kernel, unsafe.Pointer(&t), x.Rows, 1, min(1024, (x.Cols+31)/32*32), 0)
}

// Match sums the shares of places that have a word.
func (d *Device) Match(sum, share tensor.Matrix, p tensor.Packing, words, of, at []int32) {
	tensor.Check{}.Match(sum, share, p, words, of, at)
	d.match(match, losing{sum: address(&sum), ss: stride(&sum), share: address(&share), shs: stride(&share)}, p, words, of, at)
}

// MatchGrad is the gradient of Match.
func (d *Device) MatchGrad(dshare, g tensor.Matrix, p tensor.Packing, words, of, at []int32) {
	tensor.Check{}.Match(g, dshare, p, words, of, at)
	d.match(matchGrad, losing{d: address(&g), ds: stride(&g), dshare: address(&dshare), dshs: stride(&dshare)}, p, words, of, at)
}

func (d *Device) match(kernel int, t losing, p tensor.Packing, words, of, at []int32) {
	if len(of) == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t.steps = int32(p.Steps())
	t.words, t.of, t.at, t.starts, t.lives = d.list(words), d.list(of), d.list(at), d.list(p.Starts), d.list(p.Lives)
	d.queue(kernel, unsafe.Pointer(&t), len(of), 1, 32, 0)
}

// Mix is the loss of a pointer-generator; see tensor.Learner.
func (d *Device) Mix(loss, pick, gate, copied, known, weight tensor.Matrix) {
	tensor.Check{}.Mix(loss, pick, gate, copied, known, weight)
	if pick.Rows == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := losing{
		loss: address(&loss), pick: address(&pick), gate: address(&gate), copied: address(&copied), known: address(&known), weight: address(&weight),
		ls: stride(&loss), ps: stride(&pick), gs: stride(&gate), cs: stride(&copied), ks: stride(&known), ws: stride(&weight), rows: int32(pick.Rows),
	}
	d.queue(mix, unsafe.Pointer(&t), (pick.Rows+127)/128, 1, 128, 0)
}

// Cover is the loss of attention that comes back to where it has been; see tensor.Learner.
func (d *Device) Cover(loss, dshare, dcoverage, share, coverage, weight tensor.Matrix) {
	tensor.Check{}.Cover(loss, dshare, dcoverage, share, coverage, weight)
	if share.Rows == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := losing{
		loss: address(&loss), dshare: address(&dshare), dcoverage: address(&dcoverage), share: address(&share), coverage: address(&coverage), weight: address(&weight),
		ls: stride(&loss), dshs: stride(&dshare), dcvs: stride(&dcoverage), shs: stride(&share), cvs: stride(&coverage), ws: stride(&weight), cols: int32(share.Cols),
	}
	d.queue(cover, unsafe.Pointer(&t), share.Rows, 1, 32, 0)
}

// Squares adds the sum of the squares of x to sum.
func (d *Device) Squares(sum, x tensor.Matrix) {
	tensor.Check{}.Squares(sum, x)
	if x.Rows == 0 || x.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	n := min(blocks(x.Rows, x.Cols), 512)
	t := stepping{g: address(&x), gs: stride(&x), rows: uint32(x.Rows), cols: uint32(x.Cols), partial: d.take(4 * n)}
	d.queue(squares, unsafe.Pointer(&t), n, 1, 256, 0)
	end := stepping{w: address(&sum), partial: t.partial, rows: uint32(n)}
	d.queue(squaresEnd, unsafe.Pointer(&end), 1, 1, 256, 0)
	d.pool.give(t.partial)
}

// Adam is a step of Adam; see tensor.Learner.
func (d *Device) Adam(w, g, m, v, squares tensor.Matrix, s tensor.AdamStep) {
	tensor.Check{}.Step(squares, w, g, m, v)
	first, second := s.Corrections()
	d.step(adam, &w, &g, &m, &squares, stepping{
		v: address(&v), vs: stride(&v), rate: s.Rate, beta1: s.Beta1, beta2: s.Beta2, epsilon: s.Epsilon, decay: s.Decay,
		first: first, second: second, clip: s.Clip,
	})
}

// Adagrad is a step of Adagrad; see tensor.Learner.
func (d *Device) Adagrad(w, g, a, squares tensor.Matrix, s tensor.AdagradStep) {
	tensor.Check{}.Step(squares, w, g, a)
	d.step(adagrad, &w, &g, &a, &squares, stepping{rate: s.Rate, epsilon: s.Epsilon, clip: s.Clip})
}

func (d *Device) step(kernel int, w, g, m, squares *tensor.Matrix, t stepping) {
	if w.Rows == 0 || w.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t.w, t.g, t.m, t.squares = address(w), address(g), address(m), address(squares)
	t.ws, t.gs, t.ms, t.rows, t.cols = stride(w), stride(g), stride(m), uint32(w.Rows), uint32(w.Cols)
	d.queue(kernel, unsafe.Pointer(&t), blocks(w.Rows, w.Cols), 1, 256, 0)
}

// Mixture sets p to logarithms of probabilities; see tensor.Learner.
func (d *Device) Mixture(p, scores, gate, share tensor.Matrix, places tensor.Packing, words, of []int32) {
	tensor.Check{}.Mixture(p, scores, gate, share, places, words, of)
	if p.Rows == 0 || p.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := choosing{
		p: address(&p), ps: stride(&p), x: address(&scores), xs: stride(&scores), n: int32(scores.Cols), wide: int32(p.Cols),
		gate: address(&gate), gs: stride(&gate), share: address(&share), shs: stride(&share),
	}
	if gate.Rows > 0 {
		t.steps, t.starts, t.lives = int32(places.Steps()), d.list(places.Starts), d.list(places.Lives)
		t.words, t.of = d.list(words), d.list(of)
	}
	d.queue(mixture, unsafe.Pointer(&t), p.Rows, 1, 512, 0)
}

// Set sets numbers of x to v.
func (d *Device) Set(x tensor.Matrix, rows, cols []int32, v float32) {
	tensor.Check{}.Set(x, rows, cols)
	if len(rows) == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := choosing{p: address(&x), ps: stride(&x), rows: d.list(rows), cols: d.list(cols), n: int32(len(rows)), v: v}
	d.queue(put, unsafe.Pointer(&t), (len(rows)+127)/128, 1, 128, 0)
}

// Top finds the greatest numbers of each row of x.
func (d *Device) Top(values []float32, columns []int32, x tensor.Matrix, k int) {
	tensor.Check{}.Top(values, columns, x, k)
	if len(values) == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := choosing{x: address(&x), xs: stride(&x), n: int32(x.Cols), k: int32(k), values: d.take(8 * len(values))}
	t.columns = t.values + uintptr(4*len(values))
	d.queue(top, unsafe.Pointer(&t), x.Rows, 1, 512, 0)
	both := make([]byte, 8*len(values)) // one waiting in place of two
	d.download(both, t.values)
	copy(bytes(columns), both[copy(bytes(values), both):])
	d.pool.give(t.values)
}
