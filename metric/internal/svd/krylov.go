package svd

import (
	"context"
	"math"
	"math/rand/v2"

	"hed/tensor/vec"
)

const (
	// accuracy is the length of what is left of the product with a vector
	// beside the vector itself, in parts of its eigenvalue. The error of the
	// eigenvalue is of the order of its square.
	accuracy = 1e-9
	// rounding is the least that can be left, in parts of the largest
	// eigenvalue.
	rounding = 1e-12
)

// spaceFor is the number of vectors among which so many are looked for. More
// take longer to be kept orthogonal, fewer longer to find anything.
func spaceFor(wanted int) int { return roundUp(wanted + max(wanted/2, 64)) }

func roundUp(n int) int { return (n + width - 1) / width * width }

// A space is an orthonormal basis that grows by products with its last panel,
// and what the product is in it.
type space struct {
	*product
	random *rand.Rand
	basis  []panel
	next   panel // the panel that comes after the basis
	rest   tile  // what of the product with the last panel is next
	h      [][]float64
	scale  float64 // the longest product with a vector so far
}

// leading finds the leading pairs in a Krylov space that is restarted with
// what is best in it (Wu and Simon 2000, here in blocks).
func (p *product) leading(ctx context.Context, c *Choice, wanted int) (*pairs, error) {
	// The start changes nothing but how fast values are found.
	s := &space{product: p, random: rand.New(rand.NewPCG(1, 2)), next: newPanel(p.size())}
	for j := range width {
		s.fresh(s.next, j)
	}
	for {
		size := spaceFor(wanted)
		if 2*size >= p.size() {
			return p.whole(ctx, c)
		}
		for len(s.basis)*width < size {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			s.grow()
		}
		values, vectors := s.solve()
		done := s.converged(values, vectors)
		if done >= wanted {
			known := roots(values[:wanted])
			k, sure := c.keep(known)
			if sure || len(known) < wanted || wanted >= c.Most {
				s.restart(values, vectors, k)
				return &pairs{values[:k], s.basis}, nil
			}
			wanted = min(2*wanted, c.Most)
		}
		s.restart(values, vectors, roundUp(min(wanted, size)+(size-min(wanted, size))/3))
	}
}

// grow adds the next panel to the basis and makes a new one.
func (s *space) grow() {
	q := s.next
	s.basis = append(s.basis, q)
	w := newPanel(s.size())
	s.times(w, q)
	for j := range width {
		s.scale = max(s.scale, norm(w, j))
	}
	s.record(s.orthogonalise(w))
	s.rest = s.orthonormal(w)
	// Where little is left of a vector, much of that is what rounding has made
	// of the part that was taken away. Twice is enough.
	s.orthogonalise(w)
	s.orthonormal(w)
	s.next = w
}

// orthogonalise takes from w what lies in the basis and returns it.
func (s *space) orthogonalise(w panel) []tile {
	column := make([]tile, len(s.basis))
	s.each(len(s.basis), 1, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			column[i] = *dots(s.basis[i], w)
		}
	})
	negative := make([]tile, len(column))
	for i := range column {
		negative[i].minus(&column[i])
	}
	s.combine(w, negative)
	return column
}

// combine adds to w the panels of the basis, times their tiles.
func (s *space) combine(w panel, tiles []tile) {
	s.each(s.size(), 128, func(lo, hi int) {
		for lo < hi {
			n := min(lo+128, hi)
			for i := range tiles {
				vec.AddPanel(w[lo*width:n*width], s.basis[i][lo*width:n*width], (*vec.Tile)(&tiles[i]))
			}
			lo = n
		}
	})
}

// record notes what the product is between the basis and its last panel.
func (s *space) record(column []tile) {
	last := (len(column) - 1) * width
	for len(s.h) < last+width {
		s.h = append(s.h, nil)
	}
	for j := range width {
		row := make([]float64, last+width)
		for i := range row {
			row[i] = column[i/width][i%width][j]
		}
		s.h[last+j] = row
	}
	for i := range width { // which rounding may have made unequal
		for j := range i {
			s.h[last+j][last+i] = (s.h[last+i][last+j] + s.h[last+j][last+i]) / 2
			s.h[last+i][last+j] = s.h[last+j][last+i]
		}
	}
}

// solve returns the eigenvalues and eigenvectors of the product in the space.
func (s *space) solve() (values, vectors []float64) {
	n := len(s.basis) * width
	a := make([]float64, n*n)
	for i, row := range s.h[:n] {
		for j := range min(len(row), n) {
			a[i*n+j] = row[j]
			a[j*n+i] = row[j]
		}
	}
	return s.symmetric(a, n, func([]float64) int { return n })
}

// converged returns how many leading pairs are known well enough.
func (s *space) converged(values, vectors []float64) int {
	n := len(s.basis) * width
	for k, v := range values {
		last := vectors[k*n+n-width : (k+1)*n]
		left := 0.0
		for i := range width {
			x := 0.0
			for j := range width {
				x += float64(s.rest[i][j] * last[j])
			}
			left += float64(x * x)
		}
		if math.Sqrt(left) > max(float64(accuracy*v), float64(rounding*values[0])) {
			return k
		}
	}
	return n
}

// restart makes the leading pairs the basis.
func (s *space) restart(values, vectors []float64, k int) {
	n := len(s.basis) * width
	var basis []panel
	for first := 0; first < k; first += width {
		tiles := make([]tile, len(s.basis))
		for j := 0; j < width && first+j < k; j++ {
			for i, x := range vectors[(first+j)*n : (first+j+1)*n] {
				tiles[i/width][i%width][j] = x
			}
		}
		q := newPanel(s.size())
		s.combine(q, tiles)
		basis = append(basis, q)
	}
	s.basis, s.h = basis, nil
	for i := range k {
		row := make([]float64, i+1)
		row[i] = values[i]
		s.h = append(s.h, row)
	}
}
