package rouge

import (
	"encoding/binary"
	"math/bits"
)

// A longMatcher is a matcher for references of any length. It gives the
// same counts with maps and with bit sets of several words, in time linear in
// the text for n-grams and in the number of matching pairs of terms for
// subsequences.
type longMatcher struct {
	ref   []int32
	first []int32    // by term id: 1 + its first position in ref, 0 if it has none
	next  []int32    // by position: 1 + the next position of the same term
	times []int32    // by term id: how often ref has it
	dense []int32    // by term id: 1 + its place in masks, 0 if it has none
	masks [][]uint64 // positions of terms that ref has very often, as bits
	v     []uint64
	rows  []uint64 // scratch of trace: the states of v, one after the other
}

func (m *longMatcher) load(ref []int32, size int) {
	for _, id := range m.ref {
		m.first[id], m.times[id], m.dense[id] = 0, 0, 0
	}
	if len(m.first) < size {
		m.first = make([]int32, size+size/2)
		m.times, m.dense = make([]int32, size+size/2), make([]int32, size+size/2)
	}
	m.ref = append(m.ref[:0], ref...)
	m.next = grow(m.next, len(ref))
	for i := len(ref) - 1; i >= 0; i-- {
		m.next[i] = m.first[ref[i]]
		m.first[ref[i]] = int32(i + 1)
	}
	m.v = grow(m.v, words(len(ref)))
	m.masks = m.masks[:0]
	for _, id := range ref {
		if m.times[id]++; m.times[id] == often*int32(len(m.v)) {
			m.mask(id)
		}
	}
}

// often is how many positions of a term there are, for each word of bits, from which on
// it is faster to have them as bits.
const often = 2

// mask keeps the positions of a term as bits.
func (m *longMatcher) mask(id int32) {
	mask := make([]uint64, len(m.v))
	for p := m.first[id]; p != 0; p = m.next[p-1] {
		mask[(p-1)/64] |= 1 << ((p - 1) % 64)
	}
	m.masks = append(m.masks, mask)
	m.dense[id] = int32(len(m.masks))
}

func (m *longMatcher) ngrams(cand []int32, n int) int {
	count := make(map[string]int)
	for gram := range grams(m.ref, n) {
		count[string(gram)]++
	}
	hits := 0
	for gram := range grams(cand, n) {
		if c := count[string(gram)]; c > 0 {
			count[string(gram)] = c - 1
			hits++
		}
	}
	return hits
}

// grams yields the n-grams of ids as the bytes of their terms.
func grams(ids []int32, n int) func(func([]byte) bool) {
	buf := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		buf = binary.NativeEndian.AppendUint32(buf, uint32(id))
	}
	return func(yield func([]byte) bool) {
		for i := 0; i+n <= len(ids); i++ {
			if !yield(buf[4*i : 4*(i+n)]) {
				return
			}
		}
	}
}

func (m *longMatcher) lcs(cand []int32) int {
	m.start()
	for _, id := range cand {
		m.step(id)
	}
	n := 0
	for _, w := range m.v {
		n += bits.OnesCount64(^w)
	}
	return n
}

func (m *longMatcher) start() {
	for i := range m.v {
		m.v[i] = ^uint64(0)
	}
}

// step is one term of the candidate: v = (v+u) | (v-u) with u = v & mask,
// over words. Where the mask is empty a word changes only through a
// carry, so only the words with positions of the term are visited, and
// what the carry runs into.
func (m *longMatcher) step(id int32) {
	var carry uint64
	if k := m.dense[id]; k != 0 {
		for w, mask := range m.masks[k-1] {
			v := m.v[w]
			u := v & mask
			var sum uint64
			sum, carry = bits.Add64(v, u, carry)
			m.v[w] = sum | (v - u)
		}
		return
	}
	w := 0 // the first word not yet done
	ripple := func(end int) {
		for ; carry != 0 && w < end; w++ {
			v := m.v[w]
			var sum uint64
			sum, carry = bits.Add64(v, 0, 1)
			m.v[w] = sum | v
		}
	}
	for p := m.first[id]; p != 0; {
		at := int(p-1) / 64
		var mask uint64
		for p != 0 && int(p-1)/64 == at {
			mask |= 1 << ((p - 1) % 64)
			p = m.next[p-1]
		}
		ripple(at)
		v := m.v[at]
		u := v & mask
		var sum uint64
		sum, carry = bits.Add64(v, u, carry)
		m.v[at] = sum | (v - u)
		w = at + 1
	}
	ripple(len(m.v))
}

func (m *longMatcher) trace(cand []int32, union []uint64) {
	m.start()
	m.rows = m.rows[:0]
	for _, id := range cand {
		m.step(id)
		m.rows = append(m.rows, m.v...)
	}
	i, j := len(m.ref)-1, len(cand)-1
	for i >= 0 && j >= 0 {
		word, bit := i/64, uint64(1)<<(i%64)
		switch {
		case m.ref[i] == cand[j]:
			union[word] |= bit
			i--
			j--
		case m.rows[j*len(m.v)+word]&bit == 0:
			j--
		default:
			i--
		}
	}
}

// words is the number of machine words that hold n bits.
func words(n int) int { return (n + wordBits - 1) / wordBits }

// grow returns s with length n; what it holds is undefined.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}
