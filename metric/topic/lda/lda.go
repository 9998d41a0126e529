// Package lda finds topics in a corpus: latent Dirichlet allocation (Blei, Ng
// and Jordan 2003) by collapsed Gibbs sampling.
//
// The sampler has the buckets of SparseLDA (Yao, Mimno and McCallum 2009) and
// the asymmetric document prior of Wallach, Mimno and McCallum (2009), as
// Mallet's ParallelTopicModel has. It is not that program and draws other
// random numbers: models agree in quality, which testdata of the package above
// records, not in their numbers.
//
// The same documents, options and seed give the same model, bit by bit, for any
// number of goroutines: documents and words are dealt to groups, whose number
// depends on the corpus alone, and each block of a group of documents and a
// group of words has random numbers of its own. Sampling whole groups of
// documents at once, as Mallet does and Newman et al. (2009) describe, was tried
// and makes worse topics the more groups there are: rare words that stand in
// two groups never come to agree.
//
// Limits: 1024 topics, no word more than four million times, and no more than
// four goroutines at work.
package lda

import (
	"context"
	"errors"
	"fmt"

	"hed/internal/option"
)

// Options are the settings of a fit.
type Options struct {
	Topics     int
	Iterations int     // sweeps over the corpus
	Alpha      float64 // sum of the document prior over the topics, at first
	Beta       float64 // prior of a word in a topic, at first
	Seed       uint64
	// Interval is how many sweeps lie between estimates of the priors from the
	// sampled topics, after the first BurnIn sweeps; 0 leaves them as they are.
	Interval, BurnIn int
	// Folder, if not "", keeps how far a fit is, so that one of the same documents that was stopped continues from there.
	Folder string
}

const (
	topicBits = 10
	topicMask = maxTopics - 1
	maxTopics = 1 << topicBits
	maxCount  = 1<<(32-topicBits) - 1
)

// Priors beyond these say nothing, and their products would overflow.
const minPrior, maxPrior = 1e-6, 1e6

// ErrEmpty is the answer to documents without a single word.
var ErrEmpty = errors.New("no document has a word to find topics in")

// Check says what is wrong with the options.
func (o *Options) Check() error {
	switch {
	case o.Topics < 1 || o.Topics > maxTopics:
		return fmt.Errorf("topics=%d: want 1 to %d", o.Topics, maxTopics)
	case o.Iterations < 1 || o.Iterations > option.Max("iterations"):
		return fmt.Errorf("iterations=%d: want 1 to %d", o.Iterations, option.Max("iterations"))
	case !(o.Alpha >= minPrior && o.Alpha <= maxPrior):
		return fmt.Errorf("alpha=%v: want %v to %v", o.Alpha, minPrior, maxPrior)
	case !(o.Beta >= minPrior && o.Beta <= maxPrior):
		return fmt.Errorf("beta=%v: want %v to %v", o.Beta, minPrior, maxPrior)
	}
	return nil
}

// Fit finds topics in documents whose words are numbers below words.
func Fit(ctx context.Context, docs [][]int32, words int, opt Options, workers int) (*Model, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	s, err := newState(docs, words, opt)
	if err != nil {
		return nil, err
	}
	kept := &checkpoint{}
	done := kept.restore(s)
	crew := newCrew(s, workers)
	for sweep := done + 1; sweep <= opt.Iterations; sweep++ {
		if err := crew.sweep(ctx, uint64(sweep)); err != nil {
			return nil, err
		}
		if opt.Interval > 0 && sweep > opt.BurnIn && sweep%opt.Interval == 0 {
			s.learnAlpha()
			s.learnBeta()
		}
		if err := kept.save(s, sweep); err != nil {
			return nil, err
		}
	}
	return s.model(), nil
}
