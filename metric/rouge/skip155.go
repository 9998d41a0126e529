package rouge

import (
	"math/bits"
	"slices"
)

// skipBigrams counts pairs of words with at most gap words between them, or
// any number if gap is negative. Like n-grams the pairs cross the ends of
// sentences.
//
// With unigrams the words count as well. The paper says so by adding a marker
// to the beginning of a sentence, as pairs with the marker. The
// program has no marker and leaves out the last word of a text; a text of
// one word therefore scores 0 even against itself.
func (s *scratch155) skipBigrams(ref, cand []int32, gap int, unigrams bool) counts {
	if len(ref) <= wordBits && len(cand) <= wordBits {
		if distinct155(cand) {
			return s.skipDistinct(ref, cand, gap, unigrams)
		}
		if distinct155(ref) { // what both have is the same from either side
			c := s.skipDistinct(cand, ref, gap, unigrams)
			return counts{c.hit, c.ref, c.cand}
		}
	}
	s.ref = skipKeys155(s.ref[:0], ref, gap, unigrams)
	s.cand = skipKeys155(s.cand[:0], cand, gap, unigrams)
	return s.common()
}

// skipKeys155 appends a key for each pair, and each word.
func skipKeys155(dst []uint64, ids []int32, gap int, unigrams bool) []uint64 {
	for i := 0; i+1 < len(ids); i++ {
		left := key155(ids[i])
		if unigrams {
			dst = append(dst, left)
		}
		for _, right := range ids[i+1 : reach(i, gap, len(ids))] {
			dst = append(dst, left<<32|key155(right))
		}
	}
	return dst
}

// reach is the end of the words that make a pair with word i of n, with at
// most gap words between, any number if gap is negative.
func reach(i, gap, n int) int {
	if gap < 0 || gap > n {
		return n
	}
	return min(n, i+gap+2)
}

// skipDistinct counts for a candidate without repeated words, as most
// headlines are: each of its pairs counts once at most, so that it only
// matters whether the reference has the pair. The places of the words tell.
func (s *scratch155) skipDistinct(ref, cand []int32, gap int, unigrams bool) counts {
	s.words.load(ref, size155(ref, cand))
	n, places := len(ref), s.words.short.mask
	hits := 0
	for i := 0; i+1 < len(cand); i++ {
		left := places[cand[i]]
		if left == 0 {
			continue
		}
		if unigrams && left&^(1<<(n-1)) != 0 {
			hits++
		}
		for _, id := range cand[i+1 : reach(i, gap, len(cand))] {
			if right := places[id]; right != 0 && follows155(left, right, gap) {
				hits++
			}
		}
	}
	return counts{float64(hits), skips155(len(cand), gap, unigrams), skips155(n, gap, unigrams)}
}

// follows155 reports whether a place of right comes after one of left with
// at most gap between them.
func follows155(left, right uint64, gap int) bool {
	for ; left != 0; left &= left - 1 {
		after := right >> bits.TrailingZeros64(left) >> 1
		if gap >= 0 && gap+1 < wordBits {
			after &= 1<<(gap+1) - 1
		}
		if after != 0 {
			return true
		}
	}
	return false
}

// skips155 is the number of pairs, and of words that count, in a text of n
// words: n-1 pairs of neighbours, n-2 with a word between, and so on.
func skips155(n, gap int, unigrams bool) float64 {
	if n < 2 {
		return 0
	}
	most := n - 1
	if gap >= 0 {
		most = min(most, gap+1)
	}
	sum := most*n - most*(most+1)/2
	if unigrams {
		sum += n - 1
	}
	return float64(sum)
}

// distinct155 reports whether no word repeats. A set of 64 bits says of
// most words that they are new.
func distinct155(ids []int32) bool {
	var seen uint64
	for i, id := range ids {
		bit := uint64(1) << (id % 64)
		if seen&bit != 0 && slices.Contains(ids[:i], id) {
			return false
		}
		seen |= bit
	}
	return true
}
