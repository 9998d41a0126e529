package main

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"strconv"
	"time"

	"hed/corpus"
	"hed/metric/lsi"
)

const (
	lsiArticles   = 10_495 // all of NumHG, in a full run
	lsiDimensions = 100
)

// latent compares learning 100 dimensions of articles, from the texts to the
// vectors. What is learnt is compared by the tests of metric/lsi, where both
// sides get the same words; here each cuts words in its own way.
func latent(b *bench) ([]row, error) {
	data, absent := b.newsData(lsiArticles * b.pairs / fullSizes.pairs)
	var rows []row
	for _, side := range []struct {
		peer, worker string
	}{
		{"scikit-learn TfidfVectorizer and TruncatedSVD arpack", "lsi-sklearn"},
		{"gensim TfidfModel and LsiModel", "lsi-gensim"},
	} {
		r := row{what: fmt.Sprintf("LSI of %d dimensions", lsiDimensions), peer: side.peer, goal: 1.5, most: 3, unit: seconds}
		err := absent
		if err == nil {
			r.what += fmt.Sprintf(", %s articles", group(len(data.refs)))
			err = raceLatent(b, side.worker, data, &r)
		}
		done, err := r.finish(err)
		if err != nil {
			return nil, err
		}
		rows = append(rows, done...)
	}
	return rows, nil
}

func raceLatent(b *bench, name string, data *dataset, r *row) error {
	peer, err := b.startWorker(name, data)
	if err != nil {
		return err
	}
	defer peer.stop()
	hed := func() (float64, error) {
		runtime.GC()
		start := time.Now()
		m, err := fitLatent(data.refs)
		seconds := time.Since(start).Seconds()
		runtime.KeepAlive(m)
		return seconds, err
	}
	if _, err := hed(); err != nil {
		return err
	}
	if _, err := peer.run(); err != nil {
		return err
	}
	return b.alternate(r, hed, peer.run)
}

// fitLatent is what a user of the library writes.
func fitLatent(articles []string) (*lsi.Metric, error) {
	m, err := lsi.New(lsi.Options{Keep: strconv.Itoa(lsiDimensions), Lang: "en"})
	if err != nil {
		return nil, err
	}
	return m, m.Fit(context.Background(), bodies(articles), threads)
}

// bodies are articles in memory.
type bodies []string

func (b bodies) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for _, s := range b {
			if !yield(&corpus.Document{Body: s}, nil) {
				return
			}
		}
	}
}
