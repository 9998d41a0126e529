package stat

import (
	"math"

	"hed/score"
)

// PairedT tests whether the mean of the differences a[i]-b[i] is 0, by
// Student's t, which assumes normal differences. It follows
// scipy.stats.ttest_rel. Pairs with an absent value are passed over; with
// fewer than two pairs, or where all differ alike, it is undefined. It panics
// if the lengths differ.
func PairedT(a, b *score.Series) Result {
	p := paired{a, b}
	count, scale := p.size()
	if count < 2 {
		return undefined(count, ErrFew)
	}
	mean, squares := momentsOf(p.differences)
	n := float64(count)
	sd := math.Sqrt(squares / (n - 1))
	if sd <= rounding*scale {
		return undefined(count, ErrEqual)
	}
	t := mean / (sd / math.Sqrt(n))
	return Result{Statistic: t, P: studentTails(t, n-1), N: count}
}
