package tfidf

import (
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"strings"

	"hed/generate/internal/words"
	"hed/text"
	"hed/text/lang"
)

// A vocabulary knows in how many of its documents a word occurs.
type vocabulary struct {
	pack *lang.Pack
	docs int
	ids  map[string]int32 // of words in lower case; dropped for stop words
	df   []int32          // by id

	// While documents are added:
	last   []int32 // by id, the number of the latest document with the word
	tokens []text.Token
}

const dropped = -1

// partSize is how much text is cut into tokens at a time, so that an
// uncommonly long article needs no memory for tokens of its own.
const partSize = 1 << 15

func newVocabulary(p *lang.Pack) *vocabulary {
	return &vocabulary{pack: p, ids: map[string]int32{}}
}

// add counts the words of one more document.
func (v *vocabulary) add(body string) {
	v.docs++
	for _, part := range words.Parts(body, partSize) {
		v.tokens = v.pack.Tokenizer.Tokenize(v.tokens[:0], part)
		for _, t := range v.tokens {
			id := v.id(t.Text)
			if id != dropped && v.last[id] != int32(v.docs) {
				v.last[id] = int32(v.docs)
				v.df[id]++
			}
		}
	}
}

// id returns the number of a word, a new one for a word not seen before.
func (v *vocabulary) id(word string) int32 {
	id, ok := v.ids[word]
	if ok {
		return id
	}
	id = dropped
	if v.pack.Stop.Filter(word) != "" {
		id = int32(len(v.df))
		v.df = append(v.df, 0)
		v.last = append(v.last, 0)
	}
	v.ids[strings.Clone(word)] = id // the token may be part of the article
	return id
}

// close lets go of what only adding needs.
func (v *vocabulary) close() { v.last, v.tokens = nil, nil }

// idf is the inverse document frequency of a word, and false for a stop
// word. A word in no document has the highest.
func (v *vocabulary) idf(word string) (float64, bool) {
	df := 0.0
	if id, ok := v.ids[word]; ok {
		if id == dropped {
			return 0, false
		}
		df = float64(v.df[id])
	} else if v.pack.Stop.Filter(word) == "" {
		return 0, false
	}
	return math.Log((1+float64(v.docs))/(1+df)) + 1, true
}

// digest is a short name of what the vocabularies have counted. It does not
// depend on the order in which words were seen, being a sum.
func digest(vs []*vocabulary) string {
	var sum uint64
	for _, v := range vs {
		sum += hash(v.pack.Code, "", v.docs)
		for word, id := range v.ids {
			if id != dropped {
				sum += hash(v.pack.Code, word, int(v.df[id]))
			}
		}
	}
	return fmt.Sprintf("%016x", sum)
}

func hash(code, word string, n int) uint64 {
	h := fnv.New64a()
	io.WriteString(h, code) // a hash takes everything
	h.Write([]byte{0})
	io.WriteString(h, word)
	h.Write([]byte{0, byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
	return h.Sum64()
}
