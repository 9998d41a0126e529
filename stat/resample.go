package stat

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
)

// blockRows is how many rows are resampled at a time. The draws of a block
// then stay in the cache nearest to the processor, which is what the
// bootstrap of a million rows spends its time on.
const blockRows = 4096

// resample returns the means of every column in every resample.
//
// Note: drawing n rows of n with replacement is done in two steps: how
// many draws fall into each block of rows, then which rows of the block. Each
// pair of resample and block has a generator of its own, so that workers
// may take blocks in any order.
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
				rows := [2]int{k * blockRows, min((k+1)*blockRows, n)}
				block := make([]sums, how.Resamples*len(columns))
				for r := range how.Resamples {
					drawRows(counts[:rows[1]-rows[0]], draws[r*blocks+k], rand.NewPCG(seed, uint64(r)<<32|uint64(k+1)))
					for c, col := range columns {
						block[r*len(columns)+c] = weigh(col[rows[0]:rows[1]], counts[:])
					}
				}
				partial[k] = block
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

// sums is the weighted sum of some values and the sum of their weights.
type sums struct{ sum, weight float64 }

// drawsPerBlock returns, for each resample, how many of its n draws fall into each block.
func drawsPerBlock(n, blocks, resamples int, seed uint64) []int32 {
	draws := make([]int32, resamples*blocks)
	if blocks == 1 {
		for r := range draws {
			draws[r] = int32(n)
		}
		return draws
	}
	for r := range resamples {
		rng := rand.NewPCG(seed, uint64(r)<<32)
		mine := draws[r*blocks : (r+1)*blocks]
		for range n {
			mine[below(rng, n)/blockRows]++
		}
	}
	return draws
}

// drawRows sets counts to how often each row is drawn.
func drawRows(counts []float64, draws int32, rng *rand.PCG) {
	clear(counts)
	for range draws {
		counts[below(rng, len(counts))]++
	}
}

// below returns a number in [0,n) by Lemire's multiplication; for n below
// 2^32 its bias is under 2^-32.
func below(rng *rand.PCG, n int) int {
	return int(rng.Uint64() >> 32 * uint64(n) >> 32)
}

func weigh(values, counts []float64) (s sums) {
	for i, v := range values {
		if c := counts[i]; c != 0 && !math.IsNaN(v) {
			s.sum += c * v
			s.weight += c
		}
	}
	return s
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
