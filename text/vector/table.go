package vector

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// A Table has a vector for each of its words. It does not change and is safe
// for concurrent use.
//
// Its parts are flat, so that a cache file can be mapped and used as it is.
type Table struct {
	dim        int
	matrix     []float32 // a row after the other
	ends       []uint32  // where each word ends in letters
	letters    []byte
	slots      []slot // a hash table of the words, a power of two, at most half used
	duplicates int
	cased      bool
	hash       [32]byte
	unmap      func() error // nil if the table is in ordinary memory
}

// Len is the number of words.
func (t *Table) Len() int { return len(t.ends) }

// Dim is the length of the vectors.
func (t *Table) Dim() int { return t.dim }

// Duplicates is how many words of the file came again and were passed over.
func (t *Table) Duplicates() int { return t.duplicates }

// Cased reports whether any word has a capital letter. If none has, looking
// one up is of no use.
func (t *Table) Cased() bool { return t.cased }

// Hash tells tables apart by their words and numbers, in whatever format
// they were read.
func (t *Table) Hash() [32]byte { return t.hash }

// Word returns the word of a row.
func (t *Table) Word(row int) string { return string(t.word(row)) }

func (t *Table) word(row int) []byte {
	start := uint32(0)
	if row > 0 {
		start = t.ends[row-1]
	}
	return t.letters[start:t.ends[row]]
}

// Row returns the vector of a row, which must not be changed.
func (t *Table) Row(row int) []float32 {
	return t.matrix[row*t.dim : (row+1)*t.dim : (row+1)*t.dim]
}

// Find returns the row of a word.
func (t *Table) Find(word string) (row int, ok bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	row, _, ok = find(t, word)
	return row, ok
}

// Close gives a mapped cache file back; rows must not be used after it.
func (t *Table) Close() error {
	if t.unmap == nil {
		return nil
	}
	unmap := t.unmap
	*t = Table{dim: t.dim, hash: t.hash}
	return unmap()
}

// A slot is 1 + a row in its low half and the upper half of the word's hash,
// which tells most other words apart. 0 is empty.
type slot uint64

// find returns the row of a word, or the slot where it belongs.
func find[W string | []byte](t *Table, word W) (row int, at uint64, ok bool) {
	h := hash(word)
	mask := uint64(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return 0, i, false
		}
		if uint64(s)>>32 == h>>32 {
			if row := int(uint32(s)) - 1; string(t.word(row)) == string(word) {
				return row, i, true
			}
		}
	}
}

// hash is stored in cache files, so it is the same on every machine.
func hash[W string | []byte](word W) uint64 {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	h ^= h >> 29 // FNV mixes its low bits badly
	return h * 0x9e3779b97f4a7c15
}

func hasCapital(word []byte) bool {
	for i, c := range word {
		if c >= utf8.RuneSelf {
			return bytes.ContainsFunc(word[i:], func(r rune) bool { return unicode.ToLower(r) != r })
		}
		if 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return false
}
