package study

import (
	"context"
	"strings"
)

// mostID is how long the id of an answer may be: a UUID, or something like it.
const mostID = 64

// Save keeps an answer of the judge, whose Case, Question, Value, ID and Millis are
// set, and gives it as it was kept. The errors are those of Check and of Store.Save, and
// Stopped if the study is. An answer that was kept before is given again,
// whatever was closed since. A late answer to a task that was returned takes it up
// again, so that a case may get a judge more than was asked for.
func (d *Desk) Save(ctx context.Context, j *Judge, a Answer) (Answer, error) {
	if err := checkID(a.ID); err != nil {
		return Answer{}, err
	}
	if a.Millis < 0 {
		return Answer{}, Errorf(Invalid, "the time since the case was shown cannot be negative")
	}
	s, err := d.Study(ctx)
	if err != nil {
		return Answer{}, err
	}
	running, err := d.store.Running(ctx)
	if err != nil {
		return Answer{}, err
	}
	a.Judge = j.ID
	if a.Case == About {
		return d.store.Save(ctx, a, d.now(), func(*Task, map[string]string) error {
			if !running {
				return errStopped()
			}
			return s.CheckAbout(a.Question, a.Value)
		})
	}
	c, err := d.Case(ctx, a.Case)
	if err != nil {
		return Answer{}, err
	}
	return d.store.Save(ctx, a, d.now(), func(t *Task, before map[string]string) error {
		if !running {
			return errStopped()
		}
		if err := s.Check(c, t, a.Question, a.Value, before); err != nil {
			return err
		}
		t.State = Open
		return nil
	})
}

func errStopped() error {
	return Errorf(Stopped, "the study is stopped and takes no answers now; send it again when it continues")
}

func checkID(id string) error {
	plain := func(r rune) bool { return r > ' ' && r < 0x7f }
	if id == "" || len(id) > mostID || strings.ContainsFunc(id, func(r rune) bool { return !plain(r) }) {
		return Errorf(Invalid, "an answer needs an id of 1 to %d plain characters, without blanks, which no other of the judge has", mostID)
	}
	return nil
}

// Close closes a step of a case. To close one that is closed is no error. Invalid if
// answers are missing or the step is not shown yet, Stopped if the study is, NotFound if
// the judge does not have the case.
func (d *Desk) Close(ctx context.Context, j *Judge, number, step int) error {
	s, err := d.Study(ctx)
	if err != nil {
		return err
	}
	if step < 0 || step >= len(s.Protocol.Steps) {
		return Errorf(NotFound, "case %d has no page %d", number, step)
	}
	c, err := d.Case(ctx, number)
	if err != nil {
		return err
	}
	running, err := d.store.Running(ctx)
	if err != nil {
		return err
	}
	_, err = d.store.Advance(ctx, j.ID, number, func(t *Task, answers map[string]string) error {
		switch {
		case t.Step > step:
			return nil
		case !running:
			return errStopped()
		case t.Step < step:
			return Errorf(Invalid, "page %d is not shown yet; finish the page before it first", step)
		}
		return s.CloseStep(c, t, answers, d.now())
	})
	return err
}

// CloseAbout ends the questions about the judge. To end them again is no error.
// Invalid if answers are missing, Stopped if the study is.
func (d *Desk) CloseAbout(ctx context.Context, j *Judge) error {
	s, err := d.Study(ctx)
	if err != nil {
		return err
	}
	running, err := d.store.Running(ctx)
	if err != nil {
		return err
	}
	if !running {
		return errStopped()
	}
	answers, _, err := d.answers(ctx, j, About)
	if err != nil {
		return err
	}
	var missing []string
	if s.Background {
		for _, it := range s.Protocol.AboutItems() {
			if answers[it.Key] == "" && !it.Question.Optional {
				missing = append(missing, it.Key)
			}
		}
	}
	if missing != nil {
		return Errorf(Invalid, "answer %s first", strings.Join(missing, ", "))
	}
	a := Answer{ID: "about-" + AboutClosed, Judge: j.ID, Case: About, Question: AboutClosed, Value: "yes"}
	_, err = d.store.Save(ctx, a, d.now(), func(*Task, map[string]string) error { return nil })
	return err
}
