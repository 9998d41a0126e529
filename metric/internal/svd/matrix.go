package svd

import (
	"hed/internal/crash"
	"hed/tensor/vec"
)

// A Matrix is sparse: the entries of row i are those from Start[i] up to
// Start[i+1].
type Matrix struct {
	Rows, Cols int
	Start      []int
	Column     []int32
	Value      []float64
}

// transpose returns the matrix with rows for columns.
func (m *Matrix) transpose() *Matrix {
	t := &Matrix{
		Rows: m.Cols, Cols: m.Rows,
		Start:  make([]int, m.Cols+1),
		Column: make([]int32, len(m.Column)),
		Value:  make([]float64, len(m.Value)),
	}
	for _, c := range m.Column {
		t.Start[c+1]++
	}
	for i := range t.Rows {
		t.Start[i+1] += t.Start[i]
	}
	next := append([]int(nil), t.Start[:t.Rows]...)
	for i := range m.Rows {
		for k := m.Start[i]; k < m.Start[i+1]; k++ {
			c := m.Column[k]
			t.Column[next[c]], t.Value[next[c]] = int32(i), m.Value[k]
			next[c]++
		}
	}
	return t
}

// times sets rows from lo to hi of y to those of m x.
func (m *Matrix) times(y, x panel, lo, hi int) {
	vec.SparsePanel(y[lo*width:hi*width], x, m.Start[lo:hi+1], m.Column, m.Value)
}

// A product is a matrix times its transpose, on the shorter side.
type product struct {
	rows    *Matrix // has the shorter side for rows
	columns int     // of the matrix as it was given
	left    bool    // the rows are the matrix's own, so vectors are left ones
	other   *Matrix // rows transposed
	half    panel   // between the two products
	workers int
}

func newProduct(a *Matrix, workers int) *product {
	p := &product{columns: a.Cols, left: a.Rows <= a.Cols, workers: max(workers, 1)}
	p.rows, p.other = a, a.transpose()
	if !p.left {
		p.rows, p.other = p.other, p.rows
	}
	p.half = newPanel(p.rows.Cols)
	return p
}

func (p *product) size() int { return p.rows.Rows }

// across sets y, which has the longer side, to the transpose times x.
func (p *product) across(y, x panel) {
	p.each(p.other.Rows, 512, func(lo, hi int) { p.other.times(y, x, lo, hi) })
}

// times sets y to the product times x.
func (p *product) times(y, x panel) {
	p.across(p.half, x)
	p.each(p.rows.Rows, 64, func(lo, hi int) { p.rows.times(y, p.half, lo, hi) })
}

// each cuts n into blocks and calls do for all of them, on several goroutines.
// Whatever do sums must not depend on the blocks.
func (p *product) each(n, block int, do func(lo, hi int)) {
	blocks := (n + block - 1) / block
	workers := min(p.workers, blocks)
	if workers <= 1 {
		do(0, n)
		return
	}
	var wg crash.Group
	for w := range workers {
		wg.Go(func() {
			for b := w; b < blocks; b += workers {
				do(b*block, min((b+1)*block, n))
			}
		})
	}
	wg.Wait()
}
