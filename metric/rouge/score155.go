package rouge

import "math"

// A combine155 makes one score of the counts against each reference. The
// scores are those that the program prints, to the digit.
type combine155 func(k kind, each []counts) (p, r, f float64)

// average155 is the program's default, -f A ("model average"). It is no average
// of scores: the counts are added up, so that long references weigh more.
func average155(k kind, each []counts) (p, r, f float64) {
	return sum155(k, each...).prf155(k)
}

// best155 is the program's -f B: the score against the reference with the
// best recall, the first of them if there are several.
func best155(k kind, each []counts) (p, r, f float64) {
	best, at := -1.0, counts{}
	for _, c := range each {
		recall := ratio155(c.hit, c.ref)
		if k != lcs && k != lcsW {
			recall = round155(recall) // so the program has more ties here
		}
		if recall > best {
			best, at = recall, c
		}
	}
	return sum155(k, at).prf155(k)
}

// jackknife155 leaves out one reference after the other and averages the
// scores, so that systems can be compared with people, who are scored against
// the references of the others. The program did this of itself up to version
// 1.3. Version 1.5.5 never does; its release note tells how to set it up by
// hand, and this does what the note says. One reference is scored as average155
// does.
func jackknife155(k kind, each []counts) (p, r, f float64) {
	n := len(each)
	if n < 2 {
		return average155(k, each)
	}
	for i := range each {
		some := sum155(k, each[:i]...).plus(sum155(k, each[i+1:]...))
		pi, ri, fi := some.prf155(k)
		p, r, f = p+pi, r+ri, f+fi
	}
	return p / float64(n), r / float64(n), f / float64(n)
}

// sum155 adds up. In ROUGE-W the totals are weighed here, as if the words
// were all in one row. That of a reference has been weighed already, sentence
// by sentence; the program does it twice, and so its recall stays below
// 1 unless the reference is a single word.
func sum155(k kind, each ...counts) counts {
	var sum counts
	for _, c := range each {
		if k == lcsW {
			c.cand, c.ref = pow155(c.cand, 6, 5), pow155(c.ref, 6, 5)
		}
		sum = sum.plus(c)
	}
	return sum
}

func (c counts) plus(d counts) counts {
	return counts{c.hit + d.hit, c.cand + d.cand, c.ref + d.ref}
}

// prf155 turns sums of counts into precision, recall and F1. The program rounds
// to five digits at once, and computes F from rounded precision and recall.
func (c counts) prf155(k kind) (p, r, f float64) {
	if k == lcsW {
		p, r, _ = c.prfW()
	} else {
		p, r = ratio155(c.hit, c.cand), ratio155(c.hit, c.ref)
	}
	p, r = round155(p), round155(r)
	return p, r, round155(ratio155(p*r, 0.5*p+0.5*r))
}

// prfW undoes the weight of ROUGE-W and rounds nothing.
func (c counts) prfW() (p, r, f float64) {
	p = pow155(ratio155(c.hit, c.cand), 5, 6)
	r = pow155(ratio155(c.hit, c.ref), 5, 6)
	return p, r, ratio155(2*p*r, p+r)
}

// ratio155 is a/b, or 0 where there is nothing to divide by.
func ratio155(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// round155 rounds to five digits after the point as printf does: by the
// exact value of x, and ties to even.
func round155(x float64) float64 {
	const scale = 1e5
	y := float64(x * scale)        // the conversion keeps the compiler from fusing
	lost := math.FMA(x, scale, -y) // y + lost is exactly x times scale
	n := math.Floor(y)
	switch half := y - n - 0.5; {
	case half > 0, half == 0 && lost > 0, half == 0 && lost == 0 && math.Mod(n, 2) == 1:
		n++
	}
	return n / scale
}
