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
	l, err := t.ledger(a)
	if err != nil {
		return a, err
	}
	if l.old != nil {
		return *l.old, nil
	}
	var task *study.Task
	if a.Case != study.About {
		if task, err = t.task(a.Judge, a.Case); err != nil {
			return a, err
		}
	} else if l.erased {
		return a, study.Errorf(study.Forbidden, "judge %s was erased: nothing more is kept about this person", a.Judge)
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
	if a, err = t.insert(l, a, at(now), at(now)); err != nil {
		return a, err
	}
	if task != nil {
		// allow may change the state of the task, but not whose or of what it is.
		task.Judge, task.Case, task.Touched = a.Judge, a.Case, now
		err = t.put(task)
	}
	return a, err
}

// A ledger is what an answer is added to: the chain of its judge.
type ledger struct {
	chain
	columns string        // those of the judge that have the chain
	erased  bool          // the judge was erased
	old     *study.Answer // the answer with the same id, if it is there
}

// ledger gives the ledger for an answer. It is Conflict if another answer has its id, and
// Invalid if the id or the question cannot be kept. The judge and the old answer are read
// with one statement, because every answer that is saved waits for it.
func (t *tx) ledger(a study.Answer) (l ledger, err error) {
	if a.ID == "" {
		return l, study.Errorf(study.Invalid, "the answer has no id: give it one, so that it can be sent again")
	}
	// PostgreSQL has no room for more in an index. Judges may send fewer, see Desk.Save;
	// those of an import are longer.
	if most := 200; len(a.ID) > most || len(a.Question) > most {
		return l, study.Errorf(study.Invalid, "the answer's id or question has more than %d bytes", most)
	}
	l.columns = answersOf(a.Case)
	old := study.Answer{ID: a.ID, Judge: a.Judge}
	var when stamp
	found, err := t.one(`SELECT j.token IS NULL, `+l.columns+`, coalesce(a.seq, 0), coalesce(a.number, 0),
		coalesce(a.question, ''), coalesce(a.value, ''), coalesce(a.at, 0), coalesce(a.millis, 0), coalesce(a.origin, '')
		FROM judge j LEFT JOIN answer a ON a.judge = j.id AND a.id = $2 WHERE j.id = $1`, []any{a.Judge, a.ID},
		&l.erased, &l.length, &l.tip, &old.Seq, &old.Case, &old.Question, &old.Value, &when, &old.Millis, &old.Origin)
	switch {
	case err != nil:
		return l, err
	case !found && a.Case == study.About:
		return l, errNoJudge(a.Judge)
	case !found:
		return l, errNoTask(a.Judge, a.Case)
	case old.Seq == 0:
		return l, nil
	case old.Case != a.Case || old.Question != a.Question || old.Value != a.Value:
		return l, study.Errorf(study.Conflict, "an answer with the id %q is there already, to another question or with another value: send this one with an id of its own", a.ID)
	}
	old.At = when.Time
	l.old = &old
	return l, nil
}

// answersOf names the columns of a judge that have the chain of answers to a case, or of
// those about the judge.
func answersOf(number int) string {
	if number == study.About {
		return `about, about_tip`
	}
	return `answers, answers_tip`
}

// insert adds an answer to the history and to the chain of its judge, who was seen now,
// or at no time if seen is zero. The database numbers it, so that answers are in one
// order whoever saves them, and a later number is a later answer.
func (t *tx) insert(l ledger, a study.Answer, when, seen stamp) (study.Answer, error) {
	a.At = when.Time
	seal := l.seal(digestOfAnswer(&a))
	_, err := t.one(`INSERT INTO answer (id, judge, number, question, value, at, millis, origin, seal)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING seq`,
		[]any{a.ID, a.Judge, a.Case, a.Question, a.Value, when, a.Millis, a.Origin, seal}, &a.Seq)
	if err != nil {
		return a, err
	}
	now := l.after(seal, a.Seq)
	_, err = t.exec(`UPDATE judge SET (`+l.columns+`, seen) = ($1, $2, coalesce($3, seen)) WHERE id = $4`, now.length, now.tip, seen, a.Judge)
	return a, err
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
