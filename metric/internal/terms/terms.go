// Package terms says what a term is for the metrics that compare texts by
// their words: a word of the text's language, in lower case, that is no
// stop word.
package terms

import (
	"strings"

	"hed/text"
	"hed/text/lang"
)

// A Chooser finds the analyzer for a document's language.
type Chooser struct {
	fixed     string // "" for the document's own
	analyzers map[string]*text.Analyzer
}

// NewChooser returns a chooser for one language, or for "" the language that
// each document says, else English.
func NewChooser(code string) (*Chooser, error) {
	if code != "" {
		if _, err := lang.Get(code); err != nil {
			return nil, err
		}
	}
	c := &Chooser{fixed: code, analyzers: map[string]*text.Analyzer{}}
	for _, p := range lang.Packs {
		c.analyzers[p.Code] = &text.Analyzer{Tokenizer: p.Tokenizer, Filters: []text.Filter{p.Stop}}
	}
	return c, nil
}

// For returns the analyzer for texts of a document whose language is given as
// in a corpus.
func (c *Chooser) For(language string) *text.Analyzer {
	if c.fixed != "" {
		language = c.fixed
	}
	return c.analyzers[lang.Of(language).Code]
}

// Lang is what stands in a signature under lang.
func (c *Chooser) Lang() string {
	if c.fixed == "" {
		return "document"
	}
	return c.fixed
}

// Signature is what stands under tok, for every language that can come up.
func (c *Chooser) Signature() string {
	var names []string
	for _, p := range lang.Packs {
		if c.fixed == "" || c.fixed == p.Code {
			names = append(names, c.analyzers[p.Code].Signature())
		}
	}
	return strings.Join(names, "/")
}
