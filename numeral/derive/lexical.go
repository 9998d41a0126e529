package derive

import (
	"cmp"
	"math"
	"strconv"
)

// lexicalBits is the size of the table of lexical weights.
const lexicalBits = 20

// A key is the hash of a feature; its low bits are the place of its weight.
type key = uint32

// lexical appends the features of a candidate that are about single words
// and values. They are many and rare, and so have a linear model of their
// own.
func (v *view) lexical(dst []key, c *candidate) []key {
	a, b := v.a, v.b
	s, r := &a.sources[c.a], &a.roles[c.a]
	hs := func(i int32) uint32 { return stemAt(b.words, i) }
	as := func(i int32) uint32 { return stemAt(a.words, i) }
	n1, n2, p1 := hs(v.role.right[0]), hs(v.role.right[1]), hs(v.role.left[0])
	hn, hb, ha := hs(v.role.noun), hs(v.role.before), hs(v.role.after)
	m0, m1, q0, q1 := as(r.right[0]), as(r.right[1]), as(r.left[0]), as(r.left[1])
	sn, sb, sa := as(r.noun), as(r.before), as(r.after)
	w := uint32(c.way) + 1
	group := w // ways that take a number as it is share their words
	if c.way.plainWay() || c.way.rounding() {
		group = 99
	}
	kind := uint32(s.Kind)<<1 | uint32(flag(s.digits)) | uint32(s.Depth)<<6 | uint32(flag(s.dateline))<<8
	form := v.form()
	val := bucket(c)
	sent := uint32(min(a.sentence[s.first]-a.lead, 6) + 1)
	t := uint32(0)
	add := func(parts ...uint32) {
		t++
		h := t
		for _, p := range parts {
			h = mix(h, p)
		}
		dst = append(dst, h)
	}
	add0 := func(x, y, z uint32) { dst = append(dst, mix(mix(x, y), z)) }
	add(w)
	add(w, n1)
	add(w, p1)
	add(w, form)
	add(w, kind, form)
	add(w, n1, n2)
	add(w, p1, n1)
	add(w, sent)
	add(w, hn)
	add(w, hb)
	add(w, val, form)
	add(val, n1)
	add(val, p1)
	add(val, form)
	add(val, p1, n1)
	add(val, hn)
	add(kind, n1)
	add(kind, p1)
	add(kind, form)
	add(kind, hn)
	if f := c.value.Float(); f < 3000 {
		x := hash(c.text)
		add(x, n1)
		add(x, p1)
		add(x)
		add(x, hn)
	} else {
		t += 4
	}
	g := group
	add(g, n1, m0)
	add(g, n1, q0)
	add(g, p1, q0)
	add(g, p1, m0)
	add(g, hn, sn)
	add(g, hb, sb)
	add(g, hb, sa)
	add(g, ha, sa)
	add(g, ha, sb)
	add(g, p1, sb)
	add(g, n1, sn)
	add(g, m0)
	add(g, q0)
	add(g, sn)
	add(g, sb)
	add(g, form, m0)
	add(g, form, q0)
	add(g, form, sn)
	add(g, q0, m0)
	add(g, q0, q1)
	add(g, m0, m1)
	d := v.dense[c.a]
	e1, e2 := n1 == m0, p1 == q0
	e3, e4, e5 := d[fNoun9] == 1, d[fLeft9] == 1, d[fNoun] == 1
	match := uint32(flag(e1) + 2*flag(e2) + 4*flag(e3) + 8*flag(e4) + 16*flag(e5))
	add(g, match)
	add(g, match, form)
	add(g, uint32(flag(e1)), n1)
	add(g, uint32(flag(e2)), p1)
	add(g, uint32(flag(e5)), hn)
	add(g, uint32(min(4, d[fCount])))
	add(g, uint32(min(4, d[fCount])), sent)
	add(g, step(d[fNoun9], 8))
	add(g, step(d[fNoun], 8))
	add(g, step(d[fSoft9], 10))
	add(g, step(d[fSoftS], 10))
	add(g, step(d[fDecay], 2))
	add(g, step(d[fTimes], 1))
	add(g, logStep(d[fNearNoun]))
	add(g, logStep(d[fNearLeft]))
	add(g, step(d[fPlace], 10))
	add(g, uint32(d[0]), uint32(d[1]), uint32(d[2]), uint32(d[3]), uint32(d[4]+1))
	add(g, uint32(d[fUsed]))
	add(g, step(d[fSentence], 10))
	add(val, uint32(v.plural))
	add(w, uint32(v.plural))
	add(g, step(d[fAlign], 1))
	add(g, step(d[fAlign+2], 1))
	add(g, step(d[fAlign+3], 10))
	add(g, step(d[fAlign+4], .5), step(d[fAlign+5], .5))
	add(g, step(d[fAlign+8], .5), step(d[fAlign+9], .5))
	add(g, step(d[fOwned], .5))
	add(g, step(d[fOwned+1], 1))
	among, counts := s.among.class(), s.counts.class()
	add(g, among)
	add(g, among, n1)
	add(g, among, p1)
	add(g, among, hb)
	add(g, among, hn)
	add(g, among, q0)
	add(g, counts)
	add(g, counts, hb)
	add(g, counts, hn)
	add(g, counts, p1)
	rounded := uint32(cmp.Compare(c.off(a), 0)+1)<<4 | uint32(min(s.decimals, 3))
	add(w, rounded)
	add(w, rounded, p1)
	add(w, rounded, hs(v.role.left[1]))
	add(w, rounded, form)
	add(w, rounded, q0)
	if e := v.era(c); e > 0 {
		add(e, p1)
		add(e, n1)
		add(e, p1, n1)
		add(e, hb)
		add(e, form)
	} else {
		t += 5
	}
	for i := max(0, s.first-5); i < s.first; i++ {
		add0(g, 2000, as(i))
	}
	for i := s.last + 1; i <= s.last+5 && int(i) < len(a.words); i++ {
		add0(g, 2001, as(i))
	}
	if c.b >= 0 {
		v.lexicalPair(add, c, w)
	}
	return dst
}

