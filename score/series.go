package score

// A Series is a column of values whose length is not known in advance. It
// grows by blocks, so that nothing is copied while it grows and no more memory
// is held than the values take. The zero value is empty.
type Series struct {
	blocks [][]float64 // all full but the last
	n      int
	joined []float64 // what Values gave last; nil before
}

const (
	blockBits = 12
	// BlockLen is the length of every block of a Series but the last.
	BlockLen = 1 << blockBits
)

// SeriesOf returns a series of the values.
func SeriesOf(values ...float64) *Series {
	s := new(Series)
	for _, v := range values {
		s.Append(v)
	}
	return s
}

// Len is the number of values.
func (s *Series) Len() int { return s.n }

// Append adds a value.
func (s *Series) Append(v float64) {
	if s.n%BlockLen == 0 {
		s.blocks = append(s.blocks, make([]float64, 0, BlockLen))
	}
	last := &s.blocks[len(s.blocks)-1]
	*last = append(*last, v)
	s.n++
}

// At is value i.
func (s *Series) At(i int) float64 { return s.blocks[i>>blockBits][i%BlockLen] }

// Blocks are the values, BlockLen at a time. They must not be changed.
func (s *Series) Blocks() [][]float64 { return s.blocks }

// Values are all values in one slice, which must not be changed. The first call
// after an Append moves the blocks together, once; later ones cost nothing. So it
// must not run beside another call.
func (s *Series) Values() []float64 {
	switch {
	case s.n == 0:
		return nil
	case s.n <= BlockLen:
		return s.blocks[0]
	case len(s.joined) == s.n:
		return s.joined
	}
	s.joined = make([]float64, s.n)
	for i, b := range s.blocks {
		// From here on the block is a part of the whole, of which Append
		// makes a copy before it writes.
		at := s.joined[i*BlockLen:]
		n := copy(at, b)
		s.blocks[i] = at[:n:n]
	}
	return s.joined
}
