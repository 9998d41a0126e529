package bag

import (
	"math"
	"slices"
	"strings"
)

// A Vocabulary numbers the terms of a corpus, in the order in which they first
// occur, and knows in how many of its documents each one is. It is safe for
// concurrent use once it no longer grows.
type Vocabulary struct {
	ids   map[string]int32
	terms []string
	seen  []count // of the terms
	docs  int32
}

// A count is apart from its term to keep what counting touches small.
type count struct {
	df   int32
	last int32 // the latest document that has the term, from 1
}

// NewVocabulary returns an empty vocabulary.
func NewVocabulary() *Vocabulary { return &Vocabulary{ids: map[string]int32{}} }

// Next begins one more document of the corpus, to which terms may be added.
func (v *Vocabulary) Next() { v.docs++ }

// Add says that the latest document has the term, once or once more, and
// returns the term's number. There must be a document.
func (v *Vocabulary) Add(term string) int32 {
	id, ok := v.ids[term]
	if !ok {
		id = int32(len(v.terms))
		term = strings.Clone(term) // which may be part of the text
		v.ids[term] = id
		v.terms, v.seen = append(v.terms, term), append(v.seen, count{})
	}
	if c := &v.seen[id]; c.last != v.docs {
		c.last = v.docs
		c.df++
	}
	return id
}

// Sort numbers the terms anew, in the order of their bytes: then the order of
// the documents leaves no trace.
func (v *Vocabulary) Sort() {
	slices.Sort(v.terms)
	seen := make([]count, len(v.terms))
	for i, term := range v.terms {
		seen[i] = v.seen[v.ids[term]]
		v.ids[term] = int32(i)
	}
	v.seen = seen
}

// Size is the number of terms: ids are less than it.
func (v *Vocabulary) Size() int { return len(v.terms) }

// Docs is the number of documents.
func (v *Vocabulary) Docs() int { return int(v.docs) }

// Term returns the term of a number.
func (v *Vocabulary) Term(id int32) string { return v.terms[id] }

// ID returns the number of a term.
func (v *Vocabulary) ID(term string) (id int32, ok bool) {
	id, ok = v.ids[term]
	return id, ok
}

// DF is the number of documents that have the term.
func (v *Vocabulary) DF(id int32) int { return int(v.seen[id].df) }

// IDFs returns the inverse document frequencies of all terms by number,
// ln((1+N)/(1+df))+1, as scikit-learn has them with smooth_idf: never less than
// 1.
func (v *Vocabulary) IDFs() []float64 {
	out := make([]float64, len(v.terms))
	for i, c := range v.seen {
		out[i] = v.idf(c.df)
	}
	return out
}

// MaxIDF is what a term has by that formula that no document has.
func (v *Vocabulary) MaxIDF() float64 { return v.idf(0) }

func (v *Vocabulary) idf(df int32) float64 {
	return math.Log((1+float64(v.docs))/(1+float64(df))) + 1
}
