package rouge

import (
	"encoding/binary"
	"slices"
)

// manyPairs is how many pairs of sentences are compared one by one. Two long texts have
// thousands of millions of them, most of which share nothing.
const manyPairs = 10_000

// A sharing finds which sentences of a candidate share a term with another sentence. Equal
// sentences give equal subsequences, so each is kept once.
type sharing struct {
	sentences [][]int32
	with      map[int32][]int32 // sentences that have a term
	seen      []int32           // by sentence: the last call that came by
	calls     int32
	known     map[string][]uint64 // what unite gave, by sentence
}

func newSharing(cand *sequence) *sharing {
	s := &sharing{with: map[int32][]int32{}, known: map[string][]uint64{}}
	once := map[string]bool{}
	for j := range cand.ends {
		sent := cand.sentence(j)
		name := key(sent)
		if once[name] {
			continue
		}
		once[name] = true
		at := int32(len(s.sentences))
		s.sentences = append(s.sentences, sent)
		for _, id := range sent {
			if list := s.with[id]; len(list) == 0 || list[len(list)-1] != at {
				s.with[id] = append(list, at)
			}
		}
	}
	s.seen = make([]int32, len(s.sentences))
	return s
}

// key is a sentence as a key of maps.
func key(sent []int32) string {
	b := make([]byte, 0, 4*len(sent))
	for _, id := range sent {
		b = binary.NativeEndian.AppendUint32(b, uint32(id))
	}
	return string(b)
}

// unite fills union with what trace sets for all sentences together.
func (s *sharing) unite(r *reference, sent []int32, size int, union []uint64) {
	name := key(sent)
	if known, ok := s.known[name]; ok {
		copy(union, known)
		return
	}
	r.load(sent, size)
	clear(union)
	s.calls++
	for _, id := range sent {
		for _, j := range s.with[id] {
			if s.seen[j] != s.calls {
				s.seen[j] = s.calls
				r.trace(s.sentences[j], union)
			}
		}
	}
	s.known[name] = slices.Clone(union)
}
