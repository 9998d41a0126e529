package lda

import (
	"context"
	"math/rand/v2"
	"sync/atomic"

	"hed/internal/crash"
)

// A crew is the goroutines of a fit.
//
// A sweep goes round in as many steps as there are groups. In a step each group
// of documents is sampled for the tokens of one group of words, another one
// for each, so no two goroutines have a document or a word in common. What
// they share is the totals of the topics, of which each has its own copy until
// the step ends (Yan, Xu and Qi 2009, whose steps these are).
type crew struct {
	state    *state
	workers  int
	samplers []*sampler // one for each group of documents
}

func newCrew(s *state, workers int) *crew {
	c := &crew{state: s, workers: max(1, min(workers, s.groups))}
	for range s.groups {
		c.samplers = append(c.samplers, newSampler(s))
	}
	return c
}

// sweep samples every token once.
func (c *crew) sweep(ctx context.Context, number uint64) error {
	s := c.state
	for step := range s.groups {
		c.each(func(g int) {
			words := (g + step) % s.groups
			c.samplers[g].sample(ctx, s, g, words, generator(s.opt.Seed, number, uint64(g*s.groups+words)))
		})
		if err := ctx.Err(); err != nil {
			return err
		}
		c.sum()
	}
	return nil
}

// each calls f for every group of documents.
func (c *crew) each(f func(group int)) {
	if c.workers == 1 {
		for g := range c.samplers {
			f(g)
		}
		return
	}
	var next atomic.Int64
	var wg crash.Group
	for range c.workers {
		wg.Go(func() {
			for g := int(next.Add(1)) - 1; g < len(c.samplers); g = int(next.Add(1)) - 1 {
				f(g)
			}
		})
	}
	wg.Wait()
}

// sum adds up what the samplers changed in the totals.
func (c *crew) sum() {
	for t, old := range c.state.totals {
		n := old
		for _, m := range c.samplers {
			n += m.totals[t] - old
		}
		c.state.totals[t] = n
	}
}

// generator returns the random numbers of one block in one sweep, or of
// whatever else the two numbers mean.
func generator(seed, sweep, block uint64) *rand.PCG {
	return rand.NewPCG(mix(seed), mix(mix(sweep)+block))
}

// mix is the finaliser of SplitMix64: near numbers become far ones.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// unit is a random number from 0 to below 1.
func unit(rng *rand.PCG) float64 { return float64(rng.Uint64()>>11) * 0x1p-53 }
