package recurrent

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"sync/atomic"

	"hed/internal/crash"
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
	// Allow says whether a headline of an article, by its number, may begin with words or, with end, be no more than they; nil allows
	// all. seen are as in Found. It is asked of few words of each step, for an article by one goroutine at a time.
	Allow func(article int, words []int32, seen []int, end bool) bool
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
	chance  float64   // log of the probability
	looked  []float32 // at each place so far, where Search.Coverage needs it
	row     int32     // in the states of the step before
}

// together is how many articles are read at once at most, with as many beams in all as beamsTogether if they are more, and bucket how much
// longer than others they may be. Where the last bits of a row depend on shapes, as on a card, these depend on lengths and on the beams of an article alone.
// The processor's do not, so that it computes what there is, for as many articles as its cache has room for.
const (
	together      = 256
	beamsTogether = 5 * together
	bucket        = 64
	few           = 16
	spare         = 64 // words of a step that Search.Allow may refuse, so that others are left
)

// BatchSize is how many articles Find is best given at once on a device: on a card several groups, so that each length has enough.
func BatchSize(d tensor.Device) int {
	if _, processor := d.(*tensor.CPU); processor {
		return 2 * few
	}
	return 4 * together
}

// Find writes headlines for articles, for each as many as there are beams, best first. What it finds for an article does
// not depend on the others. An article without words has none, nor has one of which Search.Allow leaves no beam.
func (n *Net) Find(ctx context.Context, t *grad.Tape, articles [][]int32, s Search) ([][]Found, error) {
	_, processor := t.Device.(*tensor.CPU)
	w, free := n.ready(t.Device)
	defer free()
	found := make([][]Found, len(articles))
	all := groups(articles, s.Beams, processor)
	done := make([]bool, len(all))
	var next atomic.Int64
	// work finds one group after another, of those that are not done.
	work := func(t *grad.Tape) (err error) {
		defer tensor.Recover(&err)
		for {
			k := int(next.Add(1)) - 1
			if k >= len(all) {
				return nil
			}
			if done[k] {
				continue
			}
			lists := make([][]int32, all[k].size)
			for j, i := range all[k].articles {
				lists[j] = articles[i]
			}
			t.Reset()
			results, err := n.find(ctx, t, w, lists, all[k].steps, s.of(all[k].articles))
			if err != nil {
				next.Store(int64(len(all))) // so that others end too
				return err
			}
			for j, i := range all[k].articles {
				found[i] = results[j]
			}
			done[k] = true
		}
	}
	if processor || len(all) < 2 || n.tight.Load() {
		if err := work(t); err != nil {
			return nil, err
		}
		return found, nil
	}
	// While a card computes the step of one group, the beams of another are chosen.
	other := &grad.Tape{Device: t.Device, Fixed: true}
	defer other.Close()
	var errs [2]error
	var workers crash.Group
	for i, tape := range []*grad.Tape{t, other} {
		workers.Go(func() { errs[i] = work(tape) })
	}
	workers.Wait()
	err := cmp.Or(errs[0], errs[1])
	if failure, failed := errors.AsType[*tensor.Failure](err); failed && failure.Memory { // there may be enough for one
		t.Close()
		other.Close()
		n.tight.Store(true)
		next.Store(0)
		err = work(t)
	}
	if err != nil {
		return nil, err
	}
	return found, nil
}

// of is the search for some of the articles.
func (s Search) of(articles []int) Search {
	if allow := s.Allow; allow != nil {
		s.Allow = func(article int, words []int32, seen []int, end bool) bool {
			return allow(articles[article], words, seen, end)
		}
	}
	return s
}

// A group is articles that are read at once.
type group struct {
	articles []int
	size     int // with such as have no words
	steps    int // of a wide packing; 0 for as many as there are
}

// groups puts articles of similar lengths together, without those that have no words.
func groups(articles [][]int32, beams int, exact bool) (all []group) {
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
	size := min(together, max(1, beamsTogether/max(1, beams)))
	for _, steps := range slices.Sorted(maps.Keys(buckets)) {
		for part := range slices.Chunk(buckets[steps], size) {
			all = append(all, group{part, size, steps})
		}
	}
	return all
}

