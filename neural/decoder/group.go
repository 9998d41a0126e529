package decoder

import (
	"cmp"
	"math"
	"slices"
)

// groups is the diverse beam search that transformers had until August 2025 (4.55).
type groups struct {
	s    *Settings
	list []group
}

// A group is beams of which others keep away.
type group struct {
	live []*path
	end  []hypothesis
	done bool
}

// A hypothesis is a path that has come to an end. Here scores count in float64.
type hypothesis struct {
	*path
	score float64
}

func newGroups(s *Settings, start *path) *groups {
	g := &groups{s: s, list: make([]group, s.Groups)}
	for i := range g.list {
		g.list[i].live = start.spread(s.Beams / s.Groups)
	}
	return g
}

func (g *groups) paths() (all []*path) {
	for i := range g.list {
		all = append(all, g.list[i].live...)
	}
	return all
}

// found sorts as transformers does: of equal scores the last comes first.
func (g *groups) found() (all []Written) {
	for i := range g.list {
		for _, h := range g.list[i].end {
			all = append(all, h.written(h.score))
		}
	}
	slices.Reverse(all)
	slices.SortStableFunc(all, func(a, b Written) int { return cmp.Compare(b.Score, a.Score) })
	return all
}

func (g *groups) step(choices [][]choice) {
	s := g.s
	size := s.Beams / s.Groups
	taken := map[int32]int{} // by the groups before, at this step
	for i := range g.list {
		own := &g.list[i]
		if own.done {
			taken[s.Padding] += size
			continue
		}
		length := len(own.live[0].tokens)
		mine := choices[:len(own.live)]
		choices = choices[len(own.live):]
		if s.forced(length-1) == nil {
			mine = penalise(mine, taken, float32(s.Diversity))
		}
		own.step(s, mine, size, length)
		for _, p := range own.live {
			taken[p.tokens[length]]++
		}
		if length == s.Max && !own.done {
			for _, p := range own.live {
				own.add(p, float64(p.score)/s.power(length), size)
			}
			own.done = true
		}
		if own.done {
			own.live = nil
		}
	}
}

// penalise takes the penalty off tokens that others have taken, and sorts again.
func penalise(choices [][]choice, taken map[int32]int, penalty float32) [][]choice {
	if len(taken) == 0 {
		return choices
	}
	for _, list := range choices {
		for j, c := range list {
			list[j].chance -= penalty * float32(taken[c.id])
		}
		slices.SortStableFunc(list, func(a, b choice) int {
			return cmp.Or(cmp.Compare(b.chance, a.chance), cmp.Compare(a.id, b.id))
		})
	}
	return choices
}

// step continues the group's beams; length counts what is written, with the new token.
func (g *group) step(s *Settings, choices [][]choice, size, length int) {
	all := best(g.live, choices, max(2, 1+len(s.Ends))*size, nil)
	g.live = nil
	for rank, c := range all {
		if !s.ends(c.id) {
			g.live = append(g.live, c.from.and(c.id, c.score))
		} else if rank < size {
			g.add(c.from.and(s.Ends[0], c.score), float64(c.score)/s.power(length), size)
		}
		if len(g.live) == size {
			break
		}
	}
	g.done = len(g.live) == 0 || len(g.end) == size && g.settled(s, float64(all[0].score), length)
}

// add keeps the best ends.
func (g *group) add(p *path, score float64, size int) {
	if math.IsInf(score, -1) {
		return
	}
	worst := g.worst()
	if len(g.end) == size {
		if !(score > g.end[worst].score) {
			return
		}
		g.end = slices.Delete(g.end, worst, worst+1)
	}
	g.end = append(g.end, hypothesis{p, score})
}

// worst is where the first of the worst ends is.
func (g *group) worst() int {
	at := 0
	for i := range g.end {
		if g.end[i].score < g.end[at].score {
			at = i
		}
	}
	return at
}

// settled says whether the ends stay as they are, if the best candidate is worth so much.
func (g *group) settled(s *Settings, most float64, length int) bool {
	if s.Early == AtOnce {
		return true
	}
	if s.Early == WhenImpossible && s.Penalty > 0 {
		length = s.Max
	}
	return g.end[g.worst()].score >= most/s.power(length)
}
