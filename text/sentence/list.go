package sentence

import (
	"strings"
	"sync"

	"hed/text"
)

// List returns Punkt for a language whose abbreviations, and words that begin
// sentences, stand in a text. It knows nothing of how words are used, so a
// capital after an abbreviation does not begin a sentence unless the word is
// in the text.
//
// Abbreviations end in a period, elided articles that may stand before them in
// an apostrophe, as in l'avv., words that begin sentences in neither; all are in
// small letters. Lines that begin with # are comments. The text is asked for when
// it is first needed.
func List(code string, file func() string) text.Splitter {
	return punkt{code, sync.OnceValue(func() *params { return listed(code, file()) })}
}

func listed(code, file string) *params {
	p := &params{Name: code, Abbreviations: make(map[string]bool), Starters: make(map[string]bool)}
	var elided []string
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			switch w[len(w)-1] {
			case '.':
				p.Abbreviations[w[:len(w)-1]] = true
			case '\'':
				elided = append(elided, w[:len(w)-1]+"’")
			default:
				p.Starters[w] = true
			}
		}
	}
	if len(elided) == 0 {
		return p
	}
	// Punkt begins a word at a straight apostrophe, and does not end one at a
	// typographic one.
	elided = append(elided, "'")
	var after []string
	for abbr := range p.Abbreviations {
		if strings.IndexAny(abbr, "aeiou") == 0 {
			after = append(after, abbr)
		}
	}
	for _, abbr := range after {
		for _, article := range elided {
			p.Abbreviations[article+abbr] = true
		}
	}
	return p
}
