package vector

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"unsafe"

	"hed/internal/crash"
)

const (
	maxDim  = 1 << 16
	maxWord = 64 << 10 // bytes
)

// A builder makes a table of rows in the order in which they come.
type builder struct{ Table }

// newBuilder returns an empty one with room for some rows; rows is a promise
// of the file's, so callers bound it by the size of the file.
func newBuilder(dim, rows int) *builder {
	b := &builder{Table{dim: dim}}
	b.matrix = make([]float32, 0, rows*dim)
	b.ends = make([]uint32, 0, rows)
	size := 1 << 8
	for size < 2*rows {
		size *= 2
	}
	b.slots = make([]slot, size)
	return b
}

// add appends a row. Of equal words the first one stays.
func (b *builder) add(word []byte, row []float32) error {
	_, at, ok := find(&b.Table, word)
	if ok {
		b.duplicates++
		return nil
	}
	switch {
	case len(word) == 0:
		return errors.New("an empty word")
	case len(word) > maxWord:
		return fmt.Errorf("a word of %d bytes; expected at most %d", len(word), maxWord)
	case len(b.letters)+len(word) > math.MaxUint32 || len(b.ends) == math.MaxInt32-1:
		return errors.New("too many words")
	}
	b.letters = append(b.letters, word...)
	b.ends = append(b.ends, uint32(len(b.letters)))
	b.matrix = append(b.matrix, row...)
	b.slots[at] = makeSlot(hash(word), len(b.ends)-1)
	b.cased = b.cased || hasCapital(word)
	if 2*len(b.ends) > len(b.slots) {
		b.grow()
	}
	return nil
}

func makeSlot(hash uint64, row int) slot { return slot(hash>>32<<32 | uint64(row+1)) }

func (b *builder) grow() {
	b.slots = make([]slot, 2*len(b.slots))
	mask := uint64(len(b.slots) - 1)
	for row := range b.ends {
		h := hash(b.word(row))
		i := h & mask
		for b.slots[i] != 0 {
			i = (i + 1) & mask
		}
		b.slots[i] = makeSlot(h, row)
	}
}

// finish returns the table.
func (b *builder) finish() (*Table, error) {
	if len(b.ends) == 0 {
		return nil, errors.New("there are no words")
	}
	t := b.Table
	if cap(t.matrix) > len(t.matrix)+len(t.matrix)/4 {
		t.matrix = slices.Clone(t.matrix)
	}
	t.hash = t.digest()
	return &t, nil
}

// digest is a hash of hashes of so many rows, so that processors share the work.
const digestRows = 8192

func (t *Table) digest() [32]byte {
	blocks := make([][32]byte, (t.Len()+digestRows-1)/digestRows)
	parallel(len(blocks), runtime.GOMAXPROCS(0), func(i int) {
		from, to := i*digestRows, min((i+1)*digestRows, t.Len())
		h := sha256.New()
		for row := from; row < to; row++ {
			h.Write(t.word(row))
			h.Write([]byte{0})
		}
		h.Write(littleEndian(t.matrix[from*t.dim : to*t.dim]))
		h.Sum(blocks[i][:0])
	})
	h := sha256.New()
	fmt.Fprintf(h, "%d %d\n", t.Len(), t.dim)
	for _, b := range blocks {
		h.Write(b[:])
	}
	return [32]byte(h.Sum(nil))
}

// parallel calls do for 0 to n-1 in some goroutines.
func parallel(n, workers int, do func(int)) {
	workers = min(max(workers, 1), n)
	if workers == 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var wg crash.Group
	for first := range workers {
		wg.Go(func() {
			for i := first; i < n; i += workers {
				do(i)
			}
		})
	}
	wg.Wait()
}

// native says that memory has the byte order of files.
var native = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// littleEndian returns numbers as they stand in files, without a copy where
// memory has them in this way.
func littleEndian[N float32 | uint32 | slot](numbers []N) []byte {
	if len(numbers) == 0 {
		return nil
	}
	if native {
		return unsafe.Slice((*byte)(unsafe.Pointer(&numbers[0])), len(numbers)*int(unsafe.Sizeof(numbers[0])))
	}
	var b []byte
	b, _ = binary.Append(b, binary.LittleEndian, numbers) // fixed sizes, so no error
	return b
}
