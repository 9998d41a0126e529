package pos

// A key stands for a feature: what is looked at, and what is seen there. It is
// a hash; among the few hundred thousand features of a model two hardly ever
// share one, and if they do, training has seen it.
//
// Every word is looked at twice. The first look sees words and the tags before,
// the second also pairs of words and the tags that the first gave to the words
// after. Weights are those of one look: the last bit of a key says of which, so
// that what is seen in both lies together in memory.
type key uint32

const again key = 1 // the bit of the second look

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
	bothTagsAround
	wordAndTagAfter
	theVerbs
	classAndVerbs
	theEnd   // of one letter; those of more follow
	theBegin = theEnd + maxEnd
)

// key1 to key3 mix what is looked at with what is seen.
func key1(what int, a uint64) key       { return last(mix(uint64(what), a)) }
func key2(what int, a, b uint64) key    { return last(mix(mix(uint64(what), a), b)) }
func key3(what int, a, b, c uint64) key { return last(mix(mix(mix(uint64(what), a), b), c)) }

func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

func last(h uint64) key { return key(h*0x9e3779b97f4a7c15>>32) &^ again }

// The features that depend on one word alone come in groups by the place where
// the word stands, so that a Tagger can add up a group once for each word.

// own are the features of a word that is to be tagged.
func (v *view) own(keys []key, c casing) []key {
	keys = append(keys, key1(always, 0), key2(theShape, v.shape, uint64(c)), key1(theClass, v.class))
	if v.word != 0 {
		keys = append(keys, key1(theWord, v.word))
		if c == ordinary {
			keys = append(keys, key1(theForm, v.form))
		}
	}
	for i, h := range v.ends {
		if h != 0 {
			keys = append(keys, key1(theEnd+i, h))
		}
	}
	for i, h := range v.begins {
		if h != 0 {
			keys = append(keys, key1(theBegin+i, h))
		}
	}
	return keys
}

// atStart is what is added if it begins the sentence.
func (v *view) atStart(keys []key, c casing) []key {
	return append(keys, key2(theShapeAtStart, v.shape, uint64(c)))
}

// before are the features of a word for the one that follows it.
func (v *view) before(keys []key) []key {
	return append(keys, key1(theWordBefore, v.word), key1(theEndBefore, v.ends[2]))
}

// farBefore are those for the one after that.
func (v *view) farBefore(keys []key) []key {
	return append(keys, key1(theWordFarBefore, v.word))
}

// after are the features of a word for the one that stands before it.
func (v *view) after(keys []key, c casing) []key {
	return append(keys, key1(theWordAfter, v.word), key1(theEndAfter, v.ends[2]),
		key1(theClassAfter, v.class), key2(theShapeAfter, v.shape, uint64(c)))
}

// farAfter are those for the one before that.
func (v *view) farAfter(keys []key) []key {
	return append(keys, key1(theClassFarAfter, v.class))
}

// outside is the tag of what stands around a sentence.
const outside Tag = Tags

// tagsBefore are the features of the two tags before a word.
func tagsBefore(keys []key, before, farBefore Tag) []key {
	return append(keys, key1(theTagBefore, uint64(before)), key1(theTagFarBefore, uint64(farBefore)),
		key2(bothTagsBefore, uint64(before), uint64(farBefore)))
}

// The rest are features of the second look alone.

// tagsAfter are the features of the two tags after a word.
func tagsAfter(keys []key, after, farAfter Tag) []key {
	return append(keys, key1(theTagAfter, uint64(after)), key1(theTagFarAfter, uint64(farAfter)),
		key2(bothTagsAfter, uint64(after), uint64(farAfter)))
}

// tagsAround are the features of the tags on both sides.
func tagsAround(keys []key, before, after Tag) []key {
	return append(keys, key2(bothTagsAround, uint64(before), uint64(after)))
}

// withBefore, withAfter and withVerbs are the features of a word together with
// the tag before it, the tag after it, and the verbs around it.
func (v *view) withBefore(keys []key, before Tag) []key {
	return append(keys, key2(wordAndTagBefore, uint64(before), v.word))
}

func (v *view) withAfter(keys []key, after Tag) []key {
	return append(keys, key2(wordAndTagAfter, uint64(after), v.word))
}

func (v *view) withVerbs(keys []key, verbs uint64) []key {
	return append(keys, key1(theVerbs, verbs), key2(classAndVerbs, verbs, v.class))
}

// pairs are the features of a word together with its neighbours, and of its
// class with two tags.
func (v *view) pairs(keys []key, before, after *view, tagBefore, tagFarBefore Tag) []key {
	return append(keys, key2(wordAndBefore, before.word, v.word),
		key2(wordAndAfter, v.word, after.word), key2(classAndAfter, v.class, after.class),
		key3(classAndTagsBefore, uint64(tagBefore), uint64(tagFarBefore), v.class))
}

// What verbsAround says of a word.
const (
	verbBefore = 1 << iota
	verbAfter
	verbCases // all of them together, and none
)

// verbsAround appends for each word whether a verb comes before it, and after
// it, in the same clause: a headline has one as a rule, so that
// another word that could be one is none.
func verbsAround(dst []uint64, tags []Tag) []uint64 {
	n := len(dst)
	seen := uint64(0)
	for _, t := range tags {
		dst = append(dst, seen)
		switch t {
		case VERB, AUX:
			seen = verbBefore
		case PUNCT, SCONJ:
			seen = 0
		}
	}
	seen = 0
	for i := len(tags) - 1; i >= 0; i-- {
		dst[n+i] |= seen
		switch tags[i] {
		case VERB, AUX:
			seen = verbAfter
		case PUNCT:
			seen = 0
		}
	}
	return dst
}
