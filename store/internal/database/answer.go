package database

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"hed/study"
)

const answerColumns = `seq, id, judge, number, question, value, at, millis, origin`

// Save implements study.Store. For About, allow is handed no task but nil; allow may be
// nil if nothing is to be asked. The judge was Seen now.
//
// The claim is of the judge alone: two answers of one judge must not both find that the
// other is not there yet, and answers of different judges have nothing to do with each
// other. It may be done again where nobody knows whether it was done, since the second
// time finds the id.
func (s *Store) Save(ctx context.Context, a study.Answer, now time.Time, allow func(*study.Task, map[string]string) error) (study.Answer, error) {
	var saved study.Answer
	err := s.write(ctx, Claim{Judge: a.Judge, Again: true}, func(t *tx) (err error) {
		saved, err = t.save(a, now, allow)
		return err
	})
	if err != nil {
		return study.Answer{}, err
	}
	return saved, nil
}

// save keeps an answer. The id is looked for before anything else is asked: a page that did
// not hear that its answer was kept sends it again, and must hear it now, whatever was
// closed or stopped since.
func (t *tx) save(a study.Answer, now time.Time, allow func(*study.Task, map[string]string) error) (study.Answer, error) {
	if old, err := t.before(a); err != nil {
		return a, err
	} else if old != nil {
		return *old, nil
	}
	var err error
	var task *study.Task
	if a.Case == study.About {
		err = t.mayTell(a.Judge)
	} else {
		task, err = t.task(a.Judge, a.Case)
	}
	if err != nil {
		return a, err
	}
	before, err := t.counting(a.Judge, a.Case)
	if err != nil {
		return a, err
	}
	if allow != nil {
		if err := allow(task, before); err != nil {
			return a, err
		}
	}
	when := at(now)
	if a, err = t.insert(a, when); err != nil {
		return a, err
	}
	if task != nil {
		// allow may change the state of the task, but not whose or of what it is.
		task.Judge, task.Case, task.Touched = a.Judge, a.Case, now
		if err := t.put(task); err != nil {
			return a, err
		}
	}
	_, err = t.exec(`UPDATE judge SET seen = $1 WHERE id = $2`, when, a.Judge)
	return a, err
}

// before gives the answer with the same id, if it is there. It is Conflict if that is
// another answer, and Invalid if the id or the question cannot be kept.
func (t *tx) before(a study.Answer) (*study.Answer, error) {
	if a.ID == "" {
		return nil, study.Errorf(study.Invalid, "the answer has no id: give it one, so that it can be sent again")
	}
	// PostgreSQL has no room for more in an index. Judges may send fewer, see Desk.Save;
	// those of an import are longer.
	if most := 200; len(a.ID) > most || len(a.Question) > most {
		return nil, study.Errorf(study.Invalid, "the answer's id or question has more than %d bytes", most)
	}
	old, err := all(t, scanAnswer, `SELECT `+answerColumns+` FROM answer WHERE judge = $1 AND id = $2`, a.Judge, a.ID)
	if err != nil || len(old) == 0 {
		return nil, err
	}
	if o := old[0]; o.Case != a.Case || o.Question != a.Question || o.Value != a.Value {
		return nil, study.Errorf(study.Conflict, "an answer with the id %q is there already, to another question or with another value: send this one with an id of its own", a.ID)
	}
	return &old[0], nil
}

// insert adds an answer to the history. The database numbers it, so that answers are in one
// order whoever saves them, and a later number is a later answer.
func (t *tx) insert(a study.Answer, when stamp) (study.Answer, error) {
	a.At = when.Time
	_, err := t.one(`INSERT INTO answer (id, judge, number, question, value, at, millis, origin)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING seq`,
		[]any{a.ID, a.Judge, a.Case, a.Question, a.Value, when, a.Millis, a.Origin}, &a.Seq)
	return a, err
}

// mayTell refuses answers about a judge who was erased while they were on their way.
func (t *tx) mayTell(judge string) error {
	var erased bool
	found, err := t.one(`SELECT token IS NULL FROM judge WHERE id = $1`, []any{judge}, &erased)
	if err == nil && !found {
		return errNoJudge(judge)
	}
	if err == nil && erased {
		return study.Errorf(study.Forbidden, "judge %s was erased: nothing more is kept about this person", judge)
	}
	return err
}

// counting gives the answers of a judge to a case that count, by question.
func (t *tx) counting(judge string, number int) (map[string]string, error) {
	answers := map[string]string{}
	_, err := all(t, func(row scanner) (_ struct{}, err error) {
		var question, value string
		err = row.Scan(&question, &value)
		answers[question] = value
		return
	}, `SELECT question, value FROM counting WHERE judge = $1 AND number = $2`, judge, number)
	return answers, err
}

// Answers implements study.Store. The view counting leaves out what a later answer took the
// place of.
func (s *Store) Answers(ctx context.Context, f study.Filter) iter.Seq2[*study.Answer, error] {
	return sequence(ctx, s, func(t *tx) ([]study.Answer, error) { return t.answers(f) })
}

func (t *tx) answers(f study.Filter) ([]study.Answer, error) {
	from := "counting"
	if f.History {
		from = "answer"
	}
	var where []string
	var args []any
	is := func(column string, v any) {
		args = append(args, v)
		where = append(where, fmt.Sprintf("%s = $%d", column, len(args)))
	}
	if f.Judge != "" {
		is("judge", f.Judge)
	}
	if f.Case != nil {
		is("number", *f.Case)
	}
	if f.Question != "" {
		is("question", f.Question)
	}
	query := `SELECT ` + answerColumns + ` FROM ` + from
	if len(where) > 0 {
		query += ` WHERE ` + strings.Join(where, ` AND `)
	}
	return all(t, scanAnswer, query+` ORDER BY seq`, args...)
}

func scanAnswer(row scanner) (a study.Answer, err error) {
	var when stamp
	err = row.Scan(&a.Seq, &a.ID, &a.Judge, &a.Case, &a.Question, &a.Value, &when, &a.Millis, &a.Origin)
	a.At = when.Time
	return a, err
}
