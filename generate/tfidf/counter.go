package tfidf

import (
	"cmp"
	"slices"

	"hed/generate/internal/words"
	"hed/text"
)

// A word is one that an article has, and what it is worth.
type word struct {
	text  string // in lower case
	form  words.Form
	tf    int32
	first int32 // its place among the words by first occurrence
	idf   float64
	score float64
}

// A counter counts the words of one article at a time.
type counter struct {
	words.Cutter
	at     map[string]int32 // index into words, or none
	words  []word
	tokens []text.Token
}

// none is the index of a stop word.
const none = -1

func newCounter() *counter { return &counter{at: map[string]int32{}} }

// rank returns the words of an article, best first. They are valid until the
// next call.
func (c *counter) rank(v *vocabulary, body string) []word {
	clear(c.at)
	c.words = c.words[:0]
	end := 0 // of the token before
	for at, part := range words.Parts(body, partSize) {
		c.tokens = v.pack.Tokenizer.Tokenize(c.tokens[:0], part)
		for _, t := range c.tokens {
			i, known := c.at[t.Text]
			switch {
			case !known:
				opens := end == 0 || words.Opens(body[end:at+t.Start])
				c.at[t.Text] = c.add(v, t.Text, words.First(words.Surface(part, t), opens))
			case i != none:
				c.words[i].tf++
				c.words[i].form.Again(part[t.Start:t.End])
			}
			end = at + t.End
		}
	}
	for i := range c.words {
		w := &c.words[i]
		w.score = float64(w.tf) * w.idf
	}
	slices.SortFunc(c.words, func(a, b word) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.first, b.first))
	})
	return c.words
}

// add returns the index of a word that has not come before, or none.
func (c *counter) add(v *vocabulary, text string, form words.Form) int32 {
	idf := v.idf(text)
	if idf == dropped {
		return none
	}
	n := int32(len(c.words))
	c.words = append(c.words, word{text: text, form: form, tf: 1, first: n, idf: idf})
	return n
}
