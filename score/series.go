package score

import (
	"iter"
	"slices"
)

// A Series is a column of values whose length is not known in advance. It
// grows by blocks, so that nothing is copied while it grows and no more memory
// is held than the values take; of a table that spills, only the first blocks and the last are
// in memory. The zero value is empty, and so is nil.
type Series struct {
	blocks [][]float64 // all full but the last; nil where they are in the spill
	places []int64     // of those, by block
	spill  *Spill      // nil keeps all in memory
	n      int
}

const (
	blockBits = 12
	// BlockLen is the length of every block of a Series but the last.
	BlockLen = 1 << blockBits
	// keptBlocks are in memory in any case: most tables are not longer.
	keptBlocks = 16
	// InMemory is how many documents of a table are in memory where others are on disk.
	InMemory = keptBlocks * BlockLen
)

// SeriesOf returns a series of the values.
func SeriesOf(values ...float64) *Series {
	s := &Series{n: len(values)}
	for block := range slices.Chunk(values, BlockLen) {
		s.blocks, s.places = append(s.blocks, slices.Clone(block)), append(s.places, 0)
	}
	return s
}

// Like is an empty series that spills where another does.
func Like(s *Series) *Series { return &Series{spill: s.spill} }

// Concat are the values of several series, one after another. It spills where the first does.
func Concat(all ...*Series) *Series {
	if len(all) == 1 {
		return all[0]
	}
	s := new(Series)
	if len(all) > 0 {
		s = Like(all[0])
	}
	for _, part := range all {
		for _, block := range part.Blocks() {
			for _, v := range block {
				s.Append(v)
			}
		}
	}
	return s
}

// Len is the number of values.
func (s *Series) Len() int {
	if s == nil {
		return 0
	}
	return s.n
}

// Append adds a value.
func (s *Series) Append(v float64) {
	if s.n%BlockLen == 0 {
		s.blocks = append(s.blocks, s.next())
		s.places = append(s.places, 0)
	}
	last := &s.blocks[len(s.blocks)-1]
	*last = append(*last, v)
	s.n++
}

// Drop empties a series that nobody needs any more, so that others can have its place on disk.
func (s *Series) Drop() {
	for k, block := range s.blocks {
		if block == nil {
			s.spill.release(s.places[k])
		}
	}
	*s = Series{spill: s.spill}
}

// Spills reports whether the series is on disk where it is long.
func (s *Series) Spills() bool { return s.spill != nil }

// next is memory for a block. That of the one before is taken where it is on disk.
func (s *Series) next() []float64 {
	k := len(s.blocks) - 1
	if s.spill == nil || k < keptBlocks {
		return make([]float64, 0, BlockLen)
	}
	before := s.blocks[k]
	s.blocks[k], s.places[k] = nil, s.spill.writeBlock(before)
	return before[:0]
}

// At is value i. For many, in their order, Blocks is quicker.
func (s *Series) At(i int) float64 { return s.Block(i >> blockBits)[i%BlockLen] }

// Blocks are the values, BlockLen at a time. They must not be changed.
func (s *Series) Blocks() iter.Seq2[int, []float64] {
	return func(yield func(int, []float64) bool) {
		for k := range s.NumBlocks() {
			if !yield(k, s.Block(k)) {
				return
			}
		}
	}
}

// NumBlocks is how many blocks there are, and Block is one of them.
func (s *Series) NumBlocks() int { return (s.Len() + BlockLen - 1) / BlockLen }
func (s *Series) Block(k int) []float64 {
	if block := s.blocks[k]; block != nil {
		return block
	}
	return s.spill.readBlock(s.places[k])
}

// Values are all values in one slice, which must not be changed. Of more than one block it is a copy,
// so that any number of goroutines may ask for it.
func (s *Series) Values() []float64 {
	switch {
	case s.Len() == 0:
		return nil
	case s.n <= BlockLen:
		return s.blocks[0]
	}
	all := make([]float64, 0, s.n)
	for _, block := range s.Blocks() {
		all = append(all, block...)
	}
	return all
}
