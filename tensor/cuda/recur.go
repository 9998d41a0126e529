//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"math"
	"unsafe"

	"hed/tensor"
)

var _ tensor.Sequencer = (*Device)(nil)

// The structs of recur.cu, byte for byte.

type recurrence struct {
	gates, hidden, y, c, dy, dc, exchange uintptr
	gs, hs, ys, cs, dys, dcs, reverse     int32
	_                                     int32
}

type recurring struct {
	runs                   [2]recurrence
	starts, lives, turns   uintptr
	steps, n, first, chunk int32
}

// A tiling is how a kernel of recur.cu divides the work: rows, units and threads of a block, and how many blocks a
// processor of the card has at most. With two, one computes while the other waits.
type tiling struct {
	rows, units, threads, each int
	wide                       int // units of a product on the way back
	forward, back              int // kernels
}

var (
	many = tiling{32, 16, 128, 2, 128, recur, recurBack}
	few  = tiling{16, 4, 256, 1, 128, recurFew, recurBackFew}
)

// shared is the memory that the blocks of a kernel share, for n units of which chunk are multiplied at once. Sums of products take the place
// of the states.
func (t tiling) shared(n, chunk int, back bool) int {
	const parts = 4 // of products
	if back {
		wide := (n + t.wide - 1) / t.wide * t.wide
		return 4*4*t.units*(wide+t.rows+4) + 4*t.threads
	}
	return 16*n*t.units + max(4*chunk*t.rows, parts*16*t.rows*t.units)
}

// A plan is how a recurrence is launched.
type plan struct {
	tiling
	blocks int // that share rows
	tiles  int // of rows, in a launch
	chunk  int
	shared int
}

// plan finds a way to have all blocks of n units on the card at once: blocks for few rows if these suffice, since a step then takes less
// time. There is none for large layers on small cards.
func (d *Device) plan(n, rows, runs int, back bool) (p plan, ok bool) {
	for _, t := range [...]tiling{few, many} {
		for ; t.each > 0; t.each-- {
			p = plan{tiling: t, blocks: (n + t.units - 1) / t.units, chunk: n}
			p.tiles = min(t.each*d.processors/(p.blocks*runs), (rows+t.rows-1)/t.rows)
			if p.tiles == 0 || t.forward == recurFew && p.tiles*t.rows < rows {
				continue
			}
			for p.shared = t.shared(n, p.chunk, back); t.each*(p.shared+reserved) > d.shared+reserved && p.chunk > 32 && !back; p.shared = t.shared(n, p.chunk, back) {
				p.chunk /= 2
			}
			if t.each*(p.shared+reserved) <= d.shared+reserved {
				return p, true
			}
		}
	}
	return p, false
}

// The driver's status where not all blocks can be on the card at once, and where they cannot be launched so at all, as on a part of a card.
const (
	tooManyBlocks = 720
	notSupported  = 801
)

// reserved is what the card keeps for itself of a block's shared memory.
const reserved = 1024

// Recur runs LSTMs over whole sequences; see tensor.Sequencer.
func (d *Device) Recur(p tensor.Packing, runs []tensor.Recurrence) bool {
	tensor.Check{}.Recur(p, runs, false)
	return d.recur(p, runs, false)
}

// RecurGrad goes back through what Recur did.
func (d *Device) RecurGrad(p tensor.Packing, runs []tensor.Recurrence) bool {
	tensor.Check{}.Recur(p, runs, true)
	return d.recur(p, runs, true)
}

func (d *Device) recur(p tensor.Packing, runs []tensor.Recurrence, back bool) bool {
	n := runs[0].Hidden.Rows
	if p.Rows() == 0 || n == 0 {
		return true
	}
	rows := int(p.Starts[1])
	defer d.leave()
	d.enter()
	how, ok := d.plan(n, rows, len(runs), back)
	if !ok {
		return false
	}
	kernel, exchange := how.forward, 2*n*how.rows
	if back {
		kernel, exchange = how.back, exchange*how.blocks
	}
	t := recurring{starts: d.list(p.Starts), lives: d.list(p.Lives), steps: int32(p.Steps()), n: int32(n), chunk: int32(how.chunk)}
	for i, r := range runs {
		t.runs[i] = recurrence{
			gates: address(&r.Gates), hidden: address(&r.Hidden), y: address(&r.States), c: address(&r.Cells), dy: address(&r.DStates), dc: address(&r.DCells),
			gs: stride(&r.Gates), hs: stride(&r.Hidden), ys: stride(&r.States), cs: stride(&r.Cells), dys: stride(&r.DStates), dcs: stride(&r.DCells),
			exchange: d.take(4 * how.tiles * exchange),
		}
		if r.Reverse {
			t.runs[i].reverse = 1
		}
		defer d.pool.give(t.runs[i].exchange)
	}
	const apart = 4 * 32 // bytes between the counts of groups
	turns := len(runs) * how.tiles * apart
	t.turns = d.take(turns)
	defer d.pool.give(t.turns)
	d.share(kernel, how.shared)
	d.params[0] = unsafe.Pointer(&t)
	defer func() { d.params[0] = unsafe.Pointer(&d.task) }()
	for first := 0; first*how.rows < rows; first += how.tiles {
		t.first = int32(first)
		tiles := min(how.tiles, (rows+how.rows-1)/how.rows-first)
		d.must("clear memory", call(d.api.cuMemsetD8Async, t.turns, 0, uintptr(turns), d.stream))
		status := call(d.api.cuLaunchCooperativeKernel, d.kernel(kernel),
			uintptr(how.blocks), uintptr(tiles), uintptr(len(runs)), uintptr(how.threads), 1, 1, uintptr(how.shared), d.stream, uintptr(unsafe.Pointer(&d.params)))
		if (status == tooManyBlocks || status == notSupported) && first == 0 { // others have a part of the card
			d.processors = 0
			return false
		}
		d.must("run a kernel", status)
	}
	return true
}

