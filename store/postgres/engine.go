package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/stdlib"

	"hed/store/internal/database"
)

// An engine is the two pools of connections to a database.
type engine struct{ readers, writers *sql.DB }

// Close implements database.Engine.
func (e *engine) Close() error { return errors.Join(e.readers.Close(), e.writers.Close()) }

// Read implements database.Engine. Repeatable read is what lets several statements see one
// state; nothing is locked by it, and a read that is lost may always be done again.
func (e *engine) Read(ctx context.Context, f database.Work) error {
	return again(ctx, func() (retry bool, err error) {
		fate, err := transact(ctx, e.readers, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}, f)
		return fate != final, err
	})
}

// lock is what writes of one study, which is one schema, keep others out with: all of
// them hold the first, shared or for one alone; $1 is a judge or ”.
const (
	lockShared = `SELECT pg_advisory_xact_lock_shared(hashtextextended('hed ' || current_schema(), 0)),
		CASE WHEN $1::text <> '' THEN pg_advisory_xact_lock(hashtextextended('hed ' || current_schema() || ' ' || $1::text, 0)) END`
	lockAlone = `SELECT pg_advisory_xact_lock(hashtextextended('hed ' || current_schema(), 0))`
)

// Write implements database.Engine.
//
// Advisory locks are taken first, before any row is touched: in that order, the study's and
// then the judge's, no two writes can wait for each other. They end with the transaction,
// however it ends. Row locks would not do, because what must not meet is often a row that
// is not there yet.
func (e *engine) Write(ctx context.Context, c database.Claim, f database.Work) error {
	return again(ctx, func() (retry bool, err error) {
		fate, err := transact(ctx, e.writers, nil, func(ctx context.Context, conn database.Conn) error {
			var err error
			if c.Alone {
				_, err = conn.ExecContext(ctx, lockAlone)
			} else {
				_, err = conn.ExecContext(ctx, lockShared, c.Judge)
			}
			if err != nil {
				return err
			}
			return f(ctx, conn)
		})
		return fate == undone || fate == unknown && c.Again, err
	})
}

// patience is for how long a server that is away is waited for: longer than it takes
// to start again after a crash, and shorter than people wait for a page. Only tests of
// this package change it, for machines on which a start takes longer.
var patience = 15 * time.Second

// again calls f as long as it asks for that.
func again(ctx context.Context, f func() (retry bool, err error)) error {
	deadline := time.Now().Add(patience)
	for pause := time.Millisecond; ; pause = min(2*pause, 250*time.Millisecond) {
		retry, err := f()
		if !retry || time.Now().After(deadline) {
			return explain(err)
		}
		select {
		case <-ctx.Done():
			return errors.Join(explain(err), ctx.Err())
		case <-time.After(pause):
		}
	}
}

// A fate is what became of a transaction that failed.
type fate int

const (
	final   fate = iota // it failed, or was done; nothing is gained by another try
	undone              // the server gave it up or was lost before the commit
	unknown             // the server was lost during the commit
)

func transact(ctx context.Context, db *sql.DB, options *sql.TxOptions, f database.Work) (fate, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return retryable(ctx, unreachable(err)), err
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, options)
	if err != nil {
		return retryable(ctx, closed(conn)), err
	}
	defer tx.Rollback() // also if f panics
	if err := f(ctx, tx); err != nil {
		return retryable(ctx, closed(conn) || conflicting(err)), err
	}
	err = tx.Commit()
	switch {
	case err == nil:
		return final, nil
	case conflicting(err):
		return retryable(ctx, true), err
	case closed(conn) && ctx.Err() == nil:
		return unknown, &lost{err}
	}
	return final, err
}

func retryable(ctx context.Context, yes bool) fate {
	if yes && ctx.Err() == nil {
		return undone
	}
	return final
}

// closed tells whether the connection was lost, which pgx notes whatever the error.
func closed(conn *sql.Conn) bool {
	lost := true
	err := conn.Raw(func(c any) error {
		lost = c.(*stdlib.Conn).Conn().IsClosed()
		return nil
	})
	return lost || err != nil
}
