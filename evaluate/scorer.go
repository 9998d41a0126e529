package evaluate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/score"
)

// A Scorer gives the values of cases: a plan whose metrics have learnt what they
// wanted to. What it gives for a case depends on nothing but the case and what was
// learnt, so that a row is the same whoever computes it, in any batch and order,
// here or on another machine that has the same state. It may be used by several
// goroutines.
type Scorer struct {
	parts   []part
	systems int
	all     int // values of a headline
	// Unfit are metrics that were left out, by name: they are optional, and could
	// not learn from the documents. Their values are absent.
	Unfit map[string]error

	scratch sync.Pool // *[]float64, what a metric gives
}

// A part of a Scorer is one metric.
type part struct {
	metric.Selected
	width int  // values of a headline
	left  bool // left out, see Unfit
}

// Fit lets the metrics learn from the documents, which need not be there if
// none wants to, with so many workers. A metric that learns and has been given a
// state takes what it learnt before from there; if the state has nothing of it, that
// is an error.
func (p *Plan) Fit(ctx context.Context, docs corpus.Reader, state *State, workers int) (*Scorer, error) {
	s := &Scorer{systems: len(p.Names()), Unfit: map[string]error{}}
	for _, m := range p.Metrics {
		left := false
		err := learn(ctx, m, docs, state, workers)
		if unfit, ok := errors.AsType[*FitError](err); ok && m.Spec.Optional && ctx.Err() == nil {
			left, s.Unfit[m.Info.Name] = true, unfit.Err
		} else if err != nil {
			return nil, err
		}
		width := len(m.Columns())
		s.parts = append(s.parts, part{m, width, left})
		s.all += width
	}
	s.scratch.New = func() any { return new([]float64) }
	return s, nil
}

// learn lets a metric learn, if it wants to, or gives it what it learnt before.
func learn(ctx context.Context, m metric.Selected, docs corpus.Reader, state *State, workers int) error {
	if k, ok := m.Metric.(metric.Keeper); ok && state != nil {
		return state.load(m, k)
	}
	if f, ok := m.Metric.(metric.Fitter); ok {
		if err := f.Fit(ctx, docs, max(workers, 1)); err != nil {
			return fitError("metric "+m.Info.Name, err)
		}
	}
	return nil
}

// surveys reports whether a metric looks at all headlines before it scores any.
func (s *Scorer) surveys() bool {
	return slices.ContainsFunc(s.parts, func(p part) bool { return isSurveyor(p.Selected) && !p.left })
}

// survey shows the headlines of all systems to the metrics that want to see them
// first.
func (s *Scorer) survey(ctx context.Context, cases iter.Seq2[*corpus.Case, error]) error {
	for _, p := range s.parts {
		if v, ok := p.Metric.(metric.Surveyor); ok && !p.left {
			if err := v.Survey(ctx, cases); err != nil {
				return fitError("metric "+p.Info.Name, err)
			}
		}
	}
	return nil
}

// Width is the number of values of a case.
func (s *Scorer) Width() int { return s.systems * s.all }

// Score fills out with the rows of the cases, Width values each: one a column
// for the first system, then for the second, and so on. Every case has the
// outputs of all systems of the plan, in their order.
func (s *Scorer) Score(ctx context.Context, cases []*corpus.Case, out []float64) error {
	for _, c := range cases {
		if len(c.Outputs) != s.systems {
			return fmt.Errorf("score document %s: it has %d headlines for %d systems", c.Doc.ID, len(c.Outputs), s.systems)
		}
	}
	memory := s.scratch.Get().(*[]float64)
	defer s.scratch.Put(memory)
	first := 0
	for _, p := range s.parts {
		size := p.width * s.systems
		got := slices.Grow((*memory)[:0], len(cases)*size)[:len(cases)*size]
		*memory = got
		if p.left {
			for i := range got {
				got[i] = score.Absent
			}
		} else if err := run(ctx, p.Selected, cases, got); err != nil {
			return err
		}
		// A metric's values of a case stand together, a row has the values of
		// a system together.
		for i := range cases {
			row, got := out[i*s.Width():], got[i*size:]
			for sys := range s.systems {
				copy(row[sys*s.all+first:sys*s.all+first+p.width], got[sys*p.width:])
			}
		}
		first += p.width
	}
	return nil
}

// run fills out with what one metric gives for the cases, one after another.
func run(ctx context.Context, m metric.Selected, cases []*corpus.Case, out []float64) error {
	if len(cases) == 0 {
		return nil
	}
	failed := func(doc string, err error) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return &ScoreError{doc, m.Info.Name, err}
	}
	if b, ok := m.Metric.(metric.Batcher); ok {
		if err := b.ScoreBatch(ctx, cases, out); err != nil {
			return failed(cases[0].Doc.ID+" and those after it", err)
		}
		return nil
	}
	size := len(out) / len(cases)
	for i, c := range cases {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := m.Score(ctx, c, out[i*size:(i+1)*size]); err != nil {
			return failed(c.Doc.ID, err)
		}
	}
	return nil
}
