package stat

import (
	"math"
	"slices"
)

// Which distribution the signed ranks have, as scipy 1.17 chooses it.
const (
	exactMost = 50 // pairs up to which it is exact, without ties or zeros
	tiedMost  = 13 // pairs up to which it is exact whatever they are
)

// SignedRank tests whether differences a[i]-b[i] are symmetric around 0
// (Wilcoxon 1945). Differences are ranked by size, ties sharing their
// mean rank, those that are 0 dropped; the statistic is the smaller of the
// sums of ranks of positive and of negative ones, and P of both sides.
//
// P is exact up to 50 pairs where no difference is 0 and no two have the
// same size, and up to 13 pairs in any case. Else it is that of the normal
// approximation with the variance corrected for ties and none for
// continuity. This is scipy.stats.wilcoxon(method="auto",
// correction=False). As there, sizes are tied where all their bits are the
// same, and 0.3-0.2 and 0.4-0.3 are not.
//
// Pairs with an absent value are passed over. With fewer than two pairs, or
// where all are equal, it is undefined. N counts the differences that are not
// 0. It panics if the lengths differ.
func SignedRank(a, b []float64) Result {
	d, _ := differences(a, b)
	return newSignedRanks(d).result()
}

// signedRanks are differences in order of size. Ranks are doubled: the mean
// rank of ties is then a whole number.
type signedRanks struct {
	pairs    int   // with zeros
	ranks    []int // ascending, doubled
	up, down int   // their sums where the difference is positive, or negative
	tied     float64
}

func newSignedRanks(d []float64) signedRanks {
	// The bits of positive numbers are in their order, and leave one free
	// for the sign: integers sort faster than pairs.
	keys := make([]uint64, 0, len(d))
	for _, v := range d {
		if v != 0 {
			bits := math.Float64bits(v)
			keys = append(keys, bits<<1|bits>>63)
		}
	}
	slices.Sort(keys)
	s := signedRanks{pairs: len(d), ranks: make([]int, len(keys))}
	for first := 0; first < len(keys); {
		end := first + 1
		for end < len(keys) && keys[end]>>1 == keys[first]>>1 {
			end++
		}
		rank := first + 1 + end
		for i := first; i < end; i++ {
			s.ranks[i] = rank
			if keys[i]&1 == 0 {
				s.up += rank
			} else {
				s.down += rank
			}
		}
		t := float64(end - first)
		s.tied += float64(t*t*t) - t
		first = end
	}
	return s
}

func (s signedRanks) result() Result {
	n := float64(len(s.ranks))
	switch {
	case s.pairs < 2:
		return undefined(len(s.ranks), ErrFew)
	case len(s.ranks) == 0:
		return undefined(0, ErrEqual)
	}
	less := min(s.up, s.down)
	r := Result{Statistic: float64(less) / 2, N: len(s.ranks)}
	distinct := s.tied == 0 && len(s.ranks) == s.pairs
	if s.pairs <= tiedMost || s.pairs <= exactMost && distinct {
		r.P = s.exact(less)
		return r
	}
	variance := (n*(n+1)*(2*n+1) - s.tied/2) / 24
	z := (n*(n+1)/4 - r.Statistic) / math.Sqrt(variance)
	r.P = 2 * normalTail(z)
	if len(s.ranks) < 10 {
		r.Warning = ErrApproximate
	}
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
