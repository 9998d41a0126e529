package decoder

import (
	"cmp"
	"slices"
)

// never is the score of beams that are there to fill rows: worse than any other. Additions to it
// are lost in rounding.
const never = -1e9

// beams is the beam search of transformers. It counts in float32, as that does.
type beams struct {
	s    *Settings
	live []*path
	end  []ended
}

// An ended is a path that has come to an end.
type ended struct {
	*path
	score float32
}

func newBeams(s *Settings, start *path) *beams { return &beams{s: s, live: start.spread(s.Beams)} }

// spread are n paths of which the others have no chance against the first.
func (p *path) spread(n int) (all []*path) {
	for i := range n {
		c := *p
		if i > 0 {
			c.score = never
		}
		all = append(all, &c)
	}
	return all
}

func (b *beams) paths() []*path { return b.live }

func (b *beams) found() (all []Written) {
	for _, e := range b.end {
		all = append(all, e.written(float64(e.score)))
	}
	return all
}

// A candidate is a path with a token more.
type candidate struct {
	from  *path
	id    int32
	score float32
}

// best are the n best candidates of paths.
func best(paths []*path, choices [][]choice, n int, all []candidate) []candidate {
	for i, p := range paths {
		for _, c := range choices[i][:min(n, len(choices[i]))] {
			all = append(all, candidate{p, c.id, p.score + c.chance})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return all[:min(n, len(all))]
}

func (b *beams) step(choices [][]choice) {
	s := b.s
	all := best(b.live, choices, max(2, 1+len(s.Ends))*s.Beams, nil)
	b.live = nil
	length := 0
	for rank, c := range all {
		length = len(c.from.tokens) // of what is written, with the new one
		ends := s.ends(c.id) || length == s.Max
		switch {
		case ends && rank < s.Beams:
			b.end = append(b.end, ended{c.from.and(c.id, c.score), c.score / float32(s.power(length))})
		case !ends && len(b.live) < s.Beams:
			b.live = append(b.live, c.from.and(c.id, c.score))
		}
	}
	slices.SortStableFunc(b.end, func(a, b ended) int { return cmp.Compare(b.score, a.score) })
	b.end = b.end[:min(len(b.end), s.Beams)]
	if len(b.end) == s.Beams && b.settled(length) {
		b.live = nil
	}
}

// settled says whether the ends stay as they are.
func (b *beams) settled(length int) bool {
	if len(b.live) == 0 || b.s.Early == AtOnce {
		return true
	}
	if b.s.Early == WhenImpossible && b.s.Penalty > 0 {
		length = b.s.Max
	}
	return !(b.live[0].score/float32(b.s.power(length)) > b.end[len(b.end)-1].score)
}
