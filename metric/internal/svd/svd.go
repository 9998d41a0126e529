// Package svd finds the leading singular values of a large sparse matrix, and
// the right singular vectors that belong to them.
//
// It works on the product of the matrix with its own transpose, on the shorter
// of the two sides: a block Krylov method with full orthogonalisation and thick
// restarts where few values of many are wanted, else a full decomposition of
// the product. Squaring costs digits of small values, so each value is measured
// again as the length of a product with its vector, which gives all digits back
// down to a millionth of the largest value. What is smaller counts as zero.
//
// The same bytes come out for any number of workers: sums are taken in an order
// that the matrix alone decides, and no product is fused into a sum.
package svd

import (
	"context"
	"math"
)

// Rank is the share of the largest singular value at which another one counts
// as zero.
const Rank = 1e-6

// A Decomposition is the leading part of A = U S Vᵀ without U.
type Decomposition struct {
	Values []float64 // the singular values, largest first, none of them zero
	// Right holds V row by row: one row a column of the matrix, one entry a
	// value. Of each vector the entry of largest absolute value is positive; of
	// several that rounding alone may tell apart, the first.
	Right []float64
}

// A Choice says how many values are kept.
type Choice struct {
	// First is how many are computed at first. It saves time if it is close to
	// what is kept in the end.
	First int
	// Most is the largest number that is ever kept.
	Most int
	// Keep returns how many of the leading values are kept, and whether that
	// would still be so if more were known. nil keeps First.
	Keep func(values []float64) (n int, sure bool)
}

func (c *Choice) keep(values []float64) (n int, sure bool) {
	if c.Keep == nil {
		return min(c.First, len(values)), true
	}
	n, sure = c.Keep(values)
	return min(n, c.Most, len(values)), sure || n >= c.Most
}

// Decompose returns the leading values and vectors of a, which has finite
// entries. It may use that many goroutines.
func Decompose(ctx context.Context, a *Matrix, c Choice, workers int) (*Decomposition, error) {
	p := newProduct(a, workers)
	var found *pairs
	var err error
	if first := min(c.First, c.Most); p.size() <= smallest || 2*spaceFor(first) >= p.size() {
		found, err = p.whole(ctx, &c)
	} else {
		found, err = p.leading(ctx, &c, first)
	}
	if err != nil {
		return nil, err
	}
	return p.finish(found), nil
}

// pairs are eigenvalues of the product, largest first, and their vectors in
// panels.
type pairs struct {
	values  []float64
	vectors []panel
}

// roots returns the singular values that eigenvalues stand for, up to the
// first that counts as zero.
func roots(eigenvalues []float64) []float64 {
	var values []float64
	for _, v := range eigenvalues {
		s := math.Sqrt(max(v, 0))
		if len(values) == 0 && s == 0 || len(values) > 0 && s <= Rank*values[0] {
			break
		}
		values = append(values, s)
	}
	return values
}

// finish measures the values again, makes the right vectors if those found are
// the left ones, and gives them their signs.
func (p *product) finish(found *pairs) *Decomposition {
	d := &Decomposition{}
	k := len(found.values)
	across := make(panel, len(p.half))
	right := make([]float64, p.columns*k)
	for i, u := range found.vectors {
		p.across(across, u)
		first, n := i*width, min(width, k-i*width)
		v := u
		if p.left {
			v = across
		}
		for j := range n {
			length := norm(across, j)
			if len(d.Values) < first+j || length == 0 || len(d.Values) > 0 && length <= Rank*d.Values[0] {
				break // this one is zero, and so are those that follow
			}
			d.Values = append(d.Values, length)
			scale := sign(v, j)
			if p.left {
				scale /= length
			}
			for r := range p.columns {
				right[r*k+first+j] = float64(v[r*width+j] * scale)
			}
		}
	}
	d.Right = right
	if rank := len(d.Values); rank < k {
		d.Right = make([]float64, 0, p.columns*rank)
		for r := range p.columns {
			d.Right = append(d.Right, right[r*k:r*k+rank]...)
		}
	}
	return d
}

// sign is that of the largest entry of a column. Entries that differ in their
// last digits count as equal, so that rounding does not turn a vector.
func sign(v panel, column int) float64 {
	largest, s := 0.0, 1.0
	for i := column; i < len(v); i += width {
		if x := math.Abs(v[i]); x > float64(largest*(1+1e-9)) {
			largest, s = x, math.Copysign(1, v[i])
		}
	}
	return s
}
