package lda

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"hed/internal/modelfile"
)

// checkpointFile is in the folder of a fit.
const checkpointFile = "topics"

// checkpoints is how many a fit writes, at most: each has a number for every token of the corpus.
const checkpoints = 20

// A checkpoint keeps how far a fit is: the topics of the tokens and the priors, after so many sweeps. All else follows from
// them, since each sweep has random numbers of its own.
type checkpoint struct {
	identity []byte
}

// save keeps what is known after a sweep, now and then.
func (c *checkpoint) save(s *state, sweep int) error {
	if every := max(s.opt.Iterations/checkpoints, 1); s.opt.Folder == "" || sweep%every != 0 || sweep == s.opt.Iterations {
		return nil
	}
	b := binary.LittleEndian.AppendUint64(nil, uint64(sweep))
	for _, x := range append(slices.Clone(s.alpha), s.beta) {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	b = slices.Grow(b, 2*len(s.topics))
	for _, t := range s.topics {
		b = binary.LittleEndian.AppendUint16(b, t)
	}
	return modelfile.Keep(filepath.Join(s.opt.Folder, checkpointFile), c.identity, b)
}

// restore takes what was kept of the same documents and options, and returns how many sweeps that are.
func (c *checkpoint) restore(s *state) (sweeps int) {
	if s.opt.Folder == "" {
		return 0
	}
	c.identity = s.identity()
	b, ok := modelfile.Kept(filepath.Join(s.opt.Folder, checkpointFile), c.identity)
	if !ok || len(b) != 8*(2+len(s.alpha))+2*len(s.topics) {
		return 0
	}
	next := func() uint64 {
		x := binary.LittleEndian.Uint64(b)
		b = b[8:]
		return x
	}
	sweeps = int(next())
	for i := range s.alpha {
		s.alpha[i] = math.Float64frombits(next())
	}
	s.beta = math.Float64frombits(next())
	clear(s.totals)
	clear(s.counts)
	clear(s.lens)
	for i := range s.topics {
		s.set(i, binary.LittleEndian.Uint16(b[2*i:]))
	}
	return sweeps
}

// identity names all that the topics depend on.
func (s *state) identity() []byte {
	h, opt := sha256.New(), s.opt
	opt.Folder = ""
	fmt.Fprintf(h, "hed topics 1 %+v %d %d\n", opt, s.words, s.blocks)
	buf := make([]byte, 0, 1<<16)
	for _, w := range s.tokens {
		if buf = binary.LittleEndian.AppendUint32(buf, uint32(w)); len(buf) == cap(buf) {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	h.Write(buf)
	return h.Sum(nil)
}