// share lets the blocks of a kernel share so many bytes, which may be more than on every card.
func (d *Device) share(kernel, bytes int) {
	const sharedSize = 8 // the attribute
	d.must("share memory", call(d.api.cuFuncSetAttribute, d.kernel(kernel), sharedSize, uintptr(bytes)))
}

// AdditiveGrads adds the gradients of keys and values of all steps; see tensor.Sequencer.
func (d *Device) AdditiveGrads(dkeys, dvalues, scores, dcontext, share, query tensor.Matrix, l tensor.Look) {
	tensor.Check{}.AdditiveGrads(dkeys, dvalues, scores, dcontext, share, query, l)
	if query.Rows == 0 {
		return
	}
	order, to, groups := grouped(l.Of, int(l.Places.Starts[1]))
	defer d.leave()
	d.enter()
	t := d.look(&share, &query, &l)
	t.of, t.order, t.groups = d.list(to), d.list(order), d.list(groups)
	t.dkeys, t.dks, t.dvalues, t.dvs = address(&dkeys), stride(&dkeys), address(&dvalues), stride(&dvalues)
	t.scores, t.scs, t.dcontext, t.dcts = address(&scores), stride(&scores), address(&dcontext), stride(&dcontext)
	const places = 8
	d.queue(additiveGrads, unsafe.Pointer(&t), len(to), (l.Places.Steps()+places-1)/places, 256, 0)
}

// Choose finds the likeliest words of rows; see tensor.Sequencer.
func (d *Device) Choose(c tensor.Choice, k int) (chances []float32, words, places []int32) {
	tensor.Check{}.Choose(c, k)
	rows := c.Scores.Rows
	chances, words, places = make([]float32, k*rows), make([]int32, k*rows), make([]int32, rows)
	if rows == 0 {
		return chances, words, places
	}
	const own = 5 << 10 // bytes that the kernel has of itself, and a few more
	shared := 8 * c.Places.Steps()
	if shared+own > max(sharedAnyhow, d.shared) {
		d.chooseApart(chances, words, places, c, k)
		return chances, words, places
	}
	defer d.leave()
	d.enter()
	if shared+own > sharedAnyhow { // articles of some 5,500 words
		d.share(choose, shared)
	}
	t := choosing{
		x: address(&c.Scores), xs: stride(&c.Scores), n: int32(c.Scores.Cols), bias: address(&c.Bias), k: int32(k),
		gate: address(&c.Gate), gs: stride(&c.Gate), share: address(&c.Share), shs: stride(&c.Share), steps: int32(c.Places.Steps()),
		starts: d.list(c.Places.Starts), lives: d.list(c.Places.Lives), words: d.list(c.Words), of: d.list(c.Of), rows: d.list(c.NoStarts), cols: d.list(c.No),
	}
	results := make([]byte, 4*(2*k+1)*rows) // of one transfer
	t.values = d.take(len(results))
	t.columns = t.values + uintptr(4*k*rows)
	t.places = t.columns + uintptr(4*k*rows)
	d.queue(choose, unsafe.Pointer(&t), rows, 1, 512, shared)
	d.download(results, t.values)
	d.pool.give(t.values)
	n := copy(bytes(chances), results)
	n += copy(bytes(words), results[n:])
	copy(bytes(places), results[n:])
	return chances, words, places
}

// chooseApart is Choose by one operation after another, for articles that are too long for the memory of a block.
func (d *Device) chooseApart(chances []float32, words, places []int32, c tensor.Choice, k int) {
	rows, wide := c.Scores.Rows, c.Scores.Cols
	for _, list := range [][]int32{c.Words, c.No} {
		for _, w := range list {
			wide = max(wide, int(w)+1)
		}
	}
	x := d.New(rows, c.Scores.Cols)
	defer d.Free(x)
	p := d.New(rows, wide)
	defer d.Free(p)
	d.Combine(x, 1, c.Scores, 0, c.Scores)
	d.AddBias(x, c.Bias)
	d.Mixture(p, x, c.Gate, c.Share, c.Places, c.Words, c.Of)
	var at []int32
	for i := range rows {
		for range c.NoStarts[i+1] - c.NoStarts[i] {
			at = append(at, int32(i))
		}
	}
	d.Set(p, at, c.No, 0)
	d.Top(chances, words, p, k)
	for i, v := range chances {
		if !(v >= 0) { // Top has −∞ where there is no number
			chances[i] = float32(math.NaN())
		}
	}
	d.Top(make([]float32, rows), places, c.Share, 1)
}
