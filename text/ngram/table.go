package ngram

import "math/bits"

// A table numbers n-grams of one order, in the order in which they are added.
//
// Note: the ids of an n-gram lie one after the other in one slice, and the slots
// that are searched hold numbers only, so an n-gram costs some 4n+8 bytes
// and the garbage collector has nothing to look at.
type table struct {
	width int
	keys  []int32
	slots []int32 // 1 + number, 0 where free; a power of two of them, at most half used
}

func newTable(width int) *table {
	return &table{width: width, slots: make([]int32, 1<<4)}
}

func (t *table) len() int { return len(t.keys) / t.width }

// key returns the ids of n-gram i.
func (t *table) key(i int) []int32 { return t.keys[i*t.width : (i+1)*t.width] }

func hash(key []int32) uint64 {
	const golden = 0x9e3779b97f4a7c15
	h := uint64(0)
	for _, id := range key {
		h = (bits.RotateLeft64(h, 5) ^ uint64(uint32(id))) * golden
	}
	return h ^ h>>32
}

// find returns the number of an n-gram, or -1.
func (t *table) find(key []int32) int {
	i, _ := t.search(key)
	return i
}

// search also returns the slot where key is, or belongs.
func (t *table) search(key []int32) (i int, slot uint64) {
	mask := uint64(len(t.slots) - 1)
search:
	for slot = hash(key) & mask; t.slots[slot] != 0; slot = (slot + 1) & mask {
		i = int(t.slots[slot] - 1)
		for j, id := range t.key(i) {
			if id != key[j] {
				continue search
			}
		}
		return i, slot
	}
	return -1, slot
}

// add returns the number of an n-gram, which is a new one if it has not come
// before.
func (t *table) add(key []int32) (i int, isNew bool) {
	i, slot := t.search(key)
	if i >= 0 {
		return i, false
	}
	i = t.len()
	t.keys = append(t.keys, key...)
	t.slots[slot] = int32(i + 1)
	if 2*(i+1) > len(t.slots) {
		t.grow()
	}
	return i, true
}

func (t *table) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for i := range t.len() {
		slot := hash(t.key(i)) & mask
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = int32(i + 1)
	}
}
