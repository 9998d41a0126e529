package score

import (
	"cmp"
	"encoding/binary"
	"iter"
	"slices"
)

// A Record is a number to sort by, and one that comes with it.
type Record struct{ Key, With uint64 }

// A Sorter puts records in order: by their keys, and equal ones by what comes with them. Those of long
// series are sorted in parts, which are on disk and then merged, so that few are in memory at a time.
type Sorter struct {
	spill *Spill // nil keeps all in memory
	last  []Record
	parts []sortedPart
}

// A sortedPart is records in order, on disk.
type sortedPart struct {
	places []int64
	n      int
}

const (
	partRecords  = 1 << 17
	blockRecords = BlockLen / 2 // in a block of the spill
)

// NewSorter is a sorter that spills where a series does.
func NewSorter(like *Series) *Sorter { return &Sorter{spill: like.spill} }

// Add adds a record.
func (s *Sorter) Add(r Record) {
	if s.last = append(s.last, r); s.spill != nil && len(s.last) == partRecords {
		s.put()
	}
}

// put puts the last records on disk.
func (s *Sorter) put() {
	sortRecords(s.last)
	part := sortedPart{n: len(s.last)}
	for some := range slices.Chunk(s.last, blockRecords) {
		data := make([]byte, 0, 8*BlockLen)
		for _, r := range some {
			data = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(data, r.Key), r.With)
		}
		part.places = append(part.places, s.spill.write(data[:cap(data)]))
	}
	s.parts, s.last = append(s.parts, part), s.last[:0]
}

func sortRecords(all []Record) { slices.SortFunc(all, compareRecords) }

func compareRecords(a, b Record) int {
	if a.Key != b.Key {
		return cmp.Compare(a.Key, b.Key)
	}
	return cmp.Compare(a.With, b.With)
}

// Sorted yields the records in order, once: the sorter is empty afterwards.
func (s *Sorter) Sorted() iter.Seq[Record] {
	return func(yield func(Record) bool) {
		defer func() { *s = Sorter{spill: s.spill} }()
		sortRecords(s.last)
		all := []*cursor{{some: s.last}}
		for _, part := range s.parts {
			all = append(all, &cursor{spill: s.spill, sortedPart: part})
		}
		defer func() {
			for _, c := range all {
				s.spill.release(c.places...)
			}
		}()
		heap := slices.DeleteFunc(slices.Clone(all), func(c *cursor) bool { return !c.fill() })
		for i := len(heap)/2 - 1; i >= 0; i-- {
			sink(heap, i)
		}
		for len(heap) > 0 {
			first := heap[0]
			if !yield(first.some[0]) {
				return
			}
			if first.some = first.some[1:]; !first.fill() {
				heap[0] = heap[len(heap)-1]
				heap = heap[:len(heap)-1]
			}
			sink(heap, 0)
		}
	}
}

// A cursor goes through a part.
type cursor struct {
	some  []Record // next
	spill *Spill
	sortedPart
}

// fill reads the next records if there are none, and reports whether there are.
func (c *cursor) fill() bool {
	if len(c.some) > 0 || c.n == 0 {
		return len(c.some) > 0
	}
	data := make([]byte, 8*BlockLen)
	c.spill.read(data, c.places[0])
	c.spill.release(c.places[0])
	some := make([]Record, min(c.n, blockRecords))
	for i := range some {
		some[i] = Record{binary.LittleEndian.Uint64(data[16*i:]), binary.LittleEndian.Uint64(data[16*i+8:])}
	}
	c.some, c.places, c.n = some, c.places[1:], c.n-len(some)
	return true
}

// sink puts a cursor where it belongs in a heap with the lowest next record first.
func sink(heap []*cursor, i int) {
	for {
		low := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(heap); child++ {
			if compareRecords(heap[child].some[0], heap[low].some[0]) < 0 {
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
