package pos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"hed"
	"hed/internal/crash"
)

// Options are how a tagger is trained.
type Options struct {
	// Seed fixes the order of the sentences and how they are rewritten.
	Seed uint64 `json:"seed"`
	// Runs are how often training starts anew, in another order; the
	// weights are the mean. Epochs are the passes over the treebank in each.
	// 0 stands for what hed's own weights are made with.
	Runs   int `json:"runs"`
	Epochs int `json:"epochs"`
	// Workers is how many runs go on at a time. It changes no weight.
	Workers int `json:"-"`
	// Folder keeps what runs came to, so that training which was stopped goes
	// on after the last of them. Empty keeps nothing.
	Folder string `json:"-"`
	// Progress, if not nil, is told the epochs done, of all runs.
	Progress func(done, all int) `json:"-"`
}

// Train learns the weights of a tagger from a treebank. About has the language
// and says which treebank it is; Train adds the rest. English is also learnt
// from the sentences rewritten as headlines; Italian treebanks are made to agree.
func Train(ctx context.Context, about About, sentences []Sentence, opt Options) (*Tagger, error) {
	if len(sentences) == 0 {
		return nil, errors.New("train a tagger: there are no sentences")
	}
	if opt.Runs < 1 {
		opt.Runs = 8
	}
	if opt.Epochs < 1 {
		opt.Epochs = 6
	}
	about.Version, about.Options = hed.Version, Options{Seed: opt.Seed, Runs: opt.Runs, Epochs: opt.Epochs}
	t := newTrainer(about, sentences, opt)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	results := make([]*result, opt.Runs)
	next := make(chan int)
	var workers crash.Group
	for range min(max(opt.Workers, 1), opt.Runs) {
		workers.Go(func() {
			for run := range next {
				err := crash.Call(func() (err error) {
					results[run], err = t.keep(ctx, run)
					return err
				})
				if err != nil {
					stop(fmt.Errorf("train a tagger: %w", err)) // the other runs are of no use
				}
			}
		})
	}
	for run := range results {
		next <- run
	}
	close(next)
	workers.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	tagger := newTagger(about, t.lexicon, quantise(results))
	tagger.About.SHA256 = checksum(tagger.body())
	return tagger, nil
}

// A trainer is what all runs share.
type trainer struct {
	Options
	about     About
	identity  []byte // of the training, if there is a folder
	sentences []Sentence
	lexicon   lexicon
	counts    map[string]int // of words in lower case

	mu     sync.Mutex
	epochs int
}

func newTrainer(about About, sentences []Sentence, opt Options) *trainer {
	if about.Lang == "it" {
		sentences = agreed(sentences)
	}
	t := &trainer{Options: opt, about: about, sentences: sentences, lexicon: lexicon{}, counts: map[string]int{}}
	if opt.Folder != "" {
		t.identity = identity(about, sentences)
	}
	tagged := map[string]*[Tags]int{}
	count := func(w Word) {
		low := strings.ToLower(w.Form)
		if tagged[low] == nil {
			tagged[low] = new([Tags]int)
		}
		tagged[low][w.Tag]++
		t.counts[low]++
	}
	for i := range sentences {
		words := sentences[i].Words
		for _, w := range words {
			count(w)
		}
		for _, w := range sentences[i].Surface { // most of them are the same words
			if !slices.Contains(words, w) {
				count(w)
			}
		}
	}
	for low, tags := range tagged {
		if t.counts[low] > 1 {
			t.lexicon[low] = class(tags, t.counts[low])
		}
	}
	return t
}

// often is the share of its occurrences in which a word must have a tag for
// the tag to be in its class.
const often = 0.05

func class(tags *[Tags]int, n int) uint32 {
	c := uint32(0)
	for tag, k := range tags {
		if float64(k) >= often*float64(n) {
			c |= 1 << tag
		}
	}
	return c
}

// run trains once, in an order of its own.
func (t *trainer) run(ctx context.Context, run int) (*result, error) {
	l := newLearner(t, rand.New(rand.NewPCG(t.Seed, uint64(run))))
	order := make([]int, len(t.sentences))
	for i := range order {
		order[i] = i
	}
	for range t.Epochs {
		l.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			s := &t.sentences[i]
			l.learn(s.Words, forget)
			l.learn(s.Surface, forget)
			if t.about.Lang == "en" {
				l.learn(headline(l.rng, s.Words), forgetMore)
			}
		}
		t.progress(1)
	}
	return l.result(), nil
}

func (t *trainer) progress(epochs int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.epochs += epochs
	if t.Progress != nil {
		t.Progress(t.epochs, t.Runs*t.Epochs)
	}
}
