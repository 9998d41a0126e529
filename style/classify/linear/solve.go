package linear

import (
	"context"
	"math"
	"slices"

	"hed/internal/exponential"
)

// A vector is weights, or a change of them: sums of rows, and what is added to the biases.
type vector struct {
	of     []float64 // rows × outs: how often a row is in the sum
	scores []float64 // rows × outs: the rows times the weights, without biases
	bias   []float64 // outs
}

func (p *problem) vector() *vector {
	n := p.rows.lines() * p.outs
	return &vector{make([]float64, n), make([]float64, n), make([]float64, p.outs)}
}

// dot multiplies the weights of both.
func (v *vector) dot(x *vector) float64 { return dot(v.of, x.scores) + dot(v.bias, x.bias) }

// set makes it another one, so many times.
func (v *vector) set(times float64, x *vector) {
	for _, part := range [][2][]float64{{v.of, x.of}, {v.scores, x.scores}, {v.bias, x.bias}} {
		for i, y := range part[1] {
			part[0][i] = float64(times * y)
		}
	}
}

// add adds another one, so many times.
func (v *vector) add(times float64, x *vector) {
	add(v.of, times, x.of)
	add(v.scores, times, x.scores)
	add(v.bias, times, x.bias)
}

// weights are those of each bucket, for each score, and the biases.
func (v *vector) weights(features [][]feature, buckets int) (weights, bias []float32) {
	k := len(v.bias)
	sums := make([]float64, k*buckets)
	for i, row := range features {
		of := v.of[i*k : (i+1)*k]
		for _, f := range row {
			for j, x := range of {
				sums[int(f.bucket)*k+j] += float64(x * float64(f.value))
			}
		}
	}
	return narrow(sums), narrow(v.bias)
}

func narrow(x []float64) []float32 {
	y := make([]float32, len(x))
	for i, v := range x {
		y[i] = float32(v)
	}
	return y
}

// score fills in the scores. It needs room for a number of each column and score.
func (p *problem) score(v *vector, room []float64) {
	k := p.outs
	p.each(p.cols.lines(), func(from, to int) { p.cols.times(room, v.of, k, from, to) })
	p.each(p.rows.lines(), func(from, to int) {
		p.rows.times(v.scores, room, k, from, to)
		for r := from; r < to; r++ {
			for j := r * k; j < (r+1)*k; j++ {
				v.scores[j] += float64(p.squares[r] * v.of[j])
			}
		}
	})
}

// losses gives the sum of log losses of weights, to which a vector is added so many times, and its derivatives by scores.
func (p *problem) losses(w *vector, times float64, dir *vector, errs []float64) (total float64) {
	k := p.outs
	all := make([]float64, len(p.label))
	p.each(len(all), func(from, to int) {
		s := make([]float64, k)
		for r := from; r < to; r++ {
			for j := range s {
				s[j] = w.scores[r*k+j] + w.bias[j]
				if times != 0 {
					s[j] += float64(times * (dir.scores[r*k+j] + dir.bias[j]))
				}
			}
			all[r] = residual(s, int(p.label[r]), errs[r*k:(r+1)*k])
		}
	})
	for _, x := range all {
		total += x
	}
	return total
}

// residual gives the log loss of scores and its derivatives: of the one score by a sigmoid, of several by softmax.
func residual(s []float64, label int, e []float64) float64 {
	if len(s) == 1 {
		z, y := s[0], float64(label)
		small := exponential.Exp(-math.Abs(z))
		p := 1 / (1 + small)
		if z < 0 {
			p = small / (1 + small)
		}
		e[0] = p - y
		return max(z, 0) - float64(z*y) + exponential.Log(1+small)
	}
	most, sum := slices.Max(s), 0.0
	for j, x := range s {
		e[j] = exponential.Exp(x - most)
		sum += e[j]
	}
	for j := range e {
		e[j] /= sum
	}
	e[label]--
	return exponential.Log(sum) + most - s[label]
}

// gradient gives the loss of weights, with that of their squares, and its gradient, which is g.
func (p *problem) gradient(w, g *vector, room []float64) (loss float64) {
	loss = p.losses(w, 0, g, g.of) + float64(p.l2/2*dot(w.of, w.scores))
	clear(g.bias)
	for i, e := range g.of[:len(p.label)*p.outs] { // other rows have no part in it
		g.bias[i%p.outs] += e
		g.of[i] = e + float64(p.l2*w.of[i])
	}
	p.score(g, room)
	return loss
}

