// Package lang puts together what hed knows of each language.
//
// A language is a Pack, one entry of [Packs], whose parts come from the
// neighbouring packages: adding one means data there and an entry here. Packs
// serve metrics and generators that follow no reference program; the others
// name the tokenizer and stemmer of their program themselves.
//
// Importing the package costs nothing: lists and parameters are read when a
// text first needs them.
package lang

import (
	"fmt"
	"strings"

	"hed/text"
	"hed/text/pos"
	"hed/text/sentence"
	"hed/text/stem"
	"hed/text/stop"
	"hed/text/syllable"
	"hed/text/token"
)

// A Pack is what is needed to analyse text of one language. The order for an
// Analyzer is Tokenizer, Stop, Stemmer.
type Pack struct {
	Code      string // of ISO 639-1, such as "en"
	Name      string // in English
	Tokenizer text.Tokenizer
	Stop      text.Filter
	Stemmer   text.Filter
	Sentences text.Splitter
	// Words cuts sentences as treebanks of the language do, which is what
	// taggers want. Tagger is nil where none comes with hed.
	Words     text.Tokenizer
	Tagger    func() *pos.Tagger
	Syllables func(word string) int
}

// Packs are the languages of hed.
var Packs = []Pack{
	{"en", "English", token.Unicode(), stop.English(), stem.Snowball(stem.English), sentence.English(),
		token.UniversalEnglish(), pos.English, syllable.English},
	{"it", "Italian", token.Elided(token.Unicode()), stop.Italian(), stem.Snowball(stem.Italian), sentence.Italian(),
		token.UniversalItalian(), nil, syllable.Italian},
}

// Of returns the pack for a text whose language is given as in a corpus: "it",
// "en-GB", or "" where it is not known. hed takes what it does not know for
// English.
func Of(tag string) Pack {
	code := strings.ToLower(tag)
	if i := strings.IndexAny(code, "-_"); i >= 0 {
		code = code[:i]
	}
	for _, p := range Packs {
		if p.Code == code {
			return p
		}
	}
	return Packs[0]
}

// Get returns the pack of a language by its code.
func Get(code string) (Pack, error) {
	var known []string
	for _, p := range Packs {
		if p.Code == code {
			return p, nil
		}
		known = append(known, p.Code)
	}
	return Pack{}, fmt.Errorf("no language %q; have %s", code, strings.Join(known, ", "))
}
