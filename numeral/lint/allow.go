package lint

import (
	"strings"

	"hed/numeral/derive"
)

// Allowed are numbers, and words around them, that need no support: "24/7",
// "section 230". They are in lower case, with single blanks.
type Allowed []string

// Add adds words; blanks alone are none.
func (a *Allowed) Add(words string) {
	if words = strings.Join(strings.Fields(strings.ToLower(words)), " "); words != "" {
		*a = append(*a, words)
	}
}

// AddList adds the words of each line; # begins a comment.
func (a *Allowed) AddList(text string) {
	for line := range strings.Lines(text) {
		words, _, _ := strings.Cut(line, "#")
		a.Add(words)
	}
}

// Has reports whether words of the list stand in the headline around a number,
// or are the number, whatever their case.
func (a Allowed) Has(headline string, number derive.Span) bool {
	lower := strings.ToLower(headline)
	if len(lower) != len(headline) {
		lower = headline // letters of another length in lower case, which is rare
	}
	for _, words := range a {
		for at := 0; ; at++ {
			i := strings.Index(lower[at:], words)
			if i < 0 {
				break
			}
			at += i
			if at <= number.Start && number.End <= at+len(words) && !inWord(lower, at) && !inWord(lower, at+len(words)) {
				return true
			}
		}
	}
	return false
}

// inWord reports whether letters or digits stand on both sides of i.
func inWord(text string, i int) bool {
	part := func(b byte) bool {
		return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
	}
	return i > 0 && i < len(text) && part(text[i-1]) && part(text[i])
}
