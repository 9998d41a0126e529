package tensor

import "hed/tensor/vec"

// Additive is additive attention; see Look.
func (c *CPU) Additive(context, share, query Matrix, l Look) {
	Check{}.Additive(context, share, query, l)
	c.loop(query.Rows, l.Places.Steps()*query.Cols, func(s *scratch, i int) {
		length := l.Places.length(l.Of[i])
		all := share.row(i)
		clear(all[length:])
		shares := all[:length]
		inner := grow(&s.scores, query.Cols)
		for j := range shares {
			l.inner(inner, query.row(i), i, j)
			shares[j] = vec.DotFused(inner, l.Vector.row(0))
		}
		softmax(shares, shares, 1)
		sum := context.row(i)
		clear(sum)
		for j, v := range shares {
			vec.Axpy(sum, v, l.Values.row(l.row(i, j)))
		}
	})
}

// row is that of place j of what query i sees.
func (l *Look) row(i, j int) int { return int(l.Places.Starts[j] + l.Of[i]) }

// inner sets dst to tanh(keys(j) + query + coverage·weight).
func (l *Look) inner(dst, query []float32, i, j int) {
	vec.Add(dst, l.Keys.row(l.row(i, j)), query)
	if l.Coverage.Rows > 0 {
		vec.Axpy(dst, l.Coverage.row(i)[j], l.Weight.row(0))
	}
	vec.Tanh(dst, dst)
}

// AdditiveGrad is the gradient of Additive; see Learner.
func (c *CPU) AdditiveGrad(d LookGrad, dcontext, dshare, share, query Matrix, l Look) {
	Check{}.AdditiveGrad(d, dcontext, dshare, share, query, l)
	c.loop(query.Rows, 2*l.Places.Steps()*query.Cols, func(s *scratch, i int) {
		length := l.Places.length(l.Of[i])
		shares, dcontext := share.row(i)[:length], dcontext.row(i)
		memory := grow(&s.scores, length+query.Cols)
		scores, inner := memory[:length], memory[length:]
		total := float32(0)
		for j, v := range shares {
			row := l.row(i, j)
			scores[j] = vec.DotFused(dcontext, l.Values.row(row))
			if dshare.Rows > 0 {
				scores[j] += dshare.row(i)[j]
			}
			total += v * scores[j]
			vec.Axpy(d.Values.row(row), v, dcontext)
		}
		dquery, dvector := d.Query.row(i), d.Vector.row(i)
		clear(dquery)
		clear(dvector)
		covered := l.Coverage.Rows > 0
		if covered {
			clear(d.Weight.row(i))
		}
		vector := l.Vector.row(0)
		for j, v := range shares {
			score := v * (scores[j] - total)
			l.inner(inner, query.row(i), i, j)
			vec.Axpy(dvector, score, inner)
			vec.TanhSlope(inner, score, vector)
			vec.Add(dquery, dquery, inner)
			dkey := d.Keys.row(l.row(i, j))
			vec.Add(dkey, dkey, inner)
			if covered {
				vec.Axpy(d.Weight.row(i), l.Coverage.row(i)[j], inner)
				d.Coverage.row(i)[j] += vec.DotFused(l.Weight.row(0), inner)
			}
		}
	})
}
