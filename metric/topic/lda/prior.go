package lda

import (
	"math"

	"hed/internal/exponential"
)

// The document prior has a gamma prior of its own, as in Mallet: it keeps a
// topic that no token has from a weight of 0, out of which nothing leads.
const (
	gammaShape = 1.001
	gammaScale = 1.0
)

// learnAlpha estimates the document prior from how many tokens of each topic
// the documents have: one step of Minka's fixed point, computed from
// histograms (Wallach 2008, section 2.4).
func (s *state) learnAlpha() {
	k := len(s.alpha)
	byTopic := make([][]float64, k) // documents with n tokens of the topic
	var lengths []float64           // documents with n tokens
	local := make([]int, k)
	var present []uint16
	for d := range s.docs() {
		first, end := s.doc(d)
		topics := s.topics[first:end]
		lengths = count(lengths, len(topics))
		present = present[:0]
		for _, t := range topics {
			if local[t] == 0 {
				present = append(present, t)
			}
			local[t]++
		}
		for _, t := range present {
			byTopic[t] = count(byTopic[t], local[t])
			local[t] = 0
		}
	}
	sum := 0.0
	for _, a := range s.alpha {
		sum += a
	}
	below := rise(lengths, sum) + 1/gammaScale
	for t, a := range s.alpha {
		s.alpha[t] = (float64(a*rise(byTopic[t], a)) + (gammaShape - 1)) / below
	}
}

// learnBeta estimates the prior of words in the same way, but with one value
// for all of them, which takes more steps to settle.
func (s *state) learnBeta() {
	var byWord []float64 // pairs of word and topic that n tokens have
	for w := range s.words {
		for _, e := range s.counts[s.slots[w] : s.slots[w]+s.lens[w]] {
			byWord = count(byWord, int(e>>topicBits))
		}
	}
	v := float64(s.words)
	for range 100 {
		below := 0.0
		for _, n := range s.totals {
			below += climb(float64(s.beta*v), int(n))
		}
		next := float64(s.beta*rise(byWord, s.beta)) / float64(v*below)
		if !(next > minPrior) { // or is no number
			next = minPrior
		}
		next = min(next, maxBeta)
		done := math.Abs(next-s.beta) < 1e-6*s.beta
		s.beta = next
		if done {
			return
		}
	}
}

// maxBeta is where the estimate stops that runs away because all words of a
// topic are alike.
const maxBeta = 10

func count(histogram []float64, n int) []float64 {
	for len(histogram) <= n {
		histogram = append(histogram, 0)
	}
	histogram[n]++
	return histogram
}

// rise sums ψ(x+n)-ψ(x) over a histogram of n.
func rise(histogram []float64, x float64) float64 {
	sum, climbed := 0.0, 0.0
	for n := 1; n < len(histogram); n++ {
		climbed += 1 / (x + float64(n-1))
		sum += float64(histogram[n] * climbed)
	}
	return sum
}

// climb is ψ(x+n)-ψ(x), where n may be large.
func climb(x float64, n int) float64 {
	sum := 0.0
	for ; n > 0 && x < 16; n-- {
		sum += 1 / x
		x++
	}
	if n == 0 {
		return sum
	}
	y := x + float64(n)
	return sum + exponential.Log(y/x) - (tail(y) - tail(x))
}

// tail is ln(x)-ψ(x) for x of 16 or more.
func tail(x float64) float64 {
	q := 1 / float64(x*x)
	return 1/(2*x) + float64(q*(1./12-float64(q*(1./120-float64(q/252)))))
}
