package rouge

import (
	"cmp"
	"slices"
)

// HEvAS (Litvak, Vanetik and Eretz Kdosha 2019) compares sets: every
// n-gram counts once, however often it stands in a headline, and the
// score is the share of the reference's set that the candidate has too.

// A gram is a member of such a set: a unigram, an n-gram or a skip-bigram.
type gram struct {
	key  uint64
	dist int32 // smallest distance of its two words; 1 for unigrams
}

// noWord stands in a key where a unigram has no second word.
const noWord = 1<<32 - 1

// A setCounter builds and compares sets. The slices are scratch.
type setCounter struct {
	ref, cand []gram
	tally     []int // pairs by distance
	both      bool  // the sets are of this pair's skip-bigrams and unigrams
}

// forget says that another pair of texts comes.
func (s *setCounter) forget() { s.both = false }

// loadNgrams builds the sets of n-grams. A key has room for two words;
// longer n-grams are numbered as they come.
func (s *setCounter) loadNgrams(ref, cand []int32, n int) {
	s.both = false
	s.ref, s.cand = s.ref[:0], s.cand[:0]
	if n <= 2 {
		s.ref = appendNgrams(s.ref, ref, n)
		s.cand = appendNgrams(s.cand, cand, n)
	} else {
		ids := map[string]uint64{}
		number := func(dst []gram, text []int32) []gram {
			for g := range grams(text, n) {
				id, ok := ids[string(g)]
				if !ok {
					id = uint64(len(ids))
					ids[string(g)] = id
				}
				dst = append(dst, gram{id, 1})
			}
			return dst
		}
		s.ref, s.cand = number(s.ref, ref), number(s.cand, cand)
	}
	s.ref, s.cand = unique(s.ref), unique(s.cand)
}

func appendNgrams(dst []gram, ids []int32, n int) []gram {
	for i := 0; i+n <= len(ids); i++ {
		second := uint64(noWord)
		if n == 2 {
			second = uint64(ids[i+1])
		}
		dst = append(dst, gram{uint64(ids[i])<<32 | second, 1})
	}
	return dst
}

// loadSkip builds the sets of skip-bigrams with at most skip words between
// the two, and of unigrams too if asked.
func (s *setCounter) loadSkip(ref, cand []int32, skip int, unigrams bool) {
	if unigrams && s.both {
		return // SU and WSU are of the same sets
	}
	s.both = unigrams
	build := func(dst []gram, ids []int32) []gram {
		dst = dst[:0]
		if unigrams {
			dst = appendNgrams(dst, ids, 1)
		}
		for i, a := range ids {
			end := reach(i, skip, len(ids))
			for j := i + 1; j < end; j++ {
				dst = append(dst, gram{uint64(a)<<32 | uint64(ids[j]), int32(j - i)})
			}
		}
		return unique(dst)
	}
	s.ref, s.cand = build(s.ref, ref), build(s.cand, cand)
}

// unique sorts g and keeps each key once, with its smallest distance. The
// paper does not say which distance counts when a pair repeats.
func unique(g []gram) []gram {
	slices.SortFunc(g, func(a, b gram) int {
		if c := cmp.Compare(a.key, b.key); c != 0 {
			return c
		}
		return cmp.Compare(a.dist, b.dist)
	})
	return slices.CompactFunc(g, func(a, b gram) bool { return a.key == b.key })
}

// plain returns the sizes of the intersection and of both sets.
func (s *setCounter) plain() counts {
	c := counts{cand: float64(len(s.cand)), ref: float64(len(s.ref))}
	s.common(func(_, _ int32) { c.hit++ })
	return c
}

// weighted returns the sums of ROUGE-WSU (Colmenares et al. 2015): a common
// pair weighs 2/(distR+distC) and a pair of either text 1/dist, so that
// words which stand together in both texts count most.
//
// Note: the pairs come in the order of their ids, which depends on what
// was scored before, and a sum of floats depends on its order. So pairs are
// first counted by distance and then summed by it.
func (s *setCounter) weighted() counts {
	var c counts
	s.tally = s.tally[:0]
	for _, g := range s.ref {
		s.count(g.dist)
	}
	c.ref = s.sum(1)
	for _, g := range s.cand {
		s.count(g.dist)
	}
	c.cand = s.sum(1)
	s.common(func(ref, cand int32) { s.count(ref + cand) })
	c.hit = s.sum(2)
	return c
}

func (s *setCounter) count(dist int32) {
	for int(dist) >= len(s.tally) {
		s.tally = append(s.tally, 0)
	}
	s.tally[dist]++
}

// sum returns the sum of weight/dist over what was counted, and forgets it.
func (s *setCounter) sum(weight float64) float64 {
	total := 0.0
	for dist, n := range s.tally {
		if n > 0 {
			total += float64(n) * weight / float64(dist)
		}
	}
	s.tally = s.tally[:0]
	return total
}

// common calls f with both distances of every common member, in order of key.
func (s *setCounter) common(f func(ref, cand int32)) {
	i, j := 0, 0
	for i < len(s.ref) && j < len(s.cand) {
		switch cmp.Compare(s.ref[i].key, s.cand[j].key) {
		case -1:
			i++
		case 1:
			j++
		default:
			f(s.ref[i].dist, s.cand[j].dist)
			i++
			j++
		}
	}
}

// countSets counts as HEvAS does.
func (w *worker) countSets(v variant, ref, cand []int32) counts {
	switch v.kind {
	case ngram:
		w.sets.loadNgrams(ref, cand, v.n)
	default:
		w.sets.loadSkip(ref, cand, w.skip, v.kind != skip)
		if v.kind == skipW {
			return w.sets.weighted()
		}
	}
	return w.sets.plain()
}
