package derive

import (
	"context"
	"math"
	"math/rand/v2"

	"hed/internal/crash"
	"hed/tensor/vec"
)

// A netList is the choices of one question, while training.
type netList struct {
	in    []input
	right []bool
}

type netOptions struct {
	wide, deep int
	epochs     int
	batch      int
	rate       float64
	decay      float64
	drop       float32 // share of hidden units left out
	workers    int
}

// netLanes is how many parts a batch has. It depends on nothing, so that
// sums come out the same for any number of workers.
const netLanes = 8

// trainNet learns a net with AdamW (Loshchilov and Hutter 2019) on the
// softmax over lists.
func trainNet(ctx context.Context, lists []*netList, kinds int, o netOptions, seed uint64) (*net, error) {
	n := newNet(len(lists[0].in[0].x), kinds, o.wide, o.deep)
	n.standardise(lists)
	rng := rand.New(rand.NewPCG(seed, 1))
	fan := func(w []float32, in int) {
		r := 1 / math.Sqrt(float64(in))
		for i := range w {
			w[i] = float32((2*rng.Float64() - 1) * r)
		}
	}
	fan(n.first(), n.numbers+kinds)
	fan(n.second(), n.wide)
	fan(n.third(), n.deep)
	t := &netTrainer{net: n, o: o, m: make([]float32, len(n.params)), v: make([]float32, len(n.params))}
	for i := range t.lanes {
		t.lanes[i] = newNetLane(n)
	}
	batches := len(lists) / o.batch
	for epoch := range o.epochs {
		order := rng.Perm(len(lists))
		for b := range batches {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			t.step(lists, order[b*o.batch:(b+1)*o.batch], epoch*batches+b, o.epochs*batches, seed)
		}
	}
	return n, nil
}

// standardise learns mean and deviation of the numbers.
func (n *net) standardise(lists []*netList) {
	sum, square, count := make([]float64, n.numbers), make([]float64, n.numbers), 0.0
	for _, l := range lists {
		for k := range l.in {
			for i, x := range l.in[k].x {
				sum[i] += float64(x)
				square[i] += float64(float64(x) * float64(x))
			}
			count++
		}
	}
	n.mean, n.scale = make([]float32, n.numbers), make([]float32, n.numbers)
	for i := range sum {
		mean := sum[i] / count
		n.mean[i] = float32(mean)
		n.scale[i] = float32(1 / (math.Sqrt(max(0, square[i]/count-float64(mean*mean))) + 1e-3))
	}
}

type netTrainer struct {
	*net
	o     netOptions
	m, v  []float32
	lanes [netLanes]*netLane
}

// step learns from one batch.
func (t *netTrainer) step(lists []*netList, batch []int, now, steps int, seed uint64) {
	var wg crash.Group
	for w := range t.o.workers {
		wg.Go(func() {
			for i := w; i < netLanes; i += t.o.workers {
				rng := rand.New(rand.NewPCG(seed, uint64(now)<<8|uint64(i)|1<<63))
				t.lanes[i].learn(t.net, lists, batch[i*len(batch)/netLanes:(i+1)*len(batch)/netLanes], t.o.drop, rng)
			}
		})
	}
	wg.Wait()
	// One cycle: up to the full rate in a third of the steps, then down.
	x := float64(now) / float64(steps)
	rate := t.o.rate
	if x < 0.3 {
		rate *= 0.04 + 0.96*(0.5-0.5*math.Cos(math.Pi*x/0.3))
	} else {
		rate *= 0.5 + 0.5*math.Cos(math.Pi*(x-0.3)/0.7)
	}
	c1, c2 := 1-math.Pow(0.9, float64(now+1)), 1-math.Pow(0.999, float64(now+1))
	shrink := float32(1 - rate*t.o.decay)
	unit := float32(1 / float64(len(batch)))
	wg = crash.Group{}
	for w := range t.o.workers {
		from, to := w*len(t.params)/t.o.workers, (w+1)*len(t.params)/t.o.workers
		wg.Go(func() {
			for i := from; i < to; i++ {
				g := float32(0)
				for _, l := range t.lanes {
					g += l.grad[i]
					l.grad[i] = 0
				}
				g *= unit
				t.m[i] = float32(0.9*t.m[i]) + float32(0.1*g)
				t.v[i] = float32(0.999*t.v[i]) + float32(0.001*float32(g*g))
				d := float32(float64(t.m[i])/c1) / (float32(math.Sqrt(float64(t.v[i])/c2)) + 1e-8)
				t.params[i] = float32(t.params[i]*shrink) - float32(float32(rate)*d)
			}
		})
	}
	wg.Wait()
}

