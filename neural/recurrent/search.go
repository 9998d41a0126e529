package recurrent

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"

	"hed/tensor"
	"hed/tensor/grad"
)

// A Search says how headlines are looked for: by beam search, which is greedy with one beam.
type Search struct {
	Beams    int
	Min, Max int // words
	NoRepeat int // no n words come twice in a row of a headline; 0 for no such rule
	// Penalty is the exponent of the length's, after Wu et al. 2016: the logarithm of the probability is
	// divided by ((5 + words)/6)^Penalty.
	Penalty float64
	// Coverage is the weight of Σ max(0, attention to a place − 1), which is taken off: of headlines that look at
	// one place again and again.
	Coverage float64
}

// A Found is a headline.
type Found struct {
	Words []int32 // as in Pair
	Score float64
	// Seen is, for each word, the place of the article that attention saw most.
	Seen []int
}

// A beam is the beginning of a headline.
type beam struct {
	article int32
	words   []int32
	seen    []int
	chance  float64 // log of the probability
	looked  []float32
	row     int32 // in the states of the step before
}

// together is how many articles are read at once, and bucket how much longer than others they may be. Where the last bits
// of a row depend on shapes, as on a card, these depend on both and on the beams alone. The processor's do not, so that it computes
// what there is, for as many articles as its cache has room for.
const (
	together = 64
	bucket   = 64
	few      = 16
)

// Find writes headlines for articles, for each as many as there are beams, best first. What it finds for an article does
// not depend on the others. An article without words has none.
func (n *Net) Find(ctx context.Context, t *grad.Tape, articles [][]int32, s Search) ([][]Found, error) {
	_, processor := t.Device.(*tensor.CPU)
	w, free := n.ready(t.Device)
	defer free()
	found := make([][]Found, len(articles))
	for _, g := range groups(articles, processor) {
		lists := make([][]int32, g.size)
		for k, i := range g.articles {
			lists[k] = articles[i]
		}
		t.Reset()
		results, err := n.find(ctx, t, w, lists, g.steps, s)
		if err != nil {
			return nil, err
		}
		for k, i := range g.articles {
			found[i] = results[k]
		}
	}
	return found, nil
}

// A group is articles that are read at once.
type group struct {
	articles []int
	size     int // with such as have no words
	steps    int // of a wide packing; 0 for as many as there are
}

// groups puts articles of similar lengths together, without those that have no words.
func groups(articles [][]int32, exact bool) (all []group) {
	var order []int
	for i, a := range articles {
		if len(a) > 0 {
			order = append(order, i)
		}
	}
	if exact {
		slices.SortStableFunc(order, func(a, b int) int { return len(articles[b]) - len(articles[a]) })
		for part := range slices.Chunk(order, few) {
			all = append(all, group{part, len(part), 0})
		}
		return all
	}
	buckets := map[int][]int{}
	for _, i := range order {
		steps := (len(articles[i]) + bucket - 1) / bucket * bucket
		buckets[steps] = append(buckets[steps], i)
	}
	for _, steps := range slices.Sorted(maps.Keys(buckets)) {
		for part := range slices.Chunk(buckets[steps], together) {
			all = append(all, group{part, together, steps})
		}
	}
	return all
}

// find is Find for the articles of a group; with steps, so many fill the shapes, and some have no words.
func (n *Net) find(ctx context.Context, t *grad.Tape, w *weights, articles [][]int32, steps int, s Search) ([][]Found, error) {
	source, order := pack(articles, n.Vocabulary, 0, steps)
	wide := n.Vocabulary
	for _, w := range source.words {
		wide = max(wide, int(w)+1)
	}
	wide = n.Vocabulary + (wide-n.Vocabulary+bucket-1)/bucket*bucket
	e := n.encode(t, &source, Lesson{})
	results := make([][]Found, len(articles))
	var beams []*beam
	for i := range source.Live(0) {
		beams = append(beams, &beam{article: int32(i), row: int32(i), looked: make([]float32, source.Steps())})
	}
	m := n.begin(t, e, len(articles)*s.Beams, wide)
	m.whole = steps > 0
	for step := 0; len(beams) > 0; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		chances, share := n.step(t.Device, w, e, &source, m, beams)
		n.forbid(t.Device, chances, beams, s, step)
		var err error
		if beams, err = n.extend(t.Device, chances, share, beams, s, step, results); err != nil {
			return nil, err
		}
	}
	final := make([][]Found, len(articles))
	for i, where := range order {
		final[where] = best(results[i], s.Beams)
	}
	return final, nil
}

