package stat

import (
	"context"
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
	out := make([][]Correlation, n)
	for i := range out {
		out[i] = make([]Correlation, n)
	}
	for _, s := range streams {
		if s != nil {
			s.drop()
		}
	}
	err = inParallel(ctx, n*n, workers, func(cell int) {
		i, j := cell/n, cell%n
		if i <= j && columns[i].Len() != columns[j].Len() {
			panic("stat: columns of different lengths")
		}
		switch {
		case i > j:
		case !whole[i] || !whole[j]:
			out[i][j] = c.ofSeries(ctx, columns[i], columns[j], level)
		case streams[i] != nil:
			out[i][j] = c.judge(ready[i], ready[j], cosine(products[cell], products[i*n+i], products[j*n+j]), level)
		default:
			out[i][j] = c.correlate(ready[i], ready[j], level)
		}
	})
	for i := range out {
		for j := range i {
			out[i][j] = out[j][i]
		}
	}
	return out, err
}

// ofSeries is Of for two columns, at least one of which has gaps.
func (c Coefficient) ofSeries(ctx context.Context, x, y *score.Series, level float64) Correlation {
	if c == Kendall || x.NumBlocks() == 1 {
		return c.Of(x.Values(), y.Values(), level)
	}
	px, py := score.Like(x), score.Like(x)
	defer px.Drop()
	defer py.Drop()
	for a, b := range (paired{x, y}).each {
		px.Append(a)
		py.Append(b)
	}
	if px.NumBlocks() < 2 {
		return c.Of(x.Values(), y.Values(), level)
	}
	sx, sy := c.stream(px), c.stream(py)
	defer sx.drop()
	defer sy.drop()
	p, err := multiply(ctx, []*stream{sx, sy}, 1)
	if err != nil {
		return Correlation{} // Matrix has the same context
	}
	out := c.judge(variate{n: px.Len(), constant: sx.constant}, variate{n: py.Len(), constant: sy.constant}, cosine(p[1], p[0], p[3]), level)
	out.Dropped = x.Len() - px.Len()
	return out
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
