package svd

func (t *tile) minus(u *tile) {
	for i := range t {
		for j := range t[i] {
			t[i][j] -= u[i][j]
		}
	}
}

// orthonormal makes the columns of w, which are orthogonal to the basis,
// orthonormal and returns the triangle that makes w of them again.
func (s *space) orthonormal(w panel) (r tile) {
	for j := range width {
		for range 2 { // the second time takes away what rounding left
			for i := range j {
				f := w.dot(i, j)
				w.subtract(i, j, f)
				r[i][j] += f
			}
		}
		length := norm(w, j)
		if length <= 1e-12*s.scale {
			// The space holds all that the vectors lead to. It grows in
			// another direction.
			s.fresh(w, j)
			continue
		}
		r[j][j] = length
		w.scale(j, 1/length)
	}
	return r
}

// fresh makes column j of w a random vector that is orthonormal to the basis
// and the columns before it.
func (s *space) fresh(w panel, j int) {
	for {
		x := newPanel(s.size())
		for i := j; i < len(x); i += width {
			x[i] = s.random.Float64() - 0.5
		}
		x.scale(j, 1/norm(x, j))
		for range 2 {
			s.orthogonalise(x)
			for i := range j {
				copyColumn(x, w, i)
				x.subtract(i, j, x.dot(i, j))
				for r := i; r < len(x); r += width {
					x[r] = 0
				}
			}
		}
		if length := norm(x, j); length > 1e-3 {
			x.scale(j, 1/length)
			copyColumn(w, x, j)
			return
		}
	}
}

func copyColumn(to, from panel, j int) {
	for i := j; i < len(to); i += width {
		to[i] = from[i]
	}
}
