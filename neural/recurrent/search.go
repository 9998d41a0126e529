package recurrent

import (
	"cmp"
	"context"
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

// together is how many articles are read at once, and bucket how much longer than others they may be. Shapes depend on
// both and on the beams alone: on a card the last bits depend on shapes.
const (
	together = 64
	bucket   = 64
)

// Find writes headlines for articles, for each as many as there are beams, best first. What it finds for an article does
// not depend on the others. An article without words has none.
func (n *Net) Find(ctx context.Context, t *grad.Tape, articles [][]int32, s Search) ([][]Found, error) {
	groups := map[int][]int{}
	for i, a := range articles {
		if len(a) > 0 {
			steps := (len(a) + bucket - 1) / bucket * bucket
			groups[steps] = append(groups[steps], i)
		}
	}
	found := make([][]Found, len(articles))
	for _, steps := range slices.Sorted(maps.Keys(groups)) {
		for part := range slices.Chunk(groups[steps], together) {
			lists := make([][]int32, together)
			for k, i := range part {
				lists[k] = articles[i]
			}
			t.Reset()
			results, err := n.find(ctx, t, lists, steps, s)
			if err != nil {
				return nil, err
			}
			for k, i := range part {
				found[i] = results[k]
			}
		}
	}
	return found, nil
}

// find is Find for so many articles that fill the shapes; some have no words.
func (n *Net) find(ctx context.Context, t *grad.Tape, articles [][]int32, steps int, s Search) ([][]Found, error) {
	source, order := pack(articles, n.Vocabulary, 0, steps)
	wide := n.Vocabulary
	for _, w := range source.words {
		wide = max(wide, int(w)+1)
	}
	wide = n.Vocabulary + (wide-n.Vocabulary+bucket-1)/bucket*bucket
	e := n.encode(t, &source, Lesson{})
	results := make([][]Found, len(articles))
	rows := len(articles) * s.Beams
	var beams []*beam
	for i := range source.Live(0) {
		beams = append(beams, &beam{article: int32(i), row: int32(i), looked: make([]float32, steps)})
	}
	m := n.begin(t, e, rows)
	m.scores, m.chances = t.New(rows, n.Vocabulary), t.New(rows, wide)
	for step := 0; len(beams) > 0; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		chances, share := n.step(t, e, &source, m, beams)
		n.forbid(t.Device, chances, beams, s, step)
		beams = n.extend(t.Device, chances, share, beams, s, step, results)
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

// A moment is the decoder's state, by row.
type moment struct {
	joined, cells, coverage tensor.Matrix
	scores, chances         tensor.Matrix // of words, for every step in turn
}

// begin is the state before the first word, in as many rows as there will be beams.
func (n *Net) begin(t *grad.Tape, e *Encoding, rows int) *moment {
	state, wide := 2*n.Hidden, e.states.Value.Cols
	m := &moment{joined: t.Zeros(rows, state+wide), cells: t.Zeros(rows, state)}
	articles := e.h.Value.Rows
	t.Device.Combine(m.joined.Part(0, articles, 0, state), 1, e.h.Value, 0, e.h.Value)
	t.Device.Combine(m.cells.Part(0, articles, 0, state), 1, e.c.Value, 0, e.c.Value)
	if n.Coverage {
		m.coverage = t.Zeros(rows, e.places.Steps())
	}
	return m
}

// step moves the state of beams on by their last words; rows without a beam do something too. It gives the logarithms of the chances of the next, and what
// attention sees.
func (n *Net) step(t *grad.Tape, e *Encoding, source *packed, m *moment, beams []*beam) (chances, share tensor.Matrix) {
	d := t.Device
	state, rows := 2*n.Hidden, m.scores.Rows
	words, from, of := make([]int32, rows), make([]int32, rows), make([]int32, rows)
	for i, b := range beams {
		words[i], from[i], of[i] = Begin, b.row, b.article
		if k := len(b.words); k > 0 {
			if words[i] = b.words[k-1]; int(words[i]) >= n.Vocabulary {
				words[i] = Unknown
			}
		}
	}
	gather := func(x tensor.Matrix) tensor.Matrix {
		y := t.New(rows, x.Cols)
		d.Gather(y, x, from)
		return y
	}
	before, cells := gather(m.joined), gather(m.cells)
	embedded := t.New(rows, n.Embedding)
	d.Gather(embedded, n.words.Value, words)
	gates := t.New(rows, 4*state)
	d.MatMul(gates, 1, embedded, n.input.Value, 0)
	d.AddBias(gates, n.gatesBias.Value)
	d.MatMul(gates, 1, before, n.joined.Value, 1)
	joined, now, query := t.New(rows, m.joined.Cols), t.New(rows, state), t.New(rows, state)
	h, context := joined.Part(0, rows, 0, state), joined.Part(0, rows, state, joined.Cols)
	d.Cell(h, now, gates, cells)
	d.MatMul(query, 1, h, n.query.Value, 0)
	d.AddBias(query, n.queryBias.Value)
	share = t.New(rows, e.places.Steps())
	look := tensor.Look{Keys: e.keys.Value, Values: e.states.Value, Vector: n.vector.Value, Places: e.places, Of: of}
	if n.Coverage {
		look.Coverage, look.Weight = gather(m.coverage), n.covered.Value
	}
	d.Additive(context, share, query, look)
	if n.Coverage {
		d.Add(look.Coverage, look.Coverage, share)
		m.coverage = look.Coverage
	}
	m.joined, m.cells = joined, now
	out := t.New(rows, n.out.Value.Cols)
	d.MatMul(out, 1, joined, n.out.Value, 0)
	d.AddBias(out, n.outBias.Value)
	scores := m.scores
	d.MatMul(scores, 1, out, n.vocabulary.Value.T(), 0)
	d.AddBias(scores, n.vocabularyBias.Value)
	chances = m.chances
	if !n.Copy {
		d.Mixture(chances, scores, tensor.Matrix{}, tensor.Matrix{}, e.places, nil, nil)
		return chances, share
	}
	gate := t.New(rows, 1)
	d.MatMul(gate, 1, joined, n.gateJoined.Value, 0)
	d.MatMul(gate, 1, embedded, n.gateInput.Value, 1)
	d.AddBias(gate, n.gateBias.Value)
	d.Mixture(chances, scores, gate, share, e.places, source.words, of)
	return chances, share
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
	d.Set(chances, rows, cols, float32(math.Inf(-1)))
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
func (n *Net) extend(d tensor.Learner, chances, share tensor.Matrix, beams []*beam, s Search, step int, results [][]Found) (next []*beam) {
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
			for j := range k {
				if c := float64(values[i*k+j]); !math.IsInf(c, -1) {
					all = append(all, choice{i, columns[i*k+j], beams[i].chance + c})
				}
			}
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
	return next
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
