package tensor

import "hed/tensor/vec"

// AttentionGrad adds the gradients of Attention; see Learner.
func (c *CPU) AttentionGrad(d HeadsGrad, dy, y, q, k, v Matrix, h Heads) {
	Check{}.AttentionGrad(d, dy, y, q, k, v, h)
	t := &attentionGrad{d: d, dy: dy, q: q, k: k, v: v, h: h}
	sequences := len(h.Queries) - 1
	work := 8 * q.Cols / h.Count * (k.Rows + q.Rows)
	if d.Bias.Rows > 0 { // all sequences add to a head's
		c.loop(h.Count, work*sequences, func(s *scratch, head int) {
			for sequence := range sequences {
				t.add(s, sequence, head)
			}
		})
		return
	}
	c.loop(sequences*h.Count, work, func(s *scratch, n int) { t.add(s, n/h.Count, n%h.Count) })
}

type attentionGrad struct {
	d           HeadsGrad
	dy, q, k, v Matrix
	h           Heads
}

// add adds the gradients of a head of a sequence. Shares are computed again, a few queries at a time.
func (t *attentionGrad) add(s *scratch, sequence, head int) {
	width := t.q.Cols / t.h.Count
	c0, c1 := head*width, (head+1)*width
	i0, i1 := t.h.Queries[sequence], t.h.Queries[sequence+1]
	j0, j1 := t.h.Keys[sequence], t.h.Keys[sequence+1]
	if i0 == i1 || j0 == j1 {
		return
	}
	keys, values := t.k.Part(j0, j1, c0, c1), t.v.Part(j0, j1, c0, c1)
	dkeys, dvalues := t.d.Key.Part(j0, j1, c0, c1), t.d.Value.Part(j0, j1, c0, c1)
	down, across := keys.T(), values.T()
	scorer, valued, keyed := s.pack(&down, &s.first), s.pack(&across, &s.second), s.pack(&keys, &s.third)
	for i := i0; i < i1; i += blockM {
		end := min(i+blockM, i1)
		n := j1 - j0
		memory := grow(&s.scores, 2*blockM*n)
		share, d := Of(end-i, n, memory), Of(end-i, n, memory[blockM*n:])
		q, dy := t.q.Part(i, end, c0, c1), t.dy.Part(i, end, c0, c1)
		s.multiply(product{c: share, a: q, w: scorer, alpha: t.h.Scale})
		s.multiply(product{c: d, a: dy, w: valued, alpha: 1})
		for r := range share.Rows {
			share, d, place := share.row(r), d.row(r), i-i0+r
			if t.h.Bias.Rows > 0 {
				vec.Add(share, share, t.h.Bias.row(head)[t.h.Bias.Cols/2-place:][:n])
			}
			sees := t.h.Sees(place, i1-i0, n)
			softmax(share[:sees], share[:sees], 1)
			clear(share[sees:])
			total := vec.DotFused(share, d)
			for j, v := range share {
				d[j] = v * (d[j] - total)
			}
			if t.d.Bias.Rows > 0 {
				sum := t.d.Bias.row(head)[t.h.Bias.Cols/2-place:][:n]
				vec.Add(sum, sum, d)
			}
		}
		s.multiply(product{c: dvalues, a: share.T(), w: s.pack(&dy, &s.fourth), alpha: 1, beta: 1})
		s.multiply(product{c: t.d.Query.Part(i, end, c0, c1), a: d, w: keyed, alpha: t.h.Scale, beta: 1})
		s.multiply(product{c: dkeys, a: d.T(), w: s.pack(&q, &s.fourth), alpha: t.h.Scale, beta: 1})
	}
}

// SoftmaxGrad adds the gradient of Softmax; see Learner.
func (c *CPU) SoftmaxGrad(dx, dy, y Matrix, scale float32) {
	Check{}.SoftmaxGrad(dx, dy, y)
	c.loop(y.Rows, y.Cols, func(_ *scratch, i int) {
		dx, dy, y := dx.row(i), dy.row(i), y.row(i)
		total := vec.DotFused(dy, y)
		for j, v := range y {
			dx[j] += scale * v * (dy[j] - total)
		}
	})
}
