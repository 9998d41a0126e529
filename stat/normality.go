package stat

import "math"

// Normality tests whether values come from a normal distribution:
// ShapiroWilk up to 5,000 values, DAgostinoPearson above.
func Normality(values []float64) Result {
	values = withoutAbsent(values)
	if len(values) > shapiroMost {
		return DAgostinoPearson(values)
	}
	return ShapiroWilk(values)
}

// DAgostinoPearson tests whether values come from a normal distribution, by
// the statistic K² = Z(skewness)² + Z(kurtosis)², which is chi-square with
// two degrees of freedom under normality (D'Agostino and Pearson 1973; the
// transformations to Z are those of D'Agostino 1970 and of Anscombe and
// Glynn 1983). It follows scipy.stats.normaltest. It is made for large
// samples, is undefined with fewer than 8 values or where all are equal,
// and passes over absent values.
//
// Note: where the skewness is exactly 0 scipy puts another in its place, and
// its Z is not 0; here it is.
func DAgostinoPearson(values []float64) Result {
	x := withoutAbsent(values)
	if len(x) < 8 {
		return undefined(len(x), ErrFew)
	}
	if constant(x) {
		return undefined(len(x), ErrEqual)
	}
	n := float64(len(x))
	mean, squares := moments(x)
	var cubes, fourths float64
	for _, v := range x {
		d := v - mean
		d2 := float64(d * d)
		cubes += float64(d2 * d)
		fourths += float64(d2 * d2)
	}
	m2 := squares / n
	zs := skewnessZ(cubes/n/math.Pow(m2, 1.5), n)
	zk := kurtosisZ(fourths/n/float64(m2*m2), n)
	k := float64(zs*zs) + float64(zk*zk)
	return Result{Statistic: k, P: math.Exp(-k / 2), N: len(x)}
}

// skewnessZ makes the skewness of n normal values standard normal.
func skewnessZ(skewness, n float64) float64 {
	y := skewness * math.Sqrt((n+1)*(n+3)/(6*(n-2)))
	beta := 3 * (n*n + 27*n - 70) * (n + 1) * (n + 3) / ((n - 2) * (n + 5) * (n + 7) * (n + 9))
	w := math.Sqrt(2*(beta-1)) - 1
	return math.Asinh(y/math.Sqrt(2/(w-1))) / math.Sqrt(math.Log(w)/2)
}

// kurtosisZ makes the kurtosis of n normal values, which is about 3,
// standard normal.
func kurtosisZ(kurtosis, n float64) float64 {
	mean := 3 * (n - 1) / (n + 1)
	variance := 24 * n * (n - 2) * (n - 3) / ((n + 1) * (n + 1) * (n + 3) * (n + 5))
	x := (kurtosis - mean) / math.Sqrt(variance)
	skew := 6 * (n*n - 5*n + 2) / ((n + 7) * (n + 9)) * math.Sqrt(6*(n+3)*(n+5)/(n*(n-2)*(n-3)))
	a := 6 + float64(8/skew*(2/skew+math.Sqrt(1+4/(skew*skew))))
	return (1 - 2/(9*a) - math.Cbrt((1-2/a)/(1+float64(x*math.Sqrt(2/(a-4)))))) / math.Sqrt(2/(9*a))
}
