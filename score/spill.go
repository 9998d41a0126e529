package score

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"sync"
)

// A Spill keeps blocks of many series in one file, for tables that are too large for memory.
// A disk that is full or broken shows in Err. Whoever reads after that panics with it: what they
// would compute with may be missing.
type Spill struct {
	file *os.File
	mu   sync.Mutex
	end  int64
	free []int64 // places of blocks that nobody needs any more
	err  error
}

// NewSpill makes a file in a folder. It has no name where systems allow that, so that nothing is
// left of it however the process ends.
func NewSpill(folder string) (*Spill, error) {
	f, err := os.CreateTemp(folder, "values-")
	if err != nil {
		return nil, fmt.Errorf("put scores on disk: %w", err)
	}
	os.Remove(f.Name())
	return &Spill{file: f}, nil
}

// Close gives the file back.
func (s *Spill) Close() error {
	err := s.file.Close()
	os.Remove(s.file.Name()) // where open files cannot be removed
	return err
}

// Err is why something could not be written or read; the first that was.
func (s *Spill) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Catch, where it is deferred, makes an error of what could not be written or read, in place of
// the panic or the error that came of it.
func (s *Spill) Catch(err *error) {
	if s == nil {
		return
	}
	if failed := s.Err(); failed != nil {
		recover()
		*err = failed
	}
}

// Size is how many bytes were put on disk. Series that are made of others add to it, and nothing is taken away.
func (s *Spill) Size() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.end
}

// write adds bytes and returns where they are.
func (s *Spill) write(data []byte) (at int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.free) - 1; last >= 0 && len(data) == 8*BlockLen {
		at, s.free = s.free[last], s.free[:last]
	} else {
		at = s.end
		s.end += int64(len(data))
	}
	if _, err := s.file.WriteAt(data, at); err != nil && s.err == nil {
		s.err = fmt.Errorf("put scores on disk: %w", err)
	}
	return at
}

// release gives blocks back, whose places others may have.
func (s *Spill) release(places ...int64) {
	if len(places) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, places...)
}

// read fills in the bytes that are there.
func (s *Spill) read(data []byte, at int64) {
	_, err := s.file.ReadAt(data, at)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil && s.err == nil {
		s.err = fmt.Errorf("read scores that were put on disk: %w", err)
	}
	if s.err != nil { // beyond what could not be written, a file may have zeros
		panic(s.err)
	}
}

func (s *Spill) writeBlock(block []float64) int64 {
	data := make([]byte, 0, 8*len(block))
	for _, v := range block {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return s.write(data)
}

func (s *Spill) readBlock(at int64) []float64 {
	data := make([]byte, 8*BlockLen)
	s.read(data, at)
	block := make([]float64, BlockLen)
	for i := range block {
		block[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return block
}
