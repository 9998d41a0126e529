package tensor

import (
	"math"

	"hed/tensor/vec"
)

// LogSum sets sum to log Σ exp of each row of x, and pick to x at a column less that.
func (c *CPU) LogSum(sum, pick, x Matrix, at []int32) {
	Check{}.LogSum(sum, pick, x, at)
	c.loop(x.Rows, 4*x.Cols, func(s *scratch, i int) {
		x := x.row(i)
		most := vec.Max(x)
		total := most + float32(math.Log(float64(vec.ExpSum(grow(&s.scores, len(x)), 1, most, x))))
		sum.row(i)[0], pick.row(i)[0] = total, 0
		if at[i] >= 0 {
			pick.row(i)[0] = x[at[i]] - total
		}
	})
}

// LogSumGrad replaces x by the gradient of what LogSum picked.
func (c *CPU) LogSumGrad(x, sum, d Matrix, at []int32) {
	Check{}.LogSumGrad(x, sum, d, at)
	c.loop(x.Rows, 4*x.Cols, func(_ *scratch, i int) {
		x, d := x.row(i), d.row(i)[0]
		if at[i] < 0 {
			clear(x)
			return
		}
		vec.ExpSum(x, 1, sum.row(i)[0], x)
		vec.Scale(-d, x)
		x[at[i]] += d
	})
}

// Match sums the shares of places that have a word.
func (c *CPU) Match(sum, share Matrix, p Packing, words, of, at []int32) {
	Check{}.Match(sum, share, p, words, of, at)
	c.loop(share.Rows, share.Cols, func(_ *scratch, i int) {
		total := float32(0)
		for j, v := range share.row(i)[:p.length(of[i])] {
			if words[p.Starts[j]+of[i]] == at[i] {
				total += v
			}
		}
		sum.row(i)[0] = total
	})
}

// MatchGrad is the gradient of Match.
func (c *CPU) MatchGrad(dshare, d Matrix, p Packing, words, of, at []int32) {
	Check{}.Match(d, dshare, p, words, of, at)
	c.loop(dshare.Rows, dshare.Cols, func(_ *scratch, i int) {
		clear(dshare.row(i))
		for j := range p.length(of[i]) {
			if words[p.Starts[j]+of[i]] == at[i] {
				dshare.row(i)[j] = d.row(i)[0]
			}
		}
	})
}

// Least is added to a probability before its logarithm is taken, so that a word which can
// neither be generated nor copied has a loss.
const Least = 1e-8

// Mix is the loss of a pointer-generator; see Learner.
func (c *CPU) Mix(loss, pick, gate, copied, known, weight Matrix) {
	Check{}.Mix(loss, pick, gate, copied, known, weight)
	c.loop(pick.Rows, 64, func(_ *scratch, i int) {
		w := float64(weight.row(i)[0])
		g := 1 / (1 + math.Exp(-float64(gate.row(i)[0])))
		written, found := 0.0, float64(copied.row(i)[0])
		if known.row(i)[0] != 0 {
			written = math.Exp(float64(pick.row(i)[0]))
		}
		p := float64(g*written) + float64((1-g)*found) + Least
		loss.row(i)[0] = float32(-w * math.Log(p))
		pick.row(i)[0] = float32(-w * g * written / p)
		gate.row(i)[0] = float32(-w * (written - found) * g * (1 - g) / p)
		copied.row(i)[0] = float32(-w * (1 - g) / p)
	})
}

// Cover is the loss of attention that comes back to where it has been; see Learner.
func (c *CPU) Cover(loss, dshare, dcoverage, share, coverage, weight Matrix) {
	Check{}.Cover(loss, dshare, dcoverage, share, coverage, weight)
	c.loop(share.Rows, share.Cols, func(_ *scratch, i int) {
		w, total := weight.row(i)[0], float32(0)
		before := coverage.row(i)
		for j, v := range share.row(i) {
			if v < before[j] {
				total += v
				dshare.row(i)[j] += w
			} else {
				total += before[j]
				dcoverage.row(i)[j] += w
			}
		}
		loss.row(i)[0] = w * total
	})
}
