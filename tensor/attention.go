package tensor

import "hed/tensor/vec"

// Attention sets y to the attention of queries q to keys k and values v.
func (c *CPU) Attention(y, q, k, v Matrix, h Heads) {
	Check{}.Attention(y, q, k, v, h)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.attention = attention{y, q, k, v, h}
	c.pool.run(&c.attention, (len(h.Queries)-1)*h.Count)
	c.attention = attention{}
}

// attention is the task; its parts are the heads of every sequence.
type attention struct {
	y, q, k, v Matrix
	h          Heads
}

func (t *attention) part(s *scratch, n int) {
	sequence, head := n/t.h.Count, n%t.h.Count
	width := t.q.Cols / t.h.Count
	c0, c1 := head*width, (head+1)*width
	i0, i1 := t.h.Queries[sequence], t.h.Queries[sequence+1]
	j0, j1 := t.h.Keys[sequence], t.h.Keys[sequence+1]
	if i0 == i1 {
		return
	}
	keys := t.k.Part(j0, j1, c0, c1).T()
	values := t.v.Part(j0, j1, c0, c1)
	k, v := s.pack(&keys, &s.first), s.pack(&values, &s.second)
	// A few queries at a time, so that their scores stay in the cache.
	for i := i0; i < i1; i += blockM {
		end := min(i+blockM, i1)
		scores := Of(end-i, j1-j0, grow(&s.scores, blockM*(j1-j0)))
		s.multiply(product{c: scores, a: t.q.Part(i, end, c0, c1), w: k, alpha: t.h.Scale})
		for r := range scores.Rows {
			row := scores.row(r)
			if t.h.Bias.Rows > 0 {
				bias := t.h.Bias.row(head)[t.h.Bias.Cols/2-(i-i0+r):]
				vec.Add(row, row, bias[:len(row)])
			}
			n := t.h.Sees(i-i0+r, i1-i0, j1-j0)
			softmax(row[:n], row[:n], 1)
			clear(row[n:])
		}
		s.multiply(product{c: t.y.Part(i, end, c0, c1), a: scores, w: v, alpha: 1})
	}
}
