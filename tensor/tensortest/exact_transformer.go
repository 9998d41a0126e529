package tensortest

import (
	"math"

	"hed/tensor"
)

func (exact) AttentionGrad(d tensor.HeadsGrad, dy, _, q, k, v tensor.Matrix, h tensor.Heads) {
	width := q.Cols / h.Count
	dq, dk, dv, dbias := sums(d.Query), sums(d.Key), sums(d.Value), sums(d.Bias)
	scale, fromQ, fromK, fromV, fromY := float64(h.Scale), floats(q), floats(k), floats(v), floats(dy)
	for s := range len(h.Queries) - 1 {
		first, keys, queries := h.Keys[s], h.Keys[s+1]-h.Keys[s], h.Queries[s+1]-h.Queries[s]
		for place := range queries {
			i := h.Queries[s] + place
			for head := range h.Count {
				shares := make([]float64, h.Sees(place, queries, keys))
				ds := make([]float64, len(shares))
				most, total, mean := math.Inf(-1), 0.0, 0.0
				for j := range shares {
					for c := head * width; c < (head+1)*width; c++ {
						shares[j] += scale * fromQ[i][c] * fromK[first+j][c]
						ds[j] += fromY[i][c] * fromV[first+j][c]
					}
					if h.Bias.Rows > 0 {
						shares[j] += at(h.Bias, head, h.Bias.Cols/2+j-place)
					}
					most = max(most, shares[j])
				}
				for j := range shares {
					shares[j] = math.Exp(shares[j] - most)
					total += shares[j]
				}
				for j := range shares {
					shares[j] /= total
					mean += shares[j] * ds[j]
				}
				for j, share := range shares {
					slope := share * (ds[j] - mean)
					if d.Bias.Rows > 0 {
						dbias[head][h.Bias.Cols/2+j-place] += slope
					}
					for c := head * width; c < (head+1)*width; c++ {
						dq[i][c] += scale * slope * fromK[first+j][c]
						dk[first+j][c] += scale * slope * fromQ[i][c]
						dv[first+j][c] += share * fromY[i][c]
					}
				}
			}
		}
	}
	add(d.Query, dq)
	add(d.Key, dk)
	add(d.Value, dv)
	add(d.Bias, dbias)
}

// sums are as many zeros as m has numbers; add adds them.
func sums(m tensor.Matrix) [][]float64 {
	rows := make([][]float64, m.Rows)
	for i := range rows {
		rows[i] = make([]float64, m.Cols)
	}
	return rows
}

// floats are the numbers of m.
func floats(m tensor.Matrix) [][]float64 {
	rows := sums(m)
	for i, row := range rows {
		for j := range row {
			row[j] = at(m, i, j)
		}
	}
	return rows
}

func add(m tensor.Matrix, by [][]float64) {
	set(m, func(i, j int) float64 { return at(m, i, j) + by[i][j] })
}

func (exact) LayerNormGrad(dx, dgain, dbias, dy, x, gain tensor.Matrix, epsilon float32) {
	normGrad(dx, dgain, dy, x, gain, true, epsilon)
	exact{}.SumRows(dbias, dy)
}

func (exact) RMSNormGrad(dx, dgain, dy, x, gain tensor.Matrix, epsilon float32) {
	normGrad(dx, dgain, dy, x, gain, false, epsilon)
}

func normGrad(dx, dgain, dy, x, gain tensor.Matrix, centred bool, epsilon float32) {
	n, total := float64(x.Cols), sums(dgain)
	for i := range x.Rows {
		mean, by := moments(x, i, centred, epsilon)
		level, along := 0.0, 0.0
		for j := range x.Cols {
			normal, d := (at(x, i, j)-mean)*by, at(dy, i, j)*at(gain, 0, j)
			total[0][j] += at(dy, i, j) * normal
			along += d * normal / n
			if centred {
				level += d / n
			}
		}
		for j := range x.Cols {
			dx.Row(i)[j] += float32(by * (at(dy, i, j)*at(gain, 0, j) - level - along*(at(x, i, j)-mean)*by))
		}
	}
	add(dgain, total)
}

func (exact) SoftmaxGrad(dx, dy, y tensor.Matrix, scale float32) {
	for i := range y.Rows {
		total := 0.0
		for j := range y.Cols {
			total += at(dy, i, j) * at(y, i, j)
		}
		for j := range y.Cols {
			dx.Row(i)[j] += float32(float64(scale) * at(y, i, j) * (at(dy, i, j) - total))
		}
	}
}

func (exact) MaxRows(y, x tensor.Matrix, bounds []int) {
	set(y, func(s, j int) float64 {
		if bounds[s] == bounds[s+1] {
			return 0
		}
		most := math.Inf(-1)
		for i := bounds[s]; i < bounds[s+1]; i++ {
			most = max(most, at(x, i, j))
		}
		return most
	})
}

func (exact) MaxRowsGrad(dx, dy, y, x tensor.Matrix, bounds []int) {
	for s := range y.Rows {
		for j := range y.Cols {
			for i := bounds[s]; i < bounds[s+1]; i++ {
				if at(x, i, j) == at(y, s, j) {
					dx.Row(i)[j] += float32(at(dy, s, j))
					break
				}
			}
		}
	}
}
