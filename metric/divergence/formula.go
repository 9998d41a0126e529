package divergence

import "math"

// A measure is a similarity that is a sum over the terms which two texts have
// both.
type measure struct {
	name, title, doc string
	log              string  // the unit, for signatures
	smooth           float64 // how much of each text is taken to be the other's
	low              float64
	base             float64                    // what texts without a common term have
	term             func(a, b float64) float64 // what a term of these weights adds
}

var averagedKL = measure{
	name: "kl", title: "KL", doc: "1 - averaged Kullback-Leibler divergence from the ", log: "e",
	low: klLow, base: 1, term: func(a, b float64) float64 { return -klTerm(a, b) },
}

var jensenShannon = measure{
	name: "js", title: "JS", doc: "1 - Jensen-Shannon divergence, in bits, from the ", log: "2", smooth: jsSmooth,
	low: 0, base: jsBase, term: jsTerm,
}

// klLow is the lowest value of kl, rounded down; the highest is 1.
//
// A term with the weights a and b adds to D
//
//	π1·a·ln(a/w) + π2·b·ln(b/w)  where  π1 = a/(a+b), π2 = b/(a+b), w = π1·a + π2·b
//	= (π1·a·ln a + π2·b·ln b) - w·ln w
//
// which is Jensen's difference of the convex x·ln x: at least 0, and 0 where
// a = b. It is 0 as well where b = 0, since then w = a. So D is at least 0, and
// only common terms have a part in it. With s = a+b and a = r·s it is s·f(r),
//
//	f(r) = r²·ln(r/q) + (1-r)²·ln((1-r)/q)  where  q = r² + (1-r)²
//
// and f is at most f* = 0.0592047…, for r = 0.851384… or 1-r. The weights of
// each text sum to 1, so all s together sum to 2 at most and D to 2·f* =
// 0.118409…: 1 - D is never below 0.881590…. Two terms with the weights
// (r, 1-r) and (1-r, r) get there.
const klLow = 0.8815

// klTerm is what a term that both texts have adds to the averaged divergence.
func klTerm(a, b float64) float64 {
	if a == b {
		return 0 // not what rounding makes of it: a text is like itself
	}
	p, q := a/(a+b), b/(a+b)
	w := float64(p*a) + float64(q*b)
	return float64(p*a*math.Log(a/w)) + float64(q*b*math.Log(b/w))
}

// jsSmooth is λ: each text is compared as (1-λ)·itself + λ·the mean of both, so
// that no term of one is impossible in the other. The share is fixed, unlike
// that of adding to counts, which would swallow a headline of eight words
// beside a long article; and it comes from the two texts, so that no corpus is
// needed.
const jsSmooth = 0.001

// jsBase is the similarity of texts without a common term.
var jsBase = entropy(jsSmooth / 2)

// jsTerm is what a common term adds to 1 - JSD.
//
// JSD in bits is what a term tells of the text, a or b, that it was drawn from:
// 1 bit less the entropy that remains. So 1 - JSD is the sum over all terms of
// m·H(ρ), where m = (a+b)/2, ρ = a/(a+b) and H is the entropy of a coin. The
// smoothing makes (1-λ)·ρ + λ/2 of ρ. For a term of one text only that is
// λ/2 or 1-λ/2, whose entropy is jsBase; so the sum is
//
//	jsBase + Σ m·(H((1-λ)·ρ + λ/2) - jsBase)  over common terms
//
// with no negative part, since λ/2 <= (1-λ)·ρ + λ/2 <= 1-λ/2. It is at most 1,
// since H is and the m of all terms sum to 1; and 1 where ρ = 1/2 throughout.
func jsTerm(a, b float64) float64 {
	m, rho := (a+b)/2, a/(a+b)
	return float64(m * (entropy(float64((1-jsSmooth)*rho)+jsSmooth/2) - jsBase))
}

// entropy is that of a coin, in bits.
func entropy(p float64) float64 {
	return -float64(p*math.Log2(p)) - float64((1-p)*math.Log2(1-p))
}

// of returns the similarity, given the sum over common terms. Rounding alone
// can lead above 1.
func (ms *measure) of(sum float64) float64 { return min(ms.base+sum, 1) }