// solve finds the weights by L-BFGS (Liu and Nocedal, 1989): until the gradient is this share of that without weights.
// They begin with w, which is changed.
//
// Only gradients need the features. What is remembered is as long as there are rows, so that more steps of it can be than
// where weights are written down, and less than half as many are needed; and to try how far to go costs next to nothing.
func (p *problem) solve(ctx context.Context, w *vector, enough float64, tell func(step int)) error {
	const most = 500
	room := make([]float64, p.cols.lines()*p.outs)
	g, next, dir := p.vector(), p.vector(), p.vector()
	p.gradient(p.vector(), g, room)
	start := math.Sqrt(g.dot(g))
	loss := p.gradient(w, g, room)
	past := memory{most: min(max(1<<25/max(len(w.of), 1), 4), 32)} // of 1 GiB
	for step := range most {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		tell(step)
		if math.Sqrt(g.dot(g)) <= enough*start {
			break
		}
		past.direction(dir, g)
		slope := dir.dot(g)
		if slope >= 0 { // rounding has spoilt what is remembered
			past.pairs = nil
			past.direction(dir, g)
			slope = dir.dot(g)
		}
		t := 1.0
		if len(past.pairs) == 0 {
			t = 1 / math.Sqrt(-slope)
		}
		t, ok := p.search(w, dir, t, loss, slope, next.of)
		if !ok { // as low as numbers can tell
			break
		}
		w.add(t, dir)
		loss = p.gradient(w, next, room)
		past.add(p, t, dir, g, next)
		g, next = next, g
	}
	return nil
}

// search halves a step until the loss is less by enough of what its slope promises.
func (p *problem) search(w, dir *vector, t, loss, slope float64, errs []float64) (float64, bool) {
	ww, wd, dd := dot(w.of, w.scores), dot(w.of, dir.scores), dot(dir.of, dir.scores)
	for range 40 {
		squares := ww + float64(2*t*wd) + float64(t*t*dd)
		if p.losses(w, t, dir, errs)+float64(p.l2/2*squares) <= loss+float64(1e-4*t*slope) {
			return t, true
		}
		t /= 2
	}
	return 0, false
}

// A memory is of the last steps.
type memory struct {
	most  int
	pairs []pair
}

// A pair is a step, and by how much the gradient changed with it.
type pair struct {
	s, y *vector
	rho  float64
}

// add remembers a step of t times dir, from one gradient to the next.
func (m *memory) add(p *problem, t float64, dir, g, next *vector) {
	x := pair{s: p.vector(), y: p.vector()}
	if len(m.pairs) == m.most {
		x, m.pairs = m.pairs[0], m.pairs[1:]
	}
	x.s.set(t, dir)
	x.y.set(1, next)
	x.y.add(-1, g)
	curve := x.s.dot(x.y)
	if !(curve > 1e-12*x.y.dot(x.y)) {
		return
	}
	x.rho = 1 / curve
	m.pairs = append(m.pairs, x)
}

// direction is where to go: minus the gradient, by the curvature that is remembered.
func (m *memory) direction(dir, g *vector) {
	dir.set(-1, g)
	alpha := make([]float64, len(m.pairs))
	for i := len(m.pairs) - 1; i >= 0; i-- {
		x := &m.pairs[i]
		alpha[i] = x.rho * x.s.dot(dir)
		dir.add(-alpha[i], x.y)
	}
	if n := len(m.pairs) - 1; n >= 0 {
		dir.set(1/(m.pairs[n].rho*m.pairs[n].y.dot(m.pairs[n].y)), dir)
	}
	for i, x := range m.pairs {
		dir.add(alpha[i]-x.rho*x.y.dot(dir), x.s)
	}
}

// dot sums in four parts, whose order is always the same.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += float64(a[i] * b[i])
		s1 += float64(a[i+1] * b[i+1])
		s2 += float64(a[i+2] * b[i+2])
		s3 += float64(a[i+3] * b[i+3])
	}
	for ; i < len(a); i++ {
		s0 += float64(a[i] * b[i])
	}
	return (s0 + s1) + (s2 + s3)
}

func add(to []float64, times float64, x []float64) {
	for i, v := range x {
		to[i] += float64(times * v)
	}
}
