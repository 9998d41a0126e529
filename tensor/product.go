package tensor

import "hed/tensor/vec"

// product is the task of computing c = alpha·a·w + from, then applying after.
// Its parts are blocks of c.
type product struct {
	c, a  Matrix
	w     Weights
	alpha float32
	beta  float32
	bias  []float32 // added to every row; nil for none
	after Activation

	rows, panels int // of a part
	down         int // parts below each other; parts that follow share columns
}

// zeros are what is added where nothing is.
var zeros [vec.Widest]float32

// divide chooses the size of the parts and gives their number. A wide part is
// worth packing rows for; small parts let the workers finish together.
func (p *product) divide(workers int) int {
	work := float64(p.c.Rows) * float64(p.c.Cols) * float64(p.w.Rows)
	if workers == 1 || work < 1<<20 { // some ten microseconds
		p.rows, p.panels, p.down = p.c.Rows, panels(p.c.Cols), 1
		return 1
	}
	parts := 0
	for _, size := range [...][2]int{{96, 32}, {96, 16}, {48, 16}, {48, 8}, {24, 8}, {24, 4}} {
		p.rows, p.panels = size[0], size[1]
		p.down = (p.c.Rows + p.rows - 1) / p.rows
		parts = p.down * ((panels(p.c.Cols) + p.panels - 1) / p.panels)
		if parts >= 8*workers {
			break
		}
	}
	return parts
}

func (p *product) part(s *scratch, i int) {
	i0, p0 := i%p.down*p.rows, i/p.down*p.panels
	p1 := min(p0+p.panels, panels(p.c.Cols))
	for i1 := min(i0+p.rows, p.c.Rows); i0 < i1; i0 += blockM {
		p.block(s, i0, min(i0+blockM, i1), p0, p1)
	}
}

// block computes rows from i0 up to i1, at most blockM, and panels from p0 up to
// p1 of c.
func (p *product) block(s *scratch, i0, i1, p0, p1 int) {
	j0, j1 := p0*panel, min(p1*panel, p.c.Cols)
	if p.beta != 0 && p.beta != 1 {
		for i := i0; i < i1; i++ {
			vec.Scale(p.beta, p.c.row(i)[j0:j1])
		}
	}
	for k0 := 0; k0 < p.w.Rows; k0 += blockK {
		packA(s.a, &p.a, i0, i1, k0, min(blockK, p.w.Rows-k0))
		// The vec.Widest kernels as far as they go, narrower ones for the rest.
		q := p0
		for f := range s.kernels {
			ks := &s.kernels[f]
			end := q + (p1-q)/ks.Panels*ks.Panels
			p.steps(s, ks, k0, i0, i1, q, end)
			q = end
		}
	}
	for i := i0; i < i1; i++ {
		row := p.c.row(i)[j0:j1]
		if p.w.Rows == 0 && p.beta == 0 {
			clear(row)
			copy(row, p.bias[min(j0, len(p.bias)):])
		}
		if p.after != Identity {
			p.after.apply(row, row)
		}
	}
}

// steps takes the steps of the sums from k0 on, as many as are packed, for rows
// from i0 up to i1 and panels from p0 up to p1.
func (p *product) steps(s *scratch, ks *vec.Kernels, k0, i0, i1, p0, p1 int) {
	if p0 == p1 {
		return
	}
	steps, cols, ldc := min(blockK, p.w.Rows-k0), ks.Panels*panel, p.c.Stride
	panels := p.w.at(k0, p0)
	var k *vec.Kernel
	for i := i0; i < i1; i += k.Rows {
		k = ks.Choose(i1 - i)
		a, b := s.a[(i-i0)*strideA:], panels
		rows := min(k.Rows, i1-i)
		for j := p0 * panel; j < p1*panel; j += cols {
			c := p.c.Data[i*ldc+j:]
			from, ldf := zeros[:], 0
			switch {
			case k0 > 0 || p.beta != 0:
				from, ldf = c, ldc
			case p.bias != nil:
				from = p.bias[j:]
			}
			if wide := min(cols, p.c.Cols-j); rows == k.Rows && wide == cols {
				k.Multiply(steps, a, b, c, ldc, from, ldf, p.alpha)
			} else {
				s.aside(k, steps, a, b, c, ldc, from, ldf, p.alpha, rows, wide)
			}
			b = b[cols*steps:]
		}
	}
}

// aside does what k does, where fewer rows or columns are there than k takes.
func (s *scratch) aside(k *vec.Kernel, steps int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32, rows, cols int) {
	for r := range rows {
		copy(s.tile[r*vec.Widest:], from[r*ldf:][:cols])
	}
	k.Multiply(steps, a, b, s.tile[:], vec.Widest, s.tile[:], vec.Widest, alpha)
	for r := range rows {
		copy(c[r*ldc:][:cols], s.tile[r*vec.Widest:])
	}
}
