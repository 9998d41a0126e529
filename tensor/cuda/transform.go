//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"unsafe"

	"hed/tensor"
)

// The structs of transform.cu, byte for byte.

type strip struct {
	row, n, first, end, base, place, shift int32
}

type back struct {
	out, second, sum, mean, spread  uintptr
	x, dx, z, w, y, bias, strips    uintptr
	cols, n, wide                   int32
	os, ss, xs, dxs, zs, ws, ys, bs int32
	scale                           float32
}

type norming struct {
	dx, part, dy, x, gain             uintptr
	rows, cols, dxs, dys, xs, centred int32
	epsilon                           float32
}

type most struct {
	y, dx, x, dy, bounds uintptr
	rows, cols           uint32
	ys, dxs, xs, dys     int32
}

// side is that of the squares which the way back through attention is computed in.
const side = 64

// AttentionGrad adds the gradients of Attention; see tensor.Learner. Shares are computed again, and never all of them
// are in memory.
func (d *Device) AttentionGrad(g tensor.HeadsGrad, dy, y, q, k, v tensor.Matrix, h tensor.Heads) {
	tensor.Check{}.AttentionGrad(g, dy, y, q, k, v, h)
	queries, keys := strips(&h)
	if len(queries) == 0 || len(keys) == 0 || q.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	// What was taken is given back even where there is no memory for what comes next.
	sum := d.take(4 * h.Count * q.Rows)
	defer d.pool.give(sum)
	mean := d.take(4 * h.Count * q.Rows)
	defer d.pool.give(mean)
	t := back{
		x: address(&q), xs: stride(&q), dx: address(&dy), dxs: stride(&dy), z: address(&k), zs: stride(&k), w: address(&v), ws: stride(&v),
		y: address(&y), ys: stride(&y), out: address(&g.Query), os: stride(&g.Query), strips: d.list(numbers(queries)),
		cols: int32(q.Cols / h.Count), n: int32(q.Rows), scale: h.Scale,
		sum: sum, mean: mean,
	}
	if h.Bias.Rows > 0 {
		t.bias, t.bs = address(&h.Bias)+uintptr(4*(h.Bias.Cols/2)), stride(&h.Bias)
	}
	var spread tensor.Matrix
	if g.Bias.Rows > 0 {
		spread = d.zeros(len(queries), h.Count*h.Bias.Cols)
		defer d.pool.give(address(&spread))
		t.spread, t.wide = address(&spread), int32(h.Bias.Cols)
	}
	const shared = 3 * 4 * side * side
	wide := (int(t.cols) + side - 1) / side
	d.block(attendBack, unsafe.Pointer(&t), len(queries), h.Count, wide, 256, shared)
	if g.Bias.Rows > 0 {
		d.addSpread(&g.Bias, &spread)
	}
	other := t
	other.x, other.xs, other.dx, other.dxs, other.z, other.zs, other.w, other.ws = t.z, t.zs, t.w, t.ws, t.x, t.xs, t.dx, t.dxs
	other.out, other.os, other.second, other.ss = address(&g.Key), stride(&g.Key), address(&g.Value), stride(&g.Value)
	other.strips = d.list(numbers(keys))
	d.block(attendBackKeys, unsafe.Pointer(&other), len(keys), h.Count, wide, 256, shared)
}

// addSpread adds what strips have of the gradient of a bias, side by side, to that.
func (d *Device) addSpread(bias, spread *tensor.Matrix) {
	sum := d.zeros(1, spread.Cols)
	defer d.pool.give(address(&sum))
	d.sumRows(&sum, spread)
	t := each{
		z: address(bias), zs: stride(bias), x: address(bias), xs: stride(bias), y: address(&sum), ys: int32(bias.Cols),
		rows: uint32(bias.Rows), cols: uint32(bias.Cols), a: 1, b: 1,
	}
	d.queue(combine, unsafe.Pointer(&t), blocks(bias.Rows, bias.Cols), 1, 256, 0)
}

