package stat

import (
	"math"

	"hed/score"
)

// exactMost is how many differences have an exact distribution. Counts of more do not fit
// into 53 bits.
const exactMost = 50

// SignedRank tests whether differences a[i]-b[i] are symmetric around 0
// (Wilcoxon 1945). Differences are ranked by size, ties sharing their
// mean rank, those that are 0 dropped; the statistic is the smaller of the
// sums of ranks of positive and of negative ones, and P of both sides.
//
// P is exact up to 50 differences that are not 0, for ties too: each of them has the
// sign that it has or the other one, with the same chance, and keeps its rank. Else
// P is that of the normal approximation with the variance corrected for ties and none
// for continuity, as scipy.stats.wilcoxon(correction=False). scipy is exact up to 50 pairs
// where nothing is 0 or tied, and up to 13 in any case.
//
// Differences are 0, and sizes are tied, where they are equal but for rounding: to
// 1e-13 of the largest of the values of a and b. 1-2/3 and 1/3 are tied; for scipy
// they are not.
//
// Pairs with an absent value are passed over. With fewer than two pairs, or
// where all are equal, it is undefined. N counts the differences that are not
// 0. It panics if the lengths differ.
func SignedRank(a, b []float64) Result { return newSignedRanks(pairedOf(a, b)).result() }

// SignedRanks is SignedRank of series, read block by block, with RankBiserial of the same ranks.
func SignedRanks(a, b *score.Series) (r Result, effect float64) {
	ranks := newSignedRanks(paired{a, b})
	return ranks.result(), ranks.effect()
}

// signedRanks are what the test knows of differences in order of size. Ranks are doubled: the mean
// rank of ties is then a whole number.
type signedRanks struct {
	pairs    int   // with zeros
	n        int   // without them
	ranks    []int // ascending, doubled, where P is exact
	up, down int   // their sums where the difference is positive, or negative
	tied     float64
}

// newSignedRanks ranks the differences of a pair.
func newSignedRanks(p paired) signedRanks {
	pairs, scale := p.size()
	g := grainOf(scale)
	s := signedRanks{pairs: pairs}
	start, ups, downs := 0.0, 0, 0 // of the run of ties that is read
	end := func() {
		rank := 2*s.n + 1 + ups + downs
		s.up += rank * ups
		s.down += rank * downs
		t := float64(ups + downs)
		s.tied += float64(t*t*t) - t
		for range min(ups+downs, exactMost+1-len(s.ranks)) {
			s.ranks = append(s.ranks, rank)
		}
		s.n += ups + downs
		ups, downs = 0, 0
	}
	for size, negative := range p.bySize(g) {
		if ups+downs > 0 && !g.tied(start, size) {
			end()
		}
		if ups+downs == 0 {
			start = size
		}
		if negative {
			downs++
		} else {
			ups++
		}
	}
	end()
	return s
}

func (s signedRanks) result() Result {
	n := float64(s.n)
	switch {
	case s.pairs < 2:
		return undefined(s.n, ErrFew)
	case s.n == 0:
		return undefined(0, ErrEqual)
	}
	less := min(s.up, s.down)
	r := Result{Statistic: float64(less) / 2, N: s.n}
	if s.n <= exactMost {
		r.P = s.exact(less)
		return r
	}
	variance := (n*(n+1)*(2*n+1) - s.tied/2) / 24
	z := (n*(n+1)/4 - r.Statistic) / math.Sqrt(variance)
	r.P = 2 * normalTail(z)
	return r
}

// exact is twice the chance that a sum of ranks, each counted with
// probability ½, is at most less, by counting the subsets with each sum.
// The counts stay below 2^53.
func (s signedRanks) exact(less int) float64 {
	counts := make([]float64, less+1)
	counts[0] = 1
	for _, rank := range s.ranks {
		for sum := less; sum >= rank; sum-- {
			counts[sum] += counts[sum-rank]
		}
	}
	total := 0.0
	for _, c := range counts {
		total += c
	}
	return min(math.Ldexp(total, 1-len(s.ranks)), 1)
}

// effect is the matched-pairs rank-biserial correlation, see RankBiserial.
func (s signedRanks) effect() float64 {
	return float64(s.up-s.down) / float64(s.up+s.down)
}
