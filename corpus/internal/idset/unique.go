package idset

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
)

// Unique finds ids that come twice, in memory that does not grow with them. One that comes again soon is found at
// once. Those that came long before are on disk, and are compared when all have come.
type Unique struct {
	recent *Set
	file   *os.File
	parts  []int64 // where each part ends in the file; its entries are in the order of their hashes
}

// An entry is an id on disk.
type entry struct {
	hash [2]uint64
	line int
}

// A Twice is an id that was there before.
type Twice struct{ Line, Before int }

const (
	// recent is how many ids are in memory.
	recent    = 1 << 17
	entrySize = 24
	// mostTwice is how many that come twice are told of: nobody reads more.
	mostTwice = 1000
)

// NewUnique has no ids.
func NewUnique() *Unique { return &Unique{recent: New()} }

// Add takes the next id, or returns the line that it was on before, if that was not long ago.
func (u *Unique) Add(id string, line int) (before int, again bool, err error) {
	if len(u.recent.lines) == recent {
		if err := u.put(); err != nil {
			return 0, false, fmt.Errorf("put ids on disk: %w", err)
		}
	}
	before, again = u.recent.Add(id, line)
	return before, again, nil
}

// put puts the recent ids on disk.
func (u *Unique) put() error {
	if u.file == nil {
		f, err := os.CreateTemp("", "hed-ids-")
		if err != nil {
			return err
		}
		os.Remove(f.Name()) // where open files can be removed, nothing is left however the process ends
		u.file = f
	}
	all := make([]entry, 0, recent)
	for hash, line := range u.recent.lines {
		all = append(all, entry{hash, line})
	}
	slices.SortFunc(all, func(a, b entry) int { return slices.Compare(a.hash[:], b.hash[:]) })
	to := bufio.NewWriter(u.file)
	var data [entrySize]byte
	for _, e := range all {
		binary.LittleEndian.PutUint64(data[:], e.hash[0])
		binary.LittleEndian.PutUint64(data[8:], e.hash[1])
		binary.LittleEndian.PutUint64(data[16:], uint64(e.line))
		to.Write(data[:]) // an error comes with Flush
	}
	end := int64(len(all) * entrySize)
	if len(u.parts) > 0 {
		end += u.parts[len(u.parts)-1]
	}
	u.parts = append(u.parts, end)
	clear(u.recent.lines)
	return to.Flush()
}

// Late are those that Add could not know of, in the order of their lines, when all have come.
func (u *Unique) Late() (twice []Twice, err error) {
	if u.file == nil {
		return nil, nil
	}
	if err := u.put(); err != nil {
		return nil, fmt.Errorf("put ids on disk: %w", err)
	}
	var heads []*head
	begin := int64(0)
	for _, end := range u.parts {
		heads = append(heads, &head{from: bufio.NewReaderSize(io.NewSectionReader(u.file, begin, end-begin), 1<<14)})
		begin = end
	}
	var last entry
	for first := true; ; first = false {
		e, more, err := lowest(&heads, first)
		if err != nil {
			return nil, fmt.Errorf("read ids that were put on disk: %w", err)
		}
		if !more {
			break
		}
		if !first && e.hash == last.hash {
			twice = append(twice, Twice{e.line, last.line})
		} else {
			last = e
		}
		if len(twice) == 2*mostTwice {
			twice = firstOf(twice)
		}
	}
	return firstOf(twice), nil
}

// firstOf are those on the first lines.
func firstOf(twice []Twice) []Twice {
	slices.SortFunc(twice, func(a, b Twice) int { return cmp.Compare(a.Line, b.Line) })
	return twice[:min(len(twice), mostTwice)]
}

// Close gives the disk back.
func (u *Unique) Close() {
	if u.file != nil {
		u.file.Close()
		os.Remove(u.file.Name()) // where open files cannot be removed
	}
}

// A head is the next entry of a part.
type head struct {
	entry
	from *bufio.Reader
}

// next reads it.
func (h *head) next() error {
	var data [entrySize]byte
	if _, err := io.ReadFull(h.from, data[:]); err != nil {
		return err
	}
	h.hash = [2]uint64{binary.LittleEndian.Uint64(data[:]), binary.LittleEndian.Uint64(data[8:])}
	h.line = int(binary.LittleEndian.Uint64(data[16:]))
	return nil
}

// lowest takes the lowest entry of all parts, of which equal ones come in the order of the lines. The heads are a heap, which the first call makes.
func lowest(heads *[]*head, first bool) (e entry, more bool, err error) {
	all := *heads
	if first {
		for _, h := range all {
			if err := h.next(); err != nil {
				return e, false, err
			}
		}
		for i := len(all)/2 - 1; i >= 0; i-- {
			sink(all, i)
		}
	}
	if len(all) == 0 {
		return e, false, nil
	}
	e = all[0].entry
	switch err := all[0].next(); {
	case err == io.EOF:
		all[0] = all[len(all)-1]
		all = all[:len(all)-1]
	case err != nil:
		return e, false, err
	}
	sink(all, 0)
	*heads = all
	return e, true, nil
}

func (h *head) less(o *head) bool {
	if c := slices.Compare(h.hash[:], o.hash[:]); c != 0 {
		return c < 0
	}
	return h.line < o.line
}

func sink(heap []*head, i int) {
	for {
		low := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(heap); child++ {
			if heap[child].less(heap[low]) {
				low = child
			}
		}
		if low == i {
			return
		}
		heap[i], heap[low] = heap[low], heap[i]
		i = low
	}
}
