package linear

import (
	"errors"
	"math"
	"slices"

	"hed/internal/crash"
)

// A problem is examples as sparse rows, and the label of each, whose weights are those with the least sum of log losses and of
// squares. Every sum has one order, so that weights do not depend on the number of workers.
//
// The weights that are looked for are sums of rows, each row times a number, as every gradient is. So they are never written
// down: numbers of rows are, of which there are far fewer than columns, together with the scores that they come to.
type problem struct {
	outs    int       // scores of a row: 1 for two labels
	rows    matrix    // features by row
	cols    matrix    // the same by column
	squares []float64 // of each row, the sum of squares of features that no other row has, which have no column
	label   []int32   // of each row that is learnt from; the first rows are
	l2      float64
	workers int
}

// A matrix is sparse.
type matrix struct {
	begin []int32 // of a line among cells, and the end of the last
	cells []cell
}

type cell struct {
	index int32 // of the other side
	value float32
}

func (m *matrix) lines() int { return len(m.begin) - 1 }

// transposed gives the matrix by its other side, which has so many lines.
func (m *matrix) transposed(lines int) matrix {
	t := matrix{make([]int32, lines+1), make([]cell, len(m.cells))}
	for _, c := range m.cells {
		t.begin[c.index+1]++
	}
	for i := range lines {
		t.begin[i+1] += t.begin[i]
	}
	next := slices.Clone(t.begin[:lines])
	for i := range m.lines() {
		for _, c := range m.cells[m.begin[i]:m.begin[i+1]] {
			t.cells[next[c.index]] = cell{int32(i), c.value}
			next[c.index]++
		}
	}
	return t
}

// times multiplies lines by x, which has k numbers for each line of the other side.
func (m *matrix) times(to, x []float64, k, from, until int) {
	for i := from; i < until; i++ {
		cells := m.cells[m.begin[i]:m.begin[i+1]]
		if k == 1 { // as below, in a fraction of the time: four sums need not wait for each other
			var s0, s1, s2, s3 float64
			for ; len(cells) >= 4; cells = cells[4:] {
				s0 += float64(x[cells[0].index] * float64(cells[0].value))
				s1 += float64(x[cells[1].index] * float64(cells[1].value))
				s2 += float64(x[cells[2].index] * float64(cells[2].value))
				s3 += float64(x[cells[3].index] * float64(cells[3].value))
			}
			for _, c := range cells {
				s0 += float64(x[c.index] * float64(c.value))
			}
			to[i] = (s0 + s1) + (s2 + s3)
			continue
		}
		sum := to[i*k : (i+1)*k]
		clear(sum)
		for _, c := range cells {
			of, v := x[int(c.index)*k:], float64(c.value)
			for j := range sum {
				sum[j] += float64(of[j] * v)
			}
		}
	}
}

// each calls do with parts of n items, at the same time.
func (p *problem) each(n int, do func(from, to int)) {
	parts := min(max(p.workers, 1), 1+n/512)
	var g crash.Group
	for i := range parts {
		g.Go(func() { do(i*n/parts, (i+1)*n/parts) })
	}
	g.Wait()
}

// newProblem makes a problem of the features of rows, whose buckets are below a number. Labels are missing yet.
func newProblem(features [][]feature, buckets, outs int) (*problem, error) {
	p := &problem{outs: outs, squares: make([]float64, len(features))}
	column, total := make([]int32, buckets), 0
	for _, row := range features {
		total += len(row)
		for _, f := range row {
			column[f.bucket] = min(column[f.bucket]+1, 2)
		}
	}
	if total > math.MaxInt32 {
		return nil, errors.New("there are more than 2,147,483,647 n-grams in all; learn from fewer headlines, or from shorter ones")
	}
	const none = -1
	cols := 0
	for b, n := range column {
		column[b] = none
		if n == 2 {
			column[b] = int32(cols)
			cols++
		}
	}
	p.rows = matrix{make([]int32, 1, len(features)+1), make([]cell, 0, total)}
	for i, row := range features {
		for _, f := range row {
			if c := column[f.bucket]; c != none {
				p.rows.cells = append(p.rows.cells, cell{c, f.value})
			} else {
				p.squares[i] += float64(float64(f.value) * float64(f.value))
			}
		}
		p.rows.begin = append(p.rows.begin, int32(len(p.rows.cells)))
	}
	p.cols = p.rows.transposed(cols)
	return p, nil
}
