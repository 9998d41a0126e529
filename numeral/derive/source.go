package derive

import (
	"math"

	"hed/numeral"
)

// sourceFeatures is what one source says for itself.
func (v *view) sourceFeatures(n int32) *features {
	f := new(features)
	s := &v.a.sources[n]
	sentence := int32(0)
	if int(s.first) < len(v.a.sentence) {
		sentence = v.a.sentence[s.first]
	}
	v.kindFeatures(f, n, sentence)
	v.sameFeatures(f, n)
	v.likeFeatures(f, n)
	v.nearFeatures(f, s, sentence)
	f[fUsed], f[fInSentence], f[fNth] = flag(v.used(s.Value)), float32(s.inSentence), float32(s.nth)
	v.alignFeatures(f, n)
	v.rareFeatures(f, n)
	among, counts := s.among, s.counts
	f[fGreater], f[fLess] = float32(among.greater), float32(among.less)
	f[fRank] = float32(among.greater) / float32(1+among.greater+among.less)
	f[fLeads] = flag(!among.behind)
	f[fGreaterCount], f[fLessCount], f[fLeadsCount] = float32(counts.greater), float32(counts.less), flag(!counts.behind)
	f[fDecimals] = float32(s.decimals)
	return f
}

// kindFeatures is what the source is, beside what the blank wants, and where.
func (v *view) kindFeatures(f *features, n, sentence int32) {
	s, a, b := &v.a.sources[n], v.a, v.b
	r := &a.roles[n]
	agree := func(want, is bool) float32 { return 2*flag(want) + flag(is) }
	f[fMoney] = agree(b.unit.Money(), s.Unit.Money())
	f[fPercent] = agree(b.unit == numeral.Percent, s.Unit == numeral.Percent)
	f[fOrdinal] = agree(b.kind == numeral.Ordinal, s.Kind == numeral.Ordinal)
	f[fAge] = agree(b.kind == numeral.Age || b.after == ',' || v.closesAfter("at"), s.Kind == numeral.Age)
	f[fUnit] = unitAgreement(b.unit, s.Unit)
	f[fDigits], f[fDepth], f[fDateline] = flag(s.digits), float32(s.Depth), flag(s.dateline)
	f[fHyphen], f[fComma] = agree(v.role.hyphen, r.hyphen), agree(v.role.comma, r.comma)
	f[fOpens], f[fCloses] = agree(v.role.opens, r.opens), agree(v.role.closes, r.closes)
	f[fTagRight], f[fTagLeft] = flag(r.tagRight == v.role.tagRight), flag(r.tagLeft == v.role.tagLeft)
	f[fSentence], f[fOrder] = float32(sentence-a.lead), float32(s.order)
	f[fPlace] = float32(s.first) / float32(len(a.words)+1)
	f[fTimes], f[fFirst] = float32(s.times), float32(s.first)
	f[fSize] = float32(math.Log10(math.Abs(s.Value.Float()) + 0.01))
}

// sameFeatures is which words stand beside both the blank and the source.
func (v *view) sameFeatures(f *features, n int32) {
	r := &v.a.roles[n]
	same := func(x, y int32) bool {
		return x >= 0 && y >= 0 && stemAt(v.b.words, x) == stemAt(v.a.words, y)
	}
	among := func(x int32, words []int32) float32 {
		for _, y := range words {
			if same(x, y) {
				return 1
			}
		}
		return 0
	}
	right, left := v.role.right, v.role.left
	f[fSameRight], f[fSameLeft] = flag(same(right[0], r.right[0])), flag(same(left[0], r.left[0]))
	f[fSameRights] = f[fSameRight] * flag(same(right[1], r.right[1]))
	f[fRightOn], f[fRight2On] = among(right[0], r.right[1:]), among(right[1], r.right[:])
	f[fLeftOn], f[fLeft2On] = among(left[0], r.left[1:]), among(left[1], r.left[:])
	f[fRightLeft], f[fLeftRight] = among(right[0], r.left[:]), among(left[0], r.right[:])
}

