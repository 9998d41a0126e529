// Package tokenizer cuts text into the tokens of a neural model. It reads a
// tokenizer.json as it lies on the Hugging Face Hub and gives what Hugging
// Face's tokenizers library gives: the same tokens, the same offsets, quirks
// included, because a model was trained on those.
//
// A Tokenizer is fixed once it is read and may be shared. It makes Workers,
// one for each goroutine, which keep their memory between texts:
//
//	t, err := tokenizer.Open("tokenizer.json")
//	w := t.Worker()
//	var e tokenizer.Encoding
//	err = w.Encode(&e, "A text.", "Its pair.")
//
// A text goes through five steps. Added tokens are found in it; the rest is
// normalised; what is left is split into words; a model (WordPiece, BPE,
// Unigram or WordLevel) turns each word into tokens; a template puts special
// tokens around them. Through all of them each byte remembers where in the
// original text it comes from.
//
// Regular expressions in a file are known by name: those of published models
// have matchers written by hand, and simple ones run as they are. A part that
// is not known is refused when the file is read. Padding is left to the
// caller, and so is a stride: of a text that is truncated only the first part
// is given.
//
// These are tokens for models. The words that metrics count are cut by
// hed/text/token.
package tokenizer

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// A Tokenizer turns text into ids and ids into text.
type Tokenizer struct {
	name       string
	literal    addedSet // found in the text as it is
	normalized addedSet // found in the normalised text
	normalizer sequence
	splitters  []splitter
	model      model
	kind       string // of the model
	vocabulary vocabulary
	added      map[int32]addedToken
	addedIDs   map[string]int32
	special    map[string]bool // the added tokens that Decode may leave out
	post       post
	truncation Truncation
	decoders   []decoder
	joined     bool // decoders were named; else tokens are joined by spaces

	// blank is how much white space tokens start and end with; nil unless
	// it is to be trimmed.
	blank map[int32][2]int32
}

// Open reads a tokenizer.json.
func Open(file string) (*Tokenizer, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("opening the tokenizer: %w", err)
	}
	defer f.Close()
	return Read(f, file)
}

// Read reads a tokenizer.json; name stands in errors.
func Read(r io.Reader, name string) (*Tokenizer, error) {
	var data bytes.Buffer
	if _, err := data.ReadFrom(r); err != nil {
		return nil, fmt.Errorf("reading the tokenizer %s: %w", name, err)
	}
	return parse(data.Bytes(), name)
}

func (t *Tokenizer) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %w", t.name, fmt.Errorf(format, args...))
}

// Kind names the model: BPE, Unigram, WordLevel or WordPiece.
func (t *Tokenizer) Kind() string { return t.kind }

// TokenID returns the id of a token, added ones included.
func (t *Tokenizer) TokenID(token string) (int32, bool) {
	if id, ok := t.addedIDs[token]; ok {
		return id, true
	}
	id, ok := t.vocabulary.id[token]
	return id, ok
}

// Token returns the token of an id, an added one as it stands in the file.
func (t *Tokenizer) Token(id int32) (string, bool) {
	if a, ok := t.added[id]; ok {
		return a.Content, true
	}
	if id < 0 || int(id) >= len(t.vocabulary.token) {
		return "", false
	}
	s := t.vocabulary.token[id]
	if s == "" {
		_, ok := t.vocabulary.id[s]
		return s, ok && t.vocabulary.id[s] == id
	}
	return s, true
}

// Size returns the number of tokens, added ones included.
func (t *Tokenizer) Size() int {
	n := len(t.vocabulary.token)
	if _, ok := t.model.(*unigram); !ok { // which counts a token that stands twice
		n = len(t.vocabulary.id)
	}
	for s := range t.addedIDs {
		if _, ok := t.vocabulary.id[s]; !ok {
			n++
		}
	}
	return n
}

// Truncation returns the limit that the file names, or the last one set.
func (t *Tokenizer) Truncation() Truncation { return t.truncation }

// WithTruncation returns a tokenizer with another limit.
func (t *Tokenizer) WithTruncation(limit Truncation) *Tokenizer {
	other := *t
	other.truncation = limit
	return &other
}
