package database

import (
	"context"
	"fmt"
	"time"

	"hed/study"
)

const taskColumns = `judge, number, position, round, state, step, given, touched, done`

// Assign implements study.Store. Nor does any other write run meanwhile: what pick decides
// hangs on all judges, tasks and agreed values, and a lock on less would let two judges
// get the last place of a case.
func (s *Store) Assign(ctx context.Context, pick func(*study.Board) ([]study.Task, error), events ...study.Event) error {
	return s.write(ctx, Claim{Alone: true}, func(t *tx) error {
		board, err := t.board()
		if err != nil {
			return err
		}
		tasks, err := pick(board)
		if err != nil {
			return err
		}
		if err := t.putAll(tasks); err != nil {
			return err
		}
		for _, e := range events {
			if err := t.note(e); err != nil {
				return err
			}
		}
		return nil
	})
}

// board reads what Study.Next looks at. Answers are read of one question only, that of the
// consensus, whose id is a column of its own for this.
func (t *tx) board() (*study.Board, error) {
	var b study.Board
	var err error
	if b.Judges, err = t.judges(); err != nil {
		return nil, err
	}
	if b.Tasks, err = t.tasks(""); err != nil {
		return nil, err
	}
	var question string
	if _, err := t.one(`SELECT consensus FROM study`, nil, &question); err != nil || question == "" {
		return &b, err
	}
	b.Values = map[int]map[string]string{}
	_, err = all(t, func(row scanner) (_ struct{}, err error) {
		var number int
		var judge, value string
		if err = row.Scan(&number, &judge, &value); err != nil {
			return
		}
		if b.Values[number] == nil {
			b.Values[number] = map[string]string{}
		}
		b.Values[number][judge] = value
		return
	}, `SELECT number, judge, value FROM counting WHERE question = $1 AND number >= 0`, question)
	return &b, err
}

// put stores a task, new or changed. A position that another task of the judge has is
// refused by the database: it would show two cases in one place.
func (t *tx) put(task *study.Task) error {
	_, err := t.exec(`INSERT INTO task (`+taskColumns+`, seal) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (judge, number) DO UPDATE SET position = excluded.position, round = excluded.round,
			state = excluded.state, step = excluded.step, given = excluded.given, touched = excluded.touched,
			done = excluded.done, seal = excluded.seal`,
		task.Judge, task.Case, task.Position, task.Round, string(task.State), task.Step,
		at(task.Given), at(task.Touched), at(task.Done), digestOfTask(task))
	return err
}

func (t *tx) putAll(tasks []study.Task) error {
	for i := range tasks {
		if err := t.put(&tasks[i]); err != nil {
			return fmt.Errorf("keep case %d of judge %s: %w", tasks[i].Case, tasks[i].Judge, err)
		}
	}
	return nil
}

// Tasks implements study.Store.
func (s *Store) Tasks(ctx context.Context, judge string) (tasks []study.Task, err error) {
	err = s.read(ctx, func(t *tx) (err error) {
		tasks, err = t.tasks(judge)
		return err
	})
	return tasks, err
}

func (t *tx) tasks(judge string) ([]study.Task, error) {
	if judge == "" {
		return all(t, scanTask, `SELECT `+taskColumns+` FROM task ORDER BY length(judge), judge, position`)
	}
	return all(t, scanTask, `SELECT `+taskColumns+` FROM task WHERE judge = $1 ORDER BY position`, judge)
}

// task gives the task of a judge for a case.
func (t *tx) task(judge string, number int) (*study.Task, error) {
	list, err := all(t, scanTask, `SELECT `+taskColumns+` FROM task WHERE judge = $1 AND number = $2`, judge, number)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errNoTask(judge, number)
	}
	return &list[0], nil
}

func errNoTask(judge string, number int) error {
	return study.Errorf(study.NotFound, "case %d was not given to judge %s", number, judge)
}

func scanTask(row scanner) (task study.Task, err error) {
	var given, touched, done stamp
	err = row.Scan(&task.Judge, &task.Case, &task.Position, &task.Round, &task.State, &task.Step, &given, &touched, &done)
	if err != nil {
		return task, err
	}
	switch task.State {
	case study.Open, study.Finished, study.Returned:
	default:
		return task, fmt.Errorf("read case %d of judge %s: unknown state %q: a newer hed may have written it", task.Case, task.Judge, task.State)
	}
	task.Given, task.Touched, task.Done = given.Time, touched.Time, done.Time
	return task, nil
}

// Advance implements study.Store. The answers are read in the same transaction that changes
// the task, so that a step is not closed on an answer that is being taken back.
func (s *Store) Advance(ctx context.Context, judge string, number int, change func(*study.Task, map[string]string) error) (*study.Task, error) {
	var task *study.Task
	err := s.write(ctx, Claim{Judge: judge}, func(t *tx) (err error) {
		if task, err = t.task(judge, number); err != nil {
			return err
		}
		answers, err := t.counting(judge, number)
		if err != nil {
			return err
		}
		if err := change(task, answers); err != nil {
			return err
		}
		task.Judge, task.Case = judge, number
		if task.State == study.Finished {
			if err := t.follow(task); err != nil {
				return err
			}
		}
		// What is given back is what a later read gives: times as the database keeps them.
		for _, when := range []*time.Time{&task.Given, &task.Touched, &task.Done} {
			*when = at(*when).Time
		}
		return t.put(task)
	})
	if err != nil {
		return nil, err
	}
	return task, nil
}

// follow makes a task the last of its case to be done, whatever the clock says: the first
// to finish decide a case, and a clock that was set back must not change who they are. Models
// decide nothing, so that the time of one moves nobody's.
func (t *tx) follow(task *study.Task) error {
	if study.IsModel(task.Judge) {
		return nil
	}
	var last stamp
	_, err := t.one(`SELECT max(done) FROM task WHERE number = $1 AND judge <> $2 AND judge NOT LIKE 'm%' AND state = 'finished'`, []any{task.Case, task.Judge}, &last)
	if err == nil && !task.Done.After(last.Time) {
		task.Done = last.Add(time.Microsecond)
	}
	return err
}
