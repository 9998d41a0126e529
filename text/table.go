package text

import (
	"encoding/binary"
	"math/bits"
)

// A table numbers short byte strings.
//
// Note: with tens of thousands of words a table does not fit the
// processor's nearest caches, and waiting for memory is most of what a look-up
// takes. So the slots that are searched are small, and the entries lie in
// the order of arrival: frequent words come early and stay together.
type table struct {
	slots   []slot // a power of two of them, at most half used
	shift   int    // from a hash to an index of slots
	entries []entry
	long    map[string]int32 // strings that do not fit a key
}

// A slot is 1 + the index of an entry in its low half and the upper half of
// the key's hash, which tells other keys apart. 0 is empty.
type slot uint64

func makeSlot(hash uint64, entry int) slot { return slot(hash>>32<<32 | uint64(entry+1)) }

func (s slot) entry() int { return int(uint32(s)) - 1 }

type entry struct {
	key
	value int32
}

// A key is a string of up to keyBytes bytes as two words, with its length. The
// bytes beyond the length are 0.
type key struct {
	low, high uint64
	n         uint32
}

const keyBytes = 16

func newTable() *table {
	t := &table{long: map[string]int32{}}
	t.resize(fewest)
	return t
}

// fewest slots there are.
const fewest = 1 << 8

// resize makes so many slots, all empty.
func (t *table) resize(n int) {
	if n > cap(t.slots) {
		t.slots = make([]slot, n)
	} else {
		t.slots = t.slots[:n]
		clear(t.slots)
	}
	t.shift = 64 - bits.TrailingZeros(uint(n))
}

// len is the number of strings.
func (t *table) len() int { return len(t.entries) + len(t.long) }

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

func (k key) hash() uint64 {
	const golden = 0x9e3779b97f4a7c15
	h := (k.low^bits.RotateLeft64(k.high, 31))*golden + uint64(k.n)
	return (h ^ h>>32) * golden
}

// find returns the value of k, or where add may put it.
func (t *table) find(k key) (value int32, at uint64, found bool) {
	h := k.hash()
	mask := uint64(len(t.slots) - 1)
	for i := h >> t.shift; ; i++ {
		s := t.slots[i&mask]
		if s == 0 {
			return 0, i & mask, false
		}
		if uint64(s)>>32 == h>>32 {
			if e := &t.entries[s.entry()]; e.key == k {
				return e.value, 0, true
			}
		}
	}
}

// add gives k a value, at the place that find named.
func (t *table) add(at uint64, k key, value int32) {
	t.entries = append(t.entries, entry{k, value})
	t.slots[at] = makeSlot(k.hash(), len(t.entries)-1)
	if 2*len(t.entries) <= len(t.slots) {
		return
	}
	t.resize(2 * len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for n, e := range t.entries {
		h := e.hash()
		i := h >> t.shift
		for t.slots[i&mask] != 0 {
			i++
		}
		t.slots[i&mask] = makeSlot(h, n)
	}
}

// reset forgets everything, in a time that what comes next makes up for: it begins with few slots again.
func (t *table) reset() {
	t.resize(fewest)
	if len(t.long) > 0 {
		clear(t.long)
	}
	t.entries = t.entries[:0]
}
