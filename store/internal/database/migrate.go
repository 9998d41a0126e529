package database

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"

	"hed/study"
)

// Version is the name of the table that tells which migrations a database has had.
const Version = "hed_version"

// Tables are the names that the migrations give to tables and views.
var Tables = []string{"study", "subject", "judge", "task", "answer", "counting", "event", "secret", "session"}

// Migrate brings the tables of a database up to date with the files in fsys. A
// database without tables gets them if create is set, and is refused otherwise; so is
// one that a newer hed has written. exists tells whether there is a table Version.
func Migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect, fsys fs.FS, exists func() (bool, error), create bool) error {
	p, err := goose.NewProvider(dialect, db, fsys, goose.WithTableName(Version),
		goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return err
	}
	sources := p.ListSources()
	newest := sources[len(sources)-1].Version
	// Goose would create its table to tell the version, so we look ourselves.
	version := func() (v int64, err error) {
		if ok, err := exists(); err != nil || !ok {
			return 0, err
		}
		err = db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM `+Version).Scan(&v)
		return v, err
	}
	for try := 0; ; try++ {
		v, err := version()
		switch {
		case err != nil:
			return err
		case v > newest:
			return fmt.Errorf("it was written by a newer hed (version %d of its tables, this hed knows %d): use that one", v, newest)
		case v == newest:
			return nil
		case v == 0 && !create:
			return ErrNoStudy()
		}
		// Another process may be at it; then it fails here and finds it done.
		if _, err := p.Up(ctx); err != nil && try == 2 {
			return fmt.Errorf("make its tables: %w", err)
		}
	}
}

// ErrNoStudy says that there is no study in a database.
func ErrNoStudy() error {
	return study.Errorf(study.NoStudy, "it has no study")
}
