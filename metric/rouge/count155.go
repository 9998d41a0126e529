package rouge

// A scratch155 counts as ROUGE-1.5.5.pl does. It owns the memory that this
// takes, so that counting allocates nothing once it is warm. The zero value
// is ready to use.
type scratch155 struct {
	each      []counts
	ref, cand []uint64 // keys of what is counted
	bag       bag155
	words     reference

	// for lcs155.go
	row    []cell155
	moves  []byte
	marked []bool
	linear []float64
	weight []float64
}

// counts counts what type v counts, against one reference after the other.
// The result holds until the next call. A text is one sequence, its
// sentences the lines of the program's input format SPL.
func (s *scratch155) counts(v variant, gap int, refs []sequence, cand *sequence) []counts {
	s.each = s.each[:0]
	for i := range refs {
		s.each = append(s.each, s.count(v, gap, &refs[i], cand))
	}
	return s.each
}

func (s *scratch155) count(v variant, gap int, ref, cand *sequence) counts {
	switch v.kind {
	case ngram:
		// The program joins the lines before it counts, so n-grams cross
		// the ends of sentences.
		s.words.load(ref.ids, size155(ref.ids, cand.ids))
		return s.words.ngrams(cand.ids, v.n)
	case skip, skipUni:
		return s.skipBigrams(ref.ids, cand.ids, gap, v.kind == skipUni)
	case lcs:
		return s.lcs(ref, cand)
	case lcsW:
		return s.wlcs(ref, cand)
	}
	panic("rouge: ROUGE-1.5.5 has no ROUGE-" + v.name)
}

// common counts the keys of s.ref and s.cand, and those in both. A key that
// one has more often than the other is in both as often as the other has it.
func (s *scratch155) common() counts {
	s.bag.reset(len(s.ref))
	for _, key := range s.ref {
		s.bag.add(key)
	}
	hits := 0
	for _, key := range s.cand {
		if s.bag.take(key) {
			hits++
		}
	}
	return counts{float64(hits), float64(len(s.cand)), float64(len(s.ref))}
}

// key155 is the key of a word: a number of 32 bits, never 0.
func key155(id int32) uint64 { return uint64(id) + 1 }

// size155 is a bound on the ids of both texts: all are less.
func size155(ref, cand []int32) int {
	size := int32(0)
	for _, id := range ref {
		size = max(size, id+1)
	}
	for _, id := range cand {
		size = max(size, id+1)
	}
	return int(size)
}
