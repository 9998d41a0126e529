package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"hed/corpus"
	"hed/internal/crash"
	"hed/metric"
	"hed/score"
	"hed/tensor"
)

// A Failure is headlines of a document that a metric could not score. Their values are
// absent.
type Failure struct {
	Metric   string `json:"metric"`
	System   string `json:"system"` // "" for all systems
	Document string `json:"document"`
	Reason   string `json:"reason"`
}

// A located failure is that of a case, by its place among others.
type located struct {
	Case int
	Failure
}

// DefaultLimit is the Limit of a plan that has none: much more than a document takes, and
// less than a user waits before they think that hed has stopped.
const DefaultLimit = time.Minute

// A document's time is counted in ticks, during which the process runs: what is suspended
// or swapped out for an hour has used up one of them. ticks make the limit, and after the
// end of it a metric has grace to see that its context has ended.
const (
	ticks = 20
	grace = 3
)

// mostLost is how many documents may be given up whose metrics do not stop. Each holds
// memory and a processor.
const mostLost = 8

// A lateError is the cause of a context whose document has taken too long.
type lateError struct{ limit time.Duration }

func (e lateError) Error() string {
	return fmt.Sprintf("it took longer than %v, which depends on the machine", e.limit)
}

// fatal reports whether an error is not of the document that was being scored, so that
// others would fail as well: the run was stopped, hed has a mistake, a device or an engine broke
// down, or files cannot be read.
func fatal(ctx context.Context, err error) bool {
	_, broken := errors.AsType[*crash.Error](err)
	_, device := errors.AsType[*tensor.Failure](err)
	_, file := errors.AsType[*fs.PathError](err)
	_, system := errors.AsType[syscall.Errno](err)
	_, engine := errors.AsType[*EngineError](err)
	return ctx.Err() != nil || broken || device || file || system || engine
}

// measure fills rows, one for each case, with what a metric gives. The rows that it returns
// are others where a metric does not let go of those.
func (s *Scorer) measure(ctx context.Context, m metric.Selected, cases []*corpus.Case, rows []float64) ([]float64, []located, error) {
	if len(cases) == 0 {
		return rows, nil, nil
	}
	failed := func(doc string, err error) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return &ScoreError{doc, m.Info.Name, err}
	}
	cases = slices.Clone(cases) // what does not stop may look at them after the batch is gone
	if b, ok := m.Metric.(metric.Batcher); ok {
		given := rows
		lost, err := s.await(ctx, time.Duration(len(cases))*s.limit, nil, func(ctx context.Context) error {
			return b.ScoreBatch(ctx, cases, given)
		})
		if err == nil {
			return rows, nil, nil
		}
		if s.strict || fatal(ctx, err) || s.lost.Load() > mostLost {
			return nil, nil, failed(cases[0].Doc.ID+" and those after it", err)
		}
		if lost {
			rows = make([]float64, len(rows))
		}
		// One of them is to blame: each is scored alone.
	}
	size := len(rows) / len(cases)
	var all []located
	for first := 0; first < len(cases); {
		a := &attempt{metric: m, strict: s.strict, cases: cases[first:], rows: rows[first*size:]}
		lost, err := s.await(ctx, s.limit, a.done, a.run)
		for _, f := range a.leave() {
			all = append(all, located{first + f.Case, f.Failure})
		}
		first += a.scored
		if err == nil || first == len(cases) {
			continue
		}
		if _, late := errors.AsType[lateError](err); !late || s.strict || fatal(ctx, err) || s.lost.Load() > mostLost {
			return nil, nil, failed(cases[first].Doc.ID, err)
		}
		if lost {
			rows = slices.Concat(rows[:first*size], make([]float64, len(rows)-first*size))
		}
		if a.working {
			absent(rows[first*size : (first+1)*size])
			all = append(all, located{first, Failure{m.Info.Name, "", cases[first].Doc.ID, err.Error()}})
			first++
		}
	}
	return rows, all, nil
}

func absent(values []float64) {
	for i := range values {
		values[i] = score.Absent
	}
}

// await calls do in a goroutine. If it takes longer than the limit, counted from when
// progress last changed, its context ends; lost says that it does not stop for that.
func (s *Scorer) await(ctx context.Context, limit time.Duration, progress func() int, do func(context.Context) error) (lost bool, err error) {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	const over, gone = 1, 2
	var state atomic.Int32
	ended := make(chan error, 1)
	go func() {
		// Memory that is a file may be gone while a lost one still reads it.
		debug.SetPanicOnFault(true)
		err := crash.Call(func() error { return do(inner) })
		if !state.CompareAndSwap(0, over) {
			s.lost.Add(-1)
		}
		ended <- err
	}()
	ticker := time.NewTicker(max(limit/ticks, 1))
	defer ticker.Stop()
	stop := ctx.Done()
	seen, waited, stopping := 0, 0, false
	for {
		select {
		case err := <-ended:
			return false, err
		case <-stop:
			stop, stopping, waited = nil, true, 0
			continue
		case <-ticker.C:
		}
		if progress != nil && !stopping {
			if now := progress(); now != seen {
				seen, waited = now, 0
			}
		}
		waited++
		if !stopping && waited > ticks {
			cancel(lateError{limit})
			stopping, waited = true, 0
		}
		if stopping && waited > grace && state.CompareAndSwap(0, gone) {
			s.lost.Add(1)
			return true, context.Cause(inner)
		}
	}
}

// An attempt scores cases one after another.
type attempt struct {
	metric metric.Selected
	strict bool
	cases  []*corpus.Case
	rows   []float64

	mu       sync.Mutex // until it is left
	scored   int        // cases
	working  bool       // on the one after them
	failures []located
	left     bool
}

func (a *attempt) done() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.scored
}

// leave ends the attempt, whose fields do not change then.
func (a *attempt) leave() []located {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left = true
	return a.failures
}

func (a *attempt) run(ctx context.Context) error {
	size := len(a.rows) / len(a.cases)
	for i, c := range a.cases {
		if ctx.Err() != nil || !a.begin() {
			return context.Cause(ctx)
		}
		failures, err := a.one(ctx, c, a.rows[i*size:(i+1)*size])
		if err != nil {
			return err
		}
		a.end(failures)
	}
	return nil
}

func (a *attempt) begin() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.left {
		return false
	}
	a.working = true
	return true
}

func (a *attempt) end(failures []Failure) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.left {
		return
	}
	for _, f := range failures {
		a.failures = append(a.failures, located{a.scored, f})
	}
	a.scored++
	a.working = false
}

// one scores a case. Where the metric cannot, it is asked for the headline of each system
// alone, so that one of them does not take the values of the others with it.
func (a *attempt) one(ctx context.Context, c *corpus.Case, row []float64) (failures []Failure, err error) {
	err = a.metric.Score(ctx, c, row)
	switch {
	case err == nil:
		return nil, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case a.strict || fatal(ctx, err):
		return nil, err
	}
	size := len(row) / max(len(c.Outputs), 1)
	for i, o := range c.Outputs {
		part := row[i*size : (i+1)*size]
		if len(c.Outputs) > 1 {
			err = a.metric.Score(ctx, &corpus.Case{Doc: c.Doc, Outputs: c.Outputs[i : i+1 : i+1]}, part)
		}
		switch {
		case err == nil:
			continue
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case fatal(ctx, err):
			return nil, err
		}
		absent(part)
		failures = append(failures, Failure{a.metric.Info.Name, o.System, c.Doc.ID, err.Error()})
	}
	return failures, nil
}
