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
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"hed/store/internal/database"
	"hed/store/internal/pool"
	"hed/study"
)

//go:embed migration/*.sql
var migrations embed.FS

// Open opens the store at a URL, whose tables must be there.
func Open(ctx context.Context, url string) (*database.Store, error) { return open(ctx, url, false) }

// Create opens the store at a URL, and makes its tables if they are not there.
func Create(ctx context.Context, url string) (*database.Store, error) { return open(ctx, url, true) }

func open(ctx context.Context, url string, create bool) (*database.Store, error) {
	config, err := parse(url)
	if err != nil {
		return nil, err
	}
	e := newEngine(config)
	if err := e.prepare(ctx, create); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s on %s: %w", config.Database, config.Host, explain(err)), e.Close())
	}
	return database.New(&e), nil
}

func parse(url string) (*pgx.ConnConfig, error) {
	config, err := pool.Parse(url)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	return config, nil
}

// prepare looks at the server and brings the tables up to date.
func (e *engine) prepare(ctx context.Context, create bool) error {
	if err := e.writers.Durable(ctx); err != nil {
		return err
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
	return database.StudySchema(e.writers.DB, goose.DialectPostgres, dir, func() (bool, error) { return e.exists(ctx) })
}

// exists tells whether the study's tables are there.
func (e *engine) exists(ctx context.Context) (bool, error) {
	ok, err := e.writers.Has(ctx, "study", database.Version, database.Tables)
	if errors.Is(err, pool.ErrNoSchema) {
		err = study.Errorf(study.NoStudy, "%v", err)
	}
	return ok, err
}
