package align

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"hed/internal/whole"
)

// A pair is two articles by their places in the files.
type pair struct {
	a, b  int32
	score float64
}

// before is the order of the ranking: the best first, then the order of the files.
func before(p, q pair) int {
	return cmp.Or(cmp.Compare(q.score, p.score), cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b))
}

const (
	pairsInMemory = 1 << 23 // 128 MiB
	pairBytes     = 16
)

// A pile sorts pairs. Those that are more than its limit wait in temporary files, each
// of which is sorted.
type pile struct {
	limit  int
	pairs  []pair
	folder *whole.Temporary
	files  []*os.File
}

func (p *pile) add(pairs []pair) error {
	for len(pairs) > 0 {
		n := min(len(pairs), p.limit-len(p.pairs))
		p.pairs, pairs = append(p.pairs, pairs[:n]...), pairs[n:]
		if len(p.pairs) == p.limit {
			if err := p.spill(); err != nil {
				return fmt.Errorf("sort pairs in a temporary file: %w", err)
			}
		}
	}
	return nil
}

// spill moves the pairs to a file.
func (p *pile) spill() (err error) {
	if p.folder == nil {
		if p.folder, err = whole.NewTemporary("hed-pairs-"); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(filepath.Join(p.folder.Path, strconv.Itoa(len(p.files))), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	p.files = append(p.files, f)
	slices.SortFunc(p.pairs, before)
	w := bufio.NewWriterSize(f, 1<<20)
	var b [pairBytes]byte
	for _, q := range p.pairs {
		binary.LittleEndian.PutUint32(b[0:], uint32(q.a))
		binary.LittleEndian.PutUint32(b[4:], uint32(q.b))
		binary.LittleEndian.PutUint64(b[8:], math.Float64bits(q.score))
		if _, err := w.Write(b[:]); err != nil {
			return err
		}
	}
	p.pairs = p.pairs[:0]
	if err := w.Flush(); err != nil {
		return err
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
}

// ranked yields all pairs in their order, once.
func (p *pile) ranked() iter.Seq2[pair, error] {
	return func(yield func(pair, error) bool) {
		slices.SortFunc(p.pairs, before)
		rows := []func() (pair, error){p.memory()}
		for _, f := range p.files {
			rows = append(rows, stored(f))
		}
		var heads []pair // of rows that have not ended
		for i := 0; i < len(rows); {
			head, err := rows[i]()
			switch {
			case err == io.EOF:
				rows = slices.Delete(rows, i, i+1)
			case err != nil:
				yield(pair{}, fmt.Errorf("sort pairs in a temporary file: %w", err))
				return
			default:
				heads = append(heads, head)
				i++
			}
		}
		for len(rows) > 0 {
			first := 0
			for i := range heads {
				if before(heads[i], heads[first]) < 0 {
					first = i
				}
			}
			if !yield(heads[first], nil) {
				return
			}
			head, err := rows[first]()
			switch {
			case err == io.EOF:
				rows, heads = slices.Delete(rows, first, first+1), slices.Delete(heads, first, first+1)
			case err != nil:
				yield(pair{}, fmt.Errorf("sort pairs in a temporary file: %w", err))
				return
			default:
				heads[first] = head
			}
		}
	}
}

// memory gives the pairs that are in memory.
func (p *pile) memory() func() (pair, error) {
	rest := p.pairs
	return func() (q pair, err error) {
		if len(rest) == 0 {
			return q, io.EOF
		}
		q, rest = rest[0], rest[1:]
		return q, nil
	}
}

// stored gives the pairs of a file.
func stored(f *os.File) func() (pair, error) {
	r := bufio.NewReaderSize(f, 1<<18)
	var b [pairBytes]byte
	return func() (q pair, err error) {
		if _, err := io.ReadFull(r, b[:]); err != nil {
			return q, err
		}
		q.a, q.b = int32(binary.LittleEndian.Uint32(b[0:])), int32(binary.LittleEndian.Uint32(b[4:]))
		q.score = math.Float64frombits(binary.LittleEndian.Uint64(b[8:]))
		return q, nil
	}
}

// remove removes the temporary files.
func (p *pile) remove() {
	for _, f := range p.files {
		f.Close()
	}
	if p.folder != nil {
		p.folder.Remove()
	}
}
