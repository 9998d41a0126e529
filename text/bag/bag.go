// Package bag sees a text as a bag of terms: how often each occurs, and not
// where.
//
// A Vocabulary is made of a corpus, once; bags of texts then speak of its
// terms by number. What a term is, an Analyzer says.
package bag

import (
	"math"
	"slices"

	"hed/text"
)

// A Vocabulary numbers the terms of a corpus, in the order in which they first
// occur, and knows in how many of its documents each one is. It is safe for
// concurrent use once it no longer grows.
type Vocabulary struct {
	ids   map[string]int32
	terms []string
	df    []int32
	docs  int
}

// NewVocabulary returns an empty vocabulary.
func NewVocabulary() *Vocabulary { return &Vocabulary{ids: map[string]int32{}} }

// Size is the number of terms: ids are less than it.
func (v *Vocabulary) Size() int { return len(v.terms) }

// Docs is the number of documents.
func (v *Vocabulary) Docs() int { return v.docs }

// Term returns the term of a number.
func (v *Vocabulary) Term(id int32) string { return v.terms[id] }

// ID returns the number of a term.
func (v *Vocabulary) ID(term string) (id int32, ok bool) {
	id, ok = v.ids[term]
	return id, ok
}

// DF is the number of documents that have the term.
func (v *Vocabulary) DF(id int32) int { return int(v.df[id]) }

// IDF is the inverse document frequency, ln((1+N)/(1+df))+1, as scikit-learn
// has it with smooth_idf: never 0, and the same for all terms of one document.
func (v *Vocabulary) IDF(id int32) float64 {
	return math.Log(float64(1+v.docs)/float64(1+v.df[id])) + 1
}

// A Bag is the terms of a text.
type Bag struct {
	IDs    []int32 // in ascending order
	Counts []float64
	// Unknown is the number of words whose terms the vocabulary lacks.
	Unknown int
}

// Len is the number of different terms.
func (b *Bag) Len() int { return len(b.IDs) }

// Total is the number of terms, each as often as it occurs.
func (b *Bag) Total() float64 {
	n := 0.0
	for _, c := range b.Counts {
		n += c
	}
	return n
}

// A Filler fills bags. It is the memory of one goroutine.
type Filler struct {
	vocabulary *Vocabulary
	tokens     []text.Token
	ids        []int32
}

// NewFiller returns a filler of bags of the terms of v.
func NewFiller(v *Vocabulary) *Filler { return &Filler{vocabulary: v} }

// Add makes b the bag of one more document of the corpus, from which the
// vocabulary grows.
func (f *Filler) Add(b *Bag, a *text.Analyzer, s string) {
	v := f.vocabulary
	f.fill(b, a, s, func(term string) (int32, bool) {
		id, ok := v.ids[term]
		if !ok {
			id = int32(len(v.terms))
			term = string([]byte(term)) // which may be part of the text
			v.ids[term] = id
			v.terms, v.df = append(v.terms, term), append(v.df, 0)
		}
		return id, true
	})
	v.docs++
	for _, id := range b.IDs {
		v.df[id]++
	}
}

// Fill makes b the bag of a text.
func (f *Filler) Fill(b *Bag, a *text.Analyzer, s string) {
	f.fill(b, a, s, f.vocabulary.ID)
}

func (f *Filler) fill(b *Bag, a *text.Analyzer, s string, number func(term string) (int32, bool)) {
	f.tokens = a.Analyze(f.tokens[:0], s)
	f.ids, b.Unknown = f.ids[:0], 0
	for _, t := range f.tokens {
		if id, ok := number(t.Text); ok {
			f.ids = append(f.ids, id)
		} else {
			b.Unknown++
		}
	}
	clear(f.tokens) // they would keep the text alive
	slices.Sort(f.ids)
	b.IDs, b.Counts = b.IDs[:0], b.Counts[:0]
	for i, id := range f.ids {
		if i == 0 || id != f.ids[i-1] {
			b.IDs, b.Counts = append(b.IDs, id), append(b.Counts, 0)
		}
		b.Counts[len(b.Counts)-1]++
	}
}
