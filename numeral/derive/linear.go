package derive

import (
	"math"
	"math/rand/v2"
)

// A list is the candidates of one question, while training.
type list struct {
	keys [][]key // by candidate
	gold []bool  // candidates that give the answer
}

// linearOptions say how the lexical weights are learnt.
type linearOptions struct {
	epochs   int
	rate, l2 float64
}

// trainLinear learns weights such that the candidates which give the
// answer get the most of the softmax over a list: Adagrad, one list at a
// time.
func trainLinear(lists []*list, o linearOptions, rng *rand.Rand) []float32 {
	w := make([]float32, 1<<lexicalBits)
	sum := make([]float32, 1<<lexicalBits)
	mean := make([]float32, 1<<lexicalBits)
	var p []float64
	for epoch := range o.epochs {
		for _, i := range rng.Perm(len(lists)) {
			l := lists[i]
			p = scores(p, w, l.keys)
			top, all, right := math.Inf(-1), 0.0, 0.0
			for _, x := range p {
				top = max(top, x)
			}
			for c, x := range p {
				p[c] = math.Exp(x - top)
				all += p[c]
				if l.gold[c] {
					right += p[c]
				}
			}
			if right == 0 {
				continue
			}
			for c := range p {
				g := p[c] / all
				if l.gold[c] {
					g -= p[c] / right
				}
				if math.Abs(g) < 1e-4 {
					continue
				}
				for _, k := range l.keys[c] {
					k &= 1<<lexicalBits - 1
					d := float32(g + float64(o.l2*float64(w[k])))
					sum[k] += float32(d * d)
					w[k] -= float32(o.rate) * d / (float32(math.Sqrt(float64(sum[k]))) + 0.1)
				}
			}
		}
		if epoch >= o.epochs/3 { // later weights, averaged, are steadier
			for i, x := range w {
				mean[i] += x
			}
		}
	}
	for i := range mean {
		mean[i] /= float32(o.epochs - o.epochs/3)
	}
	return mean
}

func scores(dst []float64, w []float32, keys [][]key) []float64 {
	dst = dst[:0]
	for _, ks := range keys {
		dst = append(dst, weigh(w, ks))
	}
	return dst
}

// weigh adds up the weights of features.
func weigh(w []float32, keys []key) float64 {
	s := 0.0
	for _, k := range keys {
		s += float64(w[k&(1<<lexicalBits-1)])
	}
	return s
}
