package text

import (
	"encoding/binary"
	"math/bits"
)

// A table numbers short byte strings. The string is part of the slot, so
// that a look-up touches one place in memory: with tens of thousands of words
// the table does not fit the processor's nearest caches, and waiting for
// memory is most of what a look-up takes.
type table struct {
	slots []slot // a power of two of them, at most half used
	shift int    // from a hash to an index of slots
	used  int
	long  map[string]int32 // strings that do not fit a slot
}

// A key is a string of up to keyBytes bytes as two words, with its length. The
// bytes beyond the length are 0.
type key struct {
	low, high uint64
	n         uint32
}

const keyBytes = 16

// A slot is empty if the length of its key is 0.
type slot struct {
	key
	value int32
}

func newTable() *table {
	t := &table{long: map[string]int32{}}
	t.resize(1 << 8)
	return t
}

func (t *table) resize(n int) {
	t.slots = make([]slot, n)
	t.shift = 64 - bits.TrailingZeros(uint(n))
}

// makeKey returns the key of text[start:end], which has at most keyBytes
// bytes. As many must follow start in text.
func makeKey(text []byte, start, end int) key {
	b := text[start : start+keyBytes]
	k := key{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]), uint32(end - start)}
	if k.n <= 8 {
		k.low &= 1<<(8*k.n) - 1 // a shift by 64 gives 0, and all bits
		k.high = 0
	} else {
		k.high &= 1<<(8*(k.n-8)) - 1
	}
	return k
}

// find returns the slot of k, or the empty one that add may give it. The
// slot is valid until the next add.
func (t *table) find(k key) *slot {
	const golden = 0x9e3779b97f4a7c15
	h := (k.low^bits.RotateLeft64(k.high, 31))*golden + uint64(k.n)
	h = (h ^ h>>32) * golden
	for i := h >> t.shift; ; i++ {
		s := &t.slots[i&uint64(len(t.slots)-1)]
		if s.key == k || s.n == 0 {
			return s
		}
	}
}

// add gives k, for which find returned the empty slot s, a value.
func (t *table) add(s *slot, k key, value int32) {
	*s = slot{k, value}
	if t.used++; 2*t.used <= len(t.slots) {
		return
	}
	old := t.slots
	t.resize(2 * len(old))
	for _, s := range old {
		if s.n > 0 {
			*t.find(s.key) = s
		}
	}
}

// reset forgets everything.
func (t *table) reset() {
	clear(t.slots)
	clear(t.long)
	t.used = 0
}
