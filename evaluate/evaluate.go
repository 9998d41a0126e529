// Package evaluate runs metrics and generators over a corpus.
//
// A Plan says what is computed, a Scorer computes it for cases, and a Job drives
// both over a corpus. Cases stream through: one goroutine reads them, workers write
// and score headlines for batches of them, and the caller gets the rows in the order
// of the documents. So the result does not depend on the number of workers, and
// memory does not grow with the corpus unless the caller keeps what it gets. Each
// generator writes each document once: what it wrote is kept in the Journal, for
// metrics that look at all headlines first, for a run that goes on after a stop, and
// for whoever shows headlines afterwards.
package evaluate

import (
	"context"
	"fmt"
	"iter"
	"os"

	"hed/corpus"
)

// A Job is a plan and the corpus to carry it out on.
type Job struct {
	Plan
	// Cases are the documents with the headlines of the plan's Systems, as
	// corpus.Join makes them of files. They are read once more for a metric that
	// looks at all headlines before it scores.
	Cases   iter.Seq2[*corpus.Case, error]
	Workers int // at least 1

	// Docs are the documents alone, for metrics and generators that learn
	// from them first; nil is fine if none does.
	Docs     corpus.Reader
	DocsFile string // name of the documents for messages
	// Sums says that Summary.SHA256 is wanted, for documents whose files have no sums.
	Sums bool
	// Place, if not nil, is where the engine, which is a PartEngine, reads the documents itself. Cases are those that it hands out for the
	// page.
	Place *Place

	// State, if not nil, has what metrics learnt before. One that learns, and
	// has nothing there, ends the run with an error.
	State *State
	// Engine, if not nil, writes and scores on other machines.
	Engine Engine
	// Journal, if not nil, remembers headlines and rows across interruptions.
	Journal *Journal
	// Progress, if not nil, is called now and then with the number of
	// documents that a stage has done.
	Progress func(stage Stage, done int)
	// Failed, if not nil, is called with every headline that a generator should have had and has not, when it is written, in the
	// order of the documents. A run that continues does not say it again.
	Failed func(corpus.Output)
}

// A Stage is what a job is doing.
type Stage string

const (
	Reading Stage = "reading" // what metrics learn from, where an engine does so
	Writing Stage = "writing" // all headlines, before any is scored
	Scoring Stage = "scoring" // and writing, unless that is done
)

// A Row is the scores of all systems for one document. It and its values
// are valid until the next row.
type Row struct {
	*corpus.Case
	// Values has one value a column for the first system, then the counts of columns
	// that are pooled; then those for the second, and so on.
	Values []float64
}

// Run scores everything and calls sink with each row, in the order of the
// documents. Malformed records end it with an error that lists the first of them.
func (j *Job) Run(ctx context.Context, sink func(*Row) error) (*Summary, error) {
	if j.Engine != nil {
		if err := j.checkWorker(); err != nil {
			return nil, err
		}
	}
	if j.Place != nil {
		return j.runParts(ctx, sink)
	}
	scorer, err := j.Plan.Fit(ctx, j.Docs, j.State, j.Workers)
	if err != nil {
		return nil, err
	}
	if err := j.Plan.fit(ctx, j.Docs); err != nil {
		return nil, err
	}
	if j.Engine != nil {
		if err := j.start(ctx, scorer); err != nil {
			return nil, err
		}
	}
	journal := j.Journal
	if scorer.surveys() {
		if journal == nil && len(j.Generators) > 0 {
			var remove func()
			if journal, remove, err = j.temporary(); err != nil {
				return nil, err
			}
			defer remove()
		}
		if err := j.survey(ctx, scorer, journal); err != nil {
			return nil, err
		}
	}
	sum, err := newPass(j, scorer, journal).run(ctx, Scoring, sink)
	if err != nil {
		return nil, err
	}
	sum.Unfit = scorer.Unfit
	return sum, nil
}

// survey shows all headlines to the metrics that want to see them. Those of
// generators are written first, as far as the journal lacks them.
func (j *Job) survey(ctx context.Context, scorer *Scorer, journal *Journal) error {
	if len(j.Generators) > 0 {
		if _, err := newPass(j, nil, journal).run(ctx, Writing, nil); err != nil {
			return err
		}
	}
	return scorer.survey(ctx, func(yield func(*corpus.Case, error) bool) {
		p := newPass(j, nil, journal)
		for c, err := range j.Cases {
			if err == nil {
				_, err = p.recall(c)
			}
			if !yield(c, err) {
				return
			}
		}
	})
}

// temporary is a journal for the headlines of a job that has none, since there
// may be more of them than fit into memory.
func (j *Job) temporary() (_ *Journal, remove func(), err error) {
	folder, err := os.MkdirTemp("", "hed-headlines-")
	if err != nil {
		return nil, nil, fmt.Errorf("keep headlines: %w", err)
	}
	journal, err := OpenJournal(folder, "", &Plan{Generators: j.Generators})
	if err != nil {
		os.RemoveAll(folder)
		return nil, nil, err
	}
	os.RemoveAll(folder) // where open files can be removed, nothing is left however the process ends
	return journal, func() {
		journal.Close()
		os.RemoveAll(folder)
	}, nil
}
