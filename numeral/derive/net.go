package derive

import (
	"sync"

	"hed/tensor/vec"
)

// A net is a perceptron with two hidden layers that scores the choices of a
// question. Its inputs are numbers, brought to mean 0 and deviation 1 and
// kept within 4 of them, and kinds: one place for each value of a kind.
type net struct {
	mean, scale []float32
	kinds       int
	params      []float32
	numbers     int
	wide, deep  int
}

// An input is the features of a choice.
type input struct {
	x     []float32
	kinds []uint16 // places, each below net.kinds
}

// The parameters lie one after the other: the first layer, its bias, the
// second, its bias, and the third.

func (n *net) first() []float32  { return n.params[:(n.numbers+n.kinds)*n.wide] }
func (n *net) bias1() []float32  { i := len(n.first()); return n.params[i : i+n.wide] }
func (n *net) second() []float32 { i := len(n.first()) + n.wide; return n.params[i : i+n.wide*n.deep] }
func (n *net) bias2() []float32 {
	i := len(n.first()) + n.wide + n.wide*n.deep
	return n.params[i : i+n.deep]
}
func (n *net) third() []float32 {
	i := len(n.first()) + n.wide + n.wide*n.deep + n.deep
	return n.params[i : i+n.deep]
}

func newNet(numbers, kinds, wide, deep int) *net {
	n := &net{kinds: kinds, numbers: numbers, wide: wide, deep: deep}
	n.params = make([]float32, (numbers+kinds)*wide+wide+wide*deep+deep+deep)
	return n
}

const clip = 4

func (n *net) number(i int, x float32) float32 {
	return max(-clip, min(clip, float32((x-n.mean[i])*n.scale[i])))
}

// hidden1 fills h with the first layer, before its cut at 0. xs is room for
// the numbers.
func (n *net) hidden1(h, xs []float32, in *input) {
	copy(h, n.bias1())
	w := n.first()
	for i, x := range in.x {
		xs[i] = n.number(i, x)
	}
	vec.AxpyRows(h, xs, w[:n.numbers*n.wide])
	for _, k := range in.kinds {
		vec.Axpy(h, 1, w[(n.numbers+int(k))*n.wide:][:n.wide])
	}
}

// score returns the score of a choice.
func (n *net) score(in *input, r *room) float32 {
	xs, h1, h2 := r.layers(n)
	n.hidden1(h1, xs, in)
	for i, x := range h1 {
		h1[i] = max(x, 0)
	}
	copy(h2, n.bias2())
	vec.AxpyRows(h2, h1, n.second())
	s := float32(0)
	for i, x := range n.third() {
		if h2[i] > 0 {
			s += float32(x * h2[i])
		}
	}
	return s
}

// room is memory for the numbers and layers of a net.
type room struct{ xs, h1, h2 []float32 }

var rooms = sync.Pool{New: func() any { return new(room) }}

func (r *room) layers(n *net) (xs, h1, h2 []float32) {
	grown := func(s *[]float32, size int) []float32 {
		if len(*s) < size {
			*s = make([]float32, size)
		}
		return (*s)[:size]
	}
	return grown(&r.xs, n.numbers), grown(&r.h1, n.wide), grown(&r.h2, n.deep)
}
