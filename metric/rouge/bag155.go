package rouge

import "math/bits"

// A bag155 is a multiset of keys other than 0: an open-addressing table that
// keeps its memory. It is what the program's Perl hashes are here.
type bag155 struct {
	slots []slot155 // a power of two of them, at least half empty
	shift int       // from a hash to an index of slots
}

type slot155 struct {
	key uint64
	n   int // how often the bag has the key
}

// reset empties the bag and makes room for n different keys.
func (b *bag155) reset(n int) {
	log := bits.Len(uint(2*n + 1))
	if size := 1 << log; size <= cap(b.slots) {
		b.slots = b.slots[:size]
		clear(b.slots)
	} else {
		b.slots = make([]slot155, size)
	}
	b.shift = 64 - log
}

// find returns the slot of a key, or an empty one for it.
func (b *bag155) find(key uint64) *slot155 {
	const golden = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio, as Knuth has it
	i := key * golden >> b.shift
	for b.slots[i].key != key && b.slots[i].key != 0 {
		i = (i + 1) & uint64(len(b.slots)-1)
	}
	return &b.slots[i]
}

func (b *bag155) add(key uint64) {
	s := b.find(key)
	s.key = key
	s.n++
}

// take removes one of a key and reports whether there was one.
func (b *bag155) take(key uint64) bool {
	s := b.find(key)
	if s.n == 0 {
		return false
	}
	s.n--
	return true
}
