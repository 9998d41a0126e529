// Package postgres keeps a study in a PostgreSQL database.
//
// The tables are where the search_path of the connection says, so that a database can
// keep several studies, each in a schema of its own:
// postgres://host/database?search_path=name. Writes run side by side and share the
// forcing to disk, which the server sees to; locks keep those apart that must not
// meet. A transaction that the server gave up, or whose connection was lost, is done
// again where that is safe. What was tried leaves gaps in the numbers of answers, which
// are in order all the same. store/internal/database has the statements. The server is
// PostgreSQL 11 or newer.
package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"hed/store/internal/database"
	"hed/study"
)

//go:embed migration/*.sql
var migrations embed.FS

// connections is how many each of the two pools has at most. They are two, so that what
// is called within a write may read without waiting for a writer's connection.
const connections = 16

// Open opens the store at a URL, whose tables must be there.
func Open(ctx context.Context, url string) (*database.Store, error) { return open(ctx, url, false) }

// Create opens the store at a URL, and makes its tables if they are not there.
func Create(ctx context.Context, url string) (*database.Store, error) { return open(ctx, url, true) }

func open(ctx context.Context, url string, create bool) (*database.Store, error) {
	config, err := parse(url)
	if err != nil {
		return nil, err
	}
	e := &engine{readers: pool(config), writers: pool(config)}
	if err := e.prepare(ctx, create); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s on %s: %w", config.Database, config.Host, explain(err)), e.Close())
	}
	return database.New(e), nil
}

// parse reads a URL. Whatever the server's habit, a commit waits for the disk; and a client
// that hangs within a transaction does not hold the others up for ever.
func parse(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err) // pgx leaves the password out
	}
	config.RuntimeParams["synchronous_commit"] = "on"
	config.RuntimeParams["idle_in_transaction_session_timeout"] = "60s"
	config.RuntimeParams["application_name"] = "hed"
	return config, nil
}

func pool(config *pgx.ConnConfig) *sql.DB {
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db
}

// prepare looks at the server and brings the tables up to date.
func (e *engine) prepare(ctx context.Context, create bool) error {
	var fsync string
	if err := e.writers.QueryRowContext(ctx, `SHOW fsync`).Scan(&fsync); err != nil {
		return err
	}
	if fsync != "on" {
		return fmt.Errorf("its server runs with fsync = %s and could lose answers: set fsync = on", fsync)
	}
	s, err := e.schema(ctx)
	if err != nil {
		return err
	}
	return s.Migrate(ctx, create)
}

func (e *engine) schema(ctx context.Context) (*database.Schema, error) {
	dir, err := fs.Sub(migrations, "migration")
	if err != nil {
		return nil, err
	}
	return database.NewSchema(e.writers, goose.DialectPostgres, dir, func() (bool, error) { return e.exists(ctx) })
}

// exists tells whether the study's tables are there. A schema that is not there, or has
// tables of our names that are not ours, is an error, so that nothing is left in it.
func (e *engine) exists(ctx context.Context) (ok bool, err error) {
	var schema, foreign *string
	// In one statement, which sees one state: the version's table comes before the others.
	err = e.writers.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL, current_schema()::text,
		(SELECT min(relname::text) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname::text = ANY($2))`,
		database.Version, database.Tables).Scan(&ok, &schema, &foreign)
	switch {
	case err != nil || ok:
		return ok, err
	case schema == nil:
		return false, study.Errorf(study.NoStudy, "no schema of its search_path is there: make one with CREATE SCHEMA first")
	case foreign != nil:
		return false, fmt.Errorf("its schema %s has a table %s already, which is not of a study: give the study a schema of its own, with ?search_path=NAME", *schema, *foreign)
	}
	return false, nil
}
