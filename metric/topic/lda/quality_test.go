package lda_test

import (
	"math"
	"slices"

	"hed/metric/topic/lda"
)

// A cohesion says how much the words at the top of topics go together in
// documents; the higher the better. Both are means over topics.
type cohesion struct {
	// UMass is that of Mimno et al. (2011): the sum over pairs of
	// ln((D(a,b)+1)/D(b)), of which b stands higher in the topic.
	UMass float64
	// NPMI is the mean over pairs of the normalised pointwise mutual
	// information (Bouma 2009), with documents as windows, from -1 to 1.
	NPMI float64
}

// coherence measures the n words at the top of each topic in documents. Topics
// with fewer than two words, and pairs of which a word is in no document, count
// for nothing.
func coherence(m *lda.Model, docs [][]int32, n int) cohesion {
	tops := make([][]int32, m.Topics())
	in := map[int32][]int32{} // documents that have the word, in order
	for t := range tops {
		tops[t] = m.Top(t, n)
		for _, w := range tops[t] {
			in[w] = nil
		}
	}
	for i, d := range docs {
		for _, w := range d {
			if l, ok := in[w]; ok && (len(l) == 0 || l[len(l)-1] != int32(i)) {
				in[w] = append(l, int32(i))
			}
		}
	}
	var c cohesion
	topics := 0.0
	for _, top := range tops {
		umass, npmi, pairs := 0.0, 0.0, 0.0
		for i, a := range top {
			for _, b := range top[:i] {
				na, nb, both := float64(len(in[a])), float64(len(in[b])), float64(common(in[a], in[b]))
				if na == 0 || nb == 0 {
					continue
				}
				umass += math.Log((both + 1) / nb)
				npmi += normalised(na, nb, both, float64(len(docs)))
				pairs++
			}
		}
		if pairs > 0 {
			c.UMass += umass
			c.NPMI += npmi / pairs
			topics++
		}
	}
	if topics > 0 {
		c.UMass /= topics
		c.NPMI /= topics
	}
	return c
}

// normalised is ln(p(a,b)/(p(a)p(b))) / -ln p(a,b).
func normalised(a, b, both, all float64) float64 {
	switch both {
	case 0:
		return -1
	case all:
		return 1
	}
	return math.Log(both*all/(a*b)) / -math.Log(both/all)
}

// common counts what two ordered lists have in common.
func common(a, b []int32) int {
	n := 0
	for _, x := range a {
		if _, ok := slices.BinarySearch(b, x); ok {
			n++
		}
	}
	return n
}

// perplexity says how unforeseen documents are that the model was not fitted
// to, the less the better: by document completion, the topics of a document
// are inferred from every other word of it, and the words between are
// foreseen.
func perplexity(m *lda.Model, docs [][]int32, seed uint64) float64 {
	f := lda.NewInferrer(m)
	shares, row := make([]float64, m.Topics()), make([]float64, m.Topics())
	sum, n := 0.0, 0
	for i, d := range docs {
		var given []int32
		for j := 0; j < len(d); j += 2 {
			given = append(given, d[j])
		}
		f.Infer(shares, given, lda.Mix(seed)+uint64(i))
		for j := 1; j < len(d); j += 2 {
			m.Row(row, d[j])
			p := 0.0
			for t, x := range row {
				p += float64(x * shares[t])
			}
			sum += math.Log(p)
			n++
		}
	}
	return math.Exp(-sum / float64(n))
}
