//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"unsafe"

	"hed/tensor"
)

// A task is what a kernel is to do: the same bytes as Task of kernel.cu, which
// says what the fields mean.
type task struct {
	y, x, z, w, bias, index uintptr
	rows, cols              int32
	ys, xs, zs, ws, bs      int32
	scale, epsilon          float32
	f                       int32
}

// threads is how many a block of the kernels for rows has: four warps.
const threads = 128

// launch queues a kernel for x·y·z blocks of so many threads, with so many bytes of
// memory that they share.
func (d *Device) launch(kernel int, t task, x, y, z, threads, shared int) {
	d.task = t
	d.must("run a kernel", call(d.api.cuLaunchKernel, d.kernel(kernel),
		uintptr(x), uintptr(y), uintptr(z), uintptr(threads), 1, 1, uintptr(shared), d.stream, uintptr(unsafe.Pointer(&d.params)), 0))
}

// apply runs the kernel apply, a block for each row or, if that is long, more.
func (d *Device) apply(t task, rows, cols int) {
	if rows == 0 || cols == 0 {
		return
	}
	t.rows, t.cols = int32(rows), int32(cols)
	d.launch(apply, t, rows, min((cols+2047)/2048, 1<<15), 1, threads, 0)
}

// copy sets y to x.
func (d *Device) copy(y, x *tensor.Matrix) {
	d.apply(task{y: address(y), ys: int32(y.Stride), x: address(x), xs: int32(x.Stride), scale: 1}, y.Rows, y.Cols)
}

// byRow runs a kernel that has a warp for each row.
func (d *Device) byRow(kernel int, t task, rows, cols int) {
	if rows == 0 || cols == 0 {
		return
	}
	const warps = threads / 32
	t.rows, t.cols = int32(rows), int32(cols)
	d.launch(kernel, t, (rows+warps-1)/warps, 1, 1, threads, 0)
}

// Add sets z to x + y. z may be x or y.
func (d *Device) Add(z, x, y tensor.Matrix) {
	tensor.Check{}.Add(z, x, y)
	defer d.leave()
	d.enter()
	d.apply(task{
		y: address(&z), ys: int32(z.Stride), x: address(&x), xs: int32(x.Stride), z: address(&y), zs: int32(y.Stride), scale: 1,
	}, z.Rows, z.Cols)
}

// AddBias adds bias to every row of y.
func (d *Device) AddBias(y, bias tensor.Matrix) {
	tensor.Check{}.AddBias(y, bias)
	defer d.leave()
	d.enter()
	d.after(&y, &bias, tensor.Identity)
}

// after sets y to f(y + bias).
func (d *Device) after(y, bias *tensor.Matrix, f tensor.Activation) {
	t := task{y: address(y), ys: int32(y.Stride), bias: address(bias), scale: 1, f: int32(f)}
	t.x, t.xs = t.y, t.ys
	d.apply(t, y.Rows, y.Cols)
}

// Activate sets y to f of every number of x. y may be x.
func (d *Device) Activate(y, x tensor.Matrix, f tensor.Activation) {
	tensor.Check{}.Activate(y, x, f)
	defer d.leave()
	d.enter()
	d.apply(task{y: address(&y), ys: int32(y.Stride), x: address(&x), xs: int32(x.Stride), scale: 1, f: int32(f)}, y.Rows, y.Cols)
}

// Softmax sets row i of y to exp(scale·x) divided by its sum, over the first
// valid[i] columns; see tensor.Device.
func (d *Device) Softmax(y, x tensor.Matrix, scale float32, valid []int) {
	tensor.Check{}.Softmax(y, x, scale, valid)
	defer d.leave()
	d.enter()
	t := task{y: address(&y), ys: int32(y.Stride), x: address(&x), xs: int32(x.Stride), scale: scale}
	if len(valid) > 0 {
		d.ints = d.ints[:0]
		for _, n := range valid {
			d.ints = append(d.ints, int32(n))
		}
		t.index = d.index(bytes(d.ints))
		defer d.pool.give(t.index)
	}
	d.byRow(softmax, t, y.Rows, y.Cols)
}

// LayerNorm sets every row of y to (x − mean)/√(variance + epsilon)·gain + bias.
func (d *Device) LayerNorm(y, x, gain, bias tensor.Matrix, epsilon float32) {
	tensor.Check{}.LayerNorm(y, x, gain, bias)
	defer d.leave()
	d.enter()
	d.byRow(layernorm, task{
		y: address(&y), ys: int32(y.Stride), x: address(&x), xs: int32(x.Stride), w: address(&gain), bias: address(&bias), epsilon: epsilon,
	}, y.Rows, y.Cols)
}

// RMSNorm sets every row of y to x/√(mean of x² + epsilon)·gain.
func (d *Device) RMSNorm(y, x, gain tensor.Matrix, epsilon float32) {
	tensor.Check{}.RMSNorm(y, x, gain)
	defer d.leave()
	d.enter()
	d.byRow(layernorm, task{y: address(&y), ys: int32(y.Stride), x: address(&x), xs: int32(x.Stride), w: address(&gain), epsilon: epsilon}, y.Rows, y.Cols)
}

// Gather sets row i of y to row rows[i] of table.
func (d *Device) Gather(y, table tensor.Matrix, rows []int32) {
	tensor.Check{}.Gather(y, table, rows)
	if len(rows) == 0 {
		return
	}
	defer d.leave()
	d.enter()
	t := task{y: address(&y), ys: int32(y.Stride), x: address(&table), xs: int32(table.Stride), scale: 1, index: d.list(rows)}
	d.apply(t, y.Rows, y.Cols)
}

// index takes memory for what a kernel looks up, and copies it there. When the
// kernel is queued, the memory can be given back.
func (d *Device) index(x []byte) uintptr {
	a := d.take(len(x))
	d.upload(a, x)
	return a
}
