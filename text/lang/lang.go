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
	"hed/text/sentence"
	"hed/text/stem"
	"hed/text/stop"
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
}

// Packs are the languages of hed.
var Packs = []Pack{
	{"en", "English", token.Unicode(), stop.English(), stem.Snowball(stem.English), sentence.English()},
	{"it", "Italian", token.Elided(token.Unicode()), stop.Italian(), stem.Snowball(stem.Italian), sentence.Italian()},
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
