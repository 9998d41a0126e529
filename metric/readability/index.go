package readability

// An index is the measure of readability that readers of one language know. Of
// all languages only theirs has it: it is fitted to their texts.
type index struct {
	name, title, doc string
	full             float64 // where a text is as easy as can be
	value            func(sentences, words, letters float64) float64
}

// indices has those of languages, by code. The column is there where the option
// lang names the language, since columns are the same for all documents.
var indices = map[string]*index{
	"it": {
		name: "gulpease", title: "Gulpease", doc: "how easily Italian reads, 100 the easiest", full: 100,
		value: gulpease,
	},
}

// gulpease is the index of the Gruppo universitario linguistico pedagogico (Lucisano
// and Piemontese 1988). It needs no syllables. Below 80 readers with five years of school
// find a text hard, below 60 those with eight, below 40 those with thirteen.
func gulpease(sentences, words, letters float64) float64 {
	return 89 + (300*sentences-10*letters)/words
}
