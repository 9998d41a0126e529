package pos

// A key stands for a feature: what is looked at, and what is seen there. It is
// a hash; among the few hundred thousand features of a model two hardly ever
// share one, and if they do, training has seen it.
type key uint32

// What is looked at. "Before" and "after" are the neighbours of the word that
// is to be tagged, "far" the ones beyond them.
const (
	always = iota
	theWord
	theForm
	theShape
	theShapeAtStart
	theClass
	theWordBefore
	theEndBefore
	theWordFarBefore
	theWordAfter
	theEndAfter
	theClassAfter
	theShapeAfter
	theClassFarAfter
	theTagBefore
	theTagFarBefore
	bothTagsBefore
	wordAndBefore
	wordAndAfter
	classAndAfter
	wordAndTagBefore
	classAndTagsBefore
	theTagAfter
	theTagFarAfter
	bothTagsAfter
	tagsAround
	wordAndTagAfter
	theVerbs
	classAndVerbs
	theEnd   // of one letter; those of more follow
	theBegin = theEnd + maxEnd
	places   = theBegin + maxBegin
)

// Every word is looked at twice. The first look sees words and the tags before,
// the second also pairs of words and the tags that the first gave to the words
// after. They have weights of their own.
type look int

const (
	firstLook  look = 0
	secondLook look = places
)

// key1 to key3 mix what is looked at with what is seen.
func key1(l look, what int, a uint64) key    { return last(mix(uint64(int(l)+what), a)) }
func key2(l look, what int, a, b uint64) key { return last(mix(mix(uint64(int(l)+what), a), b)) }
func key3(l look, what int, a, b, c uint64) key {
	return last(mix(mix(mix(uint64(int(l)+what), a), b), c))
}

func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

func last(h uint64) key { return key(h * 0x9e3779b97f4a7c15 >> 32) }

// The features that depend on one word alone come in groups by the place where
// the word stands, so that a Tagger can add up a group once for each word.

// own are the features of a word that is to be tagged.
func (v *view) own(keys []key, l look, c casing) []key {
	keys = append(keys, key1(l, always, 0), key2(l, theShape, v.shape, uint64(c)), key1(l, theClass, v.class))
	if v.word != 0 {
		keys = append(keys, key1(l, theWord, v.word))
		if c == ordinary {
			keys = append(keys, key1(l, theForm, v.form))
		}
	}
	for i, h := range v.ends {
		if h != 0 {
			keys = append(keys, key1(l, theEnd+i, h))
		}
	}
	for i, h := range v.begins {
		if h != 0 {
			keys = append(keys, key1(l, theBegin+i, h))
		}
	}
	return keys
}

// atStart is what is added if it begins the sentence.
func (v *view) atStart(keys []key, l look, c casing) []key {
	return append(keys, key2(l, theShapeAtStart, v.shape, uint64(c)))
}

// before are the features of a word for the one that follows it.
func (v *view) before(keys []key, l look) []key {
	return append(keys, key1(l, theWordBefore, v.word), key1(l, theEndBefore, v.ends[2]))
}

// farBefore are those for the one after that.
func (v *view) farBefore(keys []key, l look) []key {
	return append(keys, key1(l, theWordFarBefore, v.word))
}

// after are the features of a word for the one that stands before it.
func (v *view) after(keys []key, l look, c casing) []key {
	return append(keys, key1(l, theWordAfter, v.word), key1(l, theEndAfter, v.ends[2]),
		key1(l, theClassAfter, v.class), key2(l, theShapeAfter, v.shape, uint64(c)))
}

// farAfter are those for the one before that.
func (v *view) farAfter(keys []key, l look) []key {
	return append(keys, key1(l, theClassFarAfter, v.class))
}

// outside is the tag of what stands around a sentence.
const outside Tag = Tags

// tagsBefore are the features of the two tags before a word.
func tagsBefore(keys []key, l look, before, farBefore Tag) []key {
	return append(keys, key1(l, theTagBefore, uint64(before)), key1(l, theTagFarBefore, uint64(farBefore)),
		key2(l, bothTagsBefore, uint64(before), uint64(farBefore)))
}

// pairs are the features of a word together with its neighbours, for the
// second look.
func (v *view) pairs(keys []key, before, after *view) []key {
	return append(keys, key2(secondLook, wordAndBefore, before.word, v.word),
		key2(secondLook, wordAndAfter, v.word, after.word), key2(secondLook, classAndAfter, v.class, after.class))
}

// withTags are the features of a word together with the tags around it, for
// the second look.
func (v *view) withTags(keys []key, before, farBefore, after, farAfter Tag, verbs uint64) []key {
	b, fb, a, fa := uint64(before), uint64(farBefore), uint64(after), uint64(farAfter)
	const l = secondLook
	return append(keys,
		key2(l, wordAndTagBefore, b, v.word), key3(l, classAndTagsBefore, b, fb, v.class),
		key1(l, theTagAfter, a), key1(l, theTagFarAfter, fa), key2(l, bothTagsAfter, a, fa),
		key2(l, tagsAround, b, a), key2(l, wordAndTagAfter, a, v.word),
		key1(l, theVerbs, verbs), key2(l, classAndVerbs, verbs, v.class))
}

// verbsAround appends for each word whether a verb comes before it, 1, and
// after it, 2, in the same clause: a headline has one as a rule, so that
// another word that could be one is none.
func verbsAround(dst []uint64, tags []Tag) []uint64 {
	const before, after = 1, 2
	n := len(dst)
	seen := uint64(0)
	for _, t := range tags {
		dst = append(dst, seen)
		switch t {
		case VERB, AUX:
			seen = before
		case PUNCT, SCONJ:
			seen = 0
		}
	}
	seen = 0
	for i := len(tags) - 1; i >= 0; i-- {
		dst[n+i] |= seen
		switch tags[i] {
		case VERB, AUX:
			seen = after
		case PUNCT:
			seen = 0
		}
	}
	return dst
}
