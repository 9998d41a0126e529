package lsi

import (
	"math"

	"hed/text"
	"hed/text/bag"
)

// A model is what Fit learns.
type model struct {
	docs   int
	terms  []string
	df     []int32
	values []float64 // the singular values
	right  []float64 // V, a row a term
	digest [32]byte  // of the corpus

	// Made of these:
	vocabulary *bag.Vocabulary
	idf        []float64
}

func newModel(docs int, terms []string, df []int32, values, right []float64, digest [32]byte) *model {
	m := &model{docs: docs, terms: terms, df: df, values: values, right: right, digest: digest}
	m.vocabulary, m.idf = bag.NewVocabulary(), idfs(docs, df)
	bag.NewFiller(m.vocabulary).Add(&bag.Bag{}, &text.Analyzer{Tokenizer: list(terms)}, "")
	return m
}

// idfs returns the terms' inverse document frequencies, as bag.Vocabulary has
// them.
func idfs(docs int, df []int32) []float64 {
	out := make([]float64, len(df))
	for i, n := range df {
		out[i] = math.Log(float64(1+docs)/float64(1+int(n))) + 1
	}
	return out
}

// A list is a tokenizer of one text, whose words are given. With it a
// vocabulary numbers them as they come.
type list []string

func (l list) Tokenize(dst []text.Token, _ string) []text.Token {
	for _, term := range l {
		dst = append(dst, text.Token{Text: term})
	}
	return dst
}

func (l list) Signature() string { return "list" }