// strips are those of the queries and of the keys. Sides that have no other are left out.
func strips(h *tensor.Heads) (queries, keys []strip) {
	for s := range len(h.Queries) - 1 {
		i0, i1, j0, j1 := h.Queries[s], h.Queries[s+1], h.Keys[s], h.Keys[s+1]
		shift := 1 << 29 // beyond all
		if h.Causal {
			shift = j1 - j0 - (i1 - i0)
		}
		if i0 == i1 || j0 == j1 {
			continue
		}
		for i := i0; i < i1; i += side {
			n := min(side, i1-i)
			end := min(j1, max(j0, j0+i-i0+n+shift))
			queries = append(queries, strip{int32(i), int32(n), int32(j0), int32(end), int32(j0), int32(i - i0), int32(shift)})
		}
		for j := j0; j < j1; j += side {
			first := min(i1, max(i0, i0+j-j0-shift))
			keys = append(keys, strip{int32(j), int32(min(side, j1-j)), int32(first), int32(i1), int32(i0), int32(j - j0), int32(shift)})
		}
	}
	return queries, keys
}

// numbers are the fields of strips, one after another.
func numbers(x []strip) []int32 {
	const fields = int(unsafe.Sizeof(strip{}) / 4)
	return unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(x))), fields*len(x))
}

// LayerNormGrad adds the gradients of LayerNorm; see tensor.Learner.
func (d *Device) LayerNormGrad(dx, dgain, dbias, dy, x, gain tensor.Matrix, epsilon float32) {
	tensor.Check{}.NormGrad(dx, dgain, dbias, dy, x, gain)
	if x.Rows == 0 || x.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	d.normGrad(&dx, &dgain, &dy, &x, norming{gain: address(&gain), epsilon: epsilon, centred: 1})
	d.sumRows(&dbias, &dy)
}

// RMSNormGrad adds the gradients of RMSNorm; see tensor.Learner.
func (d *Device) RMSNormGrad(dx, dgain, dy, x, gain tensor.Matrix, epsilon float32) {
	tensor.Check{}.NormGrad(dx, dgain, tensor.Matrix{}, dy, x, gain)
	if x.Rows == 0 || x.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	d.normGrad(&dx, &dgain, &dy, &x, norming{gain: address(&gain), epsilon: epsilon})
}

func (d *Device) normGrad(dx, dgain, dy, x *tensor.Matrix, t norming) {
	part := d.matrix(x.Rows, x.Cols)
	defer d.pool.give(address(&part))
	t.dx, t.dxs, t.dy, t.dys, t.x, t.xs = address(dx), stride(dx), address(dy), stride(dy), address(x), stride(x)
	t.part, t.rows, t.cols = address(&part), int32(x.Rows), int32(x.Cols)
	const warps = threads / 32
	d.queue(normGrad, unsafe.Pointer(&t), (x.Rows+warps-1)/warps, 1, threads, 0)
	d.sumRows(dgain, &part)
}

// SoftmaxGrad adds the gradient of Softmax; see tensor.Learner.
func (d *Device) SoftmaxGrad(dx, dy, y tensor.Matrix, scale float32) {
	tensor.Check{}.SoftmaxGrad(dx, dy, y)
	if y.Rows == 0 || y.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := each{
		z: address(&dx), zs: stride(&dx), x: address(&dy), xs: stride(&dy), y: address(&y), ys: stride(&y),
		rows: uint32(y.Rows), cols: uint32(y.Cols), a: scale,
	}
	const warps = threads / 32
	d.queue(softmaxGrad, unsafe.Pointer(&t), (y.Rows+warps-1)/warps, 1, threads, 0)
}

// MaxRows sets rows of y to the greatest of rows of x; see tensor.Learner.
func (d *Device) MaxRows(y, x tensor.Matrix, bounds []int) {
	tensor.Check{}.MaxRows(y, x, bounds)
	d.most(maxRows, most{}, &y, &x, bounds)
}

// MaxRowsGrad adds the gradient of MaxRows; see tensor.Learner.
func (d *Device) MaxRowsGrad(dx, dy, y, x tensor.Matrix, bounds []int) {
	tensor.Check{}.MaxRowsGrad(dx, dy, y, x, bounds)
	d.most(maxRowsGrad, most{dx: address(&dx), dxs: stride(&dx), dy: address(&dy), dys: stride(&dy)}, &y, &x, bounds)
}

func (d *Device) most(kernel int, t most, y, x *tensor.Matrix, bounds []int) {
	if y.Rows == 0 || y.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	d.ints = d.ints[:0]
	for _, n := range bounds {
		d.ints = append(d.ints, int32(n))
	}
	t.y, t.ys, t.x, t.xs, t.rows, t.cols = address(y), stride(y), address(x), stride(x), uint32(y.Rows), uint32(y.Cols)
	t.bounds = d.index(bytes(d.ints))
	d.queue(kernel, unsafe.Pointer(&t), blocks(y.Rows, y.Cols), 1, 256, 0)
	d.pool.give(t.bounds)
}
