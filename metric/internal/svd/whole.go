package svd

import "context"

// smallest is the size up to which the product is decomposed as a whole.
const smallest = 200

// whole decomposes the product as a dense matrix.
func (p *product) whole(ctx context.Context, c *Choice) (*pairs, error) {
	n := p.size()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	found := &pairs{}
	if n == 0 {
		return found, nil
	}
	values, vectors := p.symmetric(p.dense(), n, func(values []float64) int {
		k, _ := c.keep(roots(values))
		return k
	})
	k := len(vectors) / n
	found.values = values[:k]
	found.vectors = toPanels(vectors, n)
	return found, ctx.Err()
}

// dense returns the product, row by row.
func (p *product) dense() []float64 {
	n := p.size()
	g := make([]float64, n*n)
	p.each(n, 16, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := g[i*n : (i+1)*n]
			for k := p.rows.Start[i]; k < p.rows.Start[i+1]; k++ {
				v, c := p.rows.Value[k], p.rows.Column[k]
				for l := p.other.Start[c]; l < p.other.Start[c+1]; l++ {
					row[p.other.Column[l]] += float64(v * p.other.Value[l])
				}
			}
		}
	})
	return g
}

// toPanels arranges vectors of n entries, one after the other, in panels.
func toPanels(vectors []float64, n int) []panel {
	var out []panel
	for first := 0; first < len(vectors); first += width * n {
		q := newPanel(n)
		for j := 0; j < width && first+j*n < len(vectors); j++ {
			for i, x := range vectors[first+j*n : first+(j+1)*n] {
				q[i*width+j] = x
			}
		}
		out = append(out, q)
	}
	return out
}
