package transport

// none is no node.
const none = -1

// A tree is a basis: a spanning tree of sources and sinks, with a flow on each
// arc and a potential on each node. An arc leads from a source to a sink and is
// known by the lower of the two nodes. The reduced cost of an arc, its cost plus
// the potential of its source less that of its sink, is 0 in the tree.
type tree struct {
	sources   int32 // the first nodes
	root      int32
	parent    []int32
	depth     []int32
	flow      []int64 // on the arc to the parent
	potential []int64
	child     []int32 // the first one
	next      []int32 // the next child of the parent
	prev      []int32 // the child before, or none
}

// reset makes all nodes trees of their own.
func (t *tree) reset(sources, sinks int) {
	n := sources + sinks
	t.sources = int32(sources)
	for _, s := range []*[]int32{&t.parent, &t.depth, &t.child, &t.next, &t.prev} {
		*s = sized(*s, n)
	}
	t.flow, t.potential = sized(t.flow, n), sized(t.potential, n)
	for i := range n {
		t.parent[i], t.child[i] = none, none
	}
}

func sized[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n, 2*n)
	}
	return s[:n]
}

// arc is the source and the sink of the arc to x's parent.
func (t *tree) arc(x int32) (source, sink int32) {
	if x < t.sources {
		return x, t.parent[x]
	}
	return t.parent[x], x
}

// hang makes x, the root of a tree, a child of p.
func (t *tree) hang(x, p int32, flow int64) {
	first := t.child[p]
	t.parent[x], t.flow[x] = p, flow
	t.prev[x], t.next[x], t.child[p] = none, first, x
	if first != none {
		t.prev[first] = x
	}
}

// cut makes x the root of a tree.
func (t *tree) cut(x int32) {
	before, after := t.prev[x], t.next[x]
	if before != none {
		t.next[before] = after
	} else {
		t.child[t.parent[x]] = after
	}
	if after != none {
		t.prev[after] = before
	}
	t.parent[x] = none
}

// lift makes x the root of its tree by turning round the way up.
func (t *tree) lift(x int32) {
	up, flow := t.parent[x], t.flow[x]
	if up == none {
		return
	}
	t.cut(x)
	for up != none {
		next, more := t.parent[up], t.flow[up]
		if next != none {
			t.cut(up)
		}
		t.hang(up, x, flow)
		x, up, flow = up, next, more
	}
}

// settle calls set for the nodes below and at top, each after its parent, and
// gives them their depth. top must have its own.
func (t *tree) settle(top int32, set func(x int32)) {
	for x := top; ; {
		set(x)
		if c := t.child[x]; c != none {
			t.depth[c] = t.depth[x] + 1
			x = c
			continue
		}
		for x != top && t.next[x] == none {
			x = t.parent[x]
		}
		if x == top {
			return
		}
		t.depth[t.next[x]] = t.depth[x]
		x = t.next[x]
	}
}

// enter takes the arc from i to j into the tree, whose reduced cost is negative,
// and drops the first arc of the cycle that runs empty. Since no basis is
// degenerate there is only one, and it had a flow.
func (t *tree) enter(i, j int32, reduced int64) {
	// The cycle leads from i to j and back on the tree: an arc loses flow where
	// the way back goes from its sink to its source.
	out, least := int32(none), int64(0)
	consider := func(x int32) {
		if out == none || t.flow[x] < least {
			out, least = x, t.flow[x]
		}
	}
	from, to := i, j
	below := false // out is on the way up from j
	for from != to {
		if t.depth[from] >= t.depth[to] {
			if from < t.sources {
				if consider(from); out == from {
					below = false
				}
			}
			from = t.parent[from]
			continue
		}
		if to >= t.sources {
			if consider(to); out == to {
				below = true
			}
		}
		to = t.parent[to]
	}
	t.push(i, from, -least, least)
	t.push(j, from, least, -least)
	t.cut(out)
	low, high := i, j
	if below {
		low, high, reduced = j, i, -reduced
	}
	t.lift(low)
	t.hang(low, high, least)
	t.depth[low] = t.depth[high] + 1
	t.settle(low, func(x int32) { t.potential[x] -= reduced })
}

// push adds to the flows of the arcs from x up to top.
func (t *tree) push(x, top int32, source, sink int64) {
	for ; x != top; x = t.parent[x] {
		if x < t.sources {
			t.flow[x] += source
		} else {
			t.flow[x] += sink
		}
	}
}
