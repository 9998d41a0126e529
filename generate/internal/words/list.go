package words

import (
	"strings"

	"hed/text"
)

// A Form is how a word is printed in a list of words: as it first stands in
// the text, but if that is at the beginning of a sentence and the word later
// stands in lower case, then in lower case.
type Form struct {
	Text  string
	opens bool // a capital may be due to the place
}

// First is the form of a word which first stands as text.
func First(text string, opens bool) Form { return Form{text, opens} }

// Again says that the word of the form is also written as text.
func (f *Form) Again(text string) {
	if f.opens && strings.ToLower(text) == text {
		*f = Form{Text: text}
	}
}

// Opens reports whether a word after the given gap begins a sentence, as far
// as the marks tell: by this rule "Mr. Smith" is two sentences.
func Opens(gap string) bool { return strings.ContainsAny(gap, ".?!\n") }

// A List is words with spaces between them, no more than a number of them.
type List struct {
	cutter *Cutter
	tok    text.Tokenizer
	left   int
	out    []byte
}

// List returns an empty list for n words.
func (c *Cutter) List(tok text.Tokenizer, n int) *List { return &List{cutter: c, tok: tok, left: n} }

// Add adds a word and reports whether there is room for more. A text which
// counts as more words than there is room for, such as "and/or" in the last
// place, is passed over.
func (l *List) Add(word string) bool {
	n := l.cutter.Count(l.tok, word)
	if n == 0 || n > l.left {
		return l.left > 0
	}
	l.left -= n
	if len(l.out) > 0 {
		l.out = append(l.out, ' ')
	}
	l.out = appendClean(l.out, word, true)
	return l.left > 0
}

func (l *List) String() string { return string(l.out) }