// find is Find for the articles of a group; with steps, so many fill the shapes, and some have no words.
func (n *Net) find(ctx context.Context, t *grad.Tape, w *weights, articles [][]int32, steps int, s Search) ([][]Found, error) {
	source, order := pack(articles, n.Vocabulary, 0, steps)
	s = s.of(order)
	wide := n.Vocabulary
	for _, w := range source.words {
		wide = max(wide, int(w)+1)
	}
	wide = n.Vocabulary + (wide-n.Vocabulary+bucket-1)/bucket*bucket
	e := n.encode(t, &source, Lesson{})
	results := make([][]Found, len(articles))
	var beams []*beam
	for i := range source.Live(0) {
		b := &beam{article: int32(i), row: int32(i)}
		if s.Coverage > 0 {
			b.looked = make([]float32, source.Steps())
		}
		beams = append(beams, b)
	}
	m := n.begin(t, e, len(articles)*s.Beams, wide)
	m.whole = steps > 0
	for step := 0; len(beams) > 0; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c := n.step(t.Device, w, e, &source, m, beams)
		forbid(&c, beams, s, step)
		now := &turn{Search: s, step: step, beams: beams, results: results, likely: min(2*s.Beams, wide)}
		if s.Allow != nil {
			now.likely = min(2*s.Beams+spare, wide)
		}
		now.chances, now.words, now.seen = choose(t.Device, m.chances, c, now.likely)
		if s.Coverage > 0 {
			now.looks = make([]float32, c.Share.Rows*c.Share.Cols)
			t.Device.Read(now.looks, c.Share)
		}
		var err error
		if beams, err = now.extend(); err != nil {
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

// forbid lists the words that a Search does not allow next.
func forbid(c *tensor.Choice, beams []*beam, s Search, step int) {
	c.NoStarts = make([]int32, 1, c.Scores.Rows+1)
	for _, b := range beams {
		c.No = append(c.No, Begin)
		if step < s.Min {
			c.No = append(c.No, End)
		}
		c.No = append(c.No, repeats(b.words, s.NoRepeat)...)
		c.NoStarts = append(c.NoStarts, int32(len(c.No)))
	}
	for range c.Scores.Rows - len(beams) { // rows without a beam
		c.NoStarts = append(c.NoStarts, int32(len(c.No)))
	}
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

// ErrNoChance is of a search that finds nothing though no Search.Allow refused anything.
var ErrNoChance = errors.New("the network gives no probability to any word that the search allows, only to words that end the headline or repeat words; train it longer, or search with min=0 and norepeat=0")

// A turn is a step of all beams, when the device has computed it.
type turn struct {
	Search
	step    int
	beams   []*beam
	results [][]Found // by article
	// The likeliest words of each beam, the place that it saw most and, where Search.Coverage needs them, its shares of all places.
	likely  int
	chances []float32
	words   []int32
	seen    []int32
	looks   []float32
}

// extend gives the beams of the next step, and adds those that have ended to the results.
func (t *turn) extend() (next []*beam, err error) {
	var bounds []int
	for i, b := range t.beams {
		if i == 0 || b.article != t.beams[i-1].article {
			bounds = append(bounds, i)
		}
	}
	parts, errs := make([][]*beam, len(bounds)), make([]error, len(bounds))
	const each = 32 // articles of a goroutine
	var workers crash.Group
	for from := 0; from < len(bounds); from += each {
		workers.Go(func() {
			for a := from; a < min(from+each, len(bounds)); a++ {
				end := len(t.beams)
				if a+1 < len(bounds) {
					end = bounds[a+1]
				}
				parts[a], errs[a] = t.article(bounds[a], end)
			}
		})
	}
	workers.Wait()
	if err := cmp.Or(errs...); err != nil {
		return nil, err
	}
	return slices.Concat(parts...), nil
}

// article is extend for the beams of one article.
func (t *turn) article(from, end int) (next []*beam, err error) {
	article := t.beams[from].article
	// What comes next of each beam's words, which are in order: its number and the logarithm of its chance.
	at, heads := make([]int, end-from), make([]float64, end-from)
	head := func(i int) {
		heads[i] = math.Inf(-1)
		if at[i] < t.likely {
			if c := float64(t.chances[(from+i)*t.likely+at[i]]); c > 0 {
				heads[i] = t.beams[from+i].chance + math.Log(c)
			}
		}
	}
	for i := range at {
		// Words that are not allowed have 0, the others are all numbers or none is. Those come last; a card finds −∞ in their place.
		if last := t.chances[(from+i+1)*t.likely-1]; !(last >= 0) {
			return nil, errors.New("the network gives words probabilities that are not numbers: its weights are damaged; train it again")
		}
		head(i)
	}
	// The best are among the first 2·Beams: no more than Beams of them end.
	for rank := 0; rank < 2*t.Beams; rank++ {
		i := 0
		for k, c := range heads {
			if c > heads[i] {
				i = k
			}
		}
		chance := heads[i]
		if math.IsInf(chance, -1) {
			if rank == 0 && len(t.results[article]) == 0 && t.Allow == nil {
				return nil, ErrNoChance
			}
			break
		}
		word := t.words[(from+i)*t.likely+at[i]]
		at[i]++
		head(i)
		if t.Allow != nil && !t.allows(from+i, word) {
			rank--
			continue
		}
		switch b := t.beams[from+i]; {
		case word == End && rank < t.Beams:
			t.results[article] = append(t.results[article], b.end(chance, t.Search))
		case word != End && len(next) < t.Beams:
			next = append(next, t.and(from+i, word, chance))
		}
	}
	if t.step+1 >= t.Max {
		for _, b := range next {
			if t.Allow == nil || t.Allow(int(article), b.words, b.seen, true) {
				t.results[article] = append(t.results[article], b.end(b.chance, t.Search))
			}
		}
		return nil, nil
	}
	if done(t.results[article], next, t.Search) {
		return nil, nil
	}
	return next, nil
}

// allows asks whether beam i may continue with a word, or end.
func (t *turn) allows(i int, word int32) bool {
	b := t.beams[i]
	if word == End {
		return t.Allow(int(b.article), b.words, b.seen, true)
	}
	return t.Allow(int(b.article), append(slices.Clip(b.words), word), append(slices.Clip(b.seen), int(t.seen[i])), false)
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

// and is beam i with another word.
func (t *turn) and(i int, word int32, chance float64) *beam {
	b := t.beams[i]
	next := &beam{b.article, append(slices.Clip(b.words), word), append(slices.Clip(b.seen), int(t.seen[i])), chance, nil, int32(i)}
	if b.looked != nil {
		next.looked = slices.Clone(b.looked)
		for j, v := range t.looks[i*len(b.looked) : (i+1)*len(b.looked)] {
			next.looked[j] += v
		}
	}
	return next
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
