package stat

import (
	"context"
	"slices"
	"sync/atomic"

	"hed/internal/crash"
	"hed/score"
)

// Matrix returns the correlations of every column with every other, of rows
// in columns: out[i][j] is that of columns i and j, the same as out[j][i],
// and equal to what Of returns. Each pair drops its own rows, so N may differ
// from cell to cell. Columns without absent values are ranked or scaled
// once for all their pairs. It panics if the lengths differ; the number
// of workers does not change the result.
func (c Coefficient) Matrix(ctx context.Context, columns [][]float64, level float64, workers int) ([][]Correlation, error) {
	n := len(columns)
	whole := make([]bool, n)
	ready := make([]variate, n)
	err := inParallel(ctx, n, workers, func(i int) {
		if whole[i] = !slices.ContainsFunc(columns[i], score.IsAbsent); whole[i] {
			ready[i] = c.prepare(columns[i])
		}
	})
	if err != nil {
		return nil, err
	}
	out := make([][]Correlation, n)
	for i := range out {
		out[i] = make([]Correlation, n)
	}
	err = inParallel(ctx, n*n, workers, func(cell int) {
		i, j := cell/n, cell%n
		switch {
		case i > j:
		case whole[i] && whole[j]:
			if len(columns[i]) != len(columns[j]) {
				panic("stat: columns of different lengths")
			}
			out[i][j] = c.correlate(ready[i], ready[j], level)
		default:
			out[i][j] = c.Of(columns[i], columns[j], level)
		}
	})
	for i := range out {
		for j := range i {
			out[i][j] = out[j][i]
		}
	}
	return out, err
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
