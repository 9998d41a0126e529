// Package lang puts together what hed knows of each language.
//
// A language is a Pack, one entry of [Packs], whose parts come from the
// neighbouring packages: adding one means a folder of data and an entry here, as
// docs/language.md shows. Packs
// serve metrics and generators that follow no reference program; the others
// name the tokenizer and stemmer of their program themselves.
//
// Importing the package costs nothing: lists and parameters are read when a
// text first needs them.
package lang

import (
	"fmt"
	"strings"
	"sync"

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
	// Numbers says how numbers are written, for numeral/gloss; it is nil where the folder of the language has no numbers.txt. English
	// needs none.
	Numbers func() string
	// Format says how pages write numbers and dates.
	Format func() *Format
	// Foreign says that the text is in a language that hed does not know, see [Of].
	Foreign bool
}

// Packs are the languages of hed.
var Packs = []Pack{
	{
		Code: "en", Name: "English",
		Tokenizer: token.Unicode(), Stop: stop.English(), Stemmer: stem.Snowball(stem.English), Sentences: sentence.English(),
		Words: token.UniversalEnglish(), Tagger: pos.English, Syllables: syllable.English, Format: sync.OnceValue(english),
	},
	written("Italian", stem.Italian).with(func(p *Pack) {
		p.Tokenizer = token.Elided(p.Tokenizer)
		p.Words, p.Tagger, p.Syllables = token.UniversalItalian(), pos.Italian, syllable.Italian
	}),
}

// Of returns the pack for a text whose language is given as in a corpus: "it",
// "en-GB", or "" where it is not known, which hed takes for English. A language
// that is stated but not among Packs is Foreign: hed reads it as English, and
// does not tag it, since tags would be those of another language.
func Of(tag string) Pack {
	code := Code(tag)
	for i := range Packs { // a Pack is large, and this is asked for each document
		if Packs[i].Code == code {
			return Packs[i]
		}
	}
	p := Packs[0]
	if code != "" {
		p.Foreign, p.Tagger = true, nil
	}
	return p
}

// Code is the language of a tag without its region: "it" of "it-IT" or "IT_it".
func Code(tag string) string {
	code := strings.ToLower(tag)
	if i := strings.IndexAny(code, "-_"); i >= 0 {
		code = code[:i]
	}
	return code
}

// Parse returns the pack that a user names, with a region or without.
func Parse(tag string) (Pack, error) {
	p, err := Get(Code(tag))
	if err != nil {
		_, err = Get(tag) // which names what the user wrote
	}
	return p, err
}

// Get returns the pack of a language by its code, as files of hed have it.
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
