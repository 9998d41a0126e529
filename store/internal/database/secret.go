package database

import (
	"context"
	"time"

	"hed/study"
)

// Secret implements study.Store.
func (s *Store) Secret(ctx context.Context, name string) (value []byte, err error) {
	err = s.read(ctx, func(t *tx) error {
		_, err := t.one(`SELECT value FROM secret WHERE name = $1`, []any{name}, &value)
		return err
	})
	return value, err
}

// SetSecret implements study.Store. Nil takes the secret away.
func (s *Store) SetSecret(ctx context.Context, name string, value []byte) error {
	return s.write(ctx, Claim{Again: true}, func(t *tx) (err error) {
		if value == nil {
			_, err = t.exec(`DELETE FROM secret WHERE name = $1`, name)
		} else {
			_, err = t.exec(`INSERT INTO secret (name, value) VALUES ($1, $2)
				ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
		}
		return err
	})
}

// Session implements study.Store.
func (s *Store) Session(ctx context.Context, id [32]byte, now time.Time) (time.Time, error) {
	var ends stamp
	err := s.read(ctx, func(t *tx) error {
		found, err := t.one(`SELECT ends FROM session WHERE id = $1`, []any{id[:]}, &ends)
		if err == nil && (!found || !now.Before(ends.Time)) {
			return study.Errorf(study.NotFound, "the session has ended: log in again")
		}
		return err
	})
	if err != nil {
		return time.Time{}, err
	}
	return ends.Time, nil
}

// AddSession implements study.Store.
func (s *Store) AddSession(ctx context.Context, id [32]byte, now, ends time.Time) error {
	return s.write(ctx, Claim{Again: true}, func(t *tx) error {
		if _, err := t.exec(`DELETE FROM session WHERE ends <= $1`, at(now)); err != nil {
			return err
		}
		_, err := t.exec(`INSERT INTO session (id, ends) VALUES ($1, $2)
			ON CONFLICT (id) DO UPDATE SET ends = excluded.ends`, id[:], at(ends))
		return err
	})
}

// DropSession implements study.Store.
func (s *Store) DropSession(ctx context.Context, id [32]byte) error {
	return s.write(ctx, Claim{Again: true}, func(t *tx) (err error) {
		if id == ([32]byte{}) {
			_, err = t.exec(`DELETE FROM session`)
		} else {
			_, err = t.exec(`DELETE FROM session WHERE id = $1`, id[:])
		}
		return err
	})
}
