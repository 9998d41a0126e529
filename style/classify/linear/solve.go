package linear

import (
	"context"
	"math"
	"slices"

	"hed/internal/crash"
	"hed/internal/exponential"
)

// A problem is examples as sparse rows, and the label of each, whose weights are those with the least sum of log losses and of
// squares. Rows are multiplied by weights in the order of columns, and columns by residuals in the order of rows: every sum has
// one order, so that weights do not depend on the number of workers.
type problem struct {
	rows, cols   int
	outs         int       // scores of a row: 1 for two labels
	begin        []int32   // of a row among index and value, and the end of the last
	index        []int32   // columns
	value        []float32 // of features
	colBegin     []int32   // the same by columns
	colRow       []int32
	colValue     []float32
	label        []int32
	l2           float64
	workers      int
	scores, errs []float64 // rows × outs
}

// transpose fills in the columns.
func (p *problem) transpose() {
	p.colBegin = make([]int32, p.cols+1)
	for _, c := range p.index {
		p.colBegin[c+1]++
	}
	for c := range p.cols {
		p.colBegin[c+1] += p.colBegin[c]
	}
	next := slices.Clone(p.colBegin[:p.cols])
	p.colRow, p.colValue = make([]int32, len(p.index)), make([]float32, len(p.index))
	for r := range p.rows {
		for i := p.begin[r]; i < p.begin[r+1]; i++ {
			c := p.index[i]
			p.colRow[next[c]], p.colValue[next[c]] = int32(r), p.value[i]
			next[c]++
		}
	}
}

// each calls do with parts of n items, at the same time.
func (p *problem) each(n int, do func(from, to int)) {
	parts := min(max(p.workers, 1), 1+n/512)
	var g crash.Group
	for i := range parts {
		g.Go(func() { do(i*n/parts, (i+1)*n/parts) })
	}
	g.Wait()
}

// loss gives the loss of weights, of which each column has outs and the biases are last, and its gradient.
func (p *problem) loss(w, grad []float64) float64 {
	k := p.outs
	losses := make([]float64, p.rows)
	bias := w[p.cols*k:]
	p.each(p.rows, func(from, to int) {
		for r := from; r < to; r++ {
			s := p.scores[r*k : (r+1)*k]
			copy(s, bias)
			index := p.index[p.begin[r]:p.begin[r+1]]
			value := p.value[p.begin[r]:p.begin[r+1]][:len(index)]
			if k == 1 { // as below, in half the time
				sum := s[0]
				for i, c := range index {
					sum += float64(w[c] * float64(value[i]))
				}
				s[0] = sum
			} else {
				for i, c := range index {
					of, v := w[int(c)*k:], float64(value[i])
					for j := range s {
						s[j] += float64(of[j] * v)
					}
				}
			}
			losses[r] = residual(s, int(p.label[r]), p.errs[r*k:(r+1)*k])
		}
	})
	total := 0.0
	for _, x := range losses {
		total += x
	}
	p.each(p.cols, func(from, to int) {
		for c := from; c < to; c++ {
			g := grad[c*k : (c+1)*k]
			for j := range g {
				g[j] = float64(p.l2 * w[c*k+j])
			}
			rows := p.colRow[p.colBegin[c]:p.colBegin[c+1]]
			value := p.colValue[p.colBegin[c]:p.colBegin[c+1]][:len(rows)]
			if k == 1 {
				sum := g[0]
				for i, r := range rows {
					sum += float64(p.errs[r] * float64(value[i]))
				}
				g[0] = sum
				continue
			}
			for i, r := range rows {
				e, v := p.errs[int(r)*k:], float64(value[i])
				for j := range g {
					g[j] += float64(e[j] * v)
				}
			}
		}
	})
	squares := 0.0
	for _, x := range w[:p.cols*k] {
		squares += float64(x * x)
	}
	clear(grad[p.cols*k:])
	for r := range p.rows {
		for j := range k {
			grad[p.cols*k+j] += p.errs[r*k+j]
		}
	}
	return total + float64(p.l2/2*squares)
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

// solve finds the weights by L-BFGS (Liu and Nocedal, 1989): until the gradient is this share of that without weights.
// They begin with w, which is changed.
func (p *problem) solve(ctx context.Context, w []float64, enough float64, tell func(step int)) ([]float64, error) {
	const memory, most = 8, 500
	n := (p.cols + 1) * p.outs
	p.scores, p.errs = make([]float64, p.rows*p.outs), make([]float64, p.rows*p.outs)
	nw, g, ng, dir := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	var past []pair
	p.loss(nw, g)
	start := math.Sqrt(dot(g, g))
	f := p.loss(w, g)
	for step := range most {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		tell(step)
		if math.Sqrt(dot(g, g)) <= enough*start {
			break
		}
		direction(dir, g, past)
		slope := dot(dir, g)
		if slope >= 0 { // rounding has spoilt what is remembered
			past = nil
			direction(dir, g, past)
			slope = dot(dir, g)
		}
		t := 1.0
		if len(past) == 0 {
			t = 1 / math.Sqrt(-slope)
		}
		nf, ok := 0.0, false
		for range 40 {
			for i, x := range dir {
				nw[i] = w[i] + float64(t*x)
			}
			if nf = p.loss(nw, ng); nf <= f+float64(1e-4*t*slope) {
				ok = true
				break
			}
			t /= 2
		}
		if !ok { // as low as numbers can tell
			break
		}
		past = remember(past, memory, w, nw, g, ng)
		w, nw, g, ng, f = nw, w, ng, g, nf
	}
	return w, nil
}

// A pair is a step, and by how much the gradient changed with it.
type pair struct {
	s, y []float64
	rho  float64
}

func remember(past []pair, most int, w, nw, g, ng []float64) []pair {
	var p pair
	if len(past) == most {
		p, past = past[0], past[1:]
	} else {
		p = pair{s: make([]float64, len(w)), y: make([]float64, len(w))}
	}
	for i := range w {
		p.s[i], p.y[i] = nw[i]-w[i], ng[i]-g[i]
	}
	curve := dot(p.s, p.y)
	if !(curve > 1e-12*dot(p.y, p.y)) {
		return past
	}
	p.rho = 1 / curve
	return append(past, p)
}

// direction is where to go: minus the gradient, by the curvature that is remembered.
func direction(dir, g []float64, past []pair) {
	for i, x := range g {
		dir[i] = -x
	}
	alpha := make([]float64, len(past))
	for i := len(past) - 1; i >= 0; i-- {
		alpha[i] = past[i].rho * dot(past[i].s, dir)
		add(dir, -alpha[i], past[i].y)
	}
	if n := len(past) - 1; n >= 0 {
		scale := 1 / (past[n].rho * dot(past[n].y, past[n].y))
		for i := range dir {
			dir[i] *= scale
		}
	}
	for i := range past {
		add(dir, alpha[i]-past[i].rho*dot(past[i].y, dir), past[i].s)
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
