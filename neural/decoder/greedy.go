package decoder

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// greedy takes the best token of each step.
type greedy struct {
	s     *Settings
	live  []*path
	ruled bool // by Text.Allow
	sum   float64
	end   []Written
}

func (g *greedy) paths() []*path   { return g.live }
func (g *greedy) found() []Written { return g.end }

func (g *greedy) step(choices [][]choice) {
	if g.ruled && len(choices[0]) == 0 { // half a text, which the rule does not know as one
		g.live = nil
		return
	}
	next, done := g.s.follow(g.live[0], choices[0], &g.sum)
	if g.live = []*path{next}; done {
		g.live, g.end = nil, []Written{next.written(g.sum / g.s.power(len(next.tokens)-1))}
	}
}

// follow continues a path by the first choice, and says whether that ends it.
func (s *Settings) follow(p *path, choices []choice, sum *float64) (next *path, done bool) {
	if len(choices) == 0 { // all is forbidden
		return p, true
	}
	*sum += float64(choices[0].chance)
	next = p.and(choices[0].id, 0)
	return next, s.ends(choices[0].id) || len(next.tokens) > s.Max
}

// A draw takes tokens at random, for as many texts as there are beams.
type draw struct {
	s    *Settings
	live []*path
	rand []*rand.Rand // of each path
	sums []float64
	end  []Written
	p    []float64
}

func newDraw(s *Settings, start *path, seed uint64) *draw {
	d := &draw{s: s}
	for i := range s.Beams {
		d.live = append(d.live, start.copy())
		d.rand = append(d.rand, rand.New(rand.NewPCG(seed, uint64(i))))
		d.sums = append(d.sums, 0)
	}
	return d
}

func (p *path) copy() *path { c := *p; return &c }

func (d *draw) paths() []*path { return d.live }

func (d *draw) found() []Written {
	slices.SortStableFunc(d.end, func(a, b Written) int { return cmp.Compare(b.Score, a.Score) })
	return d.end
}

func (d *draw) step(choices [][]choice) {
	k := 0
	for i, p := range d.live {
		next, done := d.s.follow(p, d.draw(choices[i], d.rand[i]), &d.sums[i])
		if done {
			d.end = append(d.end, next.written(d.sums[i]/d.s.power(len(next.tokens)-1)))
			continue
		}
		d.live[k], d.rand[k], d.sums[k] = next, d.rand[i], d.sums[i]
		k++
	}
	d.live, d.rand, d.sums = d.live[:k], d.rand[:k], d.sums[:k]
}

// draw gives the choices from the one that was drawn on.
func (d *draw) draw(choices []choice, r *rand.Rand) []choice {
	if len(choices) < 2 {
		return choices
	}
	d.p = d.s.shares(d.p[:0], choices)
	at, x := 0, r.Float64()
	for ; at < len(d.p)-1 && x >= d.p[at]; at++ {
		x -= d.p[at]
	}
	return choices[at:]
}

// shares appends to p the probabilities that the first of the choices, those that may be drawn, are drawn with: after the temperature, and
// after those are left out that the others leave little of the probability for.
func (s *Settings) shares(p []float64, choices []choice) []float64 {
	sum := 0.0
	for _, c := range choices {
		p = append(p, math.Exp(float64(c.chance-choices[0].chance)/s.Temperature))
		sum += p[len(p)-1]
	}
	if s.TopP < 1 {
		// A token stays if it and all lesser ones together have more than is to be left out.
		rest := sum
		for i, v := range p {
			if i > 0 && rest <= (1-s.TopP)*sum {
				p, sum = p[:i], sum-rest
				break
			}
			rest -= v
		}
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}
