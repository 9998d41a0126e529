package database

import (
	"context"

	"hed/study"
)

// Snapshot implements study.Store. One transaction reads it all, so that every task has its
// judge and every answer its task, whatever is written meanwhile.
func (s *Store) Snapshot(ctx context.Context) (*study.Snapshot, error) {
	var all study.Snapshot
	err := s.read(ctx, func(t *tx) (err error) {
		if all.Study, all.Running, err = t.study(); err != nil {
			return err
		}
		if all.Cases, err = t.cases(); err != nil {
			return err
		}
		if all.Judges, err = t.judges(); err != nil {
			return err
		}
		if all.Tasks, err = t.tasks(""); err != nil {
			return err
		}
		if all.Answers, err = t.answers(study.Filter{}); err != nil {
			return err
		}
		all.Events, err = t.events()
		return err
	})
	if err != nil {
		return nil, err
	}
	return &all, nil
}
