package train

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A Sampler decides which examples each step learns from. A pass takes every example once, in an order that seed and pass
// decide. Examples of like size come in one batch, since those of other sizes would make a step longer: of
// each window of batches the examples are sorted by size, and the batches of it come in a random order.
type Sampler struct {
	N, Batch int
	Seed     uint64
	// Size orders examples; smaller ones first.
	Size func(i int) int

	window  int // that of batches
	batches [][]int
}

// windowBatches is how many batches are sorted together.
const windowBatches = 32

// Steps is how many steps a pass has.
func (s *Sampler) Steps() int { return (s.N + s.Batch - 1) / s.Batch }

// At are the examples of a step, counted from 0 over all passes. Steps in order cost little; it is for one
// goroutine.
func (s *Sampler) At(step int) []int {
	pass, at := step/s.Steps(), step%s.Steps()
	windows := (s.Steps() + windowBatches - 1) / windowBatches
	if w := pass*windows + at/windowBatches; s.batches == nil || w != s.window {
		s.window, s.batches = w, s.sort(pass, at/windowBatches)
	}
	return s.batches[at%windowBatches]
}

// sort makes the batches of a window.
func (s *Sampler) sort(pass, window int) (batches [][]int) {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(pass)))
	order := newPermutation(s.N, rng)
	from := window * windowBatches * s.Batch
	var all []int
	for i := from; i < min(s.N, from+windowBatches*s.Batch); i++ {
		all = append(all, order.at(i))
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(s.Size(a), s.Size(b)) })
	for b := range slices.Chunk(all, s.Batch) {
		batches = append(batches, b)
	}
	rng = rand.New(rand.NewPCG(s.Seed, uint64(pass)<<32|uint64(window)+1))
	rng.Shuffle(len(batches), func(i, j int) { batches[i], batches[j] = batches[j], batches[i] })
	return batches
}

// A permutation gives the numbers below n in a random order without having them in memory: a Feistel network
// permutes those below the next power of four, and what comes out too large goes through again.
type permutation struct {
	n, half uint
	keys    [4]uint64
}

func newPermutation(n int, rng *rand.Rand) *permutation {
	p := &permutation{n: uint(n), half: (uint(bits.Len(uint(max(n, 2)-1))) + 1) / 2}
	for i := range p.keys {
		p.keys[i] = rng.Uint64()
	}
	return p
}

func (p *permutation) at(i int) int {
	x := uint(i)
	for {
		mask := uint(1)<<p.half - 1
		left, right := x>>p.half, x&mask
		for _, k := range p.keys {
			z := (uint64(right) + k) * 0x9E3779B97F4A7C15
			z = (z ^ z>>32) * 0xD6E8FEB86659FD93
			left, right = right, left^uint(z>>32)&mask
		}
		if x = left<<p.half | right; x < p.n {
			return int(x)
		}
	}
}
