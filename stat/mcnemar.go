package stat

import "gonum.org/v1/gonum/mathext"

// McNemarExact tests whether two systems are right equally often, from the
// documents on which they disagree: b that only the first has right, c that
// only the second has (McNemar 1947). The statistic is the smaller count, P
// twice the chance of one so small by the binomial distribution. With wins and losses
// in place of right and wrong it is the sign test. It follows
// statsmodels' mcnemar(exact=True). Where they never disagree it is undefined.
// It panics on negative counts.
func McNemarExact(b, c int) Result {
	if b < 0 || c < 0 {
		panic("stat: negative count")
	}
	n := b + c
	if n == 0 {
		return undefined(0, ErrEqual)
	}
	less := float64(min(b, c))
	p := 2 * mathext.RegIncBeta(float64(n)-less, less+1, 0.5)
	return Result{Statistic: less, P: min(p, 1), N: n}
}
