package stat

import (
	"iter"
	"math"
	"slices"

	"hed/score"
)

// paired is what two systems got for the same documents. It is read block by block.
type paired struct{ a, b *score.Series }

// pairedOf is of values in memory.
func pairedOf(a, b []float64) paired {
	if len(a) != len(b) {
		panic("stat: paired samples of different lengths")
	}
	return paired{score.SeriesOf(a...), score.SeriesOf(b...)}
}

// each yields the values of the documents that both have, in their order.
func (p paired) each(yield func(a, b float64) bool) {
	if p.a.Len() != p.b.Len() {
		panic("stat: paired samples of different lengths")
	}
	for k, block := range p.a.Blocks() {
		other := p.b.Block(k)
		for i, v := range block {
			if !score.IsAbsent(v) && !score.IsAbsent(other[i]) && !yield(v, other[i]) {
				return
			}
		}
	}
}

// keep are the values of a column for the documents that both have.
func (p paired) keep(column *score.Series) *score.Series {
	kept := score.Like(column)
	for k, block := range p.a.Blocks() {
		other, values := p.b.Block(k), column.Block(k)
		for i, v := range block {
			if !score.IsAbsent(v) && !score.IsAbsent(other[i]) {
				kept.Append(values[i])
			}
		}
	}
	return kept
}

// differences are those of a and b, of the documents that both have.
func (p paired) differences(yield func(float64) bool) {
	p.each(func(a, b float64) bool { return yield(a - b) })
}

// size is how many documents both have, and the size of the largest value of them.
func (p paired) size() (n int, scale float64) {
	for a, b := range p.each {
		n++
		scale = max(scale, math.Abs(a), math.Abs(b))
	}
	return n, scale
}

// bySize are the differences beyond the grain, ascending by their sizes, and whether each is negative.
func (p paired) bySize(g grain) iter.Seq2[float64, bool] {
	return func(yield func(size float64, negative bool) bool) {
		for key := range p.sortedKeys(g) {
			if !yield(math.Float64frombits(key>>1), key&1 == 1) {
				return
			}
		}
	}
}

// sortedKeys are for bySize: the bits of positive numbers are in their order, and leave one free
// for the sign. Integers sort faster than pairs.
func (p paired) sortedKeys(g grain) iter.Seq[uint64] {
	keys := func(yield func(uint64) bool) {
		for d := range p.differences {
			bits := math.Float64bits(d)
			if !g.zero(d) && !yield(bits<<1|bits>>63) {
				return
			}
		}
	}
	if !p.a.Spills() {
		return slices.Values(slices.Sorted(keys))
	}
	all := score.NewSorter(p.a)
	for key := range keys {
		all.Add(score.Record{Key: key})
	}
	return func(yield func(uint64) bool) {
		for r := range all.Sorted() {
			if !yield(r.Key) {
				return
			}
		}
	}
}
