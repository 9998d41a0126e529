package derive

import "cmp"

// lexicalBits is the size of the table of lexical weights.
const lexicalBits = 20

// A key is the hash of a feature; its low bits are the place of its weight.
type key = uint32

// lexical appends the features of a candidate that are about single words
// and values. They are many and rare, and so have a linear model of their
// own.
func (v *view) lexical(dst []key, c *candidate) []key {
	k := v.keyring(dst, c)
	k.ways()
	k.values()
	k.words()
	k.matches()
	k.places()
	k.standings()
	k.rounding()
	k.era()
	k.around()
	if c.b >= 0 {
		k.pair()
	}
	return k.keys
}

// A keyring collects the lexical features of one candidate.
type keyring struct {
	*view
	keys     []key
	template uint32 // number of the last feature
	c        *candidate
	s        *source // its first operand

	// What features are made of, as small numbers and hashes.
	way   uint32
	group uint32       // of ways: those that take a number as it is share their words
	kind  uint32       // of the source, and how it is written
	form  uint32       // of the blank
	value uint32       // what the number looks like
	sent  uint32       // of the source, up to 6 behind the lead
	head  surroundings // around the blank
	text  surroundings // around the source
}

// surroundings are the stems of the words that play a role around a number.
type surroundings struct{ right, right2, left, left2, noun, before, after uint32 }

func (r *role) stems(words []word) surroundings {
	at := func(i int32) uint32 { return stemAt(words, i) }
	return surroundings{at(r.right[0]), at(r.right[1]), at(r.left[0]), at(r.left[1]), at(r.noun), at(r.before), at(r.after)}
}

func (v *view) keyring(dst []key, c *candidate) keyring {
	s := &v.a.sources[c.a]
	k := keyring{
		view: v, keys: dst, c: c, s: s, way: uint32(c.way) + 1,
		kind: uint32(s.Kind)<<1 | uint32(flag(s.digits)) | uint32(s.Depth)<<6 | uint32(flag(s.dateline))<<8,
		form: v.form(), value: bucket(c), sent: uint32(min(v.a.sentence[s.first]-v.a.lead, 6) + 1),
		head: v.role.stems(v.b.words), text: v.a.roles[c.a].stems(v.a.words),
	}
	k.group = k.way
	if c.way.plainWay() || c.way.rounding() {
		k.group = 99
	}
	return k
}

// add adds the next feature: that all its parts come together. Features have the
// numbers that they have in the weights, so their order is fixed.
func (k *keyring) add(parts ...uint32) {
	k.template++
	h := k.template
	for _, p := range parts {
		h = mix(h, p)
	}
	k.keys = append(k.keys, h)
}

// skip leaves out features that the candidate cannot have.
func (k *keyring) skip(n uint32) { k.template += n }

// ways are the way to the number, beside what the headline looks like.
func (k *keyring) ways() {
	w, head := k.way, &k.head
	k.add(w)
	k.add(w, head.right)
	k.add(w, head.left)
	k.add(w, k.form)
	k.add(w, k.kind, k.form)
	k.add(w, head.right, head.right2)
	k.add(w, head.left, head.right)
	k.add(w, k.sent)
	k.add(w, head.noun)
	k.add(w, head.before)
	k.add(w, k.value, k.form)
}

// values are the number and its source, beside what the headline looks like.
func (k *keyring) values() {
	head := &k.head
	k.add(k.value, head.right)
	k.add(k.value, head.left)
	k.add(k.value, k.form)
	k.add(k.value, head.left, head.right)
	k.add(k.value, head.noun)
	k.add(k.kind, head.right)
	k.add(k.kind, head.left)
	k.add(k.kind, k.form)
	k.add(k.kind, head.noun)
	if k.c.value.Float() < 3000 { // greater numbers hardly come twice
		x := hash(k.c.text)
		k.add(x, head.right)
		k.add(x, head.left)
		k.add(x)
		k.add(x, head.noun)
	} else {
		k.skip(4)
	}
}

// words are those around the blank beside those around the source.
func (k *keyring) words() {
	g, head, text := k.group, &k.head, &k.text
	k.add(g, head.right, text.right)
	k.add(g, head.right, text.left)
	k.add(g, head.left, text.left)
	k.add(g, head.left, text.right)
	k.add(g, head.noun, text.noun)
	k.add(g, head.before, text.before)
	k.add(g, head.before, text.after)
	k.add(g, head.after, text.after)
	k.add(g, head.after, text.before)
	k.add(g, head.left, text.before)
	k.add(g, head.right, text.noun)
	k.add(g, text.right)
	k.add(g, text.left)
	k.add(g, text.noun)
	k.add(g, text.before)
	k.add(g, k.form, text.right)
	k.add(g, k.form, text.left)
	k.add(g, k.form, text.noun)
	k.add(g, text.left, text.right)
	k.add(g, text.left, text.left2)
	k.add(g, text.right, text.right2)
}

