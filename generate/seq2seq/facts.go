package seq2seq

import (
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
	reads := "the field " + m.Input
	if m.Input == "first" {
		reads = "an article"
	}
	return [][2]string{
		{"architecture", fmt.Sprintf("%s, states of %d, embeddings of %d", m.Kind(), 2*m.Hidden, m.Embedding)},
		{"vocabulary", count.Of(m.Vocabulary.Len(), "word")},
		{"reads", fmt.Sprintf("%s of %s", count.Of(m.Words, "word"), reads)},
		{"parameters", strconv.Itoa(m.Weights())},
	}
}
