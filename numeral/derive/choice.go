package derive

import (
	"cmp"
	"math"
	"slices"
)

// A choice is the candidates of a question that share a text: what may be
// answered, with the ways to it.
type choice struct {
	text  string
	ways  []int // indexes of candidates, the best by lexical score first
	share float64
	in    input
}

// maxChoices is how many answers are ranked closely.
const maxChoices = 24

// choices groups candidates by text, and keeps the best by lexical score,
// and in any case the one of the given text.
func choices(cs []candidate, score []float64, given string) []choice {
	top := math.Inf(-1)
	for _, s := range score {
		top = max(top, s)
	}
	index := make(map[string]int, len(cs))
	var all []choice
	sum := 0.0
	for i := range cs {
		k, ok := index[cs[i].text]
		if !ok {
			k = len(all)
			index[cs[i].text] = k
			all = append(all, choice{text: cs[i].text})
		}
		e := math.Exp(score[i] - top)
		all[k].ways = append(all[k].ways, i)
		all[k].share += e
		sum += e
	}
	for k := range all {
		all[k].share /= sum
		slices.SortStableFunc(all[k].ways, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(b.share, a.share) })
	for k := maxChoices; k < len(all); k++ {
		if all[k].text == given && given != "" {
			all[maxChoices-1] = all[k]
		}
	}
	return all[:min(len(all), maxChoices)]
}

// Of the numbers that the article has as they are, an answer gets the greatest of
// some features, and the least of others.
var (
	greatest = [...]int{fNoun, fNoun9, fRight, fRight4, fSoft9, fSoft4, fSoftSentence, fDecay, fLeft9, fSameRight, fSameLeft,
		fBefore, fBefore9, fAfter, fAfter9, fLeft4, fUnit, fTimes, fSentenceBehind, fAlignSame, fAlignCross, fAlign, fAlignShare,
		fRareRight, fRareLeft, fRareRight2, fRareLeft2, fRareNoun, fRareNounOn, fRareBefore, fRareAfter, fOwned, fOwnedNear}
	nearest = [...]int{fNearNoun, fNearRight, fNearLeft, fNearBefore, fNear1, fNear2}
)

// describe fills in the features of the choices.
func (v *view) describe(all []choice, cs []candidate, score []float64) {
	if len(all) == 0 {
		return
	}
	best := math.Inf(-1)
	for _, s := range score {
		best = max(best, s)
	}
	from := 0
	for k := range all {
		c := &all[k]
		x := make([]float32, 0, 256)
		first := &cs[c.ways[0]]
		x = append(x, v.dense[first.a][:]...)
		x = v.candidateFeatures(x, first)
		from = len(x)
		// What all ways to it come to.
		var plain, rounded float32
		firstPlain := float32(99)
		var most [len(greatest)]float32
		for j := range most {
			most[j] = -1
		}
		var least [len(nearest)]float32
		for j := range least {
			least[j] = far + 2
		}
		for _, i := range c.ways {
			w := cs[i].way
			if w.rounding() {
				rounded++
			}
			if !w.plainWay() {
				continue
			}
			plain++
			d := v.dense[cs[i].a]
			firstPlain = min(firstPlain, d[fSentence])
			for j, f := range greatest {
				most[j] = max(most[j], d[f])
			}
			for j, f := range nearest {
				least[j] = min(least[j], d[f])
			}
		}
		s := score[c.ways[0]]
		x = append(x, float32(math.Log(c.share+1e-6)), float32(s), float32(s-best), float32(len(c.ways)), plain, rounded, firstPlain)
		x = append(x, most[:]...)
		x = append(x, least[:]...)
		c.in = input{x, v.kinds(first)}
	}
	// The same against the best of the question.
	to := len(all[0].in.x)
	for f := from; f < to; f++ {
		top := all[0].in.x[f]
		for k := range all {
			top = max(top, all[k].in.x[f])
		}
		for k := range all {
			all[k].in.x = append(all[k].in.x, all[k].in.x[f]-top)
		}
	}
	for k := range all {
		all[k].in.x = append(all[k].in.x, float32(k), float32(len(all)))
	}
}

// candidateFeatures is what the way to an answer says for it.
func (v *view) candidateFeatures(x []float32, c *candidate) []float32 {
	b := v.b
	value := c.value.Float()
	if !c.value.OK() {
		value = -1
	}
	zeros := 0
	for i := len(c.text) - 1; i > 0 && c.text[i] == '0'; i-- {
		zeros++
	}
	x = append(x, float32(math.Log10(math.Abs(value)+0.01)), float32(len(c.text)), float32(zeros),
		float32(math.Log10(float64(b.scale))), float32(b.at), float32(len(b.words)), float32(b.at)/float32(len(b.words)+1),
		float32(len(v.a.sources)), flag(v.used(c.value)), flag(v.a.year > 0 && c.value.OK() && int64(value) == v.a.year))
	off := c.off(v.a)
	x = append(x, float32(cmp.Compare(off, 0)), float32(math.Abs(off)))
	if c.b < 0 {
		return append(x, -1, -1, -1, -1, -1, -1, -1)
	}
	s, t := &v.a.sources[c.a], &v.a.sources[c.b]
	r, q := &v.a.roles[c.a], &v.a.roles[c.b]
	d := v.dense[c.b]
	return append(x, d[fUnit], d[fSoft9], d[fNoun], d[fNoun9],
		float32(max(s.first-t.last, t.first-s.last)),
		v.lex.like(stemAt(v.a.words, r.noun), stemAt(v.a.words, q.noun)),
		v.lex.like(stemAt(v.a.words, r.before), stemAt(v.a.words, q.before)))
}

// wayInput is what there is to say for one way to an answer.
func (v *view) wayInput(c *candidate, score float64) input {
	x := make([]float32, 0, 144)
	x = append(x, v.dense[c.a][:]...)
	x = v.candidateFeatures(x, c)
	return input{append(x, float32(score)), v.kinds(c)}
}

// off is by how much a rounded number is more than its source, as a share of
// it; 0 for others.
func (c *candidate) off(a *Article) float64 {
	v, w := a.sources[c.a].Value.Float(), c.value.Float()
	if !c.way.rounding() || v <= 0 || w <= 0 {
		return 0
	}
	for w < v/500 {
		w *= 1000 // in units of the blank's scale
	}
	return (w - v) / v
}
