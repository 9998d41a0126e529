package pos

import (
	"cmp"
	"encoding/binary"
	"iter"
	"slices"
)

// row is the weights of one feature.
type row [Tags]int8

// A feature is a row ready to be added up: bytes that are 128 more than the
// weights, eight to a word. What is added to all tags alike changes nothing.
type feature struct {
	key  key
	bias [3]uint64
}

func newFeature(k key, r row) feature {
	var b [24]byte
	for t, v := range r {
		b[t] = byte(int(v) + 128)
	}
	f := feature{key: k}
	for i := range f.bias {
		f.bias[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return f
}

func (f *feature) row() (r row) {
	for t := range r {
		r[t] = int8(int(byte(f.bias[t/8]>>(t%8*8))) - 128)
	}
	return r
}

// A group is the sums of some features, four tags of 16 bits to a word: first
// those of even number, then the odd ones, of each word of a feature. All that
// is seen of a word, fifty features of 255 at most, has room.
//
// Note: adding words is three times as fast as adding numbers one by one, and
// that is what tagging does most.
type group [6]uint64

func (g *group) add(other *group) {
	for i, v := range other {
		g[i] += v
	}
}

func (g *group) addFeature(f *feature) {
	const even = 0x00ff00ff00ff00ff
	for i, b := range f.bias {
		g[2*i] += b & even
		g[2*i+1] += b >> 8 & even
	}
}

// best returns the tag with the largest sum, the first of equals.
func (g *group) best() Tag {
	best, most := Tag(0), uint64(0)
	for i := 0; i < len(g); i += 2 {
		even, odd := g[i], g[i+1]
		for t := Tag(4 * i); t < Tag(4*i+8) && t < Tags; t += 2 {
			if v := even & 0xffff; v > most {
				best, most = t, v
			}
			if v := odd & 0xffff; v > most {
				best, most = t+1, v
			}
			even, odd = even>>16, odd>>16
		}
	}
	return best
}

// weights is a hash table of features.
type weights struct {
	// slots are a power of two, at most half used. A slot is 1 + the index of
	// a feature and, above it, a few bits of its key, so that most others are
	// told apart without looking at them. 0 is empty.
	slots    []uint32
	shift    int // from a key to an index of slots
	features []feature
}

const (
	indexBits   = 20
	maxFeatures = 1<<indexBits - 1
)

func newWeights(size int) *weights {
	w := &weights{shift: 31, features: make([]feature, 0, size)}
	for 1<<(32-w.shift) < 2*size {
		w.shift--
	}
	w.slots = make([]uint32, 1<<(32-w.shift))
	return w
}

// find returns the feature of a key, or nil and the slot for it.
func (w *weights) find(k key) (*feature, *uint32) {
	mask := len(w.slots) - 1
	check := uint32(k) << indexBits
	for i := int(k >> w.shift); ; i++ {
		s := &w.slots[i&mask]
		if *s == 0 {
			return nil, s
		}
		if *s>>indexBits<<indexBits == check {
			if f := &w.features[*s&maxFeatures-1]; f.key == k {
				return f, s
			}
		}
	}
}

// add puts a feature in, and reports whether there was room and the key was new.
func (w *weights) add(k key, r row) bool {
	f, s := w.find(k)
	if f != nil || len(w.features) == maxFeatures {
		return false
	}
	w.features = append(w.features, newFeature(k, r))
	*s = uint32(k)<<indexBits | uint32(len(w.features))
	return true
}

// sorted yields the features in order of key.
func (w *weights) sorted() iter.Seq2[key, row] {
	return func(yield func(key, row) bool) {
		all := slices.SortedFunc(slices.Values(w.features), func(a, b feature) int { return cmp.Compare(a.key, b.key) })
		for i := range all {
			if !yield(all[i].key, all[i].row()) {
				return
			}
		}
	}
}

// group adds up what the features have in the second look.
func (w *weights) group(keys []key) (g group) {
	for _, k := range keys {
		w.addTo(&g, k|again)
	}
	return g
}

// groups adds up what the features have in either look.
func (w *weights) groups(keys []key) (g [2]group) {
	for _, k := range keys {
		w.addTo(&g[0], k)
		w.addTo(&g[1], k|again)
	}
	return g
}

func (w *weights) addTo(g *group, k key) {
	if f, _ := w.find(k); f != nil {
		g.addFeature(f)
	}
}
