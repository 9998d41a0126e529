package svd

import "math"

// width is the number of vectors that go through a product together: reading
// an entry of the matrix costs more than multiplying it, so it is read once for
// all of them.
const width = 8

// A panel is that many vectors, row by row.
type panel []float64

func newPanel(rows int) panel { return make(panel, rows*width) }

func (p panel) row(i int) *[width]float64 { return (*[width]float64)(p[i*width:]) }

// A tile is what connects two panels.
type tile [width][width]float64

// dots returns aᵀb.
func dots(a, b panel) *tile {
	t := new(tile)
	// Parts of the panels stay in the fastest memory for all of their dots.
	const part = 128 * width
	for len(a) > 0 {
		n := min(part, len(a))
		for i := 0; i < width; i += 4 {
			for j := 0; j < width; j += 2 {
				dots4x2(t, a[:n], b[:n], i, j)
			}
		}
		a, b = a[n:], b[n:]
	}
	return t
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

// add adds a times t to y.
func (y panel) add(a panel, t *tile) {
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

// dot is the product of two columns of a panel.
func (p panel) dot(i, j int) float64 {
	s := 0.0
	for ; j < len(p) && i < len(p); i, j = i+width, j+width {
		s += float64(p[i] * p[j])
	}
	return s
}

// norm is the length of a column.
func norm(p panel, column int) float64 { return math.Sqrt(p.dot(column, column)) }

// subtract takes f times column i from column j.
func (p panel) subtract(i, j int, f float64) {
	for ; j < len(p) && i < len(p); i, j = i+width, j+width {
		p[j] -= float64(f * p[i])
	}
}

func (p panel) scale(column int, f float64) {
	for i := column; i < len(p); i += width {
		p[i] *= f
	}
}
