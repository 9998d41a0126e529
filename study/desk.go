package study

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Desk is what judges do with a Store. It is safe for concurrent use, and adds no
// lock to the Store's. It remembers the study and its cases, which do not change,
// and nothing of judges.
type Desk struct {
	store Store
	now   func() time.Time
	study atomic.Pointer[Study]
	cases sync.Map // of *Case by number
}

// NewDesk makes a Desk that tells the time by now.
func NewDesk(store Store, now func() time.Time) *Desk { return &Desk{store: store, now: now} }

// Work is what a judge has to do.
type Work struct {
	State WorkState
	// Task and Case are set in StateCase only.
	Task *Task
	Case *Case
	// Items are those of the shown step, whatever their conditions, or those about
	// the judge; Earlier are those of closed steps.
	Items, Earlier []Item
	Answers        map[string]string // to the case or about the judge, by key, whether they count or not
	IDs            map[string]string // those under which they were sent
	// Done and Total count the judge's tasks, without those he returned.
	Done, Total int
	ShowArticle bool
}

// A WorkState is what a judge's page shows.
type WorkState string

const (
	StateAbout    WorkState = "about"    // questions about the judge
	StateCase     WorkState = "case"     // a case
	StateWaiting  WorkState = "waiting"  // others hold what is left; ask again later
	StateFinished WorkState = "finished" // nothing is left
	StateStopped  WorkState = "stopped"  // the study takes no answers now
)

// AboutClosed is the question under About whose answer says that the judge has gone
// on from the questions about himself. It is no question of the protocol.
const AboutClosed = "closed"

// AboutConsent is the question under About whose answer says that the judge has agreed to the Consent of the protocol.
const AboutConsent = "consent"

// Consented tells whether the judge need not be asked to agree to the study: they did, or the protocol does not ask.
func (d *Desk) Consented(ctx context.Context, j *Judge) (bool, error) {
	s, err := d.Study(ctx)
	if err != nil || len(s.Protocol.Consent) == 0 {
		return err == nil, err
	}
	about, _, err := d.answers(ctx, j, About)
	return about[AboutConsent] != "", err
}

// Consent keeps that the judge has agreed to the study. To agree again is no error.
func (d *Desk) Consent(ctx context.Context, j *Judge) error {
	a := Answer{ID: "about-" + AboutConsent, Judge: j.ID, Case: About, Question: AboutConsent, Value: "yes"}
	_, err := d.store.Save(ctx, a, d.now(), func(*Task, map[string]string) error { return nil })
	return err
}

// Study gives the study.
func (d *Desk) Study(ctx context.Context) (*Study, error) {
	if s := d.study.Load(); s != nil {
		return s, nil
	}
	s, err := d.store.Study(ctx)
	if err == nil {
		d.study.Store(s)
	}
	return s, err
}

// Case gives a case by number. NotFound if there is none.
func (d *Desk) Case(ctx context.Context, number int) (*Case, error) {
	if c, ok := d.cases.Load(number); ok {
		return c.(*Case), nil
	}
	c, err := d.store.Case(ctx, number)
	if err == nil {
		d.cases.Store(number, c)
	}
	return c, err
}

// Judge gives the judge of a token. NotFound if there is none, Forbidden if the link
// works no longer.
func (d *Desk) Judge(ctx context.Context, token string) (*Judge, error) {
	j, err := d.store.JudgeOf(ctx, HashToken(token))
	if err != nil {
		return nil, err
	}
	if j.State != Active {
		return nil, Errorf(Forbidden, "this link no longer works; ask whoever sent it for a new one")
	}
	return j, nil
}

