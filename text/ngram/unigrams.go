package ngram

import (
	"math"

	"hed/internal/exponential"
)

// Unigrams returns how often each word comes in the sentences that the model
// describes, as a model of order 1 with the same ids, and whether there is such a
// distribution: numbers that nobody trained may have none.
//
// The unigrams of a model of higher order do not say that. Those of a Kneser-Ney
// model say after how many different words a word comes, so that "Francisco" is
// rare even where "San Francisco" is frequent. The smoothing is made so that the
// model as a whole gives each word the frequency that it has in the training text
// (Kneser and Ney 1995), which is what this sums up: the share of each word in
// endless sentences, by power iteration.
func (m *Model) Unigrams() (*Model, bool) {
	c := newChain(m)
	share := make([]float64, m.Size())
	next := make([]float64, m.Size())
	for range mostRounds {
		c.step(next)
		total, change := 0.0, 0.0
		for _, x := range next {
			total += x
		}
		if !(total > 0) || math.IsInf(total, 1) {
			return nil, false
		}
		for i, x := range next {
			x /= total
			change += math.Abs(x - share[i])
			share[i] = x
		}
		c.scale(1 / total)
		if change < tolerance {
			break
		}
	}
	u := newModel(m.vocabulary, 1)
	for id, x := range share {
		u.levels[0].add([]int32{int32(id)})
		u.levels[0].values = append(u.levels[0].values, value{log: logarithm(max(x, 0))}) // rounding may have left less
	}
	return u, true
}

const (
	tolerance  = 1e-10 // how much the shares of all words together may still change
	mostRounds = 10000 // far more than a model of sentences takes
)

// A chain is the model as an automaton: its states are the n-grams that words can
// follow, and a sentence begins where another has ended.
type chain struct {
	m     *Model
	edges [][]edge    // by the number of words, for each n-gram
	mass  [][]float64 // of each state, by its number of words: how often a text is there
	total [][]float64 // with what longer states leave to it
}

// An edge is an n-gram: its last word after the context of the others.
type edge struct {
	p       float64
	backoff float64 // where the n-gram is a context: what it leaves to shorter ones
	context int32   // the n-gram without its last word, or absent, where no text gets to it
	// The longest n-gram that ends alike and is shorter, of level+1 words: what a
	// longer context falls back on, and loses by this edge.
	level, shorter int32
	lost           float64 // its probability times the back-off weights on the way
}

const absent = -1

func newChain(m *Model) *chain {
	c := &chain{m: m}
	for n := range m.levels {
		l := &m.levels[n]
		edges := make([]edge, l.len())
		for i := range edges {
			edges[i] = c.edge(n, i)
		}
		c.edges = append(c.edges, edges)
		if n > 0 && n+1 == m.Order() {
			break // nothing follows the longest n-grams
		}
		c.mass = append(c.mass, make([]float64, l.len()))
		c.total = append(c.total, make([]float64, l.len()))
	}
	c.mass[0][Begin] = 1
	return c
}

func power(log float32) float64 { return exponential.Exp(float64(log) * math.Ln10) }

func (c *chain) edge(n, i int) edge {
	key := c.m.levels[n].key(i)
	v := c.m.levels[n].values[i]
	e := edge{p: power(v.log), backoff: power(v.backoff), context: absent, shorter: absent}
	if n == 0 {
		return e
	}
	e.context = int32(c.m.levels[n-1].find(key[:n]))
	weight := 1.0
	for k := n - 1; k >= 0; k-- {
		if at := c.m.levels[k].find(key[n-1-k : n]); at >= 0 {
			weight *= c.edges[k][at].backoff
		}
		if at := c.m.levels[k].find(key[n-k:]); at >= 0 {
			e.level, e.shorter = int32(k), int32(at)
			e.lost = weight * c.edges[k][at].p
			break
		}
	}
	return e
}

// step moves the mass along all edges, and counts in words where it went.
func (c *chain) step(words []float64) {
	none := c.handDown()
	for n := range c.mass {
		clear(c.mass[n])
	}
	clear(words)
	for n, edges := range c.edges {
		for i := range edges {
			e := &edges[i]
			word := c.m.levels[n].key(i)[n]
			from := none
			switch {
			case word == Begin || n > 0 && e.context < 0:
				continue
			case n > 0:
				from = c.total[n-1][e.context]
			}
			words[word] += c.move(n, int32(i), word, float64(from*e.p))
			if n > 0 {
				words[word] += c.move(int(e.level), e.shorter, word, -float64(from*e.lost))
			}
		}
	}
}

// move takes mass along the edge of an n-gram, to the longest state that it leads to.
func (c *chain) move(n int, i, word int32, mass float64) float64 {
	if n == len(c.mass) {
		n, i = int(c.edges[n][i].level), c.edges[n][i].shorter
	}
	if word == End {
		n, i = 0, Begin
	}
	c.mass[n][i] += mass
	return mass
}

// handDown gives each context what longer ones leave to it, and returns what is left
// where there is no context.
func (c *chain) handDown() (none float64) {
	for n := range c.mass {
		copy(c.total[n], c.mass[n])
	}
	for n := len(c.mass) - 1; n >= 0; n-- {
		for i, mass := range c.total[n] {
			e := &c.edges[n][i]
			left := float64(mass * e.backoff)
			if n > 0 {
				c.total[e.level][e.shorter] += left
			} else {
				none += left
			}
		}
	}
	return none
}

func (c *chain) scale(by float64) {
	for n := range c.mass {
		for i := range c.mass[n] {
			c.mass[n][i] *= by
		}
	}
}
