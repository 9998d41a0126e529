package transport

import "iter"

// Flows yields what was moved by the last Cost, as shares of the whole.
func (s *Solver) Flows() iter.Seq2[[2]int, float64] {
	return func(yield func([2]int, float64) bool) {
		for x := range int32(s.n + s.m) {
			if x == s.root {
				continue
			}
			i, j := s.arc(x)
			if !yield([2]int{int(s.index[i]), int(s.index[j])}, float64(s.flow[x])/whole) {
				return
			}
		}
	}
}

// Certificate is the lowest reduced cost of any arc, and the highest absolute one
// of the tree's: an optimum has no negative ones and 0 in the tree.
func (s *Solver) Certificate() (lowest, tree int64) {
	for i := range s.n {
		for j := range s.m {
			lowest = min(lowest, s.cost[i*s.m+j]+s.potential[i]-s.potential[s.n+j])
		}
	}
	for x := range int32(s.n + s.m) {
		if x != s.root {
			i, j := s.arc(x)
			r := s.cost[int(i)*s.m+int(j)-s.n] + s.potential[i] - s.potential[j]
			tree = max(tree, r, -r)
		}
	}
	return lowest, tree
}

// Full reports whether all arcs of the tree have a flow.
func (s *Solver) Full() bool {
	for x := range int32(s.n + s.m) {
		if x != s.root && s.flow[x] <= 0 {
			return false
		}
	}
	return true
}
