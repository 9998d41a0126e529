// Package all lists every generator that hed has. Adding a generator is
// adding its folder and one line here.
package all

import (
	"hed/generate"
	"hed/generate/first"
	"hed/generate/random"
	"hed/generate/textrank"
	"hed/generate/tfidf"
)

// Generators is every generator.
var Generators = generate.NewSet([]generate.Info{
	first.Info,
	random.Info,
	tfidf.Info,
	textrank.WordsInfo,
	textrank.SentencesInfo,
})
