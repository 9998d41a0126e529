package svd

import "math"

// rotations turn the eigenvectors of a tridiagonal matrix. They are collected,
// since a row of vectors that is in fast memory can take many at a time.
type rotations struct {
	p    *product
	n    int
	z    []float64 // n rows; the columns become the vectors
	list []rotation
}

// A rotation turns columns i and i+1.
type rotation struct {
	c, s float64
	i    int
}

const manyRotations = 1 << 11

func newRotations(p *product, n int) *rotations {
	r := &rotations{p: p, n: n, z: make([]float64, n*n)}
	for i := range n {
		r.z[i*n+i] = 1
	}
	return r
}

// diagonalise leaves the eigenvalues in d.
func (q *rotations) diagonalise(d, e []float64) {
	const eps = 0x1p-52
	n := q.n
	shift, scale := 0.0, 0.0
	for l := range n {
		scale = max(scale, math.Abs(d[l])+math.Abs(e[l]))
		m := l
		for m < n-1 && math.Abs(e[m]) > float64(eps*scale) {
			m++
		}
		for m > l && math.Abs(e[l]) > float64(eps*scale) {
			shift += q.sweep(d, e, l, m)
		}
		d[l] += shift
		e[l] = 0
	}
	q.apply()
}

// sweep is one QL step with an implicit shift on the rows from l to m. It
// returns what it has taken from the values that are not done.
func (q *rotations) sweep(d, e []float64, l, m int) (taken float64) {
	g := d[l]
	p := (d[l+1] - g) / float64(2*e[l])
	r := math.Sqrt(float64(p*p) + 1)
	if p < 0 {
		r = -r
	}
	d[l] = e[l] / (p + r)
	d[l+1] = float64(e[l] * (p + r))
	dl1 := d[l+1]
	taken = g - d[l]
	for i := l + 2; i < q.n; i++ {
		d[i] -= taken
	}
	p = d[m]
	c, c2, c3 := 1.0, 1.0, 1.0
	s, s2 := 0.0, 0.0
	el1 := e[l+1]
	for i := m - 1; i >= l; i-- {
		c3, c2, s2 = c2, c, s
		g = float64(c * e[i])
		h := float64(c * p)
		r = math.Sqrt(float64(p*p) + float64(e[i]*e[i]))
		e[i+1] = float64(s * r)
		s, c = e[i]/r, p/r
		p = float64(c*d[i]) - float64(s*g)
		d[i+1] = h + float64(s*(float64(c*g)+float64(s*d[i])))
		q.list = append(q.list, rotation{c, s, i})
	}
	p = float64(float64(float64(float64(-s*s2)*c3)*el1)*e[l]) / dl1
	e[l] = float64(s * p)
	d[l] = float64(c * p)
	if len(q.list) >= manyRotations {
		q.apply()
	}
	return taken
}

// apply turns the vectors.
func (q *rotations) apply() {
	q.p.each((q.n+3)/4, 4, func(lo, hi int) {
		for r := lo * 4; r < min(hi*4, q.n); r += 4 {
			if r+4 <= q.n {
				q.turn4(r)
				continue
			}
			for ; r < q.n; r++ {
				q.turn(q.z[r*q.n : (r+1)*q.n])
			}
		}
	})
	q.list = q.list[:0]
}

func (q *rotations) turn(z []float64) {
	for _, t := range q.list {
		x, y := z[t.i], z[t.i+1]
		z[t.i+1] = float64(t.s*x) + float64(t.c*y)
		z[t.i] = float64(t.c*x) - float64(t.s*y)
	}
}

// turn4 turns four rows, so that one does not wait for itself.
func (q *rotations) turn4(r int) {
	n := q.n
	z := q.z[r*n:]
	z0, z1, z2, z3 := z[:n], z[n:2*n], z[2*n:3*n], z[3*n:4*n]
	for _, t := range q.list {
		c, s, i := t.c, t.s, t.i
		x, y := z0[i], z0[i+1]
		z0[i+1], z0[i] = float64(s*x)+float64(c*y), float64(c*x)-float64(s*y)
		x, y = z1[i], z1[i+1]
		z1[i+1], z1[i] = float64(s*x)+float64(c*y), float64(c*x)-float64(s*y)
		x, y = z2[i], z2[i+1]
		z2[i+1], z2[i] = float64(s*x)+float64(c*y), float64(c*x)-float64(s*y)
		x, y = z3[i], z3[i+1]
		z3[i+1], z3[i] = float64(s*x)+float64(c*y), float64(c*x)-float64(s*y)
	}
}
