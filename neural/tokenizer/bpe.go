package tokenizer

import (
	"errors"
	"fmt"
	"math/bits"
	"unicode/utf8"
)

// bpe joins neighbouring symbols, the pair of lowest rank first, the leftmost
// of those, until no pair is left that has a merge.
type bpe struct {
	vocabulary
	merges         mergeTable
	ascii          *[utf8.RuneSelf]int32 // ids of single characters; nil where prefix or suffix is set
	prefix, suffix string                // written to symbols that do not start, and that end, a word
	unknown        int32                 // -1: none
	missing        bool                  // an unknown token is named but not in the vocabulary
	fuse           bool                  // neighbouring unknown characters become one token
	whole          bool                  // a word in the vocabulary needs no merges
	bytes          *[256]int32
}

// A merge says what a pair becomes, and when.
type merge struct{ rank, id int32 }

// mergeTable finds merges by their pairs. A table of its own is several times
// as fast as a map, and most of the work is to look for pairs.
type mergeTable struct {
	pairs  []uint64 // by hash, at most half full; 0: free
	merges []merge
	shift  uint8
}

// pairKey is never 0.
func pairKey(left, right int32) uint64 { return uint64(left+1)<<32 | uint64(right) }

func (t *mergeTable) grow(n int) {
	size := bits.Len(uint(2 * n))
	t.pairs, t.merges, t.shift = make([]uint64, 1<<size), make([]merge, 1<<size), uint8(64-size)
}

// slot returns where a pair is, or would be.
func (t *mergeTable) slot(key uint64) int {
	i := int(key * 0x9e3779b97f4a7c15 >> t.shift)
	for t.pairs[i] != 0 && t.pairs[i] != key {
		i = (i + 1) & (len(t.pairs) - 1)
	}
	return i
}

func (t *mergeTable) get(left, right int32) (merge, bool) {
	key := pairKey(left, right)
	i := t.slot(key)
	return t.merges[i], t.pairs[i] == key
}

// newMerges reads the list of merges of a file.
func newMerges(v vocabulary, pairs [][2]string, prefix string) (table mergeTable, err error) {
	table.grow(len(pairs))
	for rank, p := range pairs {
		var ids [3]int32
		joined := p[0]
		if len(p[1]) >= len(prefix) {
			joined += p[1][len(prefix):]
		}
		for i, s := range [...]string{p[0], p[1], joined} {
			id, ok := v.id[s]
			if !ok {
				return table, fmt.Errorf("merge %d makes or uses %q, which is not in the vocabulary", rank, s)
			}
			ids[i] = id
		}
		key := pairKey(ids[0], ids[1])
		i := table.slot(key)
		table.pairs[i], table.merges[i] = key, merge{int32(rank), ids[2]}
	}
	return table, nil
}

// A symbol is a token in the making.
type symbol struct {
	id, size   int32 // size 0: joined to another
	prev, next int32 // -1: none
}

// A candidate is a pair that may be merged, by its left symbol.
type candidate struct{ rank, at, id int32 }

func (c candidate) less(d candidate) bool {
	return c.rank < d.rank || c.rank == d.rank && c.at < d.at
}

var errMissingUnknown = errors.New("the text has a character that is not in the vocabulary, nor is the model's unk_token")

func (m *bpe) tokens(w *Worker, b []byte) error {
	if m.whole {
		if id := m.get(b); id >= 0 {
			w.token(id, 0, len(b))
			return nil
		}
	}
	if w.recall(b) {
		return nil
	}
	begin := len(w.tokens)
	if err := m.symbols(w, b); err != nil {
		return err
	}
	m.join(w)
	at := 0
	for _, s := range w.symbols {
		if s.size != 0 {
			w.token(s.id, at, at+int(s.size))
			at += int(s.size)
		}
	}
	w.remember(b, begin)
	return nil
}

