package rouge

// A sequence is a text as a list of term ids, cut into sentences.
type sequence struct {
	ids  []int32
	ends []int32 // where each sentence ends in ids; sentences may be empty
}

func (t *sequence) reset() { t.ids, t.ends = t.ids[:0], t.ends[:0] }

// sentence returns sentence i.
func (t *sequence) sentence(i int) []int32 {
	start := int32(0)
	if i > 0 {
		start = t.ends[i-1]
	}
	return t.ids[start:t.ends[i]]
}

// A reference counts what candidates share with the sequence that was
// loaded last: by matcher if that is short, as headlines are, and by
// longMatcher otherwise. The two agree; only their speed differs.
type reference struct {
	short matcher
	long  longMatcher
	n     int // length of the reference
}

// load makes ids the reference. All ids, also those of the candidates to
// come, are below size.
func (r *reference) load(ids []int32, size int) {
	if r.n = len(ids); r.n > wordBits {
		r.long.load(ids, size)
	} else {
		r.short.load(ids, size)
	}
}

// ngrams counts the n-grams of both, and the hits: how many n-grams of cand
// are matched by one of the reference, each of which matches once. That is
// the sum over all n-grams of the smaller of the two counts.
func (r *reference) ngrams(cand []int32, n int) counts {
	c := counts{cand: float64(max(len(cand)-n+1, 0)), ref: float64(max(r.n-n+1, 0))}
	if r.n > wordBits {
		c.hit = float64(r.long.ngrams(cand, n))
	} else {
		c.hit = float64(r.short.ngrams(cand, n))
	}
	return c
}

// lcs returns the length of the longest common subsequence with cand.
func (r *reference) lcs(cand []int32) int {
	if r.n > wordBits {
		return r.long.lcs(cand)
	}
	return r.short.lcs(cand)
}

// trace sets in union the positions of the reference that are on the longest
// common subsequence with cand which rouge-score reads out of its table:
// from the end, a match is always taken, and otherwise the reference
// is left standing only if that loses length.
//
// Note: at a cell without a match, the table's entry to the left is
// greater than the one above exactly where the table grows from above to
// here, and that is the bit which the bit-parallel algorithm keeps. So the
// rows of bits say all that the table says, in a 64th of the space.
func (r *reference) trace(cand []int32, union []uint64) {
	if r.n > wordBits {
		r.long.trace(cand, union)
	} else {
		r.short.trace(cand, union)
	}
}
