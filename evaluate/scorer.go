package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"time"

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
	columns int // of all metrics
	all     int // values of a headline: those of the columns, then their counts
	// Unfit are metrics that were left out, by name: they could not learn from the
	// documents. Their values are absent.
	Unfit map[string]error

	strict  bool
	limit   time.Duration
	lost    atomic.Int64 // calls of metrics that go on after their time
	scratch sync.Pool    // *[]float64, what a metric gives
}

// A part of a Scorer is one metric.
type part struct {
	metric.Selected
	columns int
	width   int        // values of a headline, with counts
	left    bool       // left out, see Unfit
	learnt  stateEntry // of a metric.Keeper, before it learnt
}

// Fit lets the metrics learn from the documents, which need not be there if
// none wants to, with so many workers. A metric that learns and has been given a
// state takes what it learnt before from there; if the state has nothing of it, that
// is an error. One that cannot learn is left out, unless the plan is strict or no other
// metric is left.
func (p *Plan) Fit(ctx context.Context, docs corpus.Reader, state *State, workers int) (*Scorer, error) {
	return p.fitBy(ctx, teacherWith(docs), state, workers)
}

func (p *Plan) fitBy(ctx context.Context, teach teacher, state *State, workers int) (*Scorer, error) {
	s := &Scorer{systems: len(p.Names()), Unfit: map[string]error{}, strict: p.Strict, limit: cmp.Or(p.Limit, DefaultLimit)}
	for _, m := range p.Metrics {
		before := newEntry(m)
		if _, ok := m.Metric.(metric.Fitter); ok {
			p.learns(m.Label())
		}
		err := p.learn(ctx, m, teach, state, workers)
		columns := m.Columns()
		s.parts = append(s.parts, part{m, len(columns), score.Width(columns), err != nil, before})
		s.columns += len(columns)
		s.all += score.Width(columns)
		if err == nil {
			continue
		}
		if err := s.leaveOut(ctx, m, err); err != nil {
			return nil, err
		}
	}
	s.scratch.New = func() any { return new([]float64) }
	return s, s.nothing()
}

// leaveOut notes why a metric is left out, or returns the error where it may not be.
func (s *Scorer) leaveOut(ctx context.Context, m metric.Selected, err error) error {
	unfit, ok := errors.AsType[*FitError](err)
	if !ok || s.strict && !m.Spec.Optional || fatal(ctx, err) {
		return err
	}
	s.Unfit[m.Info.Name] = unfit.Err
	return nil
}

// nothing is an error if no metric is left of those that were asked for by name.
func (s *Scorer) nothing() error {
	for _, p := range s.parts {
		if !p.left || p.Spec.Optional {
			return nil
		}
	}
	for _, p := range s.parts {
		return fitError("metric "+p.Info.Name, s.Unfit[p.Info.Name])
	}
	return nil
}

// learn lets a metric learn, if it wants to, or gives it what it learnt before.
func (p *Plan) learn(ctx context.Context, m metric.Selected, teach teacher, state *State, workers int) error {
	if k, ok := m.Metric.(metric.Keeper); ok && state != nil {
		return state.load(m, k)
	}
	if f, ok := m.Metric.(metric.Fitter); ok {
		if err := p.Learnt.fit(ctx, m, f, teach, max(workers, 1)); err != nil {
			return fitError("metric "+m.Info.Name, err)
		}
	}
	return nil
}

// state is what the metrics learnt; nil if none of them learns.
func (s *Scorer) state() (*State, error) {
	all := &State{}
	for _, p := range s.parts {
		if k, ok := p.Metric.(metric.Keeper); ok && !p.left {
			if err := all.add(p.learnt, p.Selected, k); err != nil {
				return nil, err
			}
		}
	}
	if len(all.entries) == 0 {
		return nil, nil
	}
	return all, nil
}

// surveys reports whether a metric looks at all headlines before it scores any.
func (s *Scorer) surveys() bool {
	return slices.ContainsFunc(s.parts, func(p part) bool { return isSurveyor(p.Selected) && !p.left })
}

// survey shows the headlines of all systems to the metrics that want to see them
// first.
func (s *Scorer) survey(ctx context.Context, cases iter.Seq2[*corpus.Case, error]) error {
	for i := range s.parts {
		p := &s.parts[i]
		if v, ok := p.Metric.(metric.Surveyor); ok && !p.left {
			if err := v.Survey(ctx, cases); err != nil {
				p.left = true
				if err := s.leaveOut(ctx, p.Selected, fitError("metric "+p.Info.Name, err)); err != nil {
					return err
				}
			}
		}
	}
	return s.nothing()
}

// Width is the number of values of a case.
func (s *Scorer) Width() int { return s.systems * s.all }

// Score fills out with the rows of the cases, Width values each: one a column
// for the first system and the counts of columns that are pooled, then those for the
// second, and so on. Every case has the outputs of all systems of the plan, in their
// order. What a metric cannot score is absent and among the failures, unless the plan
// is strict.
func (s *Scorer) Score(ctx context.Context, cases []*corpus.Case, out []float64) (failures []Failure, err error) {
	all, err := s.score(ctx, cases, s.systems, out)
	for _, f := range all {
		failures = append(failures, f.Failure)
	}
	return failures, err
}

// score is Score for cases of any number of systems. The failures are in the order of the cases.
func (s *Scorer) score(ctx context.Context, cases []*corpus.Case, systems int, out []float64) (failures []located, err error) {
	for _, c := range cases {
		if len(c.Outputs) != systems {
			return nil, fmt.Errorf("score document %s: it has %d headlines for %d systems", c.Doc.ID, len(c.Outputs), systems)
		}
	}
	memory := s.scratch.Get().(*[]float64)
	first, counts, width := 0, s.columns, systems*s.all
	for _, p := range s.parts {
		size := p.width * systems
		got := slices.Grow((*memory)[:0], len(cases)*size)[:len(cases)*size]
		if p.left {
			absent(got)
		} else {
			var found []located
			if got, found, err = s.measure(ctx, p.Selected, cases, got); err != nil {
				return nil, err // and the memory may be in use
			}
			failures = append(failures, found...)
		}
		*memory = got
		// A metric's values of a case stand together, a row has the values of
		// a system together, and after them its counts.
		for i := range cases {
			row, got := out[i*width:], got[i*size:]
			for sys := range systems {
				row, got := row[sys*s.all:], got[sys*p.width:(sys+1)*p.width]
				copy(row[first:], got[:p.columns])
				copy(row[counts:], got[p.columns:])
			}
		}
		first += p.columns
		counts += p.width - p.columns
	}
	s.scratch.Put(memory)
	slices.SortStableFunc(failures, func(a, b located) int { return a.Case - b.Case })
	return failures, nil
}
