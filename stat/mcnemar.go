package stat

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// McNemar tests whether two systems are right equally often, from the
// documents on which they disagree: b that only the first has right, c that
// only the second has (McNemar 1947). The statistic is
//
//	(|b-c| - 1)² / (b+c)
//
// which is chi-square with one degree of freedom; the 1 is the correction
// for continuity. It follows statsmodels' mcnemar(exact=False). Where they
// never disagree it is undefined. It panics on negative counts.
func McNemar(b, c int) Result {
	n := discordant(b, c)
	if n == 0 {
		return undefined(0, ErrEqual)
	}
	d := math.Abs(float64(b-c)) - 1
	x := d * d / float64(n)
	return Result{Statistic: x, P: chiTail(x, 1), N: n}
}

// McNemarExact is McNemar by the binomial distribution: the statistic is the
// smaller count, P twice the chance of one so small. It follows statsmodels'
// mcnemar(exact=True).
func McNemarExact(b, c int) Result {
	n := discordant(b, c)
	if n == 0 {
		return undefined(0, ErrEqual)
	}
	less := float64(min(b, c))
	p := 2 * mathext.RegIncBeta(float64(n)-less, less+1, 0.5)
	return Result{Statistic: less, P: min(p, 1), N: n}
}

func discordant(b, c int) int {
	if b < 0 || c < 0 {
		panic("stat: negative count")
	}
	return b + c
}
