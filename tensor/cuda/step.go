//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"unsafe"

	"hed/tensor"
)

// The structs of learn.cu, byte for byte.

type weights struct {
	w, g, m, v uintptr
	size       int64
}

type steppingAll struct {
	parts, blocks, partial, squares                         uintptr
	rate, beta1, beta2, epsilon, decay, first, second, clip float32
}

// SquaresAll adds the sum of the squares of all of x to sum.
func (d *Device) SquaresAll(sum tensor.Matrix, x []tensor.Matrix) {
	tensor.Check{}.StepAll(sum, x)
	defer d.leave()
	d.enter()
	t, n := d.parts(nil, x, nil, nil)
	if n == 0 {
		return
	}
	t.partial = d.take(4 * n)
	d.queue(squaresAll, unsafe.Pointer(&t), n, 1, 256, 0)
	end := stepping{w: address(&sum), partial: t.partial, rows: uint32(n)}
	d.queue(squaresEnd, unsafe.Pointer(&end), 1, 1, 256, 0)
	d.pool.give(t.partial)
}

// AdamAll is a step of Adam for all weights; see tensor.Sequencer.
func (d *Device) AdamAll(w, g, m, v []tensor.Matrix, squares tensor.Matrix, s tensor.AdamStep) {
	tensor.Check{}.StepAll(squares, w, g, m, v)
	defer d.leave()
	d.enter()
	t, n := d.parts(w, g, m, v)
	t.squares, t.rate, t.beta1, t.beta2, t.epsilon, t.decay, t.clip = address(&squares), s.Rate, s.Beta1, s.Beta2, s.Epsilon, s.Decay, s.Clip
	if t.first, t.second = s.Corrections(); n > 0 {
		d.queue(adamAll, unsafe.Pointer(&t), n, 1, 256, 0)
	}
}

// AdagradAll is a step of Adagrad for all weights; see tensor.Sequencer.
func (d *Device) AdagradAll(w, g, a []tensor.Matrix, squares tensor.Matrix, s tensor.AdagradStep) {
	tensor.Check{}.StepAll(squares, w, g, a)
	defer d.leave()
	d.enter()
	t, n := d.parts(w, g, a, nil)
	if t.squares, t.rate, t.epsilon, t.clip = address(&squares), s.Rate, s.Epsilon, s.Clip; n > 0 {
		d.queue(adagradAll, unsafe.Pointer(&t), n, 1, 256, 0)
	}
}

// parts lists the matrices of a step for a kernel, and which part of which each of n blocks has.
func (d *Device) parts(w, g, m, v []tensor.Matrix) (t steppingAll, n int) {
	const each = 4096 // numbers of a block
	var all []weights
	var blocks []int32
	at := func(list []tensor.Matrix, i int) uintptr {
		if list == nil {
			return 0
		}
		return address(&list[i])
	}
	for i := range g {
		size := g[i].Rows * g[i].Cols
		all = append(all, weights{at(w, i), at(g, i), at(m, i), at(v, i), int64(size)})
		for from := 0; from < size; from += each {
			blocks = append(blocks, int32(i), int32(from/each))
		}
	}
	return steppingAll{parts: d.kept(bytes(all)), blocks: d.list(blocks)}, len(blocks) / 2
}
