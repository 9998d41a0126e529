package score

// A Series is a column of values whose length is not known in advance. It
// grows by blocks, so that nothing is copied and no more memory is held
// than the values take. The zero value is empty.
type Series struct {
	blocks [][]float64 // all full but the last
	n      int
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
