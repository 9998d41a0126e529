// Package text turns strings into tokens, terms and sentences.
//
// The interfaces are small and the implementations live in folders named
// by what they make: token, stem, sentence, stop, pos (parts of speech),
// syllable, bag (terms counted), ngram (language models), vector (word
// vectors). A language is a pack of those in lang. Whatever changes a token has a Signature, because it
// changes every number computed from the tokens.
package text

import "strings"

// A Token is one occurrence of a word.
type Token struct {
	// Text is the token as its tokenizer normalises it, often lower case.
	Text string
	// Start and End are byte offsets into the original string.
	Start, End int
}

// A Tokenizer splits a string into tokens. It is safe for concurrent use.
type Tokenizer interface {
	// Tokenize appends the tokens of s to dst and returns the result.
	Tokenize(dst []Token, s string) []Token
	// Signature names the tokenizer in signatures of scores.
	Signature() string
}

// A Filter maps the text of one token to a term, or to "" to drop it.
// The result depends on the argument alone, so callers may cache it.
//
// Note: filters see one token, not the sequence. Nothing in this
// field needs more, and the cache is what makes stemming free.
type Filter interface {
	Filter(term string) string
	Signature() string
}

// A Splitter finds the sentences of a text. It is safe for concurrent use.
type Splitter interface {
	// Split appends the sentences of s to dst, without the blanks around them.
	Split(dst []string, s string) []string
	Signature() string
}

// An Analyzer is a Tokenizer and the Filters that follow it.
type Analyzer struct {
	Tokenizer Tokenizer
	Filters   []Filter
}

// Term runs the filters over the text of one token.
func (a *Analyzer) Term(tok string) string {
	for _, f := range a.Filters {
		if tok == "" {
			return ""
		}
		tok = f.Filter(tok)
	}
	return tok
}

// Analyze appends the terms of s to dst: tokens whose Text went through the filters.
func (a *Analyzer) Analyze(dst []Token, s string) []Token {
	n := len(dst)
	dst = a.Tokenizer.Tokenize(dst, s)
	if len(a.Filters) == 0 {
		return dst
	}
	kept := dst[:n]
	for _, t := range dst[n:] {
		if t.Text = a.Term(t.Text); t.Text != "" {
			kept = append(kept, t)
		}
	}
	return kept
}

// Signature joins the signatures of the chain with "+".
func (a *Analyzer) Signature() string {
	parts := []string{a.Tokenizer.Signature()}
	for _, f := range a.Filters {
		parts = append(parts, f.Signature())
	}
	return strings.Join(parts, "+")
}
