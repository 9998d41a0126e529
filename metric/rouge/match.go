package rouge

import "math/bits"

// wordBits is the longest reference that fits the positions of a term
// into one machine word. Headlines practically always do.
const wordBits = 64

// A matcher counts what candidates share with one reference of at most
// wordBits terms. It keeps, for every term, the set of positions where the
// reference has it, as the bits of a word. Clipped n-gram counts and the
// longest common subsequence then cost a few instructions for each term
// of the candidate, with no table and no hash.
type matcher struct {
	ref  []int32
	mask []uint64 // by term id; bit i: the term stands at position i of ref
	rows []uint64 // scratch of trace
}

func (m *matcher) load(ref []int32, size int) {
	for _, id := range m.ref {
		m.mask[id] = 0
	}
	if len(m.mask) < size {
		m.mask = make([]uint64, size+size/2)
	}
	m.ref = append(m.ref[:0], ref...)
	for i, id := range ref {
		m.mask[id] |= 1 << i
	}
}

func (m *matcher) ngrams(cand []int32, n int) int {
	if len(cand) < n || len(m.ref) < n {
		return 0
	}
	var used uint64
	switch n {
	case 1:
		for _, id := range cand {
			used = take(used, m.mask[id])
		}
	case 2:
		prev := m.mask[cand[0]]
		for _, id := range cand[1:] {
			cur := m.mask[id]
			used = take(used, prev&(cur>>1))
			prev = cur
		}
	default:
		for i := 0; i+n <= len(cand); i++ {
			at := m.mask[cand[i]]
			for k := 1; k < n; k++ {
				at &= m.mask[cand[i+k]] >> k
			}
			used = take(used, at)
		}
	}
	return bits.OnesCount64(used)
}

// take adds the lowest bit of at that is not yet in used, if there is one.
// All bits of at stand for the same n-gram, so any free one will do.
func take(used, at uint64) uint64 {
	at &^= used
	return used | at&-at
}

// lcs follows Hyyrö 2004, "Bit-parallel LCS-length computation revisited".
// Bit i of v is 0 where the table of the usual algorithm grows by one from
// row i to row i+1.
func (m *matcher) lcs(cand []int32) int {
	v := ^uint64(0)
	for _, id := range cand {
		u := v & m.mask[id]
		v = (v + u) | (v - u)
	}
	return bits.OnesCount64(^v)
}

func (m *matcher) trace(cand []int32, union []uint64) {
	v := ^uint64(0)
	m.rows = m.rows[:0]
	for _, id := range cand {
		u := v & m.mask[id]
		v = (v + u) | (v - u)
		m.rows = append(m.rows, v)
	}
	i, j := len(m.ref)-1, len(cand)-1
	for i >= 0 && j >= 0 {
		bit := uint64(1) << i
		switch {
		case m.ref[i] == cand[j]:
			union[0] |= bit
			i--
			j--
		case m.rows[j]&bit == 0:
			j--
		default:
			i--
		}
	}
}
