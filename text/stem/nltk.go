package stem

import (
	"strconv"
	"unicode/utf8"

	"hed/internal/python"
	"hed/text"
)

// NLTK returns the PorterStemmer of NLTK 3.8.1 in its default mode,
// NLTK_EXTENSIONS. Terms of fewer than minLen characters stay as they are:
// rouge-score stems words of at least 4.
//
// The mode differs from Porter's paper (Program 14.3, 1980) by a list of
// irregular words and by changed rules, which porter.go marks "NLTK:".
func NLTK(minLen int) text.Filter { return nltk{minLen} }

type nltk struct{ minLen int }

var _ text.Filter = nltk{}

func (f nltk) Signature() string { return "porter-nltk-" + strconv.Itoa(f.minLen) }

// Filter allocates only if the stem is not a prefix of the term.
func (f nltk) Filter(term string) string {
	if len(term) < f.minLen || utf8.RuneCountInString(term) < f.minLen {
		return term
	}
	if s := irregular(term); s != "" {
		return s
	}
	if utf8.RuneCountInString(term) <= 2 {
		return python.Lower(term)
	}
	term = python.Lower(term)

	var buf [64]byte
	w := porter(letters(buf[:0], term))

	// All rules work on the end of the word, so what is left of the term is a
	// prefix, and whatever they appended is ASCII.
	k, end := 0, 0 // in letters, in bytes
	for k < len(w) && end < len(term) {
		r, n := utf8.DecodeRuneInString(term[end:])
		if w[k] < utf8.RuneSelf && rune(w[k]) != r {
			break
		}
		k, end = k+1, end+n
	}
	if k == len(w) {
		return term[:end]
	}
	return term[:end] + string(w[k:])
}

// letters appends one byte for each character of s. The rules know just
// ASCII letters and ask of any other character only whether it equals its
// neighbour, so these become 0x80 and 0x81 in turn, repeated where the
// character is.
func letters(dst []byte, s string) []byte {
	other, last := byte(0x80), rune(-1)
	for _, r := range s {
		if r < utf8.RuneSelf {
			dst = append(dst, byte(r))
		} else {
			if r != last {
				other ^= 1
			}
			dst = append(dst, other)
		}
		last = r
	}
	return dst
}

// irregular returns the stem of the words that NLTK looks up first, or "".
func irregular(term string) string {
	switch term {
	case "sky", "skies":
		return "sky"
	case "dying":
		return "die"
	case "lying":
		return "lie"
	case "tying":
		return "tie"
	case "news", "howe", "proceed", "exceed", "succeed":
		return term
	case "innings", "inning":
		return "inning"
	case "outings", "outing":
		return "outing"
	case "cannings", "canning":
		return "canning"
	}
	return ""
}
