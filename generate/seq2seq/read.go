package seq2seq

import (
	"slices"
	"strings"
	"unicode"

	"hed/corpus"
	"hed/neural/words"
)

// read gives the words that a network reads of a document; none if there are only marks.
func read(d *corpus.Document, input string, most int) []string {
	text := d.Body
	if input != "first" {
		text = d.Meta[input]
	}
	// Of an article of megabytes, more than so many words can take.
	const longest = 64
	if limit := most * longest; len(text) > limit {
		text = text[:limit]
	}
	all := words.Split(clean(text))
	if !slices.ContainsFunc(all, func(w string) bool { return strings.ContainsFunc(w, letter) }) {
		return nil
	}
	return all[:min(len(all), most)]
}

// clean makes blanks of what a headline cannot have: bytes that are no text, and control characters.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// letter tells letters and digits from marks.
func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
