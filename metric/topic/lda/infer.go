package lda

import (
	"slices"
)

// The share of each topic in a text is the mean over samples after the first
// ones, which still know where they began.
const (
	inferBurnIn = 20
	inferSweeps = 100
)

// An Inferrer finds the topics of texts. It is the memory of one goroutine.
type Inferrer struct {
	model  *Model
	alpha  float64   // sum
	at     []int     // the row of each token
	rows   []float64 // P(w|t) for the different words of the text
	topics []uint16
	local  []float64 // tokens by topic, and α
	scores []float64
}

// NewInferrer returns an inferrer for the topics of m.
func NewInferrer(m *Model) *Inferrer {
	f := &Inferrer{model: m, local: make([]float64, m.Topics()), scores: make([]float64, m.Topics())}
	for _, a := range m.alpha {
		f.alpha += a
	}
	return f
}

// Infer fills shares with P(t|d) for a text of these words, by Gibbs sampling with
// the topics held fast. The result depends on the words, their order and the
// seed. A text without words has the prior's shares.
func (f *Inferrer) Infer(shares []float64, words []int32, seed uint64) {
	k := f.model.Topics()
	f.load(words)
	rng := generator(seed, 0, uint64(len(words)))
	copy(f.local, f.model.alpha)
	f.topics = f.topics[:0]
	for range words {
		t := uint16(rng.Uint64() % uint64(k))
		f.topics = append(f.topics, t)
		f.local[t]++
	}
	clear(shares)
	for sweep := range inferSweeps {
		for i, t := range f.topics {
			f.local[t]--
			row := f.rows[f.at[i]:][:k]
			scores, local := f.scores[:len(row)], f.local[:len(row)]
			sum := 0.0
			for t, p := range row {
				sum += float64(p * local[t])
				scores[t] = sum
			}
			u := unit(rng) * sum
			next := 0
			for next < k-1 && scores[next] <= u {
				next++
			}
			f.topics[i] = uint16(next)
			f.local[next]++
		}
		if sweep >= inferBurnIn {
			for t, n := range f.local {
				shares[t] += n
			}
		}
	}
	scale := 1 / ((inferSweeps - inferBurnIn) * (float64(len(words)) + f.alpha))
	for t := range shares {
		shares[t] *= scale
	}
}

// load gathers the rows of the words. Words that come several times mostly
// follow each other, as in a bag, and share theirs.
func (f *Inferrer) load(words []int32) {
	k := f.model.Topics()
	f.rows, f.at = f.rows[:0], f.at[:0]
	for i, w := range words {
		if i == 0 || w != words[i-1] {
			f.rows = slices.Grow(f.rows, k)[:len(f.rows)+k]
			f.model.Row(f.rows[len(f.rows)-k:], w)
		}
		f.at = append(f.at, len(f.rows)-k)
	}
}
