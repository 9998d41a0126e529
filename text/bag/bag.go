// Package bag sees a text as a bag of terms: how often each occurs, and not
// where.
//
// A Vocabulary is made of a corpus, once; bags of texts then speak of its
// terms by number. What a term is, an Analyzer says.
package bag

import (
	"slices"

	"hed/text"
)

// A Bag is the terms of a text.
type Bag struct {
	IDs    []int32 // in ascending order
	Counts []float64
	// Unknown is the number of words whose terms the vocabulary lacks.
	Unknown int
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
	f.tokens = a.Analyze(f.tokens[:0], s)
	f.vocabulary.Next()
	f.ids, b.Unknown = f.ids[:0], 0
	for _, t := range f.tokens {
		f.ids = append(f.ids, f.vocabulary.Add(t.Text))
	}
	clear(f.tokens) // they would keep the text alive
	f.count(b)
}

// AddTerms does so with a document whose terms are known.
func (f *Filler) AddTerms(b *Bag, terms []string) {
	f.vocabulary.Next()
	f.ids, b.Unknown = f.ids[:0], 0
	for _, t := range terms {
		f.ids = append(f.ids, f.vocabulary.Add(t))
	}
	f.count(b)
}

// Fill makes b the bag of a text.
func (f *Filler) Fill(b *Bag, a *text.Analyzer, s string) {
	f.tokens = a.Analyze(f.tokens[:0], s)
	f.ids, b.Unknown = f.ids[:0], 0
	for _, t := range f.tokens {
		if id, ok := f.vocabulary.ID(t.Text); ok {
			f.ids = append(f.ids, id)
		} else {
			b.Unknown++
		}
	}
	clear(f.tokens)
	f.count(b)
}

// count makes b the bag of the ids.
func (f *Filler) count(b *Bag) {
	slices.Sort(f.ids)
	b.IDs, b.Counts = b.IDs[:0], b.Counts[:0]
	for i, id := range f.ids {
		if i == 0 || id != f.ids[i-1] {
			b.IDs, b.Counts = append(b.IDs, id), append(b.Counts, 0)
		}
		b.Counts[len(b.Counts)-1]++
	}
}
