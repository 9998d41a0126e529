package postgres

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"

	"hed/store/internal/database"
	"hed/store/internal/pool"
)

// An engine is the two pools of connections to a database. They are two, so that what
// is called within a write may read without waiting for a writer's connection.
type engine struct{ readers, writers *pool.Pool }

// patience is for how long a server that is away is waited for. Only tests of this package
// change it, for machines on which a start takes longer.
var patience = pool.Patience

func newEngine(config *pgx.ConnConfig) engine {
	e := engine{pool.New(config, explain), pool.New(config, explain)}
	e.readers.Patience, e.writers.Patience = patience, patience
	return e
}

// Close implements database.Engine.
func (e *engine) Close() error { return errors.Join(e.readers.Close(), e.writers.Close()) }

// Read implements database.Engine.
func (e *engine) Read(ctx context.Context, f database.Work) error {
	return e.readers.Read(ctx, func(tx *sql.Tx) error { return f(ctx, tx) })
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
	return e.writers.Write(ctx, c.Again, func(tx *sql.Tx) error {
		var err error
		if c.Alone {
			_, err = tx.ExecContext(ctx, lockAlone)
		} else {
			_, err = tx.ExecContext(ctx, lockShared, c.Judge)
		}
		if err != nil {
			return err
		}
		return f(ctx, tx)
	})
}
