package token

import "strings"

// A wordSet is a set of short words.
type wordSet map[string]bool

// newWordSet reads words with blanks between.
func newWordSet(words string) wordSet {
	m := make(wordSet)
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// fold reports whether w, in the small letters of ASCII, is in the set.
func (m wordSet) fold(w string) bool {
	if len(w) > longest {
		return false
	}
	b, n := lowered(w)
	return m[string(b[:n])]
}

// longest is the most bytes that a word of such a set may have.
const longest = 12

// lowered returns the first bytes of w in small letters and how many they are.
func lowered(w string) (b [longest]byte, n int) {
	n = copy(b[:], w)
	for i, c := range b[:n] {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return b, n
}

// nameEndings are top-level domains and kinds of files. Those that are words
// of a language are left out: they come after a full stop without a blank.
const nameEndings = `
	com org net edu gov mil int info biz io ai tv fm ly uk eu de fr es ch nl be ru ca au nz jp cn kr br mx ie
	doc docx xls xlsx ppt pptx pdf txt csv htm html php asp aspx jpg jpeg png gif mp3 mp4 exe zip js`
