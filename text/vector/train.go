package vector

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Training is how vectors are learnt: skip-gram with negative sampling
// (Mikolov et al. 2013), with the numbers of word2vec where a field is 0 and
// nothing else is said.
type Training struct {
	Seed     uint64 `json:"-"`        // records of trainings have it apart
	Dim      int    `json:"dims"`     // 100
	Window   int    `json:"window"`   // words to either side, 5; each time a random part of it
	Negative int    `json:"negative"` // random words for each word, 5
	// MinCount is how often a word must occur to get a vector: 1 to 5, more in a
	// larger collection. Epochs are the passes over the texts: 25 to 5, fewer
	// over a larger collection. Settle says how many.
	MinCount int     `json:"min_count"`
	Epochs   int     `json:"epochs"`
	Sample   float64 `json:"sample"` // words more frequent than this are passed over at times, 1e-3
	// Rate is of learning, at first; it falls to nothing in a line. 0.1, four
	// times word2vec's, since corpora of headlines are small.
	//
	// Note: at 0.05 it takes twice the epochs to tell the article of a headline
	// from another as well (0.992 of pairs for 500 articles of NumHG, 0.993 for
	// 1,000). At 0.15 and above, lanes undo each other's work.
	Rate float64 `json:"rate"`
	// Workers changes no number.
	Workers int `json:"-"`
	// Folder, if not "", keeps what was learnt after each epoch, so that
	// training of the same texts that was stopped goes on from there.
	Folder string `json:"-"`
	// Progress, if not nil, is told the words gone through, of all epochs. Calls
	// come one after the other.
	Progress func(done, all int) `json:"-"`
}

// Settle fills in what is 0, for these texts.
func (o Training) Settle(t *Texts) Training {
	words := len(t.all)
	or := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	or(&o.Dim, 100)
	or(&o.Window, 5)
	or(&o.Negative, 5)
	or(&o.MinCount, min(max(words/200_000, 1), 5))
	or(&o.Epochs, min(max(2_500_000/max(words, 1), 5), 25))
	if o.Sample == 0 {
		o.Sample = 1e-3
	}
	if o.Rate == 0 {
		o.Rate = 0.1
	}
	return o
}

func (o *Training) check() error {
	switch {
	case o.Dim < 1 || o.Dim > maxDim:
		return fmt.Errorf("%d dimensions; expected 1 to %d", o.Dim, maxDim)
	case o.Window < 1 || o.Negative < 1 || o.MinCount < 1 || o.Epochs < 1:
		return errors.New("window, negative, min count and epochs must be at least 1")
	case !(o.Sample > 0) || !(o.Rate > 0) || math.IsInf(o.Rate, 0):
		return errors.New("sample and rate must be more than 0")
	}
	return nil
}

// Work is cut into pieces of so many words. Lanes go through a piece each, as
// word2vec does but on copies of the rows that they touch; then the changes of
// all lanes are added up, and the next pieces begin. Pieces are short, so that
// what lanes do not know of each other is little.
//
// Neither lanes nor pieces depend on the workers, so neither do the vectors.
// word2vec's own way, threads that write over each other, gives other vectors
// each time.
//
// Note: on 4,000 articles of NumHG, vectors of one lane and of eight tell the
// article of a headline from another equally well (0.923 and 0.926 of pairs after
// 3 epochs). With pieces of 8,000 words, or with changes divided by the
// root of the number of lanes, they are much worse.
const (
	maxLanes   = 8
	pieceWords = 500
)

// Train learns a vector for each word that occurs often enough.
func Train(ctx context.Context, texts *Texts, opt Training) (*Table, error) {
	texts.End()
	opt = opt.Settle(texts)
	if err := opt.check(); err != nil {
		return nil, fmt.Errorf("train word vectors: %w", err)
	}
	voc := texts.vocabulary(opt.MinCount)
	if len(voc.words) == 0 {
		return nil, fmt.Errorf("train word vectors: no word occurs %d times in the %d words of the texts", opt.MinCount, texts.Words())
	}
	for {
		table, err := train(ctx, texts, voc, opt)
		if err != errGrew {
			return table, err
		}
		if opt.Rate /= maxLanes; opt.Rate < minRate {
			return nil, fmt.Errorf("train word vectors: %w; the texts have too few different words", err)
		}
	}
}

// errGrew is vectors that ended as nothing, or far from everything. Lanes that have the same few words all change all
// of them, and when these changes are added up they may go too far, and further each time.
// Training begins again then, with a rate that is as much lower as there are lanes.
var errGrew = errors.New("the numbers grew beyond bounds")

// minRate is the lowest rate to try.
const minRate = 1e-4

func train(ctx context.Context, texts *Texts, voc *vocabulary, opt Training) (*Table, error) {
	t := newTrainer(texts, voc, opt)
	pieces := texts.pieces(pieceWords)
	// Few texts have one lane, which learns fastest.
	lanes := make([]*lane, min(1+len(pieces)/8, maxLanes))
	for i := range lanes {
		lanes[i] = newLane(t)
	}
	done := t.restore()
	before := done * len(texts.all)
	for epoch := done; epoch < opt.Epochs; epoch++ {
		for first := 0; first < len(pieces); first += len(lanes) {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			now := lanes[:min(len(lanes), len(pieces)-first)]
			starts := make([]int, len(now))
			for i := range now {
				starts[i] = before
				before += words(pieces[first+i])
			}
			parallel(len(now), opt.Workers, func(i int) {
				now[i].rng = rand.NewPCG(opt.Seed, uint64(epoch)<<32|uint64(first+i))
				now[i].learn(pieces[first+i], starts[i])
			})
			t.merge(now, opt.Workers)
			if opt.Progress != nil {
				opt.Progress(before, t.work)
			}
		}
		if !t.bounded() {
			return nil, errGrew
		}
		if err := t.save(epoch + 1); err != nil {
			return nil, fmt.Errorf("train word vectors: %w", err)
		}
	}
	return t.table()
}

func words(piece []span) (n int) {
	for _, s := range piece {
		n += s.end - s.start
	}
	return n
}

// bounded reports whether all vectors are numbers of a size that texts lead to: it is below 10 in collections of any size.
func (t *trainer) bounded() bool {
	const most = 100
	return !slices.ContainsFunc(t.rows[input].values, func(v float32) bool { return !(v >= -most && v <= most) })
}

// table returns the input vectors, which are the ones that are used.
func (t *trainer) table() (*Table, error) {
	b := newBuilder(t.opt.Dim, len(t.voc.words))
	for i, w := range t.voc.words {
		if err := b.add([]byte(w), t.rows[input].row(i)); err != nil {
			return nil, err
		}
	}
	return b.finish()
}
