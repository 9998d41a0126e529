package lsi

import "hed/text/bag"

// A model is what Fit learns.
type model struct {
	vocabulary *bag.Vocabulary
	idf        []float64 // by term
	values     []float64 // the singular values
	right      []float64 // V, a row a term
	digest     [32]byte  // of the corpus
}

func newModel(v *bag.Vocabulary, values, right []float64, digest [32]byte) *model {
	return &model{vocabulary: v, idf: v.IDFs(), values: values, right: right, digest: digest}
}
