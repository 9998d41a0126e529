package textrank

import "slices"

// pairs is a graph without weights: what is joined is neighbours.
type pairs struct {
	edges []uint64 // the two vertices of each, as they were joined
	start []int32  // vertex i has the neighbours near[start[i]:start[i+1]]
	near  []int32
}

// reset makes the graph empty.
func (p *pairs) reset() { p.edges = p.edges[:0] }

// join adds the edge of two vertices, if they are two. It may be there
// already.
func (p *pairs) join(a, b int32) {
	if a != b {
		p.edges = append(p.edges, uint64(min(a, b))<<32|uint64(max(a, b)))
	}
}

// build makes the lists of neighbours of n vertices.
func (p *pairs) build(n int) {
	slices.Sort(p.edges)
	p.edges = slices.Compact(p.edges)
	p.start = zeros(p.start, n+1)
	for _, e := range p.edges {
		p.start[e>>32]++
		p.start[uint32(e)]++
	}
	end := int32(0)
	for i, degree := range p.start {
		end += degree
		p.start[i] = end // of the list, which is filled from behind
	}
	p.near = grow(p.near, int(end))
	for _, e := range slices.Backward(p.edges) {
		a, b := int32(e>>32), int32(uint32(e))
		p.start[a]--
		p.near[p.start[a]] = b
		p.start[b]--
		p.near[p.start[b]] = a
	}
}

// multiply implements graph.
func (p *pairs) multiply(dst, x []float64) {
	for i := range dst {
		sum := 0.0
		for _, j := range p.near[p.start[i]:p.start[i+1]] {
			sum += x[j]
		}
		dst[i] = sum
	}
}
