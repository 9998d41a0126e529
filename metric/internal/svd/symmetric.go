package svd

import (
	"math"
	"slices"

	"hed/tensor/vec"
)

// symmetric returns the eigenvalues of a dense symmetric matrix, largest
// first, and the eigenvectors of the first most of them, row by row. It
// overwrites the matrix, which has n rows of n entries.
//
// Householder reflections make it tridiagonal, the QL method with implicit
// shifts makes that diagonal (Bowdler, Martin, Reinsch and Wilkinson 1968).
func (p *product) symmetric(a []float64, n int, most func(values []float64) int) (values, vectors []float64) {
	t := p.tridiagonal(a, n)
	q := newRotations(p, n)
	q.diagonalise(t.d, t.e)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case t.d[i] > t.d[j]:
			return -1
		case t.d[i] < t.d[j]:
			return 1
		}
		return 0
	})
	for _, i := range order {
		values = append(values, t.d[i])
	}
	k := most(values)
	vectors = make([]float64, k*n)
	p.each(k, 8, func(lo, hi int) {
		for v := lo; v < hi; v++ {
			x := vectors[v*n : (v+1)*n]
			for r := range n {
				x[r] = q.z[r*n+order[v]]
			}
			t.reflect(x)
		}
	})
	return values, vectors
}

// A tridiagonal matrix, and the reflections that led to it.
type tridiagonal struct {
	n    int
	d, e []float64 // the diagonal, and e[i] beside it between i and i+1
	v    []float64 // row i has the i-th reflection in its entries beyond i
	beta []float64
}

// tridiagonal leaves the reflections in a.
func (p *product) tridiagonal(a []float64, n int) *tridiagonal {
	t := &tridiagonal{n: n, d: make([]float64, n), e: make([]float64, n), v: a, beta: make([]float64, n)}
	if n == 0 {
		return t
	}
	y, w := make([]float64, n), make([]float64, n)
	var old []float64 // the reflection whose update has not reached all rows
	for k := range n - 1 {
		row := a[k*n : (k+1)*n]
		if old != nil {
			update(row, old, w, k, k)
		}
		t.d[k] = row[k]
		v := row[k+1:]
		t.beta[k], t.e[k] = reflection(v)
		beta := t.beta[k]
		// One pass over the rest of the matrix brings it up to date and
		// multiplies it with the new reflection.
		work := func(lo, hi int) {
			for i := k + 1 + lo; i < k+1+hi; i++ {
				r := a[i*n : (i+1)*n]
				if old != nil {
					update(r, old, w, i, k+1)
				}
				y[i] = float64(beta * vec.Dot64(r[k+1:], v))
			}
		}
		if rest := n - k - 1; rest < 128 {
			work(0, rest)
		} else {
			p.each(rest, 16, work)
		}
		half := float64(beta*vec.Dot64(y[k+1:], v)) / 2
		for i := k + 1; i < n; i++ {
			w[i] = y[i] - float64(half*row[i])
		}
		old = row
	}
	last := a[(n-1)*n:]
	if old != nil {
		update(last, old, w, n-1, n-1)
	}
	t.d[n-1] = last[n-1]
	return t
}

// update takes v wᵀ + w vᵀ from the entries of row i from column first on.
func update(row, v, w []float64, i, first int) {
	vi, wi := v[i], w[i]
	row, v, w = row[first:], v[first:], w[first:]
	v, w = v[:len(row)], w[:len(row)]
	for j := range row {
		row[j] -= float64(vi*w[j]) + float64(wi*v[j])
	}
}

// reflection makes of x the vector v for which I - beta v vᵀ takes x to a
// multiple of the first unit vector, and returns that multiple.
func reflection(x []float64) (beta, multiple float64) {
	rest := vec.Dot64(x[1:], x[1:])
	if rest == 0 {
		return 0, x[0]
	}
	length := math.Sqrt(float64(x[0]*x[0]) + rest)
	multiple = -math.Copysign(length, x[0])
	x[0] -= multiple
	return 2 / (float64(x[0]*x[0]) + rest), multiple
}

// reflect takes an eigenvector of the tridiagonal matrix to that of the
// matrix as it was.
func (t *tridiagonal) reflect(x []float64) {
	for k := t.n - 2; k >= 0; k-- {
		if t.beta[k] == 0 {
			continue
		}
		v, y := t.v[k*t.n+k+1:(k+1)*t.n], x[k+1:]
		f := float64(t.beta[k] * vec.Dot64(v, y))
		y = y[:len(v)]
		for i := range v {
			y[i] -= float64(f * v[i])
		}
	}
}
