// Package pool is the connections to a PostgreSQL server, for all that hed keeps in one: its
// transactions are tried again where that is safe, and its trouble is told in words.
package pool

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Is tells whether a name is that of a database, and not of a file.
func Is(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// connections is how many a pool has at most.
const connections = 16

// Patience is for how long a server that is away is waited for: longer than it takes
// to start again after a crash, and shorter than people wait for a page.
const Patience = 15 * time.Second

// A Pool is connections to one database.
type Pool struct {
	*sql.DB
	// Patience is for how long it is waited for.
	Patience time.Duration
	// Explain puts errors into the words of who uses the pool; see Trouble.
	Explain func(error) error

	away atomic.Bool // it was waited for in vain, and has not answered since
}

// Parse reads a URL. Whatever the server's habit, a commit waits for the disk; and a client
// that hangs within a transaction does not hold the others up for ever.
func Parse(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err // pgx leaves the password out
	}
	if config.ConnectTimeout == 0 { // a host that drops packets would be waited for for minutes
		config.ConnectTimeout = 5 * time.Second
	}
	config.RuntimeParams["synchronous_commit"] = "on"
	config.RuntimeParams["idle_in_transaction_session_timeout"] = "60s"
	config.RuntimeParams["application_name"] = "hed"
	return config, nil
}

// New makes a pool. It connects when it is used.
func New(config *pgx.ConnConfig, explain func(error) error) *Pool {
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return &Pool{DB: db, Patience: Patience, Explain: explain}
}

// Durable refuses a server that could lose what it has said to keep.
func (p *Pool) Durable(ctx context.Context) error {
	var fsync string
	if err := p.QueryRowContext(ctx, `SHOW fsync`).Scan(&fsync); err != nil {
		return err
	}
	if fsync != "on" {
		return fmt.Errorf("its server runs with fsync = %s and could lose answers: set fsync = on", fsync)
	}
	return nil
}

// ErrNoSchema says that there is no place for tables.
var ErrNoSchema = errors.New("no schema of its search_path is there: make one with CREATE SCHEMA first")

// Has tells whether the table version is there, and with it all others, which are of a work. A
// schema that is not there, or has tables of their names that are not ours, is an error, so that
// nothing is left in it.
func (p *Pool) Has(ctx context.Context, work, version string, tables []string) (ok bool, err error) {
	var schema, foreign *string
	// In one statement, which sees one state: the version's table comes before the others.
	err = p.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL, current_schema()::text,
		(SELECT min(relname::text) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname::text = ANY($2))`,
		version, tables).Scan(&ok, &schema, &foreign)
	switch {
	case err != nil || ok:
		return ok, err
	case schema == nil:
		return false, ErrNoSchema
	case foreign != nil:
		return false, fmt.Errorf("its schema %s has a table %s already, which is not of a %s: give the %[3]s a schema of its own, with ?search_path=NAME", *schema, *foreign, work)
	}
	return false, nil
}

// Read runs f in a transaction that sees one state of the database. Repeatable read is what lets
// several statements do so; nothing is locked by it, and a read that is lost may always be done
// again.
func (p *Pool) Read(ctx context.Context, f func(*sql.Tx) error) error {
	return p.again(ctx, func() (retry bool, err error) {
		fate, err := p.transact(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}, f)
		return fate != final, err
	})
}

// Write runs f in a transaction. repeat says that doing it twice is doing it once, so that it may
// be repeated when nobody knows whether it was done.
func (p *Pool) Write(ctx context.Context, repeat bool, f func(*sql.Tx) error) error {
	return p.again(ctx, func() (retry bool, err error) {
		fate, err := p.transact(ctx, nil, f)
		return fate == undone || fate == unknown && repeat, err
	})
}

// again calls f as long as it asks for that. While a server stays away, only who comes first waits:
// others would wait for nothing, each in turn.
func (p *Pool) again(ctx context.Context, f func() (retry bool, err error)) error {
	deadline := time.Now().Add(p.Patience)
	for pause := time.Millisecond; ; pause = min(2*pause, 250*time.Millisecond) {
		retry, err := f()
		if !retry || p.away.Load() || time.Now().After(deadline) {
			if ctx.Err() == nil { // who gave up does not know
				p.away.Store(retry)
			}
			return p.Explain(err)
		}
		select {
		case <-ctx.Done():
			return errors.Join(p.Explain(err), ctx.Err())
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

func (p *Pool) transact(ctx context.Context, options *sql.TxOptions, f func(*sql.Tx) error) (fate, error) {
	conn, err := p.Conn(ctx)
	if err != nil {
		return retryable(ctx, unreachable(err)), err
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, options)
	if err != nil {
		return retryable(ctx, closed(conn)), err
	}
	defer tx.Rollback() // also if f panics
	if err := f(tx); err != nil {
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
