package textrank

import (
	"strings"

	"hed/generate/internal/words"
	"hed/text/lang"
)

// A vocabulary is the words of one article. Most come more than once in the
// same letters, and are then found without being put in lower case.
type vocabulary struct {
	at   map[string]int32 // a form, or a word in lower case: index into list, or none
	list []known
}

// A known is a word and what it is in the graph.
type known struct {
	stop   bool  // where there is no tagger: it may not be a keyword
	vertex int32 // none before it passes the filter
}

func newVocabulary() vocabulary { return vocabulary{at: map[string]int32{}} }

func (v *vocabulary) reset() {
	clear(v.at)
	v.list = v.list[:0]
}

// look returns the word that stands in the article as form, or nil if form
// has neither letters nor digits. It is valid until the next call.
func (v *vocabulary) look(p *lang.Pack, form string) *known {
	i, ok := v.at[form]
	if !ok {
		i = v.add(p, form)
	}
	if i == none {
		return nil
	}
	return &v.list[i]
}

// add returns the index of the word of a new form.
func (v *vocabulary) add(p *lang.Pack, form string) int32 {
	if !words.Has(form) {
		v.at[form] = none
		return none
	}
	lower := strings.ToLower(form)
	if lower != form {
		i, ok := v.at[lower]
		if !ok {
			i = v.add(p, lower)
		}
		v.at[form] = i
		return i
	}
	i := int32(len(v.list))
	v.at[form] = i
	v.list = append(v.list, known{p.Tagger == nil && stops(p, lower), none})
	return i
}

// stops reports whether a word is a stop word. Those that treebanks cut off
// at an apostrophe have kept it.
func stops(p *lang.Pack, word string) bool {
	for _, mark := range []string{"'", "’"} {
		word = strings.TrimSuffix(strings.TrimPrefix(word, mark), mark)
	}
	return p.Stop.Filter(word) == ""
}
