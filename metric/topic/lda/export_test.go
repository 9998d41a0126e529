package lda

import (
	"cmp"
	"slices"
)

// Alpha is the document prior, by topic.
func (m *Model) Alpha() []float64 { return slices.Clone(m.alpha) }

// Beta is the prior of a word in a topic.
func (m *Model) Beta() float64 { return m.beta }

// Counts returns how often each topic has the word.
func (m *Model) Counts(word int32) (counts []Count) {
	for _, e := range m.entries[m.starts[word]:m.starts[word+1]] {
		counts = append(counts, Count{word, int(e & topicMask), int(e >> topicBits)})
	}
	return counts
}

// Top returns the n words that stand for a topic most often, or as many as do.
func (m *Model) Top(topic, n int) []int32 {
	var all []Count
	for w := range m.Words() {
		for _, e := range m.entries[m.starts[w]:m.starts[w+1]] {
			if int(e&topicMask) == topic {
				all = append(all, Count{int32(w), topic, int(e >> topicBits)})
			}
		}
	}
	slices.SortFunc(all, func(a, b Count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Word, b.Word)) })
	var words []int32
	for _, c := range all[:min(n, len(all))] {
		words = append(words, c.Word)
	}
	return words
}

var Mix = mix
