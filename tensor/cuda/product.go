//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"unsafe"

	"hed/tensor"
)

// Pack keeps a copy of b, which may be transposed: cuBLAS packs by itself.
func (d *Device) Pack(b tensor.Matrix) *tensor.Weights {
	w := &tensor.Weights{Rows: b.Rows, Cols: b.Cols, Own: b}
	if b.Rows == 0 || b.Cols == 0 {
		return w
	}
	from := b
	if b.Transposed() {
		from = b.T()
	}
	defer d.leave()
	d.enter()
	w.Own = d.matrix(from.Rows, from.Cols)
	d.copy(&w.Own, &from)
	if b.Transposed() {
		w.Own = w.Own.T()
	}
	return w
}

// Linear sets y to f(x·w + bias). bias may be the zero Matrix.
func (d *Device) Linear(y, x tensor.Matrix, w *tensor.Weights, bias tensor.Matrix, f tensor.Activation) {
	tensor.Check{}.Linear(y, x, w, bias, f)
	defer d.leave()
	d.enter()
	d.linear(&y, &x, w, 0)
	if bias.Rows > 0 || f != tensor.Identity {
		d.after(&y, &bias, f)
	}
}

// Lay gives b itself.
func (d *Device) Lay(b tensor.Matrix) *tensor.Weights {
	return &tensor.Weights{Rows: b.Rows, Cols: b.Cols, Own: b}
}

// AddLinear adds x·w to y.
func (d *Device) AddLinear(y, x tensor.Matrix, w *tensor.Weights) {
	tensor.Check{}.AddLinear(y, x, w)
	defer d.leave()
	d.enter()
	d.linear(&y, &x, w, 1)
}

func (d *Device) linear(y, x *tensor.Matrix, w *tensor.Weights, beta float32) {
	if w.Short {
		d.multiplyShort(y, x, &w.Own, beta)
	} else {
		d.multiply(y, 1, x, &w.Own, beta)
	}
}

// MatMul sets y to alpha·a·b + beta·y; with beta 0, whatever y was. a and b may be
// transposed.
func (d *Device) MatMul(y tensor.Matrix, alpha float32, a, b tensor.Matrix, beta float32) {
	tensor.Check{}.MatMul(y, a, b)
	defer d.leave()
	d.enter()
	d.multiply(&y, alpha, &a, &b, beta)
}

// operation is what cuBLAS is told about a factor.
func operation(m *tensor.Matrix) uintptr {
	if m.Transposed() {
		return 1
	}
	return 0
}

// multiply queues a product. cuBLAS has its matrices in columns, so that it sees
// all of ours transposed: it is asked for yᵀ = bᵀ·aᵀ.
func (d *Device) multiply(y *tensor.Matrix, alpha float32, a, b *tensor.Matrix, beta float32) {
	if y.Rows == 0 || y.Cols == 0 {
		return
	}
	if a.Cols == 0 {
		t := task{y: address(y), ys: int32(y.Stride), scale: beta}
		t.x, t.xs = t.y, t.ys
		d.apply(t, y.Rows, y.Cols)
		return
	}
	d.alpha, d.beta = alpha, beta
	d.mustProduct("multiply", call(d.api.cublasSgemm, d.products, operation(b), operation(a),
		uintptr(y.Cols), uintptr(y.Rows), uintptr(a.Cols), uintptr(unsafe.Pointer(&d.alpha)),
		address(b), uintptr(b.Stride), address(a), uintptr(a.Stride),
		uintptr(unsafe.Pointer(&d.beta)), address(y), uintptr(y.Stride)))
}

// MatMuls does MatMul for y[i], a[i] and b[i] of every i. Those of the same shape
// that follow each other run together.
func (d *Device) MatMuls(y []tensor.Matrix, alpha float32, a, b []tensor.Matrix, beta float32) {
	tensor.Check{}.MatMuls(y, a, b)
	defer d.leave()
	d.enter()
	for i := 0; i < len(y); {
		j := i + 1
		for j < len(y) && alike(&y[i], &y[j]) && alike(&a[i], &a[j]) && alike(&b[i], &b[j]) {
			j++
		}
		if j == i+1 {
			d.multiply(&y[i], alpha, &a[i], &b[i], beta)
		} else {
			d.batch(y[i:j], alpha, a[i:j], b[i:j], beta)
		}
		i = j
	}
}

func alike(m, o *tensor.Matrix) bool {
	return m.Rows == o.Rows && m.Cols == o.Cols && m.Stride == o.Stride && m.Transposed() == o.Transposed()
}

// batch queues products of the same shape.
func (d *Device) batch(y []tensor.Matrix, alpha float32, a, b []tensor.Matrix, beta float32) {
	if y[0].Rows == 0 || y[0].Cols == 0 {
		return
	}
	if a[0].Cols == 0 {
		for i := range y {
			d.multiply(&y[i], alpha, &a[i], &b[i], beta)
		}
		return
	}
	d.addresses = d.addresses[:0]
	for _, list := range [...][]tensor.Matrix{b, a, y} {
		for i := range list {
			d.addresses = append(d.addresses, address(&list[i]))
		}
	}
	lists := d.index(bytes(d.addresses))
	each := uintptr(len(y)) * unsafe.Sizeof(lists)
	d.alpha, d.beta = alpha, beta
	d.mustProduct("multiply", call(d.api.cublasSgemmBatched, d.products, operation(&b[0]), operation(&a[0]),
		uintptr(y[0].Cols), uintptr(y[0].Rows), uintptr(a[0].Cols), uintptr(unsafe.Pointer(&d.alpha)),
		lists, uintptr(b[0].Stride), lists+each, uintptr(a[0].Stride),
		uintptr(unsafe.Pointer(&d.beta)), lists+2*each, uintptr(y[0].Stride), uintptr(len(y))))
	d.pool.give(lists)
}
