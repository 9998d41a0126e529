package stat

import "gonum.org/v1/gonum/mathext"

// Binomial tests whether something that came k times of n has the chance p, exactly. The statistic is
// the share k/n, P twice the smaller tail of the binomial distribution, at most 1, so that it agrees with
// Clopper and Pearson's interval. The tails are those of scipy's binomtest; its two-sided P adds up what is
// less likely instead, which is the same for p = 1/2. It panics on counts that cannot be.
func Binomial(k, n int, p float64) Result {
	if k < 0 || n < k || !(p > 0 && p < 1) {
		panic("stat: a share that cannot be")
	}
	if n == 0 {
		return undefined(0, ErrFew)
	}
	atMost, atLeast := 1.0, 1.0
	if k < n {
		atMost = mathext.RegIncBeta(float64(n-k), float64(k+1), 1-p)
	}
	if k > 0 {
		atLeast = mathext.RegIncBeta(float64(k), float64(n-k+1), p)
	}
	return Result{Statistic: float64(k) / float64(n), P: min(2*min(atMost, atLeast), 1), N: n}
}
