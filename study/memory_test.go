package study_test

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"
	"time"

	"hed/study"
)

// memory is a Store that forgets, with what a Desk needs.
type memory struct {
	study.Store
	mu      sync.Mutex
	study   *study.Study
	cases   []study.Case
	judges  []study.Judge
	tasks   []study.Task
	answers []study.Answer
	events  []study.Event
	stopped bool
	reads   int // of the study
}

func (m *memory) Study(context.Context) (*study.Study, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reads++
	return m.study, nil
}

func (m *memory) Case(_ context.Context, number int) (*study.Case, error) {
	if number < 0 || number >= len(m.cases) {
		return nil, study.Errorf(study.NotFound, "no case %d", number)
	}
	return &m.cases[number], nil
}

func (m *memory) JudgeOf(_ context.Context, token [32]byte) (*study.Judge, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, j := range m.judges {
		if j.Token == token {
			return &j, nil
		}
	}
	return nil, study.Errorf(study.NotFound, "no such link")
}

func (m *memory) Running(context.Context) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.stopped, nil
}

func (m *memory) Note(_ context.Context, e study.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.events = append(m.events, e)
	return nil
}

func (m *memory) Tasks(_ context.Context, judge string) ([]study.Task, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	mine := slices.DeleteFunc(slices.Clone(m.tasks), func(t study.Task) bool { return t.Judge != judge })
	slices.SortFunc(mine, func(a, b study.Task) int { return cmp.Compare(a.Position, b.Position) })
	return mine, nil
}

func (m *memory) task(judge string, number int) *study.Task {
	for i := range m.tasks {
		if t := &m.tasks[i]; t.Judge == judge && t.Case == number {
			return t
		}
	}
	return nil
}

// counting gives the answers that count, by question.
func (m *memory) counting(judge string, number int) map[string]string {
	now := map[string]string{}
	for _, a := range m.answers {
		if a.Judge == judge && a.Case == number {
			now[a.Question] = a.Value
		}
	}
	return now
}

func (m *memory) Assign(_ context.Context, pick func(*study.Board) ([]study.Task, error), _ ...study.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	changed, err := pick(m.board())
	if err != nil {
		return err
	}
	m.put(changed)
	return nil
}

func (m *memory) board() *study.Board {
	b := &study.Board{Judges: m.judges, Tasks: slices.Clone(m.tasks), Values: map[int]map[string]string{}}
	if c := m.study.Protocol.Consensus; c != nil {
		for _, a := range m.answers {
			if a.Question == c.Question {
				if b.Values[a.Case] == nil {
					b.Values[a.Case] = map[string]string{}
				}
				b.Values[a.Case][a.Judge] = a.Value
			}
		}
	}
	return b
}

func (m *memory) put(changed []study.Task) {
	for _, t := range changed {
		if old := m.task(t.Judge, t.Case); old != nil {
			*old = t
		} else {
			m.tasks = append(m.tasks, t)
		}
	}
}

func (m *memory) Save(_ context.Context, a study.Answer, now time.Time, allow func(*study.Task, map[string]string) error) (study.Answer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range m.answers {
		if o.Judge == a.Judge && o.ID == a.ID {
			if o.Case != a.Case || o.Question != a.Question || o.Value != a.Value {
				return a, study.Errorf(study.Conflict, "the id is taken")
			}
			return o, nil
		}
	}
	t := m.task(a.Judge, a.Case)
	if t == nil && a.Case != study.About {
		return a, study.Errorf(study.NotFound, "no such task")
	}
	if err := allow(t, m.counting(a.Judge, a.Case)); err != nil {
		return a, err
	}
	if t != nil {
		t.Touched = now
	}
	a.Seq, a.At = int64(len(m.answers)+1), now
	m.answers = append(m.answers, a)
	return a, nil
}

func (m *memory) Advance(_ context.Context, judge string, number int, change func(*study.Task, map[string]string) error) (*study.Task, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.task(judge, number)
	if t == nil {
		return nil, study.Errorf(study.NotFound, "no such task")
	}
	c := *t
	if err := change(&c, m.counting(judge, number)); err != nil {
		return nil, err
	}
	*t = c
	return &c, nil
}

func (m *memory) Answers(_ context.Context, f study.Filter) iter.Seq2[*study.Answer, error] {
	return func(yield func(*study.Answer, error) bool) {
		m.mu.Lock()
		all := slices.Clone(m.answers)
		m.mu.Unlock()
		for _, a := range all {
			if (f.Judge == "" || a.Judge == f.Judge) && (f.Case == nil || a.Case == *f.Case) && !yield(&a, nil) {
				return
			}
		}
	}
}
