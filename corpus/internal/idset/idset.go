// Package idset is a set of ids that stays small for millions of them.
package idset

import "hash/maphash"

// A Set remembers ids and where each stood. It keeps hashes of 128 bits
// instead of the ids: for a billion ids the chance that any two share a
// hash is below one in 10^20, so a hash seen before is an id seen before.
type Set struct {
	seeds [2]maphash.Seed
	lines map[[2]uint64]int
}

// New returns an empty set.
func New() *Set {
	return &Set{[2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, map[[2]uint64]int{}}
}

// Add puts id in the set, or returns the line that it stood on before.
func (s *Set) Add(id string, line int) (before int, again bool) {
	h := s.hash(id)
	if before, again = s.lines[h]; !again {
		s.lines[h] = line
	}
	return before, again
}

// Has says whether id is in the set.
func (s *Set) Has(id string) bool {
	_, ok := s.lines[s.hash(id)]
	return ok
}

func (s *Set) hash(id string) [2]uint64 {
	return [2]uint64{maphash.String(s.seeds[0], id), maphash.String(s.seeds[1], id)}
}
