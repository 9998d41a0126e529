package database

import (
	"context"
	"time"
)

// Secret gives what SetSecret was given under a name; nil if there is nothing.
func (s *Store) Secret(ctx context.Context, name string) (value []byte, err error) {
	err = s.read(ctx, func(t *tx) error {
		_, err := t.one(`SELECT value FROM secret WHERE name = $1`, []any{name}, &value)
		return err
	})
	return value, err
}

// SetSecret keeps a secret under a name, in the place of the one before; nil takes it
// away.
func (s *Store) SetSecret(ctx context.Context, name string, value []byte) error {
	return s.write(ctx, Claim{Again: true}, func(t *tx) (err error) { // the last one wins, whoever it is
		if value == nil {
			_, err = t.exec(`DELETE FROM secret WHERE name = $1`, name)
		} else {
			_, err = t.exec(`INSERT INTO secret (name, value) VALUES ($1, $2)
				ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
		}
		return err
	})
}

// Session gives when a session ends; the zero time if there is none, or it has ended by
// now. Sessions are known by the SHA-256 of their cookies, which are not kept.
func (s *Store) Session(ctx context.Context, id [32]byte, now time.Time) (time.Time, error) {
	var ends stamp
	err := s.read(ctx, func(t *tx) error {
		_, err := t.one(`SELECT ends FROM session WHERE id = $1`, []any{id[:]}, &ends)
		return err
	})
	if err != nil || !now.Before(ends.Time) {
		return time.Time{}, err
	}
	return ends.Time, nil
}

// AddSession begins a session, and forgets those that have ended by now: they would be
// open again if the clock were set back.
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

// DropSession ends a session, if it is there; all of them if id is zero, which is the hash
// of no cookie that anybody could find.
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
