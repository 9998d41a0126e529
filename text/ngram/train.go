package ngram

import (
	"fmt"
	"strings"
)

// A Trainer counts the n-grams of sentences and makes models of the counts.
type Trainer struct {
	vocabulary
	order    int
	raw      []counted
	sentence []int32
}

// counted is the n-grams of one order with a count for each.
type counted struct {
	*table
	counts []uint32
}

// NewTrainer returns a trainer of models up to an order, from 1 to MaxOrder.
func NewTrainer(order int) *Trainer {
	if order < 1 || order > MaxOrder {
		panic(fmt.Sprintf("ngram: order %d", order))
	}
	t := &Trainer{vocabulary: newVocabulary(), order: order, raw: make([]counted, order)}
	for i := range t.raw {
		t.raw[i].table = newTable(i + 1)
	}
	for id := range specials { // unigrams have their ids for numbers
		t.raw[0].count([]int32{int32(id)}, 0)
	}
	return t
}

func (c *counted) count(key []int32, by uint32) {
	i, isNew := c.add(key)
	if isNew {
		c.counts = append(c.counts, 0)
	}
	c.counts[i] += by
}

// Add counts a sentence. What it is told is not kept.
func (t *Trainer) Add(words []string) {
	t.sentence = append(t.sentence[:0], Begin)
	for _, word := range words {
		id, known := t.ids[word]
		if !known {
			id = t.number(strings.Clone(word))
		} else if id <= End {
			id = Unknown
		}
		t.sentence = append(t.sentence, id)
	}
	t.sentence = append(t.sentence, End)
	for n := range t.raw {
		for i := 0; i+n < len(t.sentence); i++ {
			t.raw[n].count(t.sentence[i:i+n+1], 1)
		}
	}
	t.raw[0].counts[Begin] = 0 // it comes by itself, and is never predicted
}

// Model makes a model of an order, at most the trainer's.
func (t *Trainer) Model(order int) *Model {
	v := newVocabulary()
	for _, word := range t.words[len(specials):] {
		v.number(word)
	}
	m := newModel(v, order)
	last := t.last(order)
	var lower, probs []float64 // of the n-grams of one order less, and of this one
	for n := range order {
		counts := t.adjusted(n, order)
		d := t.discounts(n, counts, last)
		sums := t.contexts(n, counts, d)
		lower, probs = probs, make([]float64, len(counts))
		m.levels[n].table = t.raw[n].clone()
		m.levels[n].values = make([]value, len(counts))
		for i, c := range counts {
			key := t.raw[n].key(i)
			if n == 0 {
				uniform := 1 / float64(t.Size()-1) // <s> is not predicted
				probs[i] = sums[0].share(c, d, uniform)
				continue
			}
			context := &sums[t.raw[n-1].find(key[:n])]
			rest := lower[t.raw[n-1].find(key[1:])]
			probs[i] = context.share(c, d, rest)
		}
		if n == 0 {
			probs[Begin] = 1 // as lmplz has it; nothing asks for it
		} else {
			m.levels[n-1].weigh(sums)
		}
		for i, p := range probs {
			m.levels[n].values[i].log = logarithm(p)
		}
	}
	return m
}

// weigh sets the back-off weights of contexts.
func (l *level) weigh(sums []sum) {
	for i := range sums {
		if sums[i].total > 0 {
			l.values[i].backoff = logarithm(sums[i].gamma())
		}
	}
}

// A sum is of a context: of the counts after it, and of what is taken off them.
type sum struct{ total, discount float64 }

// gamma is the share of the probability that goes to shorter contexts.
func (s *sum) gamma() float64 { return s.discount / s.total }

// share is the probability of what has a count after the context, and a
// probability after the shorter one.
func (s *sum) share(count uint32, d discounts, shorter float64) float64 {
	if s.total == 0 { // no sentence was added
		return shorter
	}
	return (float64(count)-d.of(count))/s.total + float64(s.gamma()*shorter)
}

// contexts sums up what follows each of the n-grams of one order less. All
// unigrams follow one context, the empty one.
func (t *Trainer) contexts(n int, counts []uint32, d discounts) []sum {
	size := 1
	if n > 0 {
		size = t.raw[n-1].len()
	}
	sums := make([]sum, size)
	for i, c := range counts {
		s := &sums[0]
		if n > 0 {
			s = &sums[t.raw[n-1].find(t.raw[n].key(i)[:n])]
		}
		s.total += float64(c)
		s.discount += d.of(c)
	}
	return sums
}
