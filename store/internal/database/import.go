package database

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hed/study"
)

// Import implements study.Store. Nor does any other write run meanwhile: it may take a
// second for a large file, in which judges wait, but half a file would be worse.
func (s *Store) Import(ctx context.Context, tokens [][32]byte, now time.Time, fill func(*study.Board, []study.Judge) ([]study.Task, []study.Answer, error), e study.Event) error {
	return s.write(ctx, Claim{Alone: true}, func(t *tx) error {
		added, err := t.addJudges(person, tokens, at(now))
		if err != nil {
			return err
		}
		board, err := t.board()
		if err != nil {
			return err
		}
		tasks, answers, err := fill(board, added)
		if err != nil {
			return err
		}
		if err := t.putAll(tasks); err != nil {
			return err
		}
		type place struct {
			judge  string
			number int
		}
		// Answers go straight to the history, without allow: fill has checked them, and in the
		// order of a file, which is not that of asking. That they have a task is checked here,
		// as Save would.
		given := map[place]bool{}
		for _, task := range slices.Concat(board.Tasks, tasks) {
			given[place{task.Judge, task.Case}] = true
		}
		for _, a := range answers {
			if !given[place{a.Judge, a.Case}] {
				return errNoTask(a.Judge, a.Case)
			}
			l, err := t.ledger(a)
			if err != nil {
				return err
			}
			if l.old != nil {
				continue
			}
			if _, err := t.insert(l, a, at(now), stamp{}); err != nil {
				return fmt.Errorf("keep %s of case %d by judge %s: %w", a.Question, a.Case, a.Judge, err)
			}
		}
		return t.note(e)
	})
}
