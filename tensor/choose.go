package tensor

import (
	"cmp"
	"math"
	"slices"

	"hed/tensor/vec"
)

// Mixture sets p to logarithms of probabilities; see Learner.
func (c *CPU) Mixture(p, scores, gate, share Matrix, places Packing, words, of []int32) {
	Check{}.Mixture(p, scores, gate, share, places, words, of)
	c.loop(p.Rows, 4*p.Cols, func(_ *scratch, i int) {
		x, p := scores.row(i), p.row(i)
		most := vec.Max(x)
		if gate.Rows == 0 {
			sum := most + float32(math.Log(float64(vec.ExpSum(p[:len(x)], 1, most, x))))
			for j, v := range x {
				p[j] = v - sum
			}
			fill(p[len(x):], float32(math.Inf(-1)))
			return
		}
		g := 1 / (1 + math.Exp(-float64(gate.row(i)[0])))
		vec.Scale(float32(g)/vec.ExpSum(p[:len(x)], 1, most, x), p[:len(x)])
		clear(p[len(x):])
		for j, v := range share.row(i)[:places.length(of[i])] {
			p[words[places.Starts[j]+of[i]]] += float32(1-g) * v
		}
		for j, v := range p {
			p[j] = float32(math.Log(float64(v)))
		}
	})
}

func fill(x []float32, v float32) {
	for i := range x {
		x[i] = v
	}
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
		for j, v := range row {
			if len(best) == k && !(v > row[best[k-1]]) {
				continue
			}
			at, _ := slices.BinarySearchFunc(best, int32(j), greater)
			if len(best) == k {
				best = best[:k-1]
			}
			best = slices.Insert(best, at, int32(j))
		}
		for j, col := range best {
			values[i*k+j] = row[col]
		}
	})
}
