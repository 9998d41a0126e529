package derive

import (
	"math"

	"hed/numeral"
)

// Places of features in what sourceFeatures returns.
const (
	fUnit      = 4  // agreement of units
	fSent      = 14 // sentence
	fPlace     = 16 // place in the article, from 0 to 1
	fTimes     = 17 // how often the article has the value
	fSameRight = 20 // the same word behind
	fSameLeft  = 21 // the same word before
	fNoun      = 29 // likeness of the nouns
	fNoun9     = 31 // of the blank's noun to nine words around
	fRight     = 32 // of the words behind
	fRight4    = 33
	fLeft4     = 36
	fLeft9     = 37
	fBefore    = 40 // of the verbs before
	fBefore9   = 42
	fAfter     = 43 // of the verbs behind
	fAfter9    = 45
	fNearNoun  = 46 // words to the blank's noun
	fNearRight = 47
	fNearLeft  = 48
	fNearVerb  = 49
	fSoft4     = 53 // overlap with four words around
	fSoft9     = 54
	fSoftS     = 55 // with the sentence
	fCount     = 57
	fDecay     = 58
	fNear1     = 59 // words to the nearest word of the headline
	fNear2     = 60
	fSentence  = 62
	fUsed      = 63
	fAlign     = 66
	fOwned     = 78
	nSource    = 88
)

// sourceFeatures is what one source says for itself.
func (v *view) sourceFeatures(n int32) []float32 {
	s, a, b := &v.a.sources[n], v.a, v.b
	r := &a.roles[n]
	f := make([]float32, 0, nSource)
	// What it is, and what the blank wants.
	agree := func(want, is bool) float32 { return 2*flag(want) + flag(is) }
	f = append(f,
		agree(b.unit.Money(), s.Unit.Money()),
		agree(b.unit == numeral.Percent, s.Unit == numeral.Percent),
		agree(b.kind == numeral.Ordinal, s.Kind == numeral.Ordinal),
		agree(b.kind == numeral.Age || b.after == ',' || v.closesAfter("at"), s.Kind == numeral.Age),
		unitAgreement(b.unit, s.Unit),
		flag(s.digits), float32(s.Depth), flag(s.dateline),
		agree(v.role.hyphen, r.hyphen), agree(v.role.comma, r.comma), agree(v.role.opens, r.opens), agree(v.role.closes, r.closes),
		flag(r.tagRight == v.role.tagRight), flag(r.tagLeft == v.role.tagLeft),
	)
	// Where it is.
	sent := int32(0)
	if int(s.first) < len(a.sentence) {
		sent = a.sentence[s.first]
	}
	f = append(f, float32(sent-a.lead), float32(s.order), float32(s.first)/float32(len(a.words)+1), float32(s.times), float32(s.first))
	value := s.Value.Float()
	f = append(f, float32(math.Log10(math.Abs(value)+0.01)))
	// Words at the same place.
	hs := func(i int32) uint32 { return stemAt(b.words, i) }
	as := func(i int32) uint32 { return stemAt(a.words, i) }
	eq := func(x, y int32) float32 { return flag(x >= 0 && y >= 0 && hs(x) == as(y)) }
	in := func(x int32, set []int32) float32 {
		for _, y := range set {
			if x >= 0 && y >= 0 && hs(x) == as(y) {
				return 1
			}
		}
		return 0
	}
	f = append(f,
		eq(v.role.right[0], r.right[0]), eq(v.role.left[0], r.left[0]),
		eq(v.role.right[0], r.right[0])*eq(v.role.right[1], r.right[1]),
		in(v.role.right[0], r.right[1:]), in(v.role.right[1], r.right[:]), in(v.role.left[0], r.left[1:]), in(v.role.left[1], r.left[:]),
		in(v.role.right[0], r.left[:]), in(v.role.left[0], r.right[:]),
	)
	// Likeness by role.
	f = append(f,
		v.at(v.noun, r.noun), v.best(v.noun, s.last+1, s.last+5), v.best(v.noun, s.first-9, s.last+9),
		v.at(v.right, r.right[0]), v.best(v.right, s.last+1, s.last+4), v.best(v.right, s.first-9, s.last+9),
		v.best(v.right2, s.last+1, s.last+6), v.best(v.left, s.first-4, s.first-1), v.best(v.left, s.first-9, s.last+9),
		v.best(v.left2, s.first-6, s.first-1), v.best(v.left2, s.first-9, s.last+9),
		v.at(v.before, r.before), v.at(v.before, r.after), v.best(v.before, s.first-9, s.last+9),
		v.at(v.after, r.after), v.at(v.after, r.before), v.best(v.after, s.first-9, s.last+9),
		v.nearest(v.noun, s), v.nearest(v.right, s), v.nearest(v.left, s), v.nearest(v.before, s), v.nearest(v.after, s),
	)
	// All words of the headline, near and in the sentence.
	from, to := a.bounds(sent)
	var close4, close9, soft4, soft9, softS, exactS, decay float32
	var d1, d2 float32 = far, far
	count := float32(0)
	for h := range v.heads {
		w := v.idf[h]
		x4 := v.best(h, s.first-4, s.last+4)
		x9 := max(x4, v.best(h, max(s.first-9, from), min(s.last+9, to)))
		xs := max(x9, v.bySentence[h][sent])
		soft4 += float32(x4 * x4 * w)
		soft9 += float32(x9 * x9 * w)
		softS += float32(xs * xs * w)
		if x4 == 1 {
			close4 += w
		}
		if x9 == 1 {
			close9 += w
			count++
		}
		if xs == 1 {
			exactS += w
		}
		d := v.nearest(h, s)
		decay += float32(math.Exp(-float64(d) / 6))
		if d < d1 {
			d1, d2 = d, d1
		} else if d < d2 {
			d2 = d
		}
	}
	norm := 1 / (v.total + 1)
	f = append(f, close4*norm, close9*norm, soft4*norm, soft9*norm, softS*norm, exactS*norm, count, decay, d1, d2, soft9)
	// Its sentence among the others.
	top := float32(0)
	for _, x := range v.sentenceOverlap {
		top = max(top, x)
	}
	f = append(f, (v.sentenceOverlap[sent]-top)*norm)
	// Rivals in the sentence, and whether it is used elsewhere in the headline.
	f = append(f, flag(v.used(s.Value)), float32(s.inSentence), float32(s.nth))
	return v.alignFeatures(f, n)
}

