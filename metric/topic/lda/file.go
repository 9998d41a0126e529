package lda

import (
	"encoding/binary"
	"math"

	"hed/metric/internal/learnt"
)

// AppendBinary appends the model to b: the numbers of topics and words, the
// priors and the shares of the topics, and for each word how many topics it has
// and its counts. The error is always nil.
func (m *Model) AppendBinary(b []byte) ([]byte, error) {
	b = binary.AppendUvarint(b, uint64(m.Topics()))
	b = binary.AppendUvarint(b, uint64(m.Words()))
	b = learnt.AppendFloats(b, m.beta)
	b = learnt.AppendFloats(b, m.alpha...)
	b = learnt.AppendFloats(b, m.share...)
	for w := range m.Words() {
		entries := m.entries[m.starts[w]:m.starts[w+1]]
		b = binary.AppendUvarint(b, uint64(len(entries)))
		for _, e := range entries {
			b = binary.AppendUvarint(b, uint64(e))
		}
	}
	return b, nil
}

// Read reads what AppendBinary wrote. Where that cannot be, r fails. It takes
// no more memory than a few times the bytes, whatever they say.
func Read(r *learnt.Reader) *Model {
	topics, words := r.Number(maxTopics), r.Number(math.MaxInt32)
	beta, alpha, share := r.Floats(1), r.Floats(topics), r.Floats(topics)
	m := &Model{alpha: alpha, share: share, starts: make([]int32, 1)}
	if r.Bad() {
		return m
	}
	m.beta = beta[0]
	var seen [maxTopics]int // the last word that has the topic, from 1
	for w := range words {
		last := uint32(math.MaxUint32)
		for range r.Number(topics) {
			e := uint32(r.Number(math.MaxUint32))
			topic := e & topicMask
			if e >= last || e>>topicBits == 0 || int(topic) >= topics || seen[topic] == w+1 {
				r.Fail()
				return m
			}
			seen[topic], last = w+1, e
			m.entries = append(m.entries, e)
		}
		if r.Bad() {
			return m
		}
		m.starts = append(m.starts, int32(len(m.entries)))
	}
	m.sum()
	if m.check() != nil {
		r.Fail()
	}
	return m
}
