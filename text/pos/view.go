package pos

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxEnd and maxBegin are the longest endings and beginnings of words that
// are looked at.
const (
	maxEnd   = 5
	maxBegin = 4
)

// A view is what features see of a word: hashes of its forms and parts.
type view struct {
	word   uint64 // in lower case; 0 where the word is to be treated as unknown
	form   uint64 // as it is written
	shape  uint64
	class  uint64           // the tags that the treebank gave it
	ends   [maxEnd]uint64   // its last letters, one to five; 0 where there are no more
	begins [maxBegin]uint64 // its first letters
}

// Views of what stands outside of a sentence. Their classes are none that a
// word has.
var (
	beforeFirst = view{word: 1, class: 1 << Tags, ends: [maxEnd]uint64{2: 1}}
	afterLast   = view{word: 2, class: 2 << Tags, ends: [maxEnd]uint64{2: 2}}
)

// A lexicon has the class of each word that the treebank has more than once,
// in lower case: a bit for each tag that it often has.
type lexicon map[string]uint32

func (x lexicon) view(form string) view {
	low := strings.ToLower(form)
	v := view{word: hash(low), form: hash(form), shape: hash(shape(form))}
	for i, n := 0, len(low); i < maxEnd && n > 0; i++ {
		_, size := utf8.DecodeLastRuneInString(low[:n])
		n -= size
		v.ends[i] = hash(low[n:])
	}
	for i, n := 0, 0; i < maxBegin && n < len(low); i++ {
		_, size := utf8.DecodeRuneInString(low[n:])
		n += size
		v.begins[i] = hash(low[:n])
	}
	if c, ok := x[low]; ok {
		v.class = uint64(c)
	} else {
		v.class = v.unknownClass()
	}
	return v
}

// unknownClass is the class of a word that is not in the lexicon: its ending.
func (v *view) unknownClass() uint64 {
	for _, h := range []uint64{v.ends[2], v.ends[1], v.ends[0]} {
		if h != 0 {
			return ^h
		}
	}
	return 0
}

// unknown is how the word would look if the treebank did not have it.
func (v view) unknown() view {
	v.word, v.form = 0, 0
	v.class = v.unknownClass()
	return v
}

// hash is FNV-1a.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// shape writes capitals as X, other letters as x, digits as d, the rest of
// ASCII as it is and anything else as ?, runs of more than three as three and
// no more than 24 in all: "Xxxx", "X.X.", "ddxx".
func shape(form string) string {
	var b [24]byte
	n := 0
	for _, r := range form {
		c := byte('?')
		switch {
		case unicode.IsUpper(r):
			c = 'X'
		case unicode.IsLetter(r):
			c = 'x'
		case unicode.IsDigit(r):
			c = 'd'
		case r < utf8.RuneSelf:
			c = byte(r)
		}
		if n >= 3 && b[n-1] == c && b[n-2] == c && b[n-3] == c {
			continue
		}
		if n == len(b) {
			break
		}
		b[n] = c
		n++
	}
	return string(b[:n])
}

// casing is how a sentence uses capitals.
type casing uint8

const (
	ordinary casing = iota // for names and the first word
	titled                 // For Most Words
	shouted                // FOR ALL LETTERS
	casings                // how many there are
)

// casingOf looks at the words of four bytes and more, since newspapers that
// capitalise do not agree on the small ones.
func casingOf(words []string) casing {
	long, capital, upper := 0, 0, 0
	for _, w := range words {
		r, size := utf8.DecodeRuneInString(w)
		if len(w) < 4 || !unicode.IsLetter(r) {
			continue
		}
		long++
		if unicode.IsUpper(r) {
			capital++
			if !strings.ContainsFunc(w[size:], unicode.IsLower) {
				upper++
			}
		}
	}
	switch {
	case long < 2:
		return ordinary
	case 4*upper >= 3*long:
		return shouted
	case 4*capital >= 3*long:
		return titled
	}
	return ordinary
}
