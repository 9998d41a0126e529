// Package database is a study.Store in the tables of a relational database, and a safe
// for the secrets and sessions of the study's server.
//
// SQLite and PostgreSQL keep the same tables and understand the same statements, so
// what a Store does is written once, here. What differs is how a transaction is
// begun, queued, made durable and tried again: that is an Engine, of which
// store/sqlite and store/postgres have one each.
package database

import (
	"context"
	"database/sql"
	"iter"
	"strings"
	"unicode/utf8"

	"hed/study"
)

// An Engine runs transactions. It calls what it is given again if the transaction has
// to be tried again, and reports trouble with the database as study.Unavailable.
type Engine interface {
	// Read runs f in a transaction that sees one state of the database, and waits
	// for no writer.
	Read(ctx context.Context, f Work) error
	// Write runs f in a transaction, and returns once what f did is on disk. If f
	// gives an error nothing was done.
	Write(ctx context.Context, c Claim, f Work) error
	// Check says what is wrong with the database, apart from what is in its rows: its files,
	// as far as it can check them, and its tables.
	Check(ctx context.Context) (problems []string, err error)
	Close() error
}

// Work is done in a transaction, with the context that it is handed.
type Work func(ctx context.Context, conn Conn) error

// A Conn is a connection within a transaction. Placeholders are $1, $2, ….
type Conn interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// A Claim says what a write needs of the others.
type Claim struct {
	Alone bool   // no other write runs meanwhile
	Judge string // no other write for this judge runs meanwhile; "" if it may
	// Again: doing it twice is doing it once, so it may be repeated when nobody
	// knows whether it was done.
	Again bool
	// Erase: what it deletes should leave the disk as well, as far as that can be.
	Erase bool
}

// A Store is a study.Store over an Engine, and keeps secrets and sessions beside it.
type Store struct{ engine Engine }

var _ study.Store = (*Store)(nil)

// New makes a Store of an engine, whose database has the tables already. The Store
// closes the engine.
func New(e Engine) *Store { return &Store{e} }

// Close waits for what is being written.
func (s *Store) Close() error { return s.engine.Close() }

func (s *Store) read(ctx context.Context, f func(*tx) error) error {
	return s.engine.Read(ctx, func(ctx context.Context, conn Conn) error { return f(&tx{ctx, conn}) })
}

func (s *Store) write(ctx context.Context, c Claim, f func(*tx) error) error {
	return s.engine.Write(ctx, c, func(ctx context.Context, conn Conn) error { return f(&tx{ctx, conn}) })
}

// A tx is a transaction.
type tx struct {
	ctx  context.Context
	conn Conn
}

// exec runs a statement and tells how many rows it changed.
func (t *tx) exec(query string, args ...any) (int64, error) {
	if err := keepable(args); err != nil {
		return 0, err
	}
	r, err := t.conn.ExecContext(t.ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// one reads the first row of a query into dest, and tells whether there is one.
func (t *tx) one(query string, args []any, dest ...any) (bool, error) {
	if err := keepable(args); err != nil {
		return false, err
	}
	rows, err := t.conn.QueryContext(t.ctx, query, args...)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return false, rows.Err()
	}
	if err := rows.Scan(dest...); err != nil {
		return false, err
	}
	return true, rows.Close()
}

// A scanner is the current row of a result.
type scanner interface{ Scan(dest ...any) error }

// all reads every row of a query.
func all[T any](t *tx, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	if err := keepable(args); err != nil {
		return nil, err
	}
	rows, err := t.conn.QueryContext(t.ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// keepable refuses text that PostgreSQL does not take; SQLite would, but what a store
// accepts should not depend on which it is.
func keepable(args []any) error {
	for _, a := range args {
		if s, ok := a.(string); ok && (!utf8.ValidString(s) || strings.ContainsRune(s, 0)) {
			return study.Errorf(study.Invalid, "the text has characters that cannot be kept: send UTF-8 without zero bytes")
		}
	}
	return nil
}

// sequence reads a list in one transaction when it is ranged over, and then hands it
// out. To hand out rows while they are read would let a slow reader keep a
// transaction open, and SQLite's log could not shrink all the while.
func sequence[T any](ctx context.Context, s *Store, read func(*tx) ([]T, error)) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		var list []T
		err := s.read(ctx, func(t *tx) (err error) {
			list, err = read(t)
			return err
		})
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range list {
			if !yield(&list[i], nil) {
				return
			}
		}
	}
}
