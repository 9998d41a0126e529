package bleu

// A worker counts the n-grams of one case at a time, in memory that it keeps.
type worker struct {
	ids     map[string]int32 // of words, from 1
	matches map[gram]int     // the most of any reference
	own     map[gram]int     // of one text
	lengths []int            // of references
	words   []int32
}

// A gram is an n-gram: its words, and 0 after a shorter one.
type gram [order]int32

func newWorker() *worker {
	return &worker{ids: map[string]int32{}, matches: map[gram]int{}, own: map[gram]int{}}
}

// begin forgets the last case.
func (w *worker) begin() {
	clear(w.ids)
	clear(w.matches)
	w.lengths = w.lengths[:0]
}

// count fills own with the n-grams of a text.
func (w *worker) count(words []string) {
	clear(w.own)
	w.words = w.words[:0]
	for _, word := range words {
		id, ok := w.ids[word]
		if !ok {
			id = int32(len(w.ids) + 1)
			w.ids[word] = id
		}
		w.words = append(w.words, id)
	}
	for i := range w.words {
		var g gram
		for n := range min(order, len(w.words)-i) {
			g[n] = w.words[i+n]
			w.own[g]++
		}
	}
}

// reference takes one of the references.
func (w *worker) reference(words []string) {
	w.count(words)
	for g, n := range w.own {
		w.matches[g] = max(w.matches[g], n)
	}
	w.lengths = append(w.lengths, len(words))
}

// headline fills in the counts of a headline.
func (w *worker) headline(words []string, out []float64) {
	w.count(words)
	clear(out)
	out[hypLen] = float64(len(words))
	out[refLen] = float64(w.nearest(len(words)))
	for g, n := range w.own {
		last := g.length() - 1
		out[total+last] += float64(n)
		out[correct+last] += float64(min(n, w.matches[g]))
	}
}

// nearest is the length of the reference that is nearest to n, of two the shorter.
func (w *worker) nearest(n int) int {
	best := w.lengths[0]
	for _, l := range w.lengths[1:] {
		if a, b := distance(l, n), distance(best, n); a < b || a == b && l < best {
			best = l
		}
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

func (g *gram) length() int {
	for n := order; n > 0; n-- {
		if g[n-1] != 0 {
			return n
		}
	}
	return 0
}
