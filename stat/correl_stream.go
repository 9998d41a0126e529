package stat

import (
	"context"
	"maps"
	"math"
	"slices"

	"hed/score"
	"hed/tensor/vec"
)

// A stream is a variate that is read block by block.
type stream struct {
	values      *score.Series       // or ranks, where there are too many for a table of them
	own         bool                // values are not the caller's
	ranks       map[float64]float64 // of values, for Spearman; nil where values are taken as they are
	mean, scale float64
	constant    bool
}

// isWhole reports whether no value is absent.
func isWhole(s *score.Series) bool {
	for _, block := range s.Blocks() {
		if slices.ContainsFunc(block, score.IsAbsent) {
			return false
		}
	}
	return true
}

// stream is prepare for a column that is not to be in memory.
func (c Coefficient) stream(values *score.Series) *stream {
	s := &stream{values: values}
	low, high := math.Inf(1), math.Inf(-1)
	for _, block := range values.Blocks() {
		low, high = min(low, slices.Min(block)), max(high, slices.Max(block))
	}
	size := max(math.Abs(low), math.Abs(high))
	if s.constant = high-low <= 2*rounding*size; s.constant {
		return s
	}
	if c == Spearman {
		s.rank(grainOf(size))
	}
	s.center()
	return s
}

// mostRanks is how many different values are ranked by a table of them. Scores that are
// shares of few words have some thousands.
const mostRanks = 1 << 17

// rank exchanges values for ranks, as midranks does.
func (s *stream) rank(g grain) {
	counts := map[float64]int{}
	for _, block := range s.values.Blocks() {
		for _, v := range block {
			counts[v]++
		}
		if len(counts) > mostRanks {
			s.values, s.own = rankSeries(s.values, g), true
			return
		}
	}
	keys := slices.Sorted(maps.Keys(counts))
	before := make([]int, len(keys)+1) // how many values come before each
	for i, k := range keys {
		before[i+1] = before[i] + counts[k]
	}
	s.ranks = make(map[float64]float64, len(keys))
	g.runs(len(keys), func(i int) float64 { return keys[i] }, func(first, end int) {
		for _, k := range keys[first:end] {
			s.ranks[k] = float64(before[first]+1+before[end]) / 2
		}
	})
}

// rankSeries is midranks of a series, on disk where that is. Values are sorted with their places,
// and their ranks by place.
func rankSeries(values *score.Series, g grain) *score.Series {
	sorter, places := score.NewSorter(values), score.NewSorter(values)
	place := uint64(0)
	for v := range present(values) {
		sorter.Add(score.Record{Key: ordered(v), With: place})
		place++
	}
	start, before := 0.0, 0
	var run []uint64           // places of the run of ties that is read
	long := score.Like(values) // and those of a long one, as numbers
	end := func() {
		n := len(run) + long.Len()
		rank := math.Float64bits(float64(2*before+1+n) / 2)
		for _, place := range run {
			places.Add(score.Record{Key: place, With: rank})
		}
		for place := range present(long) {
			places.Add(score.Record{Key: uint64(place), With: rank})
		}
		before, run = before+n, run[:0]
		long.Drop()
	}
	for r := range sorter.Sorted() {
		v := unordered(r.Key)
		if len(run) > 0 && !g.tied(start, v) {
			end()
		}
		if len(run) == 0 {
			start = v
		}
		if len(run) < mostRanks {
			run = append(run, r.With)
		} else {
			long.Append(float64(r.With))
		}
	}
	end()
	ranks := score.Like(values)
	for r := range places.Sorted() {
		ranks.Append(math.Float64frombits(r.With))
	}
	return ranks
}

// drop gives back what is on disk.
func (s *stream) drop() {
	if s.own {
		s.values.Drop()
	}
}

// center finds mean and scale, as that of a variate does.
func (s *stream) center() {
	var mean score.Mean
	size := 0.0
	for k := range s.values.NumBlocks() {
		for _, v := range s.block(k) {
			mean.Add(v)
			size = max(size, math.Abs(v))
		}
	}
	s.mean = mean.Value()
	spread := 0.0
	for k := range s.values.NumBlocks() {
		for _, v := range s.block(k) {
			spread = max(spread, math.Abs(v-s.mean))
		}
	}
	if s.constant = spread <= rounding*size; s.constant {
		return
	}
	_, exponent := math.Frexp(spread)
	s.scale = math.Ldexp(1, -max(exponent, -1000))
}

// block is a block of the values, or of their ranks.
func (s *stream) block(k int) []float64 {
	block := s.values.Block(k)
	if s.ranks == nil {
		return block
	}
	ranks := make([]float64, len(block))
	for i, v := range block {
		ranks[i] = s.ranks[v]
	}
	return ranks
}

// centred is a block of scaled distances to the mean.
func (s *stream) centred(k int) []float64 {
	block := slices.Clone(s.block(k))
	for i, v := range block {
		block[i] = (v - s.mean) * s.scale
	}
	return block
}

// multiply returns the products of every column with every other, i with j at i*n+j where i is not
// above j. Those of the blocks are added up in their order, whoever computed them.
func multiply(ctx context.Context, columns []*stream, workers int) ([]float64, error) {
	n, blocks := len(columns), 0
	for _, s := range columns {
		if s != nil {
			blocks = s.values.NumBlocks()
		}
	}
	parts := make([][]float64, blocks)
	err := inParallel(ctx, blocks, workers, func(k int) {
		centred := make([][]float64, n)
		for i, s := range columns {
			if s != nil && !s.constant {
				centred[i] = s.centred(k)
			}
		}
		parts[k] = make([]float64, n*n)
		for i := range n {
			for j := i; j < n; j++ {
				if centred[i] != nil && centred[j] != nil {
					parts[k][i*n+j] = vec.Dot64(centred[i], centred[j])
				}
			}
		}
	})
	sums := make([]float64, n*n)
	for _, part := range parts {
		for i, v := range part {
			sums[i] += v
		}
	}
	return sums, err
}
