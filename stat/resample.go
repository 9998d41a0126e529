package stat

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"
)

// blockRows is how many rows are resampled at a time: a power of two, so
// that random bits are row numbers, and few enough that what is drawn from stays
// in the cache nearest to the processor.
const (
	blockBits = 12
	blockRows = 1 << blockBits
)

// resample returns the means of every column in every resample.
//
// Note: drawing n of n rows with replacement is done in two steps: how
// many draws fall into each block of rows, which is a multinomial number,
// then which rows of the block. Every step of every resample has a generator
// of its own, so that workers may take the blocks in any order.
func resample(ctx context.Context, columns [][]float64, how Resampling, seed uint64) ([][]float64, error) {
	n := len(columns[0])
	blocks := (n + blockRows - 1) / blockRows
	draws := drawsPerBlock(n, blocks, how.Resamples, seed)
	partial := make([][]sums, blocks)

	next := make(chan int)
	var workers sync.WaitGroup
	for range max(how.Workers, 1) {
		workers.Go(func() {
			var counts [blockRows]float64
			for k := range next {
				b := newBlock(columns, k*blockRows, min((k+1)*blockRows, n))
				partial[k] = make([]sums, how.Resamples*len(columns))
				for r := 0; r < how.Resamples && ctx.Err() == nil; r++ {
					drawRows(counts[:b.rows], int(draws[r*blocks+k]), rand.NewPCG(seed, uint64(r)<<32|uint64(k+1)))
					b.sum(counts[:b.rows], partial[k][r*len(columns):(r+1)*len(columns)])
				}
			}
		})
	}
	for k := range blocks {
		select {
		case next <- k:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return merge(partial, len(columns), how.Resamples), nil
}

// drawsPerBlock returns, for each resample, how many of its n draws fall
// into each block: one binomial number after the other, each of what is
// left.
func drawsPerBlock(n, blocks, resamples int, seed uint64) []int32 {
	draws := make([]int32, resamples*blocks)
	for r := range resamples {
		src := rand.NewPCG(seed, uint64(r)<<32)
		drawsLeft, rowsLeft := n, n
		for k := range blocks {
			rows, d := min(blockRows, rowsLeft), drawsLeft
			if rows < rowsLeft && drawsLeft > 0 {
				d = int(distuv.Binomial{N: float64(drawsLeft), P: float64(rows) / float64(rowsLeft), Src: src}.Rand())
			}
			draws[r*blocks+k] = int32(d)
			drawsLeft -= d
			rowsLeft -= rows
		}
	}
	return draws
}

// drawRows sets counts to how often each row is drawn.
func drawRows(counts []float64, draws int, rng *rand.PCG) {
	clear(counts)
	if len(counts) == blockRows {
		whole := (*[blockRows]float64)(counts)
		for ; draws >= 64/blockBits; draws -= 64 / blockBits {
			bits := rng.Uint64()
			for range 64 / blockBits {
				whole[bits%blockRows]++
				bits >>= blockBits
			}
		}
	}
	for range draws {
		// Lemire's multiplication; so few rows make its bias negligible.
		counts[rng.Uint64()>>32*uint64(len(counts))>>32]++
	}
}

// sums is the weighted sum of some values and the sum of their weights.
type sums struct{ sum, weight float64 }

// A block is some rows of all columns, ready to be summed without a branch.
type block struct {
	rows    int
	values  [][]float64 // 0 where there is no value
	present [][]float64 // 1 where there is a value; nil if everywhere
}

func newBlock(columns [][]float64, from, to int) *block {
	b := &block{rows: to - from}
	for _, col := range columns {
		values, present := col[from:to], []float64(nil)
		for i, v := range values {
			if !math.IsNaN(v) {
				continue
			}
			if present == nil {
				values = append([]float64{}, values...)
				present = make([]float64, b.rows)
				for j := range present {
					present[j] = 1
				}
			}
			values[i], present[i] = 0, 0
		}
		b.values = append(b.values, values)
		b.present = append(b.present, present)
	}
	return b
}

// sum weighs the rows of every column by counts.
func (b *block) sum(counts []float64, out []sums) {
	total := 0.0
	for _, c := range counts {
		total += c
	}
	for c, values := range b.values {
		out[c] = sums{dot(values, counts), total}
		if present := b.present[c]; present != nil {
			out[c].weight = dot(present, counts)
		}
	}
}

// dot is the scalar product, in four sums so that additions need not wait
// for each other. The conversions forbid fused multiplication and addition,
// which some processors have: the result is the same on all.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float64(a[0] * b[0])
		s1 += float64(a[1] * b[1])
		s2 += float64(a[2] * b[2])
		s3 += float64(a[3] * b[3])
		a, b = a[4:], b[4:]
	}
	for i, v := range a {
		s0 += float64(v * b[i])
	}
	return (s0 + s1) + (s2 + s3)
}

// merge adds up the blocks, in order, and returns means by column.
func merge(partial [][]sums, columns, resamples int) [][]float64 {
	means := make([][]float64, columns)
	for c := range means {
		means[c] = make([]float64, resamples)
		for r := range resamples {
			var t sums
			for _, block := range partial {
				s := block[r*columns+c]
				t.sum += s.sum
				t.weight += s.weight
			}
			means[c][r] = t.sum / t.weight
		}
	}
	return means
}
