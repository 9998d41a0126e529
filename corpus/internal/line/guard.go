package line

import (
	"errors"
	"io"
)

// ErrRecord stands for a record that is longer than any article could be.
var ErrRecord = errors.New("the record is longer than 64 MB")

// A Guard ends a stream with ErrRecord when a record is longer than Limit,
// for parsers that would take memory until one ends.
type Guard struct {
	r    io.Reader
	left int
}

// NewGuard guards r.
func NewGuard(r io.Reader) *Guard { return &Guard{r, Limit} }

// Next begins a record.
func (g *Guard) Next() { g.left = Limit }

// Read is that of io.Reader.
func (g *Guard) Read(p []byte) (int, error) {
	if g.left <= 0 {
		return 0, ErrRecord
	}
	n, err := g.r.Read(p)
	g.left -= n
	return n, err
}
