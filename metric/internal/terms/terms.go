// Package terms says what a term is for the metrics that compare texts by
// their words: a word of the text's language, in lower case, that is no
// stop word. It reads a corpus of them, and compares texts by vectors that
// metrics make of them.
package terms

import (
	"fmt"

	"hed/text"
	"hed/text/lang"
)

// A Chooser finds the analyzer for a document's language.
type Chooser struct {
	choice    lang.Choice
	analyzers map[string]*text.Analyzer
}

// NewChooser returns a chooser for one language, or for "" the language that
// each document says, else English. Errors name the option lang.
func NewChooser(code string) (*Chooser, error) {
	choice, err := lang.Choose(code)
	if err != nil {
		return nil, fmt.Errorf("lang=%s: %w", code, err)
	}
	c := &Chooser{choice: choice, analyzers: map[string]*text.Analyzer{}}
	for _, p := range lang.Packs {
		c.analyzers[p.Code] = &text.Analyzer{Tokenizer: p.Tokenizer, Filters: []text.Filter{p.Stop}}
	}
	return c, nil
}

// For returns the analyzer for texts of a document whose language is given as
// in a corpus.
func (c *Chooser) For(language string) *text.Analyzer {
	return c.analyzers[c.choice.Of(language).Code]
}

// Lang is what stands in a signature under lang.
func (c *Chooser) Lang() string { return c.choice.String() }

// ByDocument says whether each document has its own language.
func (c *Chooser) ByDocument() bool { return c.choice.ByDocument() }

// Signature is what stands under tok, for every language that can come up.
func (c *Chooser) Signature() string {
	return c.choice.Sign(func(p *lang.Pack) string { return c.analyzers[p.Code].Signature() })
}
