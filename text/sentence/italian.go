package sentence

import (
	_ "embed"
	"strings"
	"sync"

	"hed/text"
)

// Italian returns Punkt with a list of abbreviations and a few words that
// begin sentences, both written for hed. It knows nothing of how words are
// used, so a capital after an abbreviation does not begin a sentence unless
// the word is on the list.
func Italian() text.Splitter { return punkt{"it", italian} }

//go:embed italian.txt
var italianFile string

// elided are articles that may stand before an abbreviation, as in l'avv.
// Punkt begins a word at a straight apostrophe, and does not end one at a
// typographic one.
var elided = []string{"'", "l’", "un’", "d’", "all’", "dall’", "dell’", "nell’", "sull’"}

var italian = sync.OnceValue(func() *params {
	p := &params{Name: "it", Abbreviations: make(map[string]bool), Starters: make(map[string]bool)}
	for line := range strings.Lines(italianFile) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		for _, w := range fields {
			abbr, ok := strings.CutSuffix(w, ".")
			if !ok {
				p.Starters[w] = true
				continue
			}
			p.Abbreviations[abbr] = true
			if strings.IndexByte("aeiou", abbr[0]) >= 0 {
				for _, article := range elided {
					p.Abbreviations[article+abbr] = true
				}
			}
		}
	}
	return p
})
