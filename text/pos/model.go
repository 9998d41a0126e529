package pos

import (
	"cmp"
	"iter"
	"slices"
)

// scores has a sum of weights for each tag.
type scores [Tags]int32

func (s *scores) best() Tag {
	best := Tag(0)
	for t := Tag(1); t < Tags; t++ {
		if s[t] > s[best] {
			best = t
		}
	}
	return best
}

func (s *scores) add(g *group) {
	for t, v := range g {
		s[t] += int32(v)
	}
}

// group is the sums of the weights of some features. Those of all that is
// seen of a word, forty bytes, cannot overflow it.
type group [Tags]int16

// row is the weights of one feature.
type row [Tags]int8

// weights is a hash table from keys to rows.
type weights struct {
	slots []slot // a power of two of them, at most half used
	shift int    // from a key to an index of slots
	rows  []row
}

type slot struct {
	key key
	row int32 // 1 + the index; 0 if the slot is empty
}

func newWeights(size int) *weights {
	w := &weights{shift: 31, rows: make([]row, 0, size)}
	for 1<<(32-w.shift) < 2*size {
		w.shift--
	}
	w.slots = make([]slot, 1<<(32-w.shift))
	return w
}

// at returns where k is, or where it would be.
func (w *weights) at(k key) *slot {
	mask := len(w.slots) - 1
	for i := int(k >> w.shift); ; i++ {
		s := &w.slots[i&mask]
		if s.row == 0 || s.key == k {
			return s
		}
	}
}

// add puts a row in, and reports whether the key was new.
func (w *weights) add(k key, r row) bool {
	s := w.at(k)
	if s.row != 0 {
		return false
	}
	w.rows = append(w.rows, r)
	*s = slot{k, int32(len(w.rows))}
	return true
}

// sorted yields the features in order of key.
func (w *weights) sorted() iter.Seq2[key, *row] {
	return func(yield func(key, *row) bool) {
		used := slices.DeleteFunc(slices.Clone(w.slots), func(s slot) bool { return s.row == 0 })
		slices.SortFunc(used, func(a, b slot) int { return cmp.Compare(a.key, b.key) })
		for _, s := range used {
			if !yield(s.key, &w.rows[s.row-1]) {
				return
			}
		}
	}
}

// group adds up the weights that the features have in the second look.
func (w *weights) group(keys []key) (g group) {
	for _, k := range keys {
		w.find(k | again).addTo(&g)
	}
	return g
}

// groups adds up the weights that the features have in either look.
func (w *weights) groups(keys []key) (g [2]group) {
	for _, k := range keys {
		w.find(k).addTo(&g[0])
		w.find(k | again).addTo(&g[1])
	}
	return g
}

// find returns the weights of a feature, or nil if it has none.
func (w *weights) find(k key) *row {
	if s := w.at(k); s.row != 0 {
		return &w.rows[s.row-1]
	}
	return nil
}

func (r *row) addTo(g *group) {
	if r != nil {
		for t, v := range r {
			g[t] += int16(v)
		}
	}
}
