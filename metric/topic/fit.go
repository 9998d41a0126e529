package topic

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/terms"
	"hed/metric/topic/lda"
	"hed/text/bag"
)

// A model is what Fit learns.
type model struct {
	vocabulary *bag.Vocabulary
	topics     *lda.Model
	digest     [sha256.Size]byte // of both
}

// Fit implements metric.Fitter. A document that cannot be read ends it; one
// without words changes nothing.
func (m *Metric) Fit(ctx context.Context, docs corpus.Reader, workers int) error {
	return m.FitIn(ctx, docs, workers, "")
}

// FitIn implements metric.Resumer.
func (m *Metric) FitIn(ctx context.Context, docs corpus.Reader, workers int, folder string) error {
	return m.Learn(ctx, metric.Extract(ctx, m.chooser, docs, workers), workers, folder)
}

// Extractor implements metric.Learner.
func (m *Metric) Extractor() metric.Extractor { return m.chooser }

// Learn implements metric.Learner.
func (m *Metric) Learn(ctx context.Context, from metric.Extracts, workers int, folder string) error {
	var articles [][]int32
	v, err := terms.Count(from, func(b *bag.Bag) {
		articles = append(articles, tokens(nil, b))
	})
	if err != nil {
		return err
	}
	if v.Size() == 0 {
		return errors.New("no article has a word in it that is not a stop word, so there is nothing to learn from")
	}
	opt := m.options.settings()
	opt.Folder = folder
	topics, err := lda.Fit(ctx, articles, v.Size(), opt, workers)
	if err != nil {
		return err
	}
	m.set(v, topics)
	return nil
}

// tokens lists the terms of a bag, each as often as it occurs.
func tokens(dst []int32, b *bag.Bag) []int32 {
	for i, id := range b.IDs {
		for range int(b.Counts[i]) {
			dst = append(dst, id)
		}
	}
	return dst
}

// set makes what was learnt what is used.
func (m *Metric) set(v *bag.Vocabulary, topics *lda.Model) {
	f := &model{vocabulary: v, topics: topics}
	f.digest = sha256.Sum256(f.encode())
	m.model, m.workers = f, sync.Pool{}
}
