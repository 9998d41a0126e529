package token

import (
	"sync"

	"hed/internal/python"
	"hed/text"
)

// NLTK returns nltk.word_tokenize of NLTK 3.8.1: the sentences of the text,
// each cut by NLTKWordTokenizer. NLTK's own choice of sentences is
// sentence.English of hed.
//
// The text of a token is that of the source, in its case, except for quotes:
// a straight double quote becomes two backticks where it opens and two
// apostrophes elsewhere, and so do two apostrophes.
func NLTK(sentences text.Splitter) *Treebank { return &Treebank{sentences} }

// Treebank is the tokenizer that [NLTK] returns; the name is that of the
// Penn Treebank, whose conventions it extends.
type Treebank struct{ sentences text.Splitter }

var _ text.Tokenizer = (*Treebank)(nil)

// Signature is "nltk-" and the signature of the sentences.
func (t *Treebank) Signature() string { return "nltk-" + t.sentences.Signature() }

// Words appends the texts of the tokens of s to dst.
func (t *Treebank) Words(dst []string, s string) []string {
	b := scratches.Get().(*scratch)
	defer scratches.Put(b)
	b.tokens = t.tokenize(b.tokens[:0], s, b)
	for i := range b.tokens {
		dst = append(dst, b.tokens[i].Text)
	}
	return dst
}

// Tokenize does not allocate beyond dst: every token is a part of s or one
// of two constants.
func (t *Treebank) Tokenize(dst []text.Token, s string) []text.Token {
	b := scratches.Get().(*scratch)
	defer scratches.Put(b)
	return t.tokenize(dst, s, b)
}

// A scratch is the memory of one call.
type scratch struct {
	sentences []string
	marks     []byte
	tokens    []text.Token
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (t *Treebank) tokenize(dst []text.Token, s string, b *scratch) []text.Token {
	b.sentences = t.sentences.Split(b.sentences[:0], s)
	end := 0
	for i, sent := range b.sentences {
		start := len(s) - len(python.TrimLeft(s[end:]))
		end = start + len(sent)
		if i == 0 {
			start = 0 // NLTK leaves the blanks before the first sentence
		}
		dst = b.words(dst, s[:end], start)
	}
	return dst
}

// words appends the tokens of the sentence source[base:].
func (b *scratch) words(dst []text.Token, source string, base int) []text.Token {
	s := source[base:]
	if cap(b.marks) <= len(s) {
		b.marks = make([]byte, 2*len(s)+64)
	}
	m := marked{s, b.marks[:len(s)+1]}
	clear(m.marks)

	m.openingQuotes()
	m.finalPeriod()
	m.punctuation()
	m.apostrophes()
	m.brackets()
	m.clitics()
	m.contractions()

	for start, end := m.next(0); start < end; start, end = m.next(end) {
		tok := s[start:end]
		switch {
		case m.marks[start]&opens != 0:
			tok = "``"
		case tok == `"`:
			tok = "''"
		}
		dst = append(dst, text.Token{Text: tok, Start: base + start, End: base + end})
	}
	return dst
}

// next returns the first token at or after i, and an empty one at the end.
func (m marked) next(i int) (start, end int) {
	for n := m.space(i); n > 0; n = m.space(i) {
		i += n
	}
	start = i
	for i < len(m.s) && (i == start || m.marks[i]&gap == 0) && m.space(i) == 0 {
		i++
	}
	return start, i
}
