package shelf

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hed/store/internal/database"
)

// Secret gives what SetSecret was given under a name; nil if there is nothing.
func (s *Shelf) Secret(ctx context.Context, name string) (value []byte, err error) {
	err = s.get(ctx, `SELECT value FROM secret WHERE name = $1`, []any{name}, &value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, err
}

// SetSecret keeps a secret under a name, in the place of the one before; nil takes it away.
func (s *Shelf) SetSecret(ctx context.Context, name string, value []byte) error {
	if value == nil {
		return s.exec(ctx, true, `DELETE FROM secret WHERE name = $1`, name)
	}
	return s.exec(ctx, true, `INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value, seal = NULL`, name, value)
}

// Session gives when a session ends; the zero time if there is none, or it has ended by now.
// Sessions are known by the SHA-256 of their cookies, which are not kept.
func (s *Shelf) Session(ctx context.Context, id [32]byte, now time.Time) (time.Time, error) {
	var ends int64
	err := s.get(ctx, `SELECT ends FROM session WHERE id = $1`, []any{id[:]}, &ends)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	if until := time.UnixMicro(ends).UTC(); err == nil && now.Before(until) {
		return until, nil
	}
	return time.Time{}, err
}

// AddSession begins a session, and forgets those that have ended by now.
func (s *Shelf) AddSession(ctx context.Context, id [32]byte, now, ends time.Time) error {
	return s.write(ctx, true, func(ctx context.Context, tx database.Conn) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM session WHERE ends <= $1`, now.UnixMicro()); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO session (id, ends) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET ends = excluded.ends`, id[:], ends.UnixMicro())
		return err
	})
}

// DropSession ends a session, if it is there; all of them if id is zero.
func (s *Shelf) DropSession(ctx context.Context, id [32]byte) error {
	if id == ([32]byte{}) {
		return s.exec(ctx, true, `DELETE FROM session`)
	}
	return s.exec(ctx, true, `DELETE FROM session WHERE id = $1`, id[:])
}

// Sessions is how many are open.
func (s *Shelf) Sessions(ctx context.Context, now time.Time) (n int, err error) {
	err = s.get(ctx, `SELECT count(*) FROM session WHERE ends > $1`, []any{now.UnixMicro()}, &n)
	return n, err
}
