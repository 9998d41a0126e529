package seq2seq

import (
	"cmp"
	"fmt"
	"strconv"

	"hed/internal/count"
)

// Weights is how many numbers the network has learnt.
func (m *Model) Weights() (n int) {
	for _, p := range m.Net.Params() {
		n += p.Value.Rows * p.Value.Cols
	}
	return n
}

// Facts are what the model is, in pairs of name and value.
func (m *Model) Facts() [][2]string {
	reads := map[string]string{inputFirst: "an article", inputTextrank: "the best sentences of an article"}[m.Input]
	return [][2]string{
		{"architecture", fmt.Sprintf("%s, states of %d, embeddings of %d", m.Kind(), 2*m.Hidden, m.Embedding)},
		{"vocabulary", count.Of(m.Vocabulary.Len(), "word")},
		{"reads", fmt.Sprintf("%s of %s", count.Of(m.Words, "word"), cmp.Or(reads, "the field "+m.Input))},
		{"parameters", strconv.Itoa(m.Weights())},
	}
}
