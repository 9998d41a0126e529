package lda

import (
	"cmp"
	"fmt"
	"slices"
)

// A state is a corpus with a topic for each of its tokens. Counts of a word by
// topic are packed into one integer each, count<<topicBits|topic, the largest
// first, so that sampling mostly finds its topic at once.
//
// Words are numbered anew: group by group, and in a group the frequent ones
// first, which keeps what is used most together. The tokens of a document are
// in the order of their words, so those of a group lie side by side.
type state struct {
	opt    Options
	alpha  []float64
	beta   float64
	words  int
	number []int32 // the new number of each word

	groups int      // of documents, and as many of words
	first  []int32  // where groups of documents begin, and the end
	blocks []int32  // where documents begin in tokens, by group of words, and the end
	tokens []int32  // words
	topics []uint16 // of the tokens

	slots  []int32  // where words begin in counts, and the end
	counts []uint32 // packed
	lens   []int32  // how many of a word's slots are taken
	totals []int32  // tokens by topic
}

// More groups than this take longer to go through than they save, fewer tokens
// in one are not worth a goroutine.
const (
	maxGroups   = 4
	groupTokens = 5_000
)

func newState(docs [][]int32, words int, opt Options) (*state, error) {
	s := &state{opt: opt, beta: opt.Beta, words: words, totals: make([]int32, opt.Topics), lens: make([]int32, words)}
	s.alpha = slices.Repeat([]float64{opt.Alpha / float64(opt.Topics)}, opt.Topics)
	n, frequency := 0, make([]int32, words)
	for _, d := range docs {
		n += len(d)
		for _, w := range d {
			frequency[w]++
		}
	}
	switch most := slices.Max(append(frequency, 0)); {
	case n == 0:
		return nil, ErrEmpty
	case n > 1<<31-1:
		return nil, fmt.Errorf("%d words are more than can be sampled", n)
	case most > maxCount:
		return nil, fmt.Errorf("one word occurs %d times; at most %d can be counted", most, maxCount)
	}
	s.groups = max(1, min(maxGroups, n/groupTokens))
	group := s.renumber(frequency)
	s.lay(docs, n, group)
	s.assign()
	return s, nil
}

// renumber deals the words to groups, makes room for their counts, and returns
// where each group ends.
func (s *state) renumber(frequency []int32) (ends []int32) {
	byFrequency := make([]int32, s.words)
	for w := range byFrequency {
		byFrequency[w] = int32(w)
	}
	slices.SortFunc(byFrequency, func(a, b int32) int {
		return cmp.Or(cmp.Compare(frequency[b], frequency[a]), cmp.Compare(a, b))
	})
	s.number, s.slots = make([]int32, s.words), make([]int32, 1, s.words+1)
	size := int32(0)
	for g := range s.groups {
		for i := g; i < s.words; i += s.groups {
			w := byFrequency[i]
			s.number[w] = int32(len(s.slots) - 1)
			size += min(frequency[w], int32(s.opt.Topics))
			s.slots = append(s.slots, size)
		}
		ends = append(ends, int32(len(s.slots)-1))
	}
	s.counts = make([]uint32, size)
	return ends
}

// lay puts the tokens of n words side by side, and deals the documents to
// groups of about as many tokens.
func (s *state) lay(docs [][]int32, n int, ends []int32) {
	s.tokens, s.topics = make([]int32, 0, n), make([]uint16, n)
	s.blocks, s.first = []int32{0}, []int32{0}
	for _, d := range docs {
		if len(d) == 0 {
			continue
		}
		if len(s.tokens)*s.groups >= n*len(s.first) {
			s.first = append(s.first, int32(s.docs()))
		}
		start := len(s.tokens)
		for _, w := range d {
			s.tokens = append(s.tokens, s.number[w])
		}
		laid := s.tokens[start:]
		slices.Sort(laid)
		for _, end := range ends {
			i, _ := slices.BinarySearch(laid, end)
			s.blocks = append(s.blocks, int32(start+i))
		}
	}
	for len(s.first) <= s.groups { // long documents may leave a group without any
		s.first = append(s.first, int32(s.docs()))
	}
}

// docs is the number of documents that have a word.
func (s *state) docs() int { return (len(s.blocks) - 1) / s.groups }

// doc returns where the tokens of a document begin and end.
func (s *state) doc(d int) (first, end int32) {
	return s.blocks[d*s.groups], s.blocks[(d+1)*s.groups]
}

// assign gives each token a topic at random.
func (s *state) assign() {
	rng := generator(s.opt.Seed, 0, 0)
	for i := range s.tokens {
		s.set(i, uint16(rng.Uint64()%uint64(s.opt.Topics)))
	}
}

// set gives a token its topic.
func (s *state) set(i int, t uint16) {
	w := s.tokens[i]
	s.topics[i] = t
	s.totals[t]++
	s.lens[w] = give(s.counts[s.slots[w]:s.slots[w+1]], s.lens[w], t)
}

// take takes one from the count of a topic of a word and keeps the falling
// order, of which there is but one. It returns how many topics are left.
func take(slots []uint32, n int32, topic uint16) int32 {
	i := 0
	for uint16(slots[i]&topicMask) != topic {
		i++
	}
	e := slots[i] - 1<<topicBits
	for ; i+1 < int(n) && slots[i+1] > e; i++ {
		slots[i] = slots[i+1]
	}
	slots[i] = e
	if e>>topicBits == 0 { // it is the last now
		n--
	}
	return n
}

// give adds one to the count of a topic in the same way.
func give(slots []uint32, n int32, topic uint16) int32 {
	i := 0
	for i < int(n) && uint16(slots[i]&topicMask) != topic {
		i++
	}
	if i == int(n) {
		slots[i] = uint32(topic)
		n++
	}
	e := slots[i] + 1<<topicBits
	for ; i > 0 && slots[i-1] < e; i-- {
		slots[i] = slots[i-1]
	}
	slots[i] = e
	return n
}
