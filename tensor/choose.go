package tensor

import (
	"cmp"
	"math"
	"slices"

	"hed/tensor/vec"
)

// Mixture sets p to probabilities; see Learner.
func (c *CPU) Mixture(p, scores, gate, share Matrix, places Packing, words, of []int32) {
	Check{}.Mixture(p, scores, gate, share, places, words, of)
	c.loop(p.Rows, 4*p.Cols, func(_ *scratch, i int) {
		x, p, g := scores.row(i), p.row(i), 1.0
		if gate.Rows > 0 {
			g = 1 / (1 + math.Exp(-float64(gate.row(i)[0])))
		}
		written := p[:len(x)]
		vec.Scale(float32(g)/vec.ExpSum(written, 1, vec.Max(x), x), written)
		clear(p[len(x):])
		if gate.Rows > 0 {
			for j, v := range share.row(i)[:places.length(of[i])] {
				p[words[places.Starts[j]+of[i]]] += float32(1-g) * v
			}
		}
	})
}

// Set sets numbers of x to v.
func (c *CPU) Set(x Matrix, rows, cols []int32, v float32) {
	Check{}.Set(x, rows, cols)
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, r := range rows {
		x.row(int(r))[cols[i]] = v
	}
}

// Top finds the greatest numbers of each row of x.
func (c *CPU) Top(values []float32, columns []int32, x Matrix, k int) {
	Check{}.Top(values, columns, x, k)
	if k == 0 {
		return
	}
	c.loop(x.Rows, x.Cols, func(_ *scratch, i int) {
		row, best := x.row(i), columns[i*k:i*k:(i+1)*k]
		greater := func(a, b int32) int { return cmp.Or(cmp.Compare(row[b], row[a]), cmp.Compare(a, b)) }
		for from := 0; from < len(row); from += stripe {
			part := row[from:min(from+stripe, len(row))]
			if len(best) == k && !(vec.Max(part) > row[best[k-1]]) {
				continue // most have none of the greatest
			}
			for j, v := range part {
				if len(best) == k && !(v > row[best[k-1]]) {
					continue
				}
				at, _ := slices.BinarySearchFunc(best, int32(from+j), greater)
				if len(best) == k {
					best = best[:k-1]
				}
				best = slices.Insert(best, at, int32(from+j))
			}
		}
		for j, col := range best {
			values[i*k+j] = row[col]
		}
	})
}
