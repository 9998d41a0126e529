package svd

import (
	"math"

	"hed/tensor/vec"
)

// width is the number of vectors that go through a product together: reading
// an entry of the matrix costs more than multiplying it, so it is read once for
// all of them.
const width = vec.Width

// A panel is that many vectors, row by row.
type panel []float64

func newPanel(rows int) panel { return make(panel, rows*width) }

// A tile is what connects two panels.
type tile vec.Tile

// dots returns aᵀb.
func dots(a, b panel) *tile {
	t := new(tile)
	// Parts of the panels stay in the fastest memory for all of their dots.
	const part = 128 * width
	for len(a) > 0 {
		n := min(part, len(a))
		vec.AddTile((*vec.Tile)(t), a[:n], b[:n])
		a, b = a[n:], b[n:]
	}
	return t
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
