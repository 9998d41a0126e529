package lda

import (
	"context"
	"math/rand/v2"
)

// A sampler samples one group of documents: it has a copy of the totals, which
// follows the group's own changes, and what is known of the document at hand.
//
// The weight of a topic for a token, (α+n_td)(β+n_wt)/(βV+n_t), is cut into
// three buckets: the word's, where n_wt is not 0, the document's, β·n_td/(βV+n_t),
// and the rest, αβ/(βV+n_t), of which the sum is known at all times.
type sampler struct {
	totals []int32
	alpha  []float64

	beta, betaSum float64
	inverse       [maxTopics]float64 // 1/(βV+n_t)
	weight        [maxTopics]float64 // (α+n_td)/(βV+n_t)
	local         [maxTopics]int32   // n_td
	present       []uint16           // topics of the document
	scores        [maxTopics]float64 // of the word's topics
	rest, doc     float64            // sums of two buckets, without β
}

func newSampler(s *state) *sampler {
	return &sampler{totals: make([]int32, s.opt.Topics), present: make([]uint16, 0, s.opt.Topics)}
}

// patience is how many documents are sampled between looks at the context.
const patience = 16

// sample samples the tokens that a group of documents has of a group of words.
func (m *sampler) sample(ctx context.Context, s *state, docs, words int, rng *rand.PCG) {
	copy(m.totals, s.totals)
	m.alpha, m.beta, m.betaSum = s.alpha, s.beta, float64(s.beta*float64(s.words))
	m.rest = 0
	for t, n := range m.totals {
		m.inverse[t] = 1 / (float64(n) + m.betaSum)
		m.weight[t] = float64(m.alpha[t] * m.inverse[t])
		m.rest += m.weight[t]
	}
	for d := int(s.first[docs]); d < int(s.first[docs+1]); d++ {
		if d%patience == 0 && ctx.Err() != nil {
			return
		}
		block := d*s.groups + words
		from, to := s.blocks[block], s.blocks[block+1]
		if from == to {
			continue
		}
		first, end := s.doc(d)
		m.open(s.topics[first:end])
		m.tokens(s, s.tokens[from:to], s.topics[from:to], rng)
		m.close()
	}
}

// open counts the topics of a document.
func (m *sampler) open(topics []uint16) {
	for _, t := range topics {
		t &= topicMask
		if m.local[t] == 0 {
			m.present = append(m.present, t)
		}
		m.local[t]++
	}
	m.doc = 0
	for _, t := range m.present {
		m.doc += float64(float64(m.local[t]) * m.inverse[t])
		m.weight[t] = (m.alpha[t] + float64(m.local[t])) * m.inverse[t]
	}
}

func (m *sampler) close() {
	for _, t := range m.present {
		m.local[t] = 0
		m.weight[t] = m.alpha[t] * m.inverse[t]
	}
	m.present = m.present[:0]
}

// tokens samples a document. A token's old topic is taken out of the weights
// at once, but out of the counts only when another one was drawn, which the
// larger part of the tokens does not do.
func (m *sampler) tokens(s *state, words []int32, topics []uint16, rng *rand.PCG) {
	for i, w := range words {
		old := topics[i] & topicMask
		alpha, was, full := m.alpha[old], m.inverse[old], m.weight[old]
		n := float64(m.local[old])
		out := 1 / (float64(m.totals[old]-1) + m.betaSum)
		less := float64((alpha + n - 1) * out)
		rest := m.rest + float64(alpha*(out-was))
		doc := m.doc + (float64((n-1)*out) - float64(n*was))
		m.weight[old] = less

		slots, taken := s.counts[s.slots[w]:s.slots[w+1]], s.lens[w]
		entries := slots[:taken]
		word := m.score(entries) - less // one of the old topic's is this token
		u := float64(unit(rng) * (word + float64(m.beta*(rest+doc))))
		var drawn uint16
		switch {
		case u < word:
			drawn = m.drawWord(entries, u, old, less)
		case u-word < m.beta*doc:
			drawn = m.drawDoc((u-word)/m.beta, old, out)
		default:
			drawn = m.drawRest((u-word)/m.beta-doc, old, out)
		}
		if drawn == old {
			m.weight[old] = full
			continue
		}
		m.rest, m.doc, m.inverse[old] = rest, doc, out
		m.leave(old)
		m.enter(drawn)
		s.lens[w] = give(slots, take(slots, taken, old), drawn)
		topics[i] = drawn
	}
}

// score computes the weights of the word's bucket and their sum. It is most of the
// work; four sums instead of one do not wait for each other.
func (m *sampler) score(entries []uint32) float64 {
	scores := m.scores[:len(entries)]
	var a, b, c, d float64
	for len(entries) >= 4 && len(scores) >= 4 {
		e, f, g, h := entries[0], entries[1], entries[2], entries[3]
		p := float64(m.weight[e&topicMask] * float64(int32(e>>topicBits)))
		q := float64(m.weight[f&topicMask] * float64(int32(f>>topicBits)))
		r := float64(m.weight[g&topicMask] * float64(int32(g>>topicBits)))
		v := float64(m.weight[h&topicMask] * float64(int32(h>>topicBits)))
		scores[0], scores[1], scores[2], scores[3] = p, q, r, v
		a, b, c, d = a+p, b+q, c+r, d+v
		entries, scores = entries[4:], scores[4:]
	}
	for i, e := range entries {
		p := float64(m.weight[e&topicMask] * float64(int32(e>>topicBits)))
		scores[i] = p
		a += p
	}
	return (a + b) + (c + d)
}

// The draws return the topic where u ends, or the old one if rounding leaves
// none.

func (m *sampler) drawWord(entries []uint32, u float64, old uint16, less float64) uint16 {
	for i, p := range m.scores[:len(entries)] {
		t := uint16(entries[i] & topicMask)
		if t == old {
			p -= less
		}
		if u < p {
			return t
		}
		u -= p
	}
	return old
}

func (m *sampler) drawDoc(u float64, old uint16, out float64) uint16 {
	for _, t := range m.present {
		p := float64(float64(m.local[t&topicMask]) * m.inverse[t&topicMask])
		if t == old {
			p = float64(float64(m.local[t&topicMask]-1) * out)
		}
		if u < p {
			return t
		}
		u -= p
	}
	return old
}

func (m *sampler) drawRest(u float64, old uint16, out float64) uint16 {
	for t, a := range m.alpha {
		p := float64(a * m.inverse[t])
		if t == int(old) {
			p = float64(a * out)
		}
		if u < p {
			return uint16(t)
		}
		u -= p
	}
	return old
}

// leave takes a token from a topic whose weight is known already.
func (m *sampler) leave(t uint16) {
	m.totals[t]--
	m.local[t&topicMask]--
	if m.local[t&topicMask] > 0 {
		return
	}
	for i, p := range m.present {
		if p == t {
			last := len(m.present) - 1
			m.present[i] = m.present[last]
			m.present = m.present[:last]
			return
		}
	}
}

// enter gives a token to a topic.
func (m *sampler) enter(t uint16) {
	i := t & topicMask
	was, n := m.inverse[i], m.local[i]
	if n == 0 {
		m.present = append(m.present, t)
	}
	m.totals[i]++
	m.local[i] = n + 1
	now := 1 / (float64(m.totals[i]) + m.betaSum)
	m.inverse[i] = now
	m.weight[i] = (m.alpha[i] + float64(n+1)) * now
	m.rest += float64(m.alpha[i] * (now - was))
	m.doc += float64(float64(n+1)*now) - float64(float64(n)*was)
}
