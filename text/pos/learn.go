package pos

import (
	"math"
	"math/rand/v2"
	"strings"
)

// A learner is one run of training. Weights are whole numbers while they are
// learnt, so that they come out the same everywhere.
type learner struct {
	*trainer
	rng   *rand.Rand
	views map[string]view
	ids   map[key]int32
	now   [][Tags]int32 // weights, by id
	late  [][Tags]int64 // changes of weights, each times when it happened
	time  int64

	// scratch
	forms    []string
	sentence []view // with two more at each end
	seen     []view // words as they are taken when they are tagged
	tags     []Tag  // of the first look, with two more at the end
	verbs    []uint64
	keys     []key
	active   []int32
}

func newLearner(t *trainer, rng *rand.Rand) *learner {
	return &learner{trainer: t, rng: rng, views: map[string]view{}, ids: map[key]int32{}}
}

const (
	// margin is what the right tag must win by more than.
	margin = 1
	// A word that comes n times is taken for an unknown one in
	// forget/(forget+n) of the times, so that its ending and its neighbours
	// are learnt from too; in headlines more often, since newspapers
	// use words that treebanks lack.
	forget     = 1
	forgetMore = 3
)

// learn tags a sentence, in two looks, and changes the weights where that goes
// wrong.
func (l *learner) learn(words []Word, forget float64) {
	l.open(words, forget)
	c := casingOf(l.forms)
	before, farBefore := outside, outside
	for i := range words {
		l.keys = l.local(l.keys[:0], i, c)
		l.keys = tagsBefore(l.keys, before, farBefore)
		tag := l.step(words[i].Tag)
		l.tags = append(l.tags, tag)
		before, farBefore = tag, before
	}
	l.verbs = verbsAround(l.verbs[:0], l.tags)
	l.tags = append(l.tags, outside, outside)
	before, farBefore = outside, outside
	for i := range words {
		this := &l.seen[i]
		l.keys = l.local(l.keys[:0], i, c)
		l.keys = tagsBefore(l.keys, before, farBefore)
		l.keys = tagsAfter(l.keys, l.tags[i+1], l.tags[i+2])
		l.keys = tagsAround(l.keys, before, l.tags[i+1])
		l.keys = this.withBefore(l.keys, before)
		l.keys = this.withAfter(l.keys, l.tags[i+1])
		l.keys = this.withVerbs(l.keys, l.verbs[i])
		l.keys = this.pairs(l.keys, &l.sentence[i+1], &l.sentence[i+3], before, farBefore)
		for k := range l.keys {
			l.keys[k] |= again
		}
		tag := l.step(words[i].Tag)
		before, farBefore = tag, before
	}
}

// open looks at the words.
func (l *learner) open(words []Word, forget float64) {
	l.forms, l.seen, l.tags = l.forms[:0], l.seen[:0], l.tags[:0]
	l.sentence = append(l.sentence[:0], beforeFirst, beforeFirst)
	for _, w := range words {
		v, ok := l.views[w.Form]
		if !ok {
			v = l.lexicon.view(w.Form)
			l.views[w.Form] = v
		}
		l.forms = append(l.forms, w.Form)
		l.sentence = append(l.sentence, v)
		if n := l.counts[strings.ToLower(w.Form)]; l.rng.Float64() < forget/(forget+float64(n)) {
			v = v.unknown()
		}
		l.seen = append(l.seen, v)
	}
	l.sentence = append(l.sentence, afterLast, afterLast)
}

// local are the features of word i that each depend on one word alone.
func (l *learner) local(keys []key, i int, c casing) []key {
	keys = l.seen[i].own(keys, c)
	if i == 0 {
		keys = l.seen[i].atStart(keys, c)
	}
	around := l.sentence[i : i+5]
	keys = around[0].farBefore(keys)
	keys = around[1].before(keys)
	keys = around[3].after(keys, c)
	return around[4].farAfter(keys)
}

// step tags one word by its features, learns, and returns the tag that it
// would have given.
func (l *learner) step(right Tag) Tag {
	l.time++
	l.active = l.active[:0]
	var s scores
	for _, k := range l.keys {
		id, ok := l.ids[k]
		if !ok {
			id = int32(len(l.now))
			l.ids[k] = id
			l.now, l.late = append(l.now, [Tags]int32{}), append(l.late, [Tags]int64{})
		}
		l.active = append(l.active, id)
		for t, w := range &l.now[id] {
			s[t] += w
		}
	}
	rivals := s
	rivals[right] = math.MinInt32
	if rival := rivals.best(); s[right] <= s[rival]+margin {
		l.change(right, 1)
		l.change(rival, -1)
	}
	return s.best()
}

func (l *learner) change(t Tag, by int32) {
	for _, id := range l.active {
		l.now[id][t] += by
		l.late[id][t] += int64(by) * l.time
	}
}

// result is the sum of the weights over time.
func (l *learner) result() *result {
	r := &result{time: l.time + 1, sums: make(map[key]*[Tags]int64, len(l.ids))}
	for k, id := range l.ids {
		sum := new([Tags]int64)
		for t := range sum {
			sum[t] = int64(l.now[id][t])*r.time - l.late[id][t]
		}
		if *sum != ([Tags]int64{}) {
			r.sums[k] = sum
		}
	}
	return r
}

// scores has a sum of weights for each tag.
type scores [Tags]int32

// best returns the tag with the largest sum, the first of equals.
func (s *scores) best() Tag {
	best := Tag(0)
	for t := Tag(1); t < Tags; t++ {
		if s[t] > s[best] {
			best = t
		}
	}
	return best
}
