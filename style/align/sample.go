package align

import (
	"math"
	"math/rand/v2"
)

// A Band is the pairs with a score above Low and not above High.
type Band struct {
	Low, High float64
	Pairs     int // there are
	Sample    []Sampled
}

// A Sampled pair was chosen at random among those of its band.
type Sampled struct {
	A, B  string
	Score float64
}

// A Sampler chooses pairs at random in bands of scores, for somebody to look at.
type Sampler struct {
	Bands  []Band // the best first
	size   int
	random []*rand.Rand // of each band, so that one does not depend on the pairs of another
}

// NewSampler makes a sampler of so many pairs at most in each band above the least score.
func NewSampler(least float64, size int, seed uint64) *Sampler {
	s := &Sampler{size: size}
	high := 1.0
	// The borders are both thresholds of the paper, one between them and one above.
	for _, low := range []float64{0.7, Strict, 0.35, Loose, math.Inf(-1)} {
		low = max(low, least)
		if low < high {
			s.Bands = append(s.Bands, Band{Low: low, High: high})
			s.random = append(s.random, rand.New(rand.NewPCG(seed, uint64(len(s.Bands)))))
		}
		high = low
	}
	return s
}

// Add shows a pair. What is chosen depends on the order of the pairs, and on nothing else but the seed.
func (s *Sampler) Add(a, b string, score float64) {
	at := 0
	for at+1 < len(s.Bands) && score <= s.Bands[at].Low {
		at++
	}
	band := &s.Bands[at]
	band.Pairs++
	// Each pair has the same chance to stay: Vitter's algorithm R.
	if len(band.Sample) < s.size {
		band.Sample = append(band.Sample, Sampled{a, b, score})
	} else if k := s.random[at].IntN(band.Pairs); k < s.size {
		band.Sample[k] = Sampled{a, b, score}
	}
}
