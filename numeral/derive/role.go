package derive

import "hed/text/pos"

// near is how many words to either side of a number are looked at one by
// one.
const near = 4

// A role is what stands around a number: words by their index, -1 for none.
type role struct {
	left, right [near]int32 // the nearest first, without punctuation
	noun        int32       // what is counted: the head of the noun phrase behind
	before      int32       // the nearest verb before
	after       int32       // the nearest verb behind
	hyphen      bool        // a hyphen follows: 22-year-old
	comma       bool        // a comma follows
	opens       bool        // it begins its sentence
	closes      bool        // it ends its sentence
	tagLeft     pos.Tag
	tagRight    pos.Tag
}

// verbReach is how far a verb may be, in words.
const verbReach = 9

// roleAt looks around the words from first to last.
func roleAt(words []word, text string, first, last int32) role {
	r := role{noun: -1, before: -1, after: -1, tagLeft: pos.Tags, tagRight: pos.Tags}
	for i := range near {
		r.left[i], r.right[i] = -1, -1
	}
	n := 0
	r.opens = true
	for i := first - 1; i >= 0 && first-i <= 2*verbReach && !words[i].stop; i-- {
		w := &words[i]
		if w.kind == mark && !sign(text, w) {
			continue
		}
		if n == 0 {
			r.tagLeft = w.tag
			r.opens = false
		}
		if n < near {
			r.left[n] = i
		}
		n++
		if w.tag == pos.VERB && r.before < 0 && first-i <= verbReach {
			r.before = i
		}
	}
	n = 0
	r.closes = true
	for i := last + 1; int(i) < len(words) && i-last <= 2*verbReach && !words[i].stop; i++ {
		w := &words[i]
		if w.kind == mark && !sign(text, w) {
			if i == last+1 {
				c := text[w.start]
				r.hyphen, r.comma = c == '-', c == ','
			}
			continue
		}
		if n == 0 {
			r.tagRight = w.tag
			r.closes = false
		}
		if n < near {
			r.right[n] = i
		}
		n++
		if w.tag == pos.VERB && r.after < 0 && i-last <= verbReach {
			r.after = i
		}
	}
	r.noun = counted(words, text, last)
	return r
}

// sign reports whether a mark is a word to us.
func sign(text string, w *word) bool {
	c := text[w.start]
	return c == '$' || c == '%'
}

// counted finds the noun that a number before counts: the last noun of the
// phrase, also behind "of".
func counted(words []word, text string, last int32) int32 {
	noun := int32(-1)
	of := false
	for i := last + 1; int(i) < len(words) && i-last <= 8; i++ {
		w := &words[i]
		switch w.tag {
		case pos.NOUN, pos.PROPN:
			noun = i
			continue
		case pos.ADJ, pos.NUM, pos.ADV, pos.DET:
			if noun < 0 {
				continue
			}
		case pos.PUNCT, pos.SYM:
			if c := text[w.start]; c == '-' || c == '%' || c == '$' {
				continue
			}
		case pos.ADP:
			if noun < 0 && !of && w.end-w.start == 2 && text[w.start:w.end] == "of" {
				of = true
				continue
			}
		}
		return noun
	}
	return noun
}