// A netLane has what one part of a batch needs.
type netLane struct {
	grad   []float32
	h1, h2 [][]float32 // of each choice, after dropping out
	d1, d2 []float32
	xs     []float32
	score  []float64
}

func newNetLane(n *net) *netLane {
	return &netLane{grad: make([]float32, len(n.params)), d1: make([]float32, n.wide), d2: make([]float32, n.deep), xs: make([]float32, n.numbers)}
}

// learn adds the gradients of some lists.
func (l *netLane) learn(n *net, lists []*netList, which []int, drop float32, rng *rand.Rand) {
	keep := 1 / (1 - drop)
	out := func(h []float32) { // cut at 0, and drop out
		for i, x := range h {
			if x <= 0 || rng.Float32() < drop {
				h[i] = 0
			} else {
				h[i] = x * keep
			}
		}
	}
	for _, q := range which {
		list := lists[q]
		l.score = l.score[:0]
		for k := range list.in {
			if k == len(l.h1) {
				l.h1 = append(l.h1, make([]float32, n.wide))
				l.h2 = append(l.h2, make([]float32, n.deep))
			}
			h1, h2 := l.h1[k], l.h2[k]
			n.hidden1(h1, l.xs, &list.in[k])
			out(h1)
			copy(h2, n.bias2())
			vec.AxpyRows(h2, h1, n.second())
			out(h2)
			l.score = append(l.score, float64(dot(n.third(), h2)))
		}
		l.softmax(list.right)
		for k := range list.in {
			if g := float32(l.score[k]); g > 1e-5 || g < -1e-5 {
				l.back(n, &list.in[k], l.h1[k], l.h2[k], g, keep)
			}
		}
	}
}

// softmax turns scores into the gradient of minus the logarithm of the
// share that the right choices have.
func (l *netLane) softmax(right []bool) {
	top := math.Inf(-1)
	for _, s := range l.score {
		top = max(top, s)
	}
	all, good := 0.0, 0.0
	for k, s := range l.score {
		l.score[k] = math.Exp(s - top)
		all += l.score[k]
		if right[k] {
			good += l.score[k]
		}
	}
	for k, e := range l.score {
		l.score[k] = e / all
		if right[k] {
			l.score[k] -= e / good
		}
	}
}

// back adds the gradients of one choice, whose score has gradient g.
func (l *netLane) back(n *net, in *input, h1, h2 []float32, g, keep float32) {
	w1 := (n.numbers + n.kinds) * n.wide
	b1 := w1
	w2 := b1 + n.wide
	b2 := w2 + n.wide*n.deep
	w3 := b2 + n.deep
	vec.Axpy(l.grad[w3:w3+n.deep], g, h2)
	for i, w := range n.third() {
		l.d2[i] = 0
		if h2[i] > 0 {
			l.d2[i] = w * g * keep
		}
	}
	vec.Axpy(l.grad[b2:b2+n.deep], 1, l.d2)
	w := n.second()
	for i, x := range h1 {
		l.d1[i] = 0
		if x > 0 {
			l.d1[i] = dot(w[i*n.deep:(i+1)*n.deep], l.d2) * keep
			vec.Axpy(l.grad[w2+i*n.deep:w2+(i+1)*n.deep], x, l.d2)
		}
	}
	vec.Axpy(l.grad[b1:b1+n.wide], 1, l.d1)
	for i, x := range in.x {
		if x = n.number(i, x); x != 0 {
			vec.Axpy(l.grad[i*n.wide:(i+1)*n.wide], x, l.d1)
		}
	}
	for _, k := range in.kinds {
		vec.Axpy(l.grad[(n.numbers+int(k))*n.wide:][:n.wide], 1, l.d1)
	}
}
