package cloze

import (
	"cmp"
	"iter"
	"math/rand/v2"
	"slices"

	"hed/corpus"
)

// Sample chooses n documents by chance, or all if there are fewer, and says how many these
// are. They come in the order of the corpus. No more than n are kept in memory.
func Sample(docs iter.Seq2[*corpus.Document, error], n int, random *rand.Rand) (_ iter.Seq2[*corpus.Document, error], found int, _ error) {
	type placed struct {
		at  int
		doc *corpus.Document
	}
	var chosen []placed
	seen := 0
	for d, err := range docs {
		if err != nil {
			return nil, 0, err
		}
		if len(chosen) < n {
			chosen = append(chosen, placed{seen, d})
		} else if i := random.IntN(seen + 1); i < n { // each of those seen is chosen with the same chance
			chosen[i] = placed{seen, d}
		}
		seen++
	}
	slices.SortFunc(chosen, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	return func(yield func(*corpus.Document, error) bool) {
		for _, c := range chosen {
			if !yield(c.doc, nil) {
				return
			}
		}
	}, len(chosen), nil
}
