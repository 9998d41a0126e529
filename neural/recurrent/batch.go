package recurrent

import (
	"fmt"
	"slices"

	"hed/tensor"
)

// A Pair is an article and its headline in numbers of words. Words of the article that the
// vocabulary does not have are numbered from Vocabulary on, each as often as it comes; a headline may
// have these too. Unknown is a word that neither has.
type Pair struct {
	Article, Headline []int32
}

// A Batch is pairs, laid out for a step. The order of pairs in it is its own.
type Batch struct {
	source packed
	target packed
	// of is, for each headline in the order of target, its article in that of source.
	of []int32
	// rows of target: the article of each
	article []int32
	next    []int32 // the word to be written
	// Words is how many words of headlines are to be written, ends included.
	Words int
}

// packed are words by row of a packing, with those beyond the vocabulary and without.
type packed struct {
	tensor.Packing
	words, known []int32
}

// NewBatch lays out pairs. Articles and headlines must have words.
func NewBatch(pairs []Pair, vocabulary int) (*Batch, error) {
	if len(pairs) == 0 {
		return nil, fmt.Errorf("a batch of no pairs")
	}
	articles, headlines := make([][]int32, len(pairs)), make([][]int32, len(pairs))
	for i, p := range pairs {
		if len(p.Article) == 0 {
			return nil, fmt.Errorf("an article without words")
		}
		articles[i] = p.Article
		headlines[i] = append(append([]int32{Begin}, p.Headline...), End)
	}
	b := new(Batch)
	var from, to []int
	b.source, from = pack(articles, vocabulary, 0, 0)
	b.target, to = pack(headlines, vocabulary, 1, 0)
	place := make([]int32, len(pairs))
	for s, i := range from {
		place[i] = int32(s)
	}
	for _, i := range to {
		b.of = append(b.of, place[i])
	}
	for step := range b.target.Steps() {
		for s, i := range to[:b.target.Live(step)] {
			b.next = append(b.next, headlines[i][step+1])
			b.article = append(b.article, b.of[s])
		}
	}
	b.Words = len(b.next)
	return b, nil
}

// pack lays out lists of words without the last ones, longest first, and says which list each
// sequence is. With steps, the packing is a wide one.
func pack(lists [][]int32, vocabulary, without, steps int) (p packed, order []int) {
	order = make([]int, len(lists))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(lists[b]) - len(lists[a]) })
	lengths := make([]int, len(lists))
	for s, i := range order {
		lengths[s] = len(lists[i]) - without
	}
	if p.Packing = tensor.Pack(lengths); steps > 0 {
		p.Packing = tensor.PackWide(lengths, steps)
	}
	for step := range p.Steps() {
		for s := range int(p.Starts[step+1] - p.Starts[step]) {
			w := int32(Unknown)
			if s < p.Live(step) {
				w = lists[order[s]][step]
			}
			p.words = append(p.words, w)
			if int(w) >= vocabulary {
				w = Unknown
			}
			p.known = append(p.known, w)
		}
	}
	return p, order
}
