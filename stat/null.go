package stat

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"hed/internal/crash"
)

// A Null tries comparisons on systems that do not differ, to see how often
// they find a difference all the same. The scores are real ones: for every
// trial some documents are drawn, and on each of them the systems exchange
// their scores at random, so that no system is better than another while
// ties, zeros and dependence stay as they are. How often a test finds what there is, Keep
// says.
type Null struct {
	Assume    Assumption
	Options   Options
	Documents int // drawn for a trial, without replacement
	Trials    int
	Workers   int // does not change the result
	// Keep leaves the systems their scores, to see how often comparisons of so few documents
	// find what is true of all: their power.
	Keep bool
}

// Rates are what the trials of a Null found, by the test that was chosen.
type Rates struct {
	Tukey Rejections
	Other Rejections // the test of Options
}

// Rejections counts false rejections.
type Rejections struct {
	Trials   int
	Families int // trials in which at least one pair was significant
	Pairs    int // pairs of all trials
	Defined  int // of these, pairs with a P
	Rejected int // of these, pairs with a P below the level before correction
	Found    int // pairs that are significant after correction
	// Wrong are those found whose means are the other way round over all documents.
	Wrong int
}

// Rate is the share of pairs that were rejected before correction. A pair
// without P is not rejected; where no pair has one nothing was tried, and the
// rate is NaN. Of more than two systems it is below the level for Tukey's test,
// whose P is of the family.
func (r Rejections) Rate() float64 {
	if r.Defined == 0 {
		return math.NaN()
	}
	return float64(r.Rejected) / float64(r.Pairs)
}

// FamilyRate is the share of trials with a false rejection after correction,
// NaN where no pair has a P.
func (r Rejections) FamilyRate() float64 {
	if r.Defined == 0 {
		return math.NaN()
	}
	return float64(r.Families) / float64(r.Trials)
}

// Power is the share of pairs that were found, and on the right side.
func (r Rejections) Power() float64 { return float64(r.Found-r.Wrong) / float64(r.Pairs) }

// Plus counts the trials of both.
func (r Rejections) Plus(s Rejections) Rejections {
	return Rejections{
		r.Trials + s.Trials, r.Families + s.Families, r.Pairs + s.Pairs, r.Defined + s.Defined, r.Rejected + s.Rejected,
		r.Found + s.Found, r.Wrong + s.Wrong,
	}
}

// All counts the trials of both.
func (r Rates) All() Rejections { return r.Tukey.Plus(r.Other) }

// Plus counts the trials of both.
func (r Rates) Plus(s Rates) Rates {
	return Rates{r.Tukey.Plus(s.Tukey), r.Other.Plus(s.Other)}
}

// Run makes the trials. The systems are those of Compare.
func (n Null) Run(ctx context.Context, systems [][]float64, rng *rand.Rand) (Rates, error) {
	switch {
	case len(systems) < 2:
		return Rates{}, fmt.Errorf("simulating systems that do not differ takes two systems, not %d", len(systems))
	case n.Documents < 1 || n.Documents > len(systems[0]):
		return Rates{}, fmt.Errorf("cannot draw %d of %d documents", n.Documents, len(systems[0]))
	}
	truth := allPairs(inSeries(systems))
	seed := rng.Uint64()
	workers := max(n.Workers, 1)
	rates, errs := make([]Rates, workers), make([]error, workers)
	var running crash.Group
	for w := range workers {
		running.Go(func() {
			t, o := newTrial(systems, n.Documents), n.Options
			o.Resampling.Workers = 1
			// Every trial has its generator, so that workers do not matter.
			for i := w; i < n.Trials; i += workers {
				rng := rand.New(rand.NewPCG(seed, uint64(i)))
				t.draw(rng, n.Keep)
				o.Seed = rng.Uint64()
				c, err := n.Assume.Compare(ctx, inSeries(t.scores), o)
				if err != nil || ctx.Err() != nil {
					errs[w] = err
					return
				}
				if c.Pairs[0].Test == ByTukey {
					rates[w].Tukey.add(c, truth, o)
				} else {
					rates[w].Other.add(c, truth, o)
				}
			}
		})
	}
	running.Wait()
	if ctx.Err() != nil {
		return Rates{}, context.Cause(ctx)
	}
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return Rates{}, errs[i]
	}
	var sum Rates
	for _, r := range rates {
		sum = sum.Plus(r)
	}
	return sum, nil
}

// add counts the pairs of one trial. truth are the pairs over all documents.
func (r *Rejections) add(c Comparisons, truth []Comparison, o Options) {
	r.Trials++
	significant := false
	for i, p := range c.Pairs {
		r.Pairs++
		if !math.IsNaN(p.P) {
			r.Defined++
		}
		if p.P < o.level() {
			r.Rejected++
		}
		if p.Significant {
			significant = true
			r.Found++
			if float64(p.Difference*truth[i].Difference) <= 0 {
				r.Wrong++
			}
		}
	}
	if significant {
		r.Families++
	}
}

// A trial draws scores from real ones, over and over.
type trial struct {
	systems [][]float64
	order   []int // of documents, ascending between draws
	swapped []int
	scores  [][]float64 // what was drawn
}

// newTrial makes room for that many documents.
func newTrial(systems [][]float64, documents int) *trial {
	t := &trial{systems: systems, order: make([]int, len(systems[0])), swapped: make([]int, documents)}
	for i := range t.order {
		t.order[i] = i
	}
	for range systems {
		t.scores = append(t.scores, make([]float64, documents))
	}
	return t
}

// draw fills in scores: the first documents of a shuffle, which is undone
// afterwards so that no draw depends on the one before. With keep the scores of a document are
// not exchanged.
func (t *trial) draw(rng *rand.Rand, keep bool) {
	for i := range t.swapped {
		j := i + rng.IntN(len(t.order)-i)
		t.order[i], t.order[j] = t.order[j], t.order[i]
		t.swapped[i] = j
		// Shuffled inside out: a score comes in at the place of one before it, or at
		// its own, and what was there moves to the end.
		for s, values := range t.systems {
			other := s
			if !keep {
				other = rng.IntN(s + 1)
			}
			t.scores[s][i] = t.scores[other][i]
			t.scores[other][i] = values[t.order[i]]
		}
	}
	for i := len(t.swapped) - 1; i >= 0; i-- {
		j := t.swapped[i]
		t.order[i], t.order[j] = t.order[j], t.order[i]
	}
}
