package vector

import (
	"cmp"
	"slices"
)

// Texts are what Train learns from: words as numbers, four bytes each, since
// they are gone through many times and a stream can be read once.
type Texts struct {
	ids   map[string]int32
	words []string
	count []int64
	all   []int32
	ends  []int // of each text in all
}

// NewTexts returns an empty collection.
func NewTexts() *Texts { return &Texts{ids: map[string]int32{}} }

// Add adds a word to the text that is being added.
func (t *Texts) Add(word string) {
	id, ok := t.ids[word]
	if !ok {
		id = int32(len(t.words))
		t.ids[word] = id
		t.words = append(t.words, word)
		t.count = append(t.count, 0)
	}
	t.count[id]++
	t.all = append(t.all, id)
}

// End ends a text. Words see each other within a text only.
func (t *Texts) End() {
	if n := len(t.ends); n == 0 && len(t.all) > 0 || n > 0 && t.ends[n-1] < len(t.all) {
		t.ends = append(t.ends, len(t.all))
	}
}

// Words is the number of words, each occurrence counted.
func (t *Texts) Words() int { return len(t.all) }

// A vocabulary is the words that get a vector, the most frequent first.
type vocabulary struct {
	words []string
	count []int64
	total int64
	ids   []int32 // from a number of Texts; -1 for a rare word
}

func (t *Texts) vocabulary(minCount int) *vocabulary {
	order := make([]int32, 0, len(t.words))
	for id := range t.words {
		if t.count[id] >= int64(minCount) {
			order = append(order, int32(id))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(t.count[b], t.count[a]) })
	v := &vocabulary{ids: slices.Repeat([]int32{-1}, len(t.words))}
	for n, id := range order {
		v.ids[id] = int32(n)
		v.words = append(v.words, t.words[id])
		v.count = append(v.count, t.count[id])
		v.total += t.count[id]
	}
	return v
}

// pieces cuts the texts into runs of whole texts with at least size words, or
// within a text where one is much longer: the units of work.
func (t *Texts) pieces(size int) (pieces [][]span) {
	var piece []span
	n, start := 0, 0
	for _, end := range t.ends {
		for start < end {
			stop := min(end, start+size)
			piece = append(piece, span{start, stop})
			n += stop - start
			start = stop
			if n >= size {
				pieces = append(pieces, piece)
				piece, n = nil, 0
			}
		}
	}
	if piece != nil {
		pieces = append(pieces, piece)
	}
	return pieces
}

// A span is some words of one text.
type span struct{ start, end int }
