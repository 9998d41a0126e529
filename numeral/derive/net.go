package derive

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

// hidden1 fills h with the first layer, before its cut at 0.
func (n *net) hidden1(h []float32, in *input) {
	copy(h, n.bias1())
	w := n.first()
	for i, x := range in.x {
		if x = n.number(i, x); x != 0 {
			axpy(h, w[i*n.wide:(i+1)*n.wide], x)
		}
	}
	for _, k := range in.kinds {
		axpy(h, w[(n.numbers+int(k))*n.wide:][:n.wide], 1)
	}
}

// axpy adds w·x to h.
func axpy(h, w []float32, x float32) {
	w = w[:len(h)]
	for len(h) >= 4 {
		h[0] += float32(w[0] * x)
		h[1] += float32(w[1] * x)
		h[2] += float32(w[2] * x)
		h[3] += float32(w[3] * x)
		h, w = h[4:], w[4:]
	}
	for i := range h {
		h[i] += float32(w[i] * x)
	}
}

// score returns the score of a choice. h1 and h2 are room for the layers.
func (n *net) score(in *input, h1, h2 []float32) float32 {
	n.hidden1(h1, in)
	copy(h2, n.bias2())
	w := n.second()
	for i, x := range h1 {
		if x > 0 {
			axpy(h2, w[i*n.deep:(i+1)*n.deep], x)
		}
	}
	s := float32(0)
	for i, x := range n.third() {
		if h2[i] > 0 {
			s += float32(x * h2[i])
		}
	}
	return s
}
