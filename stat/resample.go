package stat

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"hed/internal/crash"
	"hed/score"
	"hed/tensor/vec"
)

// Rows are resampled by blocks of a series: a power of two of them, so that
// random bits are row numbers, and few enough that what is drawn from stays
// in the cache nearest to the processor.
const (
	blockRows = score.BlockLen
	drawBits  = 12
)

var _ = [1]int{}[blockRows-1<<drawBits] // does not compile unless the two agree

// resample weighs the rows of every column anew for every resample. It returns the
// sums of each resample, column by column: those of column c in resample r are at
// r*len(columns)+c.
//
// weigh fills in the weights of one block of rows in one resample, and returns
// their sum. It is called by several workers at once, so that what it draws
// must depend on resample and block alone.
func resample(ctx context.Context, columns []*score.Series, how Resampling, weigh func(weights []float64, resample, block int) float64) ([]sums, error) {
	blocks := columns[0].NumBlocks()
	total := make([]sums, how.Resamples*len(columns))
	share := func(first, end int) {
		var weights [blockRows]float64
		for k := 0; k < blocks && ctx.Err() == nil; k++ {
			b := newBlock(columns, k)
			for r := first; r < end; r++ {
				sum := weigh(weights[:b.rows], r, k)
				b.add(weights[:b.rows], sum, total[r*len(columns):])
			}
		}
	}
	var running crash.Group
	workers := max(how.Workers, 1)
	for w := range workers {
		running.Go(func() { share(w*how.Resamples/workers, (w+1)*how.Resamples/workers) })
	}
	running.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return total, nil
}

// resampledValues are the values of every sample, means or pooled, in resamples of its
// rows, drawn with replacement: by sample, then resample. One without any row is NaN.
//
// Note: drawing n of n rows with replacement is done in two steps: how
// many draws fall into each block of rows, which is a multinomial number,
// then which rows of the block. Every resample has generators of its own and
// adds up its blocks in order, so it does not matter which worker does it.
func resampledValues(ctx context.Context, samples []score.Sample, how Resampling, seed uint64) ([][]float64, error) {
	var columns []*score.Series
	for _, s := range samples {
		columns = append(columns, summed(s)...)
	}
	blocks := columns[0].NumBlocks()
	draws := drawsPerBlock(columns[0].Len(), blocks, how.Resamples, seed)
	total, err := resample(ctx, columns, how, func(counts []float64, r, k int) float64 {
		n := int(draws[r*blocks+k])
		drawRows(counts, n, rand.NewPCG(seed, uint64(r)<<32|uint64(k+1)))
		return float64(n)
	})
	if err != nil {
		return nil, err
	}
	values := make([][]float64, len(samples))
	first := 0
	for i, s := range samples {
		n := len(summed(s))
		values[i] = make([]float64, how.Resamples)
		for r := range values[i] {
			values[i][r] = value(s, total[r*len(columns)+first:][:n])
		}
		first += n
	}
	return values, nil
}

// summed are the series that a sample's value is made of.
func summed(s score.Sample) []*score.Series {
	if s.Pool == nil {
		return []*score.Series{s.Values}
	}
	return s.Counts
}

// value is what a sample makes of the sums of its series.
func value(s score.Sample, t []sums) float64 {
	switch {
	case s.Pool == nil:
		return t[0].sum / t[0].weight
	case t[0].weight == 0:
		return math.NaN()
	}
	counts := make([]float64, len(t))
	for i := range t {
		counts[i] = t[i].sum
	}
	return s.Pool.Value(counts)
}

// plain are samples whose values are means.
func plain(columns []*score.Series) []score.Sample {
	samples := make([]score.Sample, len(columns))
	for i, c := range columns {
		samples[i].Values = c
	}
	return samples
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
		for ; draws >= 64/drawBits; draws -= 64 / drawBits {
			bits := rng.Uint64()
			for range 64 / drawBits {
				whole[bits%blockRows]++
				bits >>= drawBits
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
	rows int
	// vectors are the values of each column, 0 where there is none, and then, for
	// columns that lack some, 1 where there is one.
	vectors [][]float64
	present []int     // by column, the vector that says where values are; 0 if everywhere
	sums    []float64 // by vector
}

// newBlock is block k of the columns.
func newBlock(columns []*score.Series, k int) *block {
	b := &block{present: make([]int, len(columns))}
	for _, col := range columns {
		b.vectors = append(b.vectors, col.Block(k))
	}
	b.rows = len(b.vectors[0])
	for c := range columns {
		values, present := b.vectors[c], []float64(nil)
		for i, v := range values {
			if !score.IsAbsent(v) {
				continue
			}
			if present == nil {
				values = slices.Clone(values)
				present = slices.Repeat([]float64{1}, b.rows)
			}
			values[i], present[i] = 0, 0
		}
		if present != nil {
			b.vectors[c], b.present[c] = values, len(b.vectors)
			b.vectors = append(b.vectors, present)
		}
	}
	b.sums = make([]float64, len(b.vectors))
	return b
}

// add weighs the rows of every column and adds them to total. sum is that of all
// weights.
func (b *block) add(weights []float64, sum float64, total []sums) {
	vec.Dots64(b.sums, b.vectors, weights)
	for c, present := range b.present {
		total[c].sum += b.sums[c]
		if present > 0 {
			total[c].weight += b.sums[present]
		} else {
			total[c].weight += sum
		}
	}
}