// symbols writes the characters of b to w.symbols.
func (m *bpe) symbols(w *Worker, b []byte) error {
	w.symbols = w.symbols[:0]
	add := func(id int32, size int) {
		n := int32(len(w.symbols))
		if n > 0 {
			w.symbols[n-1].next = n
		}
		w.symbols = append(w.symbols, symbol{id, int32(size), n - 1, -1})
	}
	unknown := 0 // bytes of an unknown token that is not written yet
	for i := 0; i < len(b); {
		if c := b[i]; c < utf8.RuneSelf && m.ascii != nil && m.ascii[c] >= 0 && unknown == 0 {
			add(m.ascii[c], 1)
			i++
			continue
		}
		_, n := decode(b, i)
		s := b[i : i+n]
		if i > 0 && m.prefix != "" || i+n == len(b) && m.suffix != "" {
			w.key = w.key[:0]
			if i > 0 {
				w.key = append(w.key, m.prefix...)
			}
			w.key = append(w.key, s...)
			if i+n == len(b) {
				w.key = append(w.key, m.suffix...)
			}
			s = w.key
		}
		i += n
		if id := m.get(s); id >= 0 {
			if unknown > 0 {
				add(m.unknown, unknown)
				unknown = 0
			}
			add(id, n)
			continue
		}
		if m.bytes != nil && spellable(m.bytes, s) {
			for _, c := range s {
				add(m.bytes[c], 1)
			}
			continue
		}
		if m.missing {
			return errMissingUnknown
		}
		if m.unknown < 0 {
			continue // such a character vanishes, as in the library
		}
		if unknown > 0 && !m.fuse {
			add(m.unknown, unknown)
			unknown = 0
		}
		unknown += n
	}
	if unknown > 0 {
		add(m.unknown, unknown)
	}
	return nil
}

// join merges w.symbols. A candidate is stale if its pair no longer makes the
// same token; the rank is not looked at again, as in the library.
func (m *bpe) join(w *Worker) {
	w.heap = w.heap[:0]
	push := func(left, right int32) {
		if left < 0 || right < 0 {
			return
		}
		if g, ok := m.merges.get(w.symbols[left].id, w.symbols[right].id); ok {
			w.push(candidate{g.rank, left, g.id})
		}
	}
	for i := range int32(len(w.symbols)) - 1 {
		push(i, i+1)
	}
	for len(w.heap) > 0 {
		c := w.pop()
		s := &w.symbols[c.at]
		if s.size == 0 || s.next < 0 {
			continue
		}
		right := &w.symbols[s.next]
		if g, ok := m.merges.get(s.id, right.id); !ok || g.id != c.id {
			continue
		}
		s.id = c.id
		s.size += right.size
		s.next = right.next
		right.size = 0
		if s.next >= 0 {
			w.symbols[s.next].prev = c.at
		}
		push(s.prev, c.at)
		push(c.at, s.next)
	}
}

// push and pop keep w.heap a binary heap.
func (w *Worker) push(c candidate) {
	w.heap = append(w.heap, c)
	h := w.heap
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if !h[i].less(h[up]) {
			break
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
}

func (w *Worker) pop() candidate {
	h := w.heap
	top, n := h[0], len(h)-1
	h[0] = h[n]
	for i := 0; ; {
		down := 2*i + 1
		if down >= n {
			break
		}
		if down+1 < n && h[down+1].less(h[down]) {
			down++
		}
		if !h[down].less(h[i]) {
			break
		}
		h[i], h[down] = h[down], h[i]
		i = down
	}
	w.heap = h[:n]
	return top
}

// spaces counts the white space at the ends of a token, where the character
// for a space byte counts too.
func spaces[S string | []byte](c *characters, s S) (lead, trail int32) {
	blank := func(r rune) bool { return r == 'Ġ' || c.is(r, space) }
	b := []byte(s)
	for i := 0; i < len(b); lead++ {
		r, n := utf8.DecodeRune(b[i:])
		if !blank(r) {
			break
		}
		i += n
	}
	for i := len(b); i > 0; trail++ {
		r, n := utf8.DecodeLastRune(b[:i])
		if !blank(r) {
			break
		}
		i -= n
	}
	return lead, trail
}
