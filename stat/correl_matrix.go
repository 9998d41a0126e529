package stat

import (
	"context"
	"crypto/sha256"
	"sync/atomic"

	"hed/internal/crash"
	"hed/score"
)

// Matrix returns the correlations of every column with every other, of rows
// in columns: out[i][j] is that of columns i and j, the same as out[j][i],
// and equal to what Of returns. Each pair drops its own rows, so N may differ
// from cell to cell. Columns without absent values are ranked or scaled
// once for all their pairs. Long ones are read block by block, and ranked on disk where they are there, so that memory does
// not grow with them but for Kendall's tau. It panics if the lengths differ; the number
// of workers does not change the result.
func (c Coefficient) Matrix(ctx context.Context, columns []*score.Series, level float64, workers int) ([][]Correlation, error) {
	n := len(columns)
	whole := make([]bool, n)
	ready := make([]variate, n)
	streams := make([]*stream, n)
	err := inParallel(ctx, n, workers, func(i int) {
		switch whole[i] = isWhole(columns[i]); {
		case !whole[i]:
		case c != Kendall && columns[i].NumBlocks() > 1:
			streams[i] = c.stream(columns[i])
			ready[i] = variate{n: columns[i].Len(), constant: streams[i].constant}
		default:
			ready[i] = c.prepare(columns[i].Values())
		}
	})
	if err != nil {
		return nil, err
	}
	products, err := multiply(ctx, streams, workers)
	if err != nil {
		return nil, err
	}
	for _, s := range streams {
		if s != nil {
			s.drop()
		}
	}
	out := make([][]Correlation, n)
	for i := range out {
		out[i] = make([]Correlation, n)
	}
	shared := make([]documents, n*n) // of cells that are left for later
	err = inParallel(ctx, n*n, workers, func(cell int) {
		i, j := cell/n, cell%n
		if i <= j && columns[i].Len() != columns[j].Len() {
			panic("stat: columns of different lengths")
		}
		switch {
		case i > j:
		case !whole[i] || !whole[j]:
			if c == Kendall || columns[i].NumBlocks() == 1 {
				out[i][j] = c.Of(columns[i].Values(), columns[j].Values(), level)
			} else {
				shared[cell] = documentsOf(paired{columns[i], columns[j]})
			}
		case streams[i] != nil:
			out[i][j] = c.judge(ready[i], ready[j], cosine(products[cell], products[i*n+i], products[j*n+j]), level)
		default:
			out[i][j] = c.correlate(ready[i], ready[j], level)
		}
	})
	if err != nil {
		return nil, err
	}
	if err := c.withGaps(ctx, columns, shared, out, level, workers); err != nil {
		return nil, err
	}
	for i := range out {
		for j := range i {
			out[i][j] = out[j][i]
		}
	}
	return out, nil
}

// documents are a sum over which documents two columns both have, and how many. The zero value is of no columns.
type documents struct {
	sum [sha256.Size]byte
	n   int
}

func documentsOf(p paired) (d documents) {
	all := sha256.New()
	for k, block := range p.a.Blocks() {
		other := p.b.Block(k)
		bits := make([]byte, (len(block)+7)/8)
		for i, v := range block {
			if !score.IsAbsent(v) && !score.IsAbsent(other[i]) {
				bits[i/8] |= 1 << (i % 8)
				d.n++
			}
		}
		all.Write(bits)
	}
	all.Sum(d.sum[:0])
	return d
}

// withGaps fills in the cells of long columns of which one has gaps. Cells of the same documents are computed together, so that a column is
// ranked once for all of them: mostly the same few documents have no value.
func (c Coefficient) withGaps(ctx context.Context, columns []*score.Series, shared []documents, out [][]Correlation, level float64, workers int) error {
	groups, order := map[documents][]int{}, []documents(nil)
	for cell, d := range shared {
		if d == (documents{}) {
			continue
		}
		if groups[d] == nil {
			order = append(order, d)
		}
		groups[d] = append(groups[d], cell)
	}
	for _, d := range order {
		if err := c.ofDocuments(ctx, columns, groups[d], d.n, out, level, workers); err != nil {
			return err
		}
	}
	return nil
}

// ofDocuments fills in cells whose columns have the same n documents in common.
func (c Coefficient) ofDocuments(ctx context.Context, columns []*score.Series, cells []int, n int, out [][]Correlation, level float64, workers int) error {
	size := len(columns)
	kept, streams := make([]*score.Series, size), make([]*stream, size)
	defer func() {
		for i := range columns {
			if streams[i] != nil {
				streams[i].drop()
			}
			if kept[i] != nil {
				kept[i].Drop()
			}
		}
	}()
	used := make([]bool, size)
	for _, cell := range cells {
		used[cell/size], used[cell%size] = true, true
	}
	both := paired{columns[cells[0]/size], columns[cells[0]%size]}
	err := inParallel(ctx, size, workers, func(i int) {
		if !used[i] {
			return
		}
		kept[i] = both.keep(columns[i])
		if kept[i].NumBlocks() > 1 {
			streams[i] = c.stream(kept[i])
		}
	})
	if err != nil {
		return err
	}
	products, err := multiply(ctx, streams, workers)
	if err != nil {
		return err
	}
	return inParallel(ctx, len(cells), workers, func(k int) {
		i, j := cells[k]/size, cells[k]%size
		var r Correlation
		if streams[i] == nil {
			r = c.Of(kept[i].Values(), kept[j].Values(), level)
		} else {
			x, y := variate{n: n, constant: streams[i].constant}, variate{n: n, constant: streams[j].constant}
			r = c.judge(x, y, cosine(products[cells[k]], products[i*size+i], products[j*size+j]), level)
		}
		r.Dropped = columns[i].Len() - n
		out[i][j] = r
	})
}

// inParallel calls do with 0 to n-1 from some workers, until the context
// ends. Calls must not depend on each other.
func inParallel(ctx context.Context, n, workers int, do func(i int)) error {
	var next atomic.Int64
	var running crash.Group
	for range max(1, min(workers, n)) {
		running.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1) - 1)
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	running.Wait()
	return context.Cause(ctx)
}