// lexicalPair adds what two operands have to do with each other.
func (v *view) lexicalPair(add func(...uint32), c *candidate, w uint32) {
	a := v.a
	s, u := &a.sources[c.a], &a.sources[c.b]
	r, q := &a.roles[c.a], &a.roles[c.b]
	same := flag(stemAt(a.words, r.noun) == stemAt(a.words, q.noun) && r.noun >= 0)
	sent := a.sentence[s.first] - a.sentence[u.first]
	add(w, 1000+uint32(same), uint32(sent+8))
	add(w, 1002, stemAt(a.words, q.noun))
	add(w, 1003, stemAt(a.words, q.left[0]))
	add(w, 1004, stemAt(a.words, r.before), stemAt(a.words, q.before))
	add(w, 1005, step(v.dense[c.b][fSoft9], 10))
	add(w, 1006, uint32(v.dense[c.b][fUnit]+1), uint32(v.dense[c.a][fUnit]+1))
	add(w, 1007, uint32(min(s.order, u.order)))
}

func step(x float32, n float32) uint32 { return uint32(int32(math.Floor(float64(x*n))) + 100) }

func logStep(x float32) uint32 { return uint32(math.Log2(float64(1 + x))) }

// era is how far a year is from that of the article, and 0 for what is no
// year.
func (v *view) era(c *candidate) uint32 {
	y, ok := c.value.Int64()
	if !ok || v.a.year == 0 || v.b.scale != 1 || y <= 1800 || y >= 2100 {
		return 0
	}
	switch d := y - v.a.year; {
	case d < -60:
		return 1
	case d < -20:
		return 2
	case d < -5:
		return 3
	case d > 20:
		return 4
	case d > 5:
		return 5
	default:
		return uint32(20 + d)
	}
}

// form says what the blank looks like: the signs around it and its scale.
func (v *view) form() uint32 {
	b := v.b
	class := func(c byte) uint32 {
		switch {
		case c == 0:
			return 1
		case isLetter(c):
			return 2
		case c >= 0x80:
			return 3
		}
		return uint32(c)
	}
	h := mix(class(b.before), class(b.after))
	h = mix(h, uint32(math.Log10(float64(b.scale))))
	return mix(mix(h, uint32(b.unit)), uint32(b.kind))
}

// bucket sorts values by what they look like in a headline.
func bucket(c *candidate) uint32 {
	n, ok := c.value.Int64()
	switch {
	case !c.value.OK():
		return 1
	case !ok:
		return 10 + uint32(math.Log10(math.Max(c.value.Float(), 1e-3))+3)
	case n <= 12:
		return 30 + uint32(n)
	case 1900 <= n && n <= 2030:
		return 50
	case n < 20:
		return 51
	case n < 100 && n%10 == 0:
		return 60 + uint32(n/10)
	case n < 100:
		return 70 + uint32(n/10)
	case n%100 == 0:
		return 80 + uint32(len(strconv.FormatInt(n, 10)))
	}
	return 100 + uint32(len(strconv.FormatInt(n, 10)))
}
