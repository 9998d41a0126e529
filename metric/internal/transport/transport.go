// Package transport solves the transportation problem exactly: the least cost of
// moving one discrete distribution to another, known as the earth mover's distance
// where the costs are distances.
//
// It is the primal simplex method on the bipartite graph, whose bases are spanning
// trees. Weights and costs are rounded to integers at about the precision of a
// float64, so that flows, potentials and reduced costs are exact. The lowest bits
// of the weights hold a perturbation that lets no proper part of the sources equal
// a part of the sinks: no basis is degenerate, every step lowers the cost, and the
// method cannot cycle, whatever the ties. Integers make it the same on all
// processors, too.
//
// The results are those of POT's emd2 on weights that sum to 1. Package moverscore
// moves the vectors of a headline's tokens with it, and wmd those of its words.
package transport

import (
	"math"
	"math/bits"
)

// A Solver keeps the memory of its problems. The zero value is ready. It is for
// one goroutine at a time.
type Solver struct {
	// The problem without weights of 0: node i is a source if it is less than
	// n, else sink i-n.
	n, m  int
	index []int32 // where a node is among the weights of its side
	mass  []int64 // by node, what is left to place while the first tree grows
	cost  []int64 // n by m

	tree
	row int // where the search for an entering arc goes on

	distances []float64
}

// Cost gives the least cost of moving the distribution a to b: the sum over all
// pairs of what is moved times cost[i*len(b)+j], where what is moved from each
// source and to each sink is its weight divided by the sum of its side. It is
// between the least and the greatest cost, and does not depend on the scale of the
// weights. A side without weight, or a weight or cost that is not finite, gives NaN.
//
// Weights are rounded to 2^-60 of their sum times the number of sources, costs to
// 2^-60 of the greatest times the number of nodes. Lengths that do not fit and
// negative weights are misuse.
func (s *Solver) Cost(a, b, cost []float64) float64 {
	if len(cost) != len(a)*len(b) {
		panic("transport: the costs are not sources times sinks")
	}
	if !s.load(a, b, cost) {
		return math.NaN()
	}
	s.start()
	for s.pivot() {
	}
	moved := 0.0
	for x := range int32(s.n + s.m) {
		if x == s.root {
			continue
		}
		i, j := s.arc(x)
		moved += float64(float64(s.flow[x]) / whole * cost[int(s.index[i])*len(b)+int(s.index[j])])
	}
	return moved
}

// whole is the weight of each side, in units.
const whole = 1 << 60

// load makes integers of a problem; false if it is none.
func (s *Solver) load(a, b, cost []float64) bool {
	shift := bits.Len(uint(len(a)))
	s.index, s.mass = s.index[:0], s.mass[:0]
	if !s.weigh(a, shift) {
		return false
	}
	s.n = len(s.mass)
	if !s.weigh(b, shift) {
		return false
	}
	s.m = len(s.mass) - s.n
	for i := range s.n { // the perturbation
		s.mass[i]++
	}
	s.mass[s.n+s.m-1] += int64(s.n)
	return s.price(cost, len(b))
}

// weigh appends the weights of a side that are not 0, leaving shift bits free.
func (s *Solver) weigh(weights []float64, shift int) bool {
	sum := 0.0
	for _, w := range weights {
		if w < 0 {
			panic("transport: a negative weight")
		}
		sum += w
	}
	if !(sum > 0) || math.IsInf(sum, 1) {
		return false
	}
	units := float64(int64(whole) >> shift)
	left, heaviest := int64(whole)>>shift, len(s.mass)
	for i, w := range weights {
		u := int64(math.RoundToEven(w / sum * units))
		if u == 0 {
			continue
		}
		if heaviest == len(s.mass) || u > s.mass[heaviest]>>shift {
			heaviest = len(s.mass)
		}
		s.index = append(s.index, int32(i))
		s.mass = append(s.mass, u<<shift)
		left -= u
	}
	s.mass[heaviest] += left << shift // what rounding lost or won
	return true
}

// price makes integers of the costs so small that no sum along a path overflows.
func (s *Solver) price(cost []float64, cols int) bool {
	s.cost = s.cost[:0]
	most := 0.0
	for _, i := range s.index[:s.n] {
		for _, j := range s.index[s.n:] {
			most = max(most, math.Abs(cost[int(i)*cols+int(j)]))
		}
	}
	if math.IsNaN(most) || math.IsInf(most, 1) {
		return false
	}
	_, exponent := math.Frexp(most)
	// A power of two loses nothing. Where all costs are so small that it would
	// overflow, fewer digits choose the tree.
	scale := math.Ldexp(1, min(60-bits.Len(uint(s.n+s.m))-exponent, 1000))
	for _, i := range s.index[:s.n] {
		for _, j := range s.index[s.n:] {
			s.cost = append(s.cost, int64(math.RoundToEven(cost[int(i)*cols+int(j)]*scale)))
		}
	}
	return true
}

// start builds a first tree: each source in turn fills the cheapest sinks that
// still have room. Thanks to the perturbation each step empties a source or fills
// a sink, never both but for the last one, so the arcs make a tree.
func (s *Solver) start() {
	s.reset(s.n, s.m)
	room := s.mass[s.n:]
	for i := range s.n {
		costs := s.cost[i*s.m : (i+1)*s.m]
		for s.mass[i] > 0 {
			best := -1
			for j, r := range room {
				if r > 0 && (best < 0 || costs[j] < costs[best]) {
					best = j
				}
			}
			f := min(s.mass[i], room[best])
			s.mass[i] -= f
			room[best] -= f
			s.lift(int32(i))
			s.hang(int32(i), int32(s.n+best), f)
		}
	}
	s.root = 0
	for s.parent[s.root] != none {
		s.root = s.parent[s.root]
	}
	s.depth[s.root], s.potential[s.root], s.row = 0, 0, 0
	s.settle(s.root, func(x int32) {
		if x == s.root {
			return
		}
		i, j := s.arc(x)
		c := s.cost[int(i)*s.m+int(j)-s.n]
		if x == i {
			s.potential[i] = s.potential[j] - c
		} else {
			s.potential[j] = s.potential[i] + c
		}
	})
}

// pivot makes one step; false if the tree is the best one. The entering arc is
// that of the lowest reduced cost in the next row that has a negative one.
func (s *Solver) pivot() bool {
	sinks := s.potential[s.n : s.n+s.m]
	for range s.n {
		costs := s.cost[s.row*s.m:][:len(sinks)]
		least, at, from := int64(0), -1, s.potential[s.row]
		for j, p := range sinks {
			if r := costs[j] + from - p; r < least {
				least, at = r, j
			}
		}
		i := s.row
		if s.row++; s.row == s.n {
			s.row = 0
		}
		if at >= 0 {
			s.enter(int32(i), int32(s.n+at), least)
			return true
		}
	}
	return false
}
