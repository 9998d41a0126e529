package tokenizer

import "math/bits"

// trie finds the strings that a text starts with. Edges lie in one hash
// table: it is made in one pass and a step is about one read.
type trie struct {
	edges []edge  // by hash, at most half full
	shift uint8   // 32 - log2(len(edges))
	id    []int32 // of the string that ends at a node, or -1
}

type edge struct {
	key  uint32 // node<<8 | byte
	node int32  // 0: no edge
}

// trieLimit is the number of nodes that the keys have room for.
const trieLimit = 1 << 24

// newTrie makes a trie with room for some nodes; it grows by itself.
func newTrie(nodes int) *trie {
	size := max(8, min(24, bits.Len(uint(2*nodes))))
	return &trie{edges: make([]edge, 1<<size), shift: uint8(32 - size), id: append(make([]int32, 0, nodes), -1)}
}

// root makes another node to start from.
func (t *trie) root() int32 {
	t.id = append(t.id, -1)
	return int32(len(t.id) - 1)
}

// add puts a string into the trie and reports whether there was room.
func (t *trie) add(root int32, s string, id int32) bool {
	if len(t.id)+len(s) >= trieLimit {
		return false
	}
	node := root
	for i := range len(s) {
		next := t.step(node, s[i])
		if next == 0 {
			next = t.root()
			t.put(edge{uint32(node)<<8 | uint32(s[i]), next})
		}
		node = next
	}
	t.id[node] = id
	return true
}

func (t *trie) put(e edge) {
	if 2*len(t.id) > len(t.edges) {
		old := t.edges
		t.edges = make([]edge, 2*len(old))
		t.shift--
		for _, e := range old {
			if e.node != 0 {
				t.place(e)
			}
		}
	}
	t.place(e)
}

func (t *trie) place(e edge) {
	i := hash(e.key) >> t.shift
	for t.edges[i].node != 0 {
		i = (i + 1) & uint32(len(t.edges)-1)
	}
	t.edges[i] = e
}

// step returns the node after node and c, or 0.
func (t *trie) step(node int32, c byte) int32 {
	key := uint32(node)<<8 | uint32(c)
	for i := hash(key) >> t.shift; ; i = (i + 1) & uint32(len(t.edges)-1) {
		if e := t.edges[i]; e.key == key || e.node == 0 {
			return e.node
		}
	}
}

// hash spreads keys; the constant is 2 to the 32 over the golden ratio.
func hash(key uint32) uint32 { return key * 0x9e3779b1 }

// longest returns the id and length of the longest string that b starts with.
func (t *trie) longest(root int32, b []byte) (id int32, n int) {
	id = -1
	for i, c := range b {
		root = t.step(root, c)
		if root == 0 {
			break
		}
		if t.id[root] >= 0 {
			id, n = t.id[root], i+1
		}
	}
	return id, n
}
