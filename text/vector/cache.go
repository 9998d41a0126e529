package vector

import (
	"bufio"
	"encoding/binary"
	"hash/crc32"
	"io"
	"runtime"
	"unsafe"

	"hed/internal/mapped"
	"hed/internal/whole"
)

// A cache file is a header of headSize bytes and the parts of a Table as they
// lie in memory, each from a multiple of 64. The header has a checksum of its
// own and one of everything behind it, so damage is found before it is used: a
// file that does not fit is read anew from its source.
//
// Note: checking a cache costs a reading of it, some 20 ms for 140 MB. Mapping
// alone would take none, and let a damaged number become a wrong score.
const (
	cacheMagic = "hed vectors 1\n\x00\x00"
	headSize   = 4096
	align      = 64
)

// A cacheHead is what the header says, little-endian.
type cacheHead struct {
	Magic                     [16]byte
	Source                    identity
	Hash                      [32]byte
	Words, Dim, Letters, Used uint64 // Used is the number of slots
	Duplicates                uint64
	Cased                     bool
	Body                      uint32 // checksum
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumBlock is how much one processor checks at a time.
const sumBlock = 4 << 20

// checksum is the checksum of the checksums of blocks.
func checksum(data []byte) uint32 {
	sums := make([]byte, (len(data)+sumBlock-1)/sumBlock*4)
	parallel(len(sums)/4, runtime.GOMAXPROCS(0), func(i int) {
		block := data[i*sumBlock : min((i+1)*sumBlock, len(data))]
		binary.LittleEndian.PutUint32(sums[4*i:], crc32.Checksum(block, castagnoli))
	})
	return crc32.Checksum(sums, castagnoli)
}

// A summer writes and computes the same checksum.
type summer struct {
	w    io.Writer
	sum  uint32
	n    int
	sums []byte
}

func (s *summer) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		k := min(len(rest), sumBlock-s.n)
		s.sum = crc32.Update(s.sum, castagnoli, rest[:k])
		if s.n += k; s.n == sumBlock {
			s.close()
		}
		rest = rest[k:]
	}
	return s.w.Write(p)
}

func (s *summer) close() uint32 {
	if s.n > 0 {
		s.sums = binary.LittleEndian.AppendUint32(s.sums, s.sum)
		s.sum, s.n = 0, 0
	}
	return crc32.Checksum(s.sums, castagnoli)
}

// writeCache writes the file, or leaves none: that costs time, no result.
func writeCache(file string, source identity, t *Table) error {
	f, err := whole.Create(file)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(make([]byte, headSize)); err != nil {
		return err
	}
	body := &summer{w: bufio.NewWriterSize(f, 1<<16)}
	for _, section := range [][]byte{littleEndian(t.matrix), littleEndian(t.slots), littleEndian(t.ends), t.letters} {
		body.Write(section) // an error stays with the buffer
		body.Write(make([]byte, padding(len(section))))
	}
	if err := body.w.(*bufio.Writer).Flush(); err != nil {
		return err
	}
	head := cacheHead{Source: source, Hash: t.hash,
		Words: uint64(t.Len()), Dim: uint64(t.dim), Letters: uint64(len(t.letters)), Used: uint64(len(t.slots)),
		Duplicates: uint64(t.duplicates), Cased: t.cased, Body: body.close()}
	copy(head.Magic[:], cacheMagic)
	page := make([]byte, headSize)
	binary.Encode(page, binary.LittleEndian, &head) // it fits
	binary.LittleEndian.PutUint32(page[headSize-4:], crc32.Checksum(page[:headSize-4], castagnoli))
	if _, err := f.WriteAt(page, 0); err != nil {
		return err
	}
	return f.Commit()
}

func padding(n int) int { return (align - n%align) % align }

// openCache returns nil unless the file is whole and of that source.
func openCache(file string, source identity) *Table {
	if !native {
		return nil
	}
	// Cache files are replaced, never written to, so they stay as they are.
	data, unmap, err := mapped.Open(file)
	if err != nil {
		return nil
	}
	t := tableOf(data, source)
	if t == nil {
		unmap()
		return nil
	}
	t.unmap = unmap
	return t
}

func tableOf(data []byte, source identity) *Table {
	var head cacheHead
	if len(data) < headSize {
		return nil
	}
	_, err := binary.Decode(data, binary.LittleEndian, &head)
	if err != nil || string(head.Magic[:]) != cacheMagic || head.Source != source ||
		binary.LittleEndian.Uint32(data[headSize-4:]) != crc32.Checksum(data[:headSize-4], castagnoli) {
		return nil
	}
	// The header is whole, so its numbers are those that were written.
	body := data[headSize:]
	section := func(n uint64) []byte {
		if uint64(len(body)) < n+uint64(padding(int(n))) {
			return nil
		}
		s := body[:n:n]
		body = body[int(n)+padding(int(n)):]
		return s
	}
	whole := body
	t := &Table{dim: int(head.Dim), hash: head.Hash, duplicates: int(head.Duplicates), cased: head.Cased}
	t.matrix = view[float32](section(4 * head.Words * head.Dim))
	t.slots = view[slot](section(8 * head.Used))
	t.ends = view[uint32](section(4 * head.Words))
	t.letters = section(head.Letters)
	if len(body) != 0 || t.letters == nil || checksum(whole) != head.Body {
		return nil
	}
	return t
}

func view[N float32 | uint32 | slot](b []byte) []N {
	if len(b) == 0 {
		return nil
	}
	var zero N
	return unsafe.Slice((*N)(unsafe.Pointer(&b[0])), len(b)/int(unsafe.Sizeof(zero)))
}
