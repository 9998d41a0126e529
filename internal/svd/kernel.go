package svd

// The three loops that take the time, for any processor. Where it has vectors,
// kernel_amd64.s gives the same numbers.

// addPlain adds a times t to y.
func (y panel) addPlain(a panel, t *tile) {
	for i := 0; i+width <= len(y); i += width {
		r, x := (*[width]float64)(y[i:]), (*[width]float64)(a[i:])
		s0, s1, s2, s3, s4, s5, s6, s7 := r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]
		for k := range width {
			v, c := x[k], &t[k]
			s0 += float64(v * c[0])
			s1 += float64(v * c[1])
			s2 += float64(v * c[2])
			s3 += float64(v * c[3])
			s4 += float64(v * c[4])
			s5 += float64(v * c[5])
			s6 += float64(v * c[6])
			s7 += float64(v * c[7])
		}
		*r = [width]float64{s0, s1, s2, s3, s4, s5, s6, s7}
	}
}

// addDotsPlain adds aᵀb to t.
func (t *tile) addDotsPlain(a, b panel) {
	for i := 0; i < width; i += 4 {
		for j := 0; j < width; j += 2 {
			dots4x2(t, a, b, i, j)
		}
	}
}

func dots4x2(t *tile, a, b panel, i, j int) {
	s00, s01 := t[i][j], t[i][j+1]
	s10, s11 := t[i+1][j], t[i+1][j+1]
	s20, s21 := t[i+2][j], t[i+2][j+1]
	s30, s31 := t[i+3][j], t[i+3][j+1]
	a, b = a[i:], b[j:]
	for len(a) >= 4 && len(b) >= 2 {
		x, y := (*[4]float64)(a), (*[2]float64)(b)
		s00 += float64(x[0] * y[0])
		s01 += float64(x[0] * y[1])
		s10 += float64(x[1] * y[0])
		s11 += float64(x[1] * y[1])
		s20 += float64(x[2] * y[0])
		s21 += float64(x[2] * y[1])
		s30 += float64(x[3] * y[0])
		s31 += float64(x[3] * y[1])
		if len(a) < width || len(b) < width {
			break
		}
		a, b = a[width:], b[width:]
	}
	t[i][j], t[i][j+1] = s00, s01
	t[i+1][j], t[i+1][j+1] = s10, s11
	t[i+2][j], t[i+2][j+1] = s20, s21
	t[i+3][j], t[i+3][j+1] = s30, s31
}

// timesPlain sets rows from lo to hi of y to those of m x.
func (m *Matrix) timesPlain(y, x panel, lo, hi int) {
	for i := lo; i < hi; i++ {
		var s0, s1, s2, s3, s4, s5, s6, s7 float64
		columns := m.Column[m.Start[i]:m.Start[i+1]]
		values := m.Value[m.Start[i]:m.Start[i+1]][:len(columns)]
		for k, c := range columns {
			v, r := values[k], x.row(int(c))
			s0 += float64(v * r[0])
			s1 += float64(v * r[1])
			s2 += float64(v * r[2])
			s3 += float64(v * r[3])
			s4 += float64(v * r[4])
			s5 += float64(v * r[5])
			s6 += float64(v * r[6])
			s7 += float64(v * r[7])
		}
		*y.row(i) = [width]float64{s0, s1, s2, s3, s4, s5, s6, s7}
	}
}
