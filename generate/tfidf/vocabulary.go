package tfidf

import (
	"fmt"
	"hash/fnv"
	"io"

	"hed/generate/internal/words"
	"hed/text"
	"hed/text/bag"
	"hed/text/lang"
)

// A vocabulary knows in how many of its documents a word occurs, stop words
// too: they are many fewer than the times that leaving them out would be
// asked for.
type vocabulary struct {
	pack *lang.Pack
	*bag.Vocabulary
	tokens []text.Token

	// Made when all documents are counted:
	worth  []float64 // idf by number, or dropped for stop words
	unseen float64   // the idf of a word that no document has
}

// dropped is no idf, which are 1 or more.
const dropped = 0

// partSize is how much text is cut into tokens at a time, so that an
// uncommonly long article needs no memory for tokens of its own.
const partSize = 1 << 15

func newVocabulary(p *lang.Pack) *vocabulary {
	return &vocabulary{pack: p, Vocabulary: bag.NewVocabulary()}
}

// add counts the words of one more document.
func (v *vocabulary) add(body string) {
	v.Next()
	for _, part := range words.Parts(body, partSize) {
		v.tokens = v.pack.Tokenizer.Tokenize(v.tokens[:0], part)
		for _, t := range v.tokens {
			v.Add(t.Text)
		}
	}
}

// close ends adding.
func (v *vocabulary) close() {
	v.tokens = nil
	v.worth, v.unseen = v.IDFs(), v.MaxIDF()
	for id := range v.worth {
		if v.stops(v.Term(int32(id))) {
			v.worth[id] = dropped
		}
	}
}

func (v *vocabulary) stops(word string) bool { return v.pack.Stop.Filter(word) == "" }

// idf is the inverse document frequency of a word, or dropped for a stop word.
// A word in no document has the highest.
func (v *vocabulary) idf(word string) float64 {
	if id, ok := v.ID(word); ok {
		return v.worth[id]
	}
	if v.stops(word) {
		return dropped
	}
	return v.unseen
}

// digest is a short name of what the vocabularies have counted. It does not
// depend on the order in which words were seen, being a sum.
func digest(vs []*vocabulary) string {
	var sum uint64
	for _, v := range vs {
		sum += hash(v.pack.Code, "", v.Docs())
		for id, idf := range v.worth {
			if id := int32(id); idf != dropped {
				sum += hash(v.pack.Code, v.Term(id), v.DF(id))
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