// Work gives what the judge does now, and hands out tasks if he has none.
func (d *Desk) Work(ctx context.Context, j *Judge) (*Work, error) {
	s, err := d.Study(ctx)
	if err != nil {
		return nil, err
	}
	tasks, err := d.store.Tasks(ctx, j.ID)
	if err != nil {
		return nil, err
	}
	running, err := d.store.Running(ctx)
	if err != nil {
		return nil, err
	}
	if !running {
		return newWork(StateStopped, tasks), nil
	}
	if s.Background {
		about, ids, err := d.answers(ctx, j, About)
		if err != nil {
			return nil, err
		}
		if about[AboutClosed] == "" {
			w := newWork(StateAbout, tasks)
			w.Items, w.Answers, w.IDs = s.Protocol.AboutItems(), about, ids
			return w, nil
		}
	}
	rest := Busy
	if firstOpen(tasks) == nil || s.left(tasks, d.now()) {
		if rest, err = d.assign(ctx, s, j); err != nil {
			return nil, err
		}
		if tasks, err = d.store.Tasks(ctx, j.ID); err != nil {
			return nil, err
		}
	}
	return d.show(ctx, s, j, tasks, rest)
}

// left tells whether the tasks of one judge have lain so long that others may get them.
func (s *Study) left(tasks []Task, now time.Time) bool {
	var last time.Time
	for i := range tasks {
		last = later(last, s.last(&tasks[i], now))
	}
	return s.silent(last, now)
}

// show gives the first open task, or what there is in its place.
func (d *Desk) show(ctx context.Context, s *Study, j *Judge, tasks []Task, rest Rest) (*Work, error) {
	t := firstOpen(tasks)
	if t == nil {
		state := StateWaiting // also if the task was lost again in between
		if rest == Over {
			state = StateFinished
		}
		return newWork(state, tasks), nil
	}
	w := newWork(StateCase, tasks)
	c, err := d.Case(ctx, t.Case)
	if err != nil {
		return nil, err
	}
	w.Task, w.Case = t, c
	for step := range t.Step {
		w.Earlier = append(w.Earlier, s.Protocol.Items(c, t, step)...)
	}
	w.Items = s.Protocol.Items(c, t, t.Step)
	for step := range t.Step + 1 {
		w.ShowArticle = w.ShowArticle || s.Protocol.Steps[step].Article
	}
	w.Answers, w.IDs, err = d.answers(ctx, j, t.Case)
	return w, err
}

func newWork(state WorkState, tasks []Task) *Work {
	w := &Work{State: state, Answers: map[string]string{}, IDs: map[string]string{}}
	for _, t := range tasks {
		if t.State != Returned {
			w.Total++
		}
		if t.State == Finished {
			w.Done++
		}
	}
	return w
}

// firstOpen gives the first open task of a judge, by position.
func firstOpen(tasks []Task) *Task {
	for i := range tasks {
		if tasks[i].State == Open {
			return &tasks[i]
		}
	}
	return nil
}

// answers are the latest of a judge to a case, and their ids, by question.
func (d *Desk) answers(ctx context.Context, j *Judge, number int) (values, ids map[string]string, err error) {
	values, ids = map[string]string{}, map[string]string{}
	for a, err := range d.store.Answers(ctx, Filter{Judge: j.ID, Case: &number}) {
		if err != nil {
			return nil, nil, err
		}
		values[a.Question], ids[a.Question] = a.Value, a.ID
	}
	return values, ids, nil
}

// assign lets Next hand out tasks, and notes what was taken from others.
func (d *Desk) assign(ctx context.Context, s *Study, j *Judge) (Rest, error) {
	var rest Rest
	var changed []Task
	now := d.now()
	err := d.store.Assign(ctx, func(b *Board) ([]Task, error) {
		changed, rest = s.Next(b, j.ID, now)
		return changed, nil
	})
	if err != nil {
		return "", err
	}
	for i := 0; i < len(changed); {
		of := changed[i].Judge
		var cases []string
		for ; i < len(changed) && changed[i].Judge == of; i++ {
			if changed[i].State == Returned {
				cases = append(cases, fmt.Sprint(changed[i].Case))
			}
		}
		if cases != nil {
			e := Event{At: now, By: j.ID, What: "returned", Of: of, Note: "cases " + strings.Join(cases, ", ")}
			if err := d.store.Note(ctx, e); err != nil {
				return "", err
			}
		}
	}
	return rest, nil
}
