package ngram

import (
	"math"

	"hed/internal/exponential"
)

// A Model gives words a probability after other words. It does not change and
// is safe for concurrent use.
type Model struct {
	vocabulary
	levels []level // of unigrams, bigrams and so on
}

// A level is the n-grams of one order. Unigrams have their ids for numbers.
type level struct {
	*table
	values []value
}

// A value is an n-gram's probability and the weight of shorter contexts where
// the n-gram is the context, as logarithms to base 10, as ARPA files have them.
type value struct{ log, backoff float32 }

// floor is the logarithm of what would be no probability at all, so that
// none is infinite. ARPA files have it for the same reason.
const floor = -99

func newModel(v vocabulary, order int) *Model {
	m := &Model{vocabulary: v, levels: make([]level, order)}
	for i := range m.levels {
		m.levels[i].table = newTable(i + 1)
	}
	return m
}

// Order is the length of the longest n-grams.
func (m *Model) Order() int { return len(m.levels) }

// Len is the number of n-grams of an order.
func (m *Model) Len(order int) int { return m.levels[order-1].len() }

// Log10 returns the logarithm to base 10 of the probability of a word after a
// context, of which the last words count. It backs off: where the model
// lacks the n-gram, the shorter one and the back-off weight of the context
// take its place.
func (m *Model) Log10(context []int32, word int32) float64 {
	if n := m.Order() - 1; len(context) > n {
		context = context[len(context)-n:]
	}
	var buffer [MaxOrder]int32
	key := append(append(buffer[:0], context...), word)
	backoff := 0.0
	for ; len(key) > 1; key = key[1:] {
		l := &m.levels[len(key)-1]
		if i := l.find(key); i >= 0 {
			return backoff + float64(l.values[i].log)
		}
		shorter := &m.levels[len(key)-2]
		if i := shorter.find(key[:len(key)-1]); i >= 0 {
			backoff += float64(shorter.values[i].backoff)
		}
	}
	return backoff + float64(m.levels[0].values[word].log)
}

// logarithm is log10 in the range that models have.
func logarithm(p float64) float32 {
	return float32(min(max(exponential.Log(p)/math.Ln10, floor), 0))
}

// A vocabulary numbers words.
type vocabulary struct {
	words []string
	ids   map[string]int32
}

func newVocabulary() vocabulary {
	v := vocabulary{ids: map[string]int32{}}
	for _, word := range specials {
		v.number(word)
	}
	return v
}

// number returns the id of a word, a new one if it has not come before.
func (v *vocabulary) number(word string) int32 {
	id, ok := v.ids[word]
	if !ok {
		id = int32(len(v.words))
		v.ids[word] = id
		v.words = append(v.words, word)
	}
	return id
}

// ID returns the number of a word of a text: Unknown where the model does not
// have it.
func (v *vocabulary) ID(word string) int32 {
	if id := v.ids[word]; id > End {
		return id
	}
	return Unknown
}

// Size is the number of words, with the three special ones: ids are less
// than it.
func (v *vocabulary) Size() int { return len(v.words) }
