package rouge

import "math"

// pow155 returns x^(p/q), correctly rounded, for x >= 0; the exponent is the
// float64 nearest to p/q. C's pow, which Perl uses, gives the same for rows of
// up to 600 words and differs for few numbers beyond.
//
// math.Pow is off by a unit in the last place for every other argument,
// 2^1.2 among them. That is enough to decide ties between subsequences the
// other way, and to change ROUGE-W in the second digit.
func pow155(x float64, p, q int) float64 {
	if x == 0 {
		return 0
	}
	exponent := float64(p) / float64(q)
	y := math.Pow(x, exponent)
	// y is off by a factor 1+e with y^q (1+e)^q = x^p, so that e is about
	// (x^p - y^q) / (q y^q). The exponent itself is off by d.
	xp, yq := power155(x, p), power155(y, q)
	e := (xp.hi - yq.hi + (xp.lo - yq.lo)) / (float64(q) * yq.hi)
	d := math.FMA(exponent, float64(q), -float64(p)) / float64(q)
	return y + float64(y*(e+float64(d*math.Log(x))))
}

// A double155 is the unevaluated sum of two float64, of about 106 bits.
type double155 struct{ hi, lo float64 }

// power155 returns x^n for n >= 1.
func power155(x float64, n int) double155 {
	z := double155{hi: x}
	for range n - 1 {
		hi := float64(z.hi * x) // the conversion keeps the compiler from fusing
		lo := math.FMA(z.hi, x, -hi) + float64(z.lo*x)
		z.hi = hi + lo
		z.lo = hi - z.hi + lo
	}
	return z
}
