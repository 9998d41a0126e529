package lda

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// A Model is topics that were found: how often each word stood for each, and
// the priors. It does not change and is safe for concurrent use.
type Model struct {
	alpha   []float64
	beta    float64
	share   []float64
	starts  []int32  // where words begin in entries, and the end
	entries []uint32 // counts, packed as in a state
	totals  []int64
}

// A Count is how often a word stands for a topic.
type Count struct {
	Word     int32
	Topic, N int
}

// model is what is left of a state when it is done.
func (s *state) model() *Model {
	m := &Model{alpha: s.alpha, beta: s.beta, share: s.shares(), starts: make([]int32, 1, s.words+1)}
	for _, w := range s.number {
		m.entries = append(m.entries, s.counts[s.slots[w]:s.slots[w]+s.lens[w]]...)
		m.starts = append(m.starts, int32(len(m.entries)))
	}
	m.sum()
	return m
}

// shares is the mean share of each topic over the documents that have a word.
func (s *state) shares() []float64 {
	k := len(s.alpha)
	sum := 0.0
	for _, a := range s.alpha {
		sum += a
	}
	share, local := make([]float64, k), make([]float64, k)
	n := float64(s.docs())
	for d := range s.docs() {
		copy(local, s.alpha)
		first, end := s.doc(d)
		topics := s.topics[first:end]
		for _, t := range topics {
			local[t]++
		}
		scale := 1 / float64(n*(float64(len(topics))+sum))
		for t, x := range local {
			share[t] += float64(x * scale)
		}
	}
	return share
}

func (m *Model) sum() {
	m.totals = make([]int64, len(m.alpha))
	for _, e := range m.entries {
		m.totals[e&topicMask] += int64(e >> topicBits)
	}
}

// NewModel makes a model of counts that Fit did not make: those of MALLET, with
// which tests compare what both infer, or a few made by hand. The share of a topic is
// that of its tokens.
func NewModel(words int, counts []Count, alpha []float64, beta float64) (*Model, error) {
	m := &Model{alpha: slices.Clone(alpha), beta: beta, share: make([]float64, len(alpha)), starts: make([]int32, words+1)}
	sorted := slices.SortedFunc(slices.Values(counts), func(a, b Count) int {
		return cmp.Or(cmp.Compare(a.Word, b.Word), cmp.Compare(b.N, a.N), cmp.Compare(b.Topic, a.Topic))
	})
	tokens := 0
	for _, c := range sorted {
		if c.Word < 0 || int(c.Word) >= words || c.Topic < 0 || c.Topic >= len(alpha) || c.N < 1 || c.N > maxCount {
			return nil, fmt.Errorf("a count that cannot be: %+v", c)
		}
		m.entries = append(m.entries, uint32(c.N)<<topicBits|uint32(c.Topic))
		m.starts[c.Word+1]++
		m.share[c.Topic] += float64(c.N)
		tokens += c.N
	}
	for t := range m.share {
		m.share[t] /= float64(max(tokens, 1))
	}
	for w := range words {
		m.starts[w+1] += m.starts[w]
	}
	m.sum()
	return m, m.check()
}

// check refuses what no fit gives.
func (m *Model) check() error {
	if len(m.alpha) < 1 || len(m.alpha) > maxTopics {
		return fmt.Errorf("%d topics; want 1 to %d", len(m.alpha), maxTopics)
	}
	for t, a := range m.alpha {
		if !(a > 0 && a <= maxPrior) || !(m.share[t] >= 0) || m.share[t] > 1+1e-9 {
			return errors.New("a prior that cannot be")
		}
	}
	if !(m.beta > 0 && m.beta <= maxPrior) {
		return errors.New("a prior that cannot be")
	}
	if len(m.starts) < 2 {
		return errors.New("no words")
	}
	return nil
}

// Topics is the number of topics.
func (m *Model) Topics() int { return len(m.alpha) }

// Words is the number of words.
func (m *Model) Words() int { return len(m.starts) - 1 }

// Share is P(t), by topic: the mean of P(t|d) over the fitted documents that
// have a word.
func (m *Model) Share() []float64 { return slices.Clone(m.share) }

// Row fills row with P(w|t), one for each topic.
func (m *Model) Row(row []float64, word int32) {
	for t := range row {
		row[t] = m.beta
	}
	for _, e := range m.entries[m.starts[word]:m.starts[word+1]] {
		row[e&topicMask] += float64(e >> topicBits)
	}
	sum := float64(m.beta * float64(m.Words()))
	for t := range row {
		row[t] /= float64(m.totals[t]) + sum
	}
}
