package lint

import (
	"strings"

	"hed/corpus"
	"hed/numeral/derive"
)

// Allowed are numbers, and words around them, that need no support: "24/7",
// "section 230". They are in lower case, with single blanks.
type Allowed []string

// ParseAllowed reads a list of words; @FILE stands for those of a file, one per line,
// where # begins a comment.
func ParseAllowed(list []string) (all Allowed, err error) {
	for _, words := range list {
		name, isFile := strings.CutPrefix(words, "@")
		if !isFile {
			all.add(words)
			continue
		}
		data, err := corpus.File(name).ReadAll()
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(data)) {
			words, _, _ := strings.Cut(line, "#")
			all.add(words)
		}
	}
	return all, nil
}

// add adds words; blanks alone are none.
func (a *Allowed) add(words string) {
	if words = oneLine(strings.ToLower(words)); words != "" {
		*a = append(*a, words)
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
