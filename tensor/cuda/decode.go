//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"
	"unsafe"

	"hed/tensor"
)

var _ tensor.Decoder = (*Device)(nil)

// The structs of decode.cu, byte for byte.

type glance struct {
	y, q, k, v, bias, index uintptr
	cols, stride, length    int32
	ys, qs, ks, vs, bs      int32
	scale                   float32
}

// Keep adds sequences of keys and values, side by side.
func (d *Device) Keep(to *tensor.Kept, k, v tensor.Matrix, bounds []int) {
	tensor.Check{}.Keep(to, k, v, bounds)
	from, first, end := to.Add(bounds, k.Cols), bounds[0], bounds[len(bounds)-1]
	n, cols := end-first, k.Cols
	if n == 0 || cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	if old := to.Own; old.Cols != 2*cols || old.Rows < from+n {
		to.Own = d.matrix(max(from+n, min(2*from, 1<<14)), 2*cols)
		if old.Cols == 2*cols && from > 0 {
			before, now := old.Part(0, from, 0, 2*cols), to.Own.Part(0, from, 0, 2*cols)
			d.copy(&now, &before)
		}
		if old.Rows > 0 {
			d.pool.give(address(&old))
		}
	}
	for i, m := range [...]tensor.Matrix{k, v} {
		rows, place := m.Part(first, end, 0, cols), to.Own.Part(from, from+n, i*cols, (i+1)*cols)
		d.copy(&place, &rows)
	}
}

// What the kernels of decode.cu are made for: queries of a group, warps of a block, keys that a warp looks at together, columns
// of a block, and the numbers that a warp leaves of a query.
const (
	grouping = 4
	watchers = 8
	sight    = 8
	columns  = 64
	noted    = columns + 2
)

// Attend sets y to what queries see of sequences that were kept: a block for a few queries of a sequence and a head.
func (d *Device) Attend(y, q tensor.Matrix, of *tensor.Kept, scale float32, queries []int) {
	tensor.Check{}.Attend(y, q, of, queries)
	if q.Cols == 0 || len(queries) == 0 {
		return
	}
	defer d.leave()
	d.enter()
	d.ints = d.ints[:0]
	for s := range of.Sequences() {
		for i := queries[s]; i < queries[s+1]; i += grouping {
			d.ints = append(d.ints, int32(i), int32(min(i+grouping, queries[s+1])), int32(of.Bounds[s]), int32(of.Bounds[s+1]-of.Bounds[s]))
		}
	}
	if len(d.ints) == 0 {
		return
	}
	width := q.Cols / of.Count
	t := glance{
		y: address(&y), ys: stride(&y), q: address(&q), qs: stride(&q), k: address(&of.Own), ks: stride(&of.Own),
		v: address(&of.Own) + uintptr(4*of.Cols), vs: stride(&of.Own), cols: int32(width), scale: scale, index: d.list(d.ints),
	}
	d.glance(attendKept, t, len(d.ints)/4, of.Count, grouping, watchers)
}

// Recall sets y to what each query sees of rows of its own: a block for each and a head.
func (d *Device) Recall(y, q, k, v tensor.Matrix, r tensor.Rows) {
	tensor.Check{}.Recall(y, q, k, v, r)
	if q.Rows == 0 || q.Cols == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := glance{
		y: address(&y), ys: stride(&y), q: address(&q), qs: stride(&q), k: address(&k), ks: stride(&k), v: address(&v), vs: stride(&v),
		bias: address(&r.Bias), bs: stride(&r.Bias), cols: int32(q.Cols / r.Count), stride: int32(r.Stride), length: int32(r.Length), scale: r.Scale,
	}
	if r.Length > 0 {
		t.index = d.list(r.At[:(q.Rows-1)*r.Stride+r.Length])
	}
	d.glance(recall, t, q.Rows, r.Count, 1, max(1, min(watchers, (r.Length+sight-1)/sight)))
}

func (d *Device) glance(kernel int, t glance, groups, heads, queries, warps int) {
	d.block(kernel, unsafe.Pointer(&t), groups, heads, (int(t.cols)+columns-1)/columns, 32*warps, 4*warps*queries*noted)
}

type shortening struct {
	y, x       uintptr
	rows, cols uint32
	xs         int32
}

// PackShort is Pack in bfloat16.
func (d *Device) PackShort(b tensor.Matrix) *tensor.Weights {
	w := &tensor.Weights{Rows: b.Rows, Cols: b.Cols, Own: b, Short: true}
	if b.Rows == 0 || b.Cols == 0 {
		return w
	}
	defer d.leave()
	d.enter()
	w.Own = d.short(&b)
	return w
}

// short is m in bfloat16: a matrix that is for products with weights alone, as half of the memory that it speaks of is not its own.
func (d *Device) short(m *tensor.Matrix) tensor.Matrix {
	if m.Transposed() {
		t := m.T()
		return d.short(&t).T()
	}
	at := d.take(2 * m.Rows * m.Cols)
	t := shortening{y: at, x: address(m), xs: stride(m), rows: uint32(m.Rows), cols: uint32(m.Cols)}
	d.queue(shorten, unsafe.Pointer(&t), blocks(m.Rows, m.Cols), 1, 256, 0)
	return tensor.Of(m.Rows, m.Cols, unsafe.Slice((*float32)(pointer(at)), m.Rows*m.Cols))
}

// multiplyShort is multiply where b is in bfloat16, and a is rounded to it; sums are in float32.
func (d *Device) multiplyShort(y, a, b *tensor.Matrix, beta float32) {
	const float, bfloat, compute, algorithm = 0, 14, 68, ^uintptr(0)
	if y.Rows == 0 || y.Cols == 0 || a.Cols == 0 {
		d.multiply(y, 1, a, b, beta)
		return
	}
	x := d.short(a)
	d.alpha, d.beta = 1, beta
	status := call(d.api.cublasGemmEx, d.products, operation(b), operation(&x),
		uintptr(y.Cols), uintptr(y.Rows), uintptr(a.Cols), uintptr(unsafe.Pointer(&d.alpha)),
		address(b), bfloat, uintptr(b.Stride), address(&x), bfloat, uintptr(x.Stride),
		uintptr(unsafe.Pointer(&d.beta)), address(y), float, uintptr(y.Stride), compute, algorithm)
	d.pool.give(address(&x))
	const otherCard, otherNumbers = 8, 15
	if status == otherCard || status == otherNumbers {
		panic(&tensor.Failure{Err: fmt.Errorf("the GPU %s does not multiply in bfloat16 (cuBLAS answers with status %d); leave that precision out", d.name, status)})
	}
	d.mustProduct("multiply", status)
}