// best are the n best, in order.
func best(all []Found, n int) []Found {
	slices.SortStableFunc(all, func(a, b Found) int { return cmp.Compare(b.Score, a.Score) })
	return all[:min(n, len(all))]
}

// forbid takes the chance from words that a Search does not allow next.
func (n *Net) forbid(d tensor.Learner, chances tensor.Matrix, beams []*beam, s Search, step int) {
	var rows, cols []int32
	no := func(row int, word int32) { rows, cols = append(rows, int32(row)), append(cols, word) }
	for i, b := range beams {
		no(i, Begin)
		if step < s.Min {
			no(i, End)
		}
		for _, w := range repeats(b.words, s.NoRepeat) {
			no(i, w)
		}
	}
	d.Set(chances, rows, cols, 0)
}

// repeats are the words that would make the last n words come twice.
func repeats(words []int32, n int) (no []int32) {
	if n == 0 || len(words) < n {
		return nil
	}
	last := words[len(words)-n+1:]
	for i := range len(words) - n + 1 {
		if slices.Equal(words[i:i+n-1], last) {
			no = append(no, words[i+n-1])
		}
	}
	return no
}

// extend gives the beams of the next step, and adds those that have ended to the results.
func (n *Net) extend(d tensor.Learner, chances, share tensor.Matrix, beams []*beam, s Search, step int, results [][]Found) (next []*beam, err error) {
	k := min(2*s.Beams, chances.Cols)
	values, columns := make([]float32, k*chances.Rows), make([]int32, k*chances.Rows)
	d.Top(values, columns, chances, k)
	looks := make([]float32, share.Rows*share.Cols)
	d.Read(looks, share)
	type choice struct {
		from   int
		word   int32
		chance float64
	}
	for i := 0; i < len(beams); {
		article := beams[i].article
		var all []choice
		for ; i < len(beams) && beams[i].article == article; i++ {
			// Words that are not allowed have 0, the others are all numbers or none is. Those come last; a card finds −∞ in their place.
			if last := values[i*k+k-1]; !(last >= 0) {
				return nil, errors.New("the network gives words chances that are not numbers: its weights are damaged; train it again")
			}
			for j := range k {
				if c := float64(values[i*k+j]); c > 0 {
					all = append(all, choice{i, columns[i*k+j], beams[i].chance + math.Log(c)})
				}
			}
		}
		if len(all) == 0 && len(results[article]) == 0 {
			return nil, errors.New("the network gives no chance to any word that the search allows: words that end a headline or come twice have it all; train it longer, or search without a least length and without a rule against repeating")
		}
		slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(b.chance, a.chance) })
		live := 0
		for rank, c := range all {
			b := beams[c.from]
			look := looks[c.from*share.Cols : (c.from+1)*share.Cols]
			switch {
			case c.word == End && rank < s.Beams:
				results[article] = append(results[article], b.end(c.chance, s))
			case c.word != End && live < s.Beams:
				next = append(next, b.and(c.word, c.chance, look, int32(c.from)))
				live++
			}
		}
		mine := next[len(next)-live:]
		if step+1 >= s.Max {
			for _, b := range mine {
				results[article] = append(results[article], b.end(b.chance, s))
			}
			next = next[:len(next)-live]
		} else if done(results[article], mine, s) {
			next = next[:len(next)-live]
		}
	}
	return next, nil
}

// done tells whether no beam can be among the best any more.
func done(found []Found, live []*beam, s Search) bool {
	if len(live) == 0 {
		return true
	}
	if len(found) < s.Beams {
		return false
	}
	worst := best(found, s.Beams)[s.Beams-1].Score
	for _, b := range live {
		// The most that it can still become: all further words certain.
		if b.chance/lengthPenalty(s.Max+1, s.Penalty) > worst {
			return false
		}
	}
	return true
}

func (b *beam) and(word int32, chance float64, look []float32, row int32) *beam {
	at := 0
	looked := slices.Clone(b.looked)
	for j, v := range look {
		looked[j] += v
		if v > look[at] {
			at = j
		}
	}
	return &beam{b.article, append(slices.Clip(b.words), word), append(slices.Clip(b.seen), at), chance, looked, row}
}

func (b *beam) end(chance float64, s Search) Found {
	score := chance / lengthPenalty(len(b.words)+1, s.Penalty)
	if s.Coverage > 0 {
		over := 0.0
		for _, v := range b.looked {
			over += max(0, float64(v)-1)
		}
		score -= s.Coverage * over
	}
	return Found{b.words, score, b.seen}
}

func lengthPenalty(words int, exponent float64) float64 {
	return math.Pow(float64(5+words)/6, exponent)
}
