// Package cut cuts the texts of cases into the tokens of a model, as many cases at a
// time as keep a device busy without filling the memory. The metrics that run
// encoders share it; what they do with tokens is their own.
package cut

import (
	"strings"

	"hed/corpus"
	"hed/neural/tokenizer"
)

// mostTokens is how many tokens are taken at a time, if no case has more. States of
// 384 numbers for them take 50 MB.
const mostTokens = 1 << 15

// A Cutter keeps its memory from one Take to the next. It is for one goroutine at a
// time.
type Cutter struct {
	// Texts are those of the cases that were taken, one after another.
	Texts []*tokenizer.Encoding

	worker *tokenizer.Worker
	clean  func(string) string
	texts  func(*corpus.Case) [][]string
	kept   []*tokenizer.Encoding // for the texts to come
}

// New gives a Cutter that takes lists of texts of each case. clean, unless it is nil,
// is what becomes of a text before it is cut.
func New(t *tokenizer.Tokenizer, clean func(string) string, texts func(*corpus.Case) [][]string) *Cutter {
	return &Cutter{worker: t.Worker(), clean: clean, texts: texts}
}

// Take cuts the texts of the first cases, and gives how many cases that are: at
// least one, if there are any.
func (c *Cutter) Take(cases []*corpus.Case) (n int, err error) {
	c.Texts = c.Texts[:0]
	tokens := 0
	for i, one := range cases {
		first := len(c.Texts)
		for _, list := range c.texts(one) {
			for _, s := range list {
				if err := c.add(s); err != nil {
					return 0, err
				}
			}
		}
		for _, t := range c.Texts[first:] {
			tokens += len(t.IDs)
		}
		if tokens > mostTokens && i > 0 { // it comes next time
			c.Texts = c.Texts[:first]
			return i, nil
		}
	}
	return len(cases), nil
}

func (c *Cutter) add(s string) error {
	if len(c.Texts) == len(c.kept) {
		c.kept = append(c.kept, new(tokenizer.Encoding))
	}
	e := c.kept[len(c.Texts)]
	c.Texts = append(c.Texts, e)
	return c.Encode(e, s)
}

// Encode cuts one text.
func (c *Cutter) Encode(e *tokenizer.Encoding, s string) error {
	if c.clean != nil {
		s = c.clean(s)
	}
	return c.worker.Encode(e, s)
}

// Pairs are the references and the headlines of a case.
func Pairs(c *corpus.Case) [][]string { return [][]string{c.Doc.References, c.Headlines()} }

// Punctuation reports whether a token is one mark of Python's string.punctuation,
// perhaps with a sign that it begins a word.
func Punctuation(t *tokenizer.Tokenizer, id int32) bool {
	s, _ := t.Token(id)
	s = strings.TrimPrefix(strings.TrimPrefix(s, "Ġ"), "▁")
	return len(s) == 1 && strings.Contains("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s)
}