// alignFeatures is how the words around the source line up with those
// around the blank.
func (v *view) alignFeatures(f []float32, n int32) []float32 {
	s, a := &v.a.sources[n], v.a
	var same, cross, soft, lined float32
	from, to := a.bounds(a.sentence[s.first])
	for h, at := range v.heads {
		side := at > int32(v.b.at)
		away := float32(max(at-int32(v.b.at), int32(v.b.at)-at))
		w := v.idf[h] / (1 + away)
		var bestSame, bestCross, bestSoft float32
		for i := max(from, s.first-12); i <= min(to, s.last+12); i++ {
			if i >= s.first && i <= s.last {
				continue
			}
			x := v.like[h][i]
			if x <= 0.2 {
				continue
			}
			d := float32(i - s.last)
			if i < s.first {
				d = float32(s.first - i)
			}
			y := x * x / (1 + float32(d*0.4))
			if (i > s.last) == side {
				bestSame = max(bestSame, y)
			} else {
				bestCross = max(bestCross, y)
			}
			bestSoft = max(bestSoft, y)
		}
		same += float32(bestSame * w)
		cross += float32(bestCross * w)
		soft += float32(bestSoft * w)
		lined += float32(bestSoft * v.idf[h])
	}
	f = append(f, same, cross, soft, lined*(1/(v.total+1)))
	// Words right beside it that carry meaning.
	r := &a.roles[n]
	eq := func(h int, w int32) float32 {
		if h < 0 || w < 0 || v.b.words[v.heads[h]].stem != a.words[w].stem {
			return 0
		}
		return v.idf[h]
	}
	f = append(f, eq(v.right, r.right[0]), eq(v.left, r.left[0]), max(eq(v.right, r.right[1]), eq(v.right2, r.right[0]), eq(v.right2, r.right[1])),
		max(eq(v.left, r.left[1]), eq(v.left2, r.left[0]), eq(v.left2, r.left[1])),
		eq(v.noun, r.noun), max(eq(v.noun, r.right[0]), eq(v.noun, r.right[1]), eq(v.noun, r.right[2])), eq(v.before, r.before), eq(v.after, r.after))
	f = append(f, v.owned[n], v.ownedKey[n])
	// Where it stands among its like.
	m, c := s.among, s.counts
	return append(f, float32(m.greater), float32(m.less), float32(m.greater)/float32(1+m.greater+m.less), flag(!m.behind),
		float32(c.greater), float32(c.less), flag(!c.behind), float32(s.decimals))
}

func (v *view) used(x numeral.Value) bool {
	for _, o := range v.b.others {
		if o == x {
			return true
		}
	}
	return false
}

// closesAfter reports whether the headline ends with the blank behind a word.
func (v *view) closesAfter(w string) bool {
	return v.role.left[0] >= 0 && v.b.words[v.role.left[0]].stem == hash(w)
}

func unitAgreement(want, is numeral.Unit) float32 {
	switch {
	case want == is && want != numeral.NoUnit:
		return 3
	case want == is:
		return 2
	case is == numeral.NoUnit:
		return 1
	case want == numeral.NoUnit:
		return 0
	}
	return -1
}