// matches are which words are the same around both.
func (k *keyring) matches() {
	g, head, f := k.group, &k.head, k.dense[k.c.a]
	right, left := flag(head.right == k.text.right), flag(head.left == k.text.left)
	noun9, left9, noun := flag(f[fNoun9] == 1), flag(f[fLeft9] == 1), flag(f[fNoun] == 1)
	match := uint32(right + 2*left + 4*noun9 + 8*left9 + 16*noun)
	k.add(g, match)
	k.add(g, match, k.form)
	k.add(g, uint32(right), head.right)
	k.add(g, uint32(left), head.left)
	k.add(g, uint32(noun), head.noun)
}

// places are where the source is and what is near, in steps.
func (k *keyring) places() {
	g, f := k.group, k.dense[k.c.a]
	count := uint32(min(4, f[fCount]))
	k.add(g, count)
	k.add(g, count, k.sent)
	k.add(g, step(f[fNoun9], 8))
	k.add(g, step(f[fNoun], 8))
	k.add(g, step(f[fSoft9], 10))
	k.add(g, step(f[fSoftSentence], 10))
	k.add(g, step(f[fDecay], 2))
	k.add(g, step(f[fTimes], 1))
	k.add(g, logStep(f[fNearNoun]))
	k.add(g, logStep(f[fNearLeft]))
	k.add(g, step(f[fPlace], 10))
	k.add(g, uint32(f[fMoney]), uint32(f[fPercent]), uint32(f[fOrdinal]), uint32(f[fAge]), uint32(f[fUnit]+1))
	k.add(g, uint32(f[fUsed]))
	k.add(g, step(f[fSentenceBehind], 10))
	k.add(k.value, uint32(k.plural))
	k.add(k.way, uint32(k.plural))
	k.add(g, step(f[fAlignSame], 1))
	k.add(g, step(f[fAlign], 1))
	k.add(g, step(f[fAlignShare], 10))
	k.add(g, step(f[fRareRight], .5), step(f[fRareLeft], .5))
	k.add(g, step(f[fRareNoun], .5), step(f[fRareNounOn], .5))
	k.add(g, step(f[fOwned], .5))
	k.add(g, step(f[fOwnedNear], 1))
}

// standings are how the source compares with its like.
func (k *keyring) standings() {
	g, head := k.group, &k.head
	among, counts := k.s.among.class(), k.s.counts.class()
	k.add(g, among)
	k.add(g, among, head.right)
	k.add(g, among, head.left)
	k.add(g, among, head.before)
	k.add(g, among, head.noun)
	k.add(g, among, k.text.left)
	k.add(g, counts)
	k.add(g, counts, head.before)
	k.add(g, counts, head.noun)
	k.add(g, counts, head.left)
}

// rounding is whether the number is more or less than its source, and how many
// decimals that has.
func (k *keyring) rounding() {
	w, head := k.way, &k.head
	off := uint32(cmp.Compare(k.c.off(k.a), 0)+1)<<4 | uint32(min(k.s.decimals, 3))
	k.add(w, off)
	k.add(w, off, head.left)
	k.add(w, off, head.left2)
	k.add(w, off, k.form)
	k.add(w, off, k.text.left)
}

// era is what a year is to the article.
func (k *keyring) era() {
	e, head := k.view.era(k.c), &k.head
	if e == 0 {
		k.skip(5)
		return
	}
	k.add(e, head.left)
	k.add(e, head.right)
	k.add(e, head.left, head.right)
	k.add(e, head.before)
	k.add(e, k.form)
}

// around are the five words to either side, in any order.
func (k *keyring) around() {
	const before, behind = 2000, 2001
	bag := func(side uint32, i int32) {
		k.keys = append(k.keys, mix(mix(k.group, side), stemAt(k.a.words, i)))
	}
	for i := max(0, k.s.first-5); i < k.s.first; i++ {
		bag(before, i)
	}
	for i := k.s.last + 1; i <= k.s.last+5 && int(i) < len(k.a.words); i++ {
		bag(behind, i)
	}
}

// pair is what two operands have to do with each other.
func (k *keyring) pair() {
	const sentences, noun, left, verbs, overlap, units, order = 1000, 1002, 1003, 1004, 1005, 1006, 1007
	a, w, f, other := k.a, k.way, k.dense[k.c.a], k.dense[k.c.b]
	t := &a.sources[k.c.b]
	text := a.roles[k.c.b].stems(a.words)
	same := uint32(flag(k.text.noun == text.noun && a.roles[k.c.a].noun >= 0))
	k.add(w, sentences+same, uint32(a.sentence[k.s.first]-a.sentence[t.first]+8))
	k.add(w, noun, text.noun)
	k.add(w, left, text.left)
	k.add(w, verbs, k.text.before, text.before)
	k.add(w, overlap, step(other[fSoft9], 10))
	k.add(w, units, uint32(other[fUnit]+1), uint32(f[fUnit]+1))
	k.add(w, order, uint32(min(k.s.order, t.order)))
}
