package derive

import (
	"strings"
	"sync"
)

// hash is FNV-1a.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// mix joins two hashes in order.
func mix(a, b uint32) uint32 {
	h := a ^ (b*0x9e3779b1 + 0x85ebca6b + a<<6 + a>>2)
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 13
	return h
}

// zero is the stem of all numbers in digits, none that of a place outside
// the text.
var zero, none = hash("0"), hash("^")

// stems remembers the stems of words, which are few and costly.
var stems stemmer

type stemmer struct {
	mu    sync.RWMutex
	known map[string]stemmed
}

type stemmed struct {
	hash uint32
	kind wordKind
}

// maxStems bounds the memory of the stemmer.
const maxStems = 1 << 17

func (s *stemmer) get(w string) (uint32, wordKind) {
	s.mu.RLock()
	e, ok := s.known[w]
	s.mu.RUnlock()
	if ok {
		return e.hash, e.kind
	}
	low := strings.ReplaceAll(strings.ToLower(w), "’", "'")
	kind := plain
	if low == "'s" || len(low) == 1 || english.Stop.Filter(low) == "" {
		kind = function
	}
	e = stemmed{hash(english.Stemmer.Filter(low)), kind}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil || len(s.known) >= maxStems {
		s.known = make(map[string]stemmed)
	}
	s.known[strings.Clone(w)] = e
	return e.hash, e.kind
}
