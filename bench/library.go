package main

import (
	"context"
	"fmt"
	"iter"
	"math"
	"runtime"
	"strconv"
	"time"

	"hed/corpus"
	"hed/evaluate"
	"hed/metric/all"
	"hed/score"
	"hed/spec"
)

// A library compares scoring of pairs that are in memory already, without
// files, processes or printing on either side.
type library struct {
	peer   string // how the table calls it
	worker string // how peers.py calls it
	what   string
	spec   string // what hed computes
	goal   float64
	most   int // pairs in a full run, for peers that are slow; 0 for all
	digits int // how many the peer prints; 0 for all
	tried  string
}

func (l library) measure(b *bench) ([]row, error) {
	data := b.data
	if l.most > 0 {
		data = data.head(l.most * b.pairs / fullSizes.pairs)
	}
	r := row{what: fmt.Sprintf("%s, %s pairs", l.what, group(len(data.refs))), peer: l.peer, goal: l.goal, unit: seconds, tried: l.tried}
	err := l.race(b, data, &r)
	return r.finish(err)
}

func (l library) race(b *bench, data *dataset, r *row) error {
	peer, err := b.startWorker(l.worker, data)
	if err != nil {
		return err
	}
	defer peer.stop()
	if err := l.check(data, peer); err != nil {
		return err
	}
	hed := func() (float64, error) {
		// As with the peer, what is left of the last run is not this
		// run's cost.
		runtime.GC()
		start := time.Now()
		scores, err := scorePairs(l.spec, data)
		seconds := time.Since(start).Seconds()
		runtime.KeepAlive(scores)
		return seconds, err
	}
	return b.alternate(r, hed, peer.run)
}

// check compares the means of both. It also is the run that warms them up.
func (l library) check(data *dataset, peer *worker) error {
	scores, err := scorePairs(l.spec, data)
	if err != nil {
		return err
	}
	want, err := peer.means()
	if err != nil {
		return err
	}
	tolerance := 1e-9
	if l.digits > 0 {
		tolerance = math.Pow10(-l.digits)
	}
	return agreeing(scores.means(), want, tolerance)
}

// scores are the columns of a run, whole, as peers return theirs.
type scores struct {
	columns []score.Column
	values  [][]float64
}

func (s *scores) means() map[string]float64 {
	means := map[string]float64{}
	for c, col := range s.columns {
		var m score.Mean
		for _, v := range s.values[c] {
			m.Add(v)
		}
		means[col.Name] = m.Value()
	}
	return means
}

// scorePairs is what a user of the library writes. The metric is built
// here, so that nothing is remembered from one run to the next.
func scorePairs(list string, data *dataset) (*scores, error) {
	specs, err := spec.Parse(list)
	if err != nil {
		return nil, err
	}
	metrics, left, err := all.Metrics.Build(specs)
	if len(left) > 0 {
		err = left[0].Err
	}
	if err != nil {
		return nil, err
	}
	job := &evaluate.Job{
		Cases:   pairs(data),
		Plan:    evaluate.Plan{Systems: []string{"hyp"}, Metrics: metrics},
		Workers: threads,
	}
	s := &scores{columns: job.Columns()}
	s.values = make([][]float64, len(s.columns))
	for c := range s.values {
		s.values[c] = make([]float64, 0, len(data.refs))
	}
	_, err = job.Run(context.Background(), func(row *evaluate.Row) error {
		for c, v := range row.Values {
			s.values[c] = append(s.values[c], v)
		}
		return nil
	})
	return s, err
}

// pairs are documents known by their reference headlines alone.
func pairs(data *dataset) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		for i := range data.refs {
			doc := &corpus.Document{ID: strconv.Itoa(i + 1), References: data.refs[i : i+1], Line: i + 1}
			if !yield(corpus.NewCase(doc, data.hyps[i:i+1]...), nil) {
				return
			}
		}
	}
}