// likeFeatures is how like the words are that play the same role, and how near those
// of the headline are.
func (v *view) likeFeatures(f *features, n int32) {
	s, r := &v.a.sources[n], &v.a.roles[n]
	around := func(h int) float32 { return v.best(h, s.first-9, s.last+9) }
	behind := func(h int, reach int32) float32 { return v.best(h, s.last+1, s.last+reach) }
	before := func(h int, reach int32) float32 { return v.best(h, s.first-reach, s.first-1) }
	f[fNoun], f[fNoun5], f[fNoun9] = v.at(v.noun, r.noun), behind(v.noun, 5), around(v.noun)
	f[fRight], f[fRight4], f[fRight9] = v.at(v.right, r.right[0]), behind(v.right, 4), around(v.right)
	f[fRight2] = behind(v.right2, 6)
	f[fLeft4], f[fLeft9] = before(v.left, 4), around(v.left)
	f[fLeft2], f[fLeft2Around] = before(v.left2, 6), around(v.left2)
	f[fBefore], f[fBeforeAfter], f[fBefore9] = v.at(v.before, r.before), v.at(v.before, r.after), around(v.before)
	f[fAfter], f[fAfterBefore], f[fAfter9] = v.at(v.after, r.after), v.at(v.after, r.before), around(v.after)
	f[fNearNoun], f[fNearRight], f[fNearLeft] = v.nearest(v.noun, s), v.nearest(v.right, s), v.nearest(v.left, s)
	f[fNearBefore], f[fNearAfter] = v.nearest(v.before, s), v.nearest(v.after, s)
}

// nearFeatures is how much of the headline is near the source and in its sentence.
func (v *view) nearFeatures(f *features, s *source, sentence int32) {
	from, to := v.a.bounds(sentence)
	var exact4, exact9, exactS, soft4, soft9, softS, decay, count float32
	var near1, near2 float32 = far, far
	for h := range v.heads {
		w := v.idf[h]
		x4 := v.best(h, s.first-4, s.last+4)
		x9 := max(x4, v.best(h, max(s.first-9, from), min(s.last+9, to)))
		xs := max(x9, v.bySentence[h][sentence])
		soft4 += float32(x4 * x4 * w)
		soft9 += float32(x9 * x9 * w)
		softS += float32(xs * xs * w)
		if x4 == 1 {
			exact4 += w
		}
		if x9 == 1 {
			exact9 += w
			count++
		}
		if xs == 1 {
			exactS += w
		}
		d := v.nearest(h, s)
		decay += float32(math.Exp(-float64(d) / 6))
		if d < near1 {
			near1, near2 = d, near1
		} else if d < near2 {
			near2 = d
		}
	}
	share := 1 / (v.total + 1)
	f[fExact4], f[fExact9], f[fExactSentence] = exact4*share, exact9*share, exactS*share
	f[fSoft4], f[fSoft9], f[fSoftSentence], f[fSoftSum] = soft4*share, soft9*share, softS*share, soft9
	f[fCount], f[fDecay], f[fNear1], f[fNear2] = count, decay, near1, near2
	top := float32(0)
	for _, x := range v.sentenceOverlap {
		top = max(top, x)
	}
	f[fSentenceBehind] = (v.sentenceOverlap[sentence] - top) * share
}

// alignFeatures is how the words around the source line up with those
// around the blank.
func (v *view) alignFeatures(f *features, n int32) {
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
	f[fAlignSame], f[fAlignCross], f[fAlign], f[fAlignShare] = same, cross, soft, lined*(1/(v.total+1))
}

// rareFeatures is which words that carry meaning stand right beside both, by their
// rarity.
func (v *view) rareFeatures(f *features, n int32) {
	r := &v.a.roles[n]
	rare := func(h int, w int32) float32 {
		if h < 0 || w < 0 || v.b.words[v.heads[h]].stem != v.a.words[w].stem {
			return 0
		}
		return v.idf[h]
	}
	f[fRareRight], f[fRareLeft] = rare(v.right, r.right[0]), rare(v.left, r.left[0])
	f[fRareRight2] = max(rare(v.right, r.right[1]), rare(v.right2, r.right[0]), rare(v.right2, r.right[1]))
	f[fRareLeft2] = max(rare(v.left, r.left[1]), rare(v.left2, r.left[0]), rare(v.left2, r.left[1]))
	f[fRareNoun] = rare(v.noun, r.noun)
	f[fRareNounOn] = max(rare(v.noun, r.right[0]), rare(v.noun, r.right[1]), rare(v.noun, r.right[2]))
	f[fRareBefore], f[fRareAfter] = rare(v.before, r.before), rare(v.after, r.after)
	f[fOwned], f[fOwnedNear] = v.owned[n], v.ownedKey[n]
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
