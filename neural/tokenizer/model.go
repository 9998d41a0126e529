package tokenizer

import (
	"errors"
	"fmt"
	"math"
)

// A model turns a word into tokens.
type model interface {
	// tokens appends the tokens of b, which is not empty, to w.tokens, with
	// offsets into b.
	tokens(w *Worker, b []byte) error
}

// A token is a token of a text, first with offsets into its piece.
type token struct {
	id       int32
	from, to int32
	word     int32
	// How many characters at the ends are white space. Only counted where
	// they are to be trimmed.
	lead, trail int32
}

// vocabulary holds the tokens of a model.
type vocabulary struct {
	id    map[string]int32
	token []string // by id; empty where there is none
}

// idLimit keeps a hostile file from asking for a huge table.
const idLimit = 1 << 20

func newVocabulary(id map[string]int32) (vocabulary, error) {
	last, name := int32(-1), ""
	for s, n := range id {
		if n < 0 {
			n = math.MaxInt32
		}
		if n > last || n == last && s < name {
			last, name = n, s
		}
	}
	if int(last) > idLimit+8*len(id) {
		return vocabulary{}, fmt.Errorf("the token %q has the id %d, but there are only %d tokens", name, id[name], len(id))
	}
	v := vocabulary{id, make([]string, last+1)}
	for s, n := range id {
		// Of two tokens with one id the library shows either; here it is
		// always the same one.
		if old := v.token[n]; old == "" || s < old {
			v.token[n] = s
		}
	}
	return v, nil
}

var errVocabularySize = errors.New("the vocabulary has more than 16 million different beginnings of tokens")

// get returns the id of a token, or -1.
func (v vocabulary) get(b []byte) int32 {
	if id, ok := v.id[string(b)]; ok {
		return id
	}
	return -1
}

// bytes returns the ids of <0x00> to <0xFF>, -1 for those that are not there.
func (v vocabulary) bytes() *[256]int32 {
	const hex = "0123456789ABCDEF"
	var ids [256]int32
	for i := range ids {
		ids[i] = v.get([]byte{'<', '0', 'x', hex[i>>4], hex[i&15], '>'})
	}
	return &ids
}

// spellable reports whether all bytes of b have a token.
func spellable(ids *[256]int32, b []byte) bool {
	for _, c := range b {
		if ids[c] < 0 {
			return false
		}
	}
	return true
}
