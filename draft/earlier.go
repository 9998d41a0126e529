package draft

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Earlier are headlines that were written before. It finds those that are nearly the same as another, and is safe for
// concurrent use.
//
// Headlines are nearly the same if they have most words in common: if those that both have are at least Near of those
// that either has. Two of that kind share at least one of the rarest words of either, so that few others are looked at.
// Articles are compared by runs of five words (style/split), which most headlines are too short for.
type Earlier struct {
	mu     sync.RWMutex
	all    []earlier
	places map[uint32][]int32        // of headlines that have a word
	own    map[string]map[string]int // those that may change, by place and id
	gone   int
}

// An earlier headline.
type earlier struct {
	text, where, id string
	words           []uint32 // each once, sorted
	gone            bool
}

// Near is the share of words from which headlines are nearly the same.
const Near = 0.6

// MaxEarlier is how many headlines are kept; later ones are not.
const MaxEarlier = 1 << 18

// fewWords of a headline must all be those of another one, in their order.
const fewWords = 3

// A Copy is an earlier headline that is nearly the same.
type Copy struct {
	Text  string
	Where string  // the document or the draft that it was written for
	Draft bool    // which of the two
	Same  bool    // but for signs, blanks and the case of letters
	Share float64 // of the words
}

// NewEarlier has no headlines yet.
func NewEarlier() *Earlier {
	return &Earlier{places: map[uint32][]int32{}, own: map[string]map[string]int{}}
}

// Len is how many headlines there are.
func (e *Earlier) Len() int {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return len(e.all) - e.gone
}

// Add adds a headline of a corpus, and reports whether there was room. where names its document.
func (e *Earlier) Add(where, text string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.add(where, "", text) >= 0
}

func (e *Earlier) add(where, id, text string) int {
	words := hashes(text)
	if len(words) == 0 || len(e.all)-e.gone >= MaxEarlier {
		return -1
	}
	i := len(e.all)
	e.all = append(e.all, earlier{text: strings.Clone(text), where: where, id: id, words: words})
	for _, w := range words {
		e.places[w] = append(e.places[w], int32(i))
	}
	return i
}

// Set puts the headlines of a draft in the place of those that it had.
func (e *Earlier) Set(d *Draft) {
	e.mu.Lock()
	defer e.mu.Unlock()
	before, now := e.own[d.ID], map[string]int{}
	for _, h := range d.Headlines {
		if i, ok := before[h.ID]; ok && e.all[i].text == h.Text {
			now[h.ID] = i
			delete(before, h.ID)
		} else if i := e.add(d.ID, h.ID, h.Text); i >= 0 {
			now[h.ID] = i
		}
	}
	for _, i := range before {
		e.all[i].gone = true
		e.gone++
	}
	e.own[d.ID] = now
	if e.gone > 1000 && e.gone > len(e.all)/2 {
		e.tidy()
	}
}

// tidy forgets what is gone.
func (e *Earlier) tidy() {
	all := e.all
	e.all, e.places, e.gone = nil, map[uint32][]int32{}, 0
	for _, h := range all {
		if h.gone {
			continue
		}
		if i := e.add(h.where, h.id, h.text); h.id != "" {
			e.own[h.where][h.id] = i
		}
	}
}

// Near finds headlines that are nearly the same, the nearest first, at most so many. Those of the place except are
// passed over.
func (e *Earlier) Near(text, except string, most int) []Copy {
	words := hashes(text)
	if len(words) == 0 {
		return nil
	}
	e.mu.RLock()
	defer e.mu.RUnlock()
	rarest := slices.Clone(words)
	slices.SortFunc(rarest, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(len(e.places[a]), len(e.places[b])), cmp.Compare(a, b))
	})
	common := int(Near*float64(len(words)) + 0.999) // a near one has as many of our words
	seen := map[int32]bool{}
	var found []Copy
	line := plainWords(text)
	for _, w := range rarest[:len(rarest)-common+1] {
		for _, i := range e.places[w] {
			h := &e.all[i]
			if h.gone || seen[i] || h.id != "" && h.where == except {
				continue
			}
			seen[i] = true
			share := overlap(words, h.words)
			if share < Near {
				continue
			}
			same := share == 1 && slices.Equal(line, plainWords(h.text))
			if !same && min(len(words), len(h.words)) < fewWords {
				continue
			}
			found = append(found, Copy{h.text, h.where, h.id != "", same, share})
		}
	}
	slices.SortStableFunc(found, func(a, b Copy) int {
		if a.Same != b.Same {
			if a.Same {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Where, b.Where))
	})
	return found[:min(len(found), most)]
}

// overlap is the share of words that both have among those that either has.
func overlap(a, b []uint32) float64 {
	both, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

// plainWords are the words of a headline without signs, in small letters.
func plainWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// hashes are the words of a headline, each once, sorted.
func hashes(text string) []uint32 {
	words := plainWords(text)
	all := make([]uint32, len(words))
	for i, w := range words {
		h := fnv.New32a()
		h.Write([]byte(w))
		all[i] = h.Sum32()
	}
	slices.Sort(all)
	return slices.Clip(slices.Compact(all))
}
