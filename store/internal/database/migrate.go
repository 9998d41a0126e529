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
var Tables = []string{"study", "subject", "judge", "task", "answer", "counting", "event", "secret", "session", "chain"}

// A Schema is the tables of a database and the migrations that make them.
type Schema struct {
	db     *sql.DB
	goose  *goose.Provider
	table  string // that tells which migrations it has had
	newest int64
	exists func() (bool, error)
}

// StudySchema is the schema of a study, whose migrations are the files in fsys and the one that
// fills in seals. exists tells whether there is a table Version.
func StudySchema(db *sql.DB, dialect goose.Dialect, fsys fs.FS, exists func() (bool, error)) (*Schema, error) {
	return NewSchema(db, dialect, Version, fsys, []*goose.Migration{filling(dialect)}, exists)
}

// NewSchema gives the schema of a database, whose migrations are the files in fsys, which may be
// nil, and more. table is the one that tells which it has had, and exists whether it is there.
func NewSchema(db *sql.DB, dialect goose.Dialect, table string, fsys fs.FS, more []*goose.Migration, exists func() (bool, error)) (*Schema, error) {
	p, err := goose.NewProvider(dialect, db, fsys, goose.WithTableName(table), goose.WithGoMigrations(more...),
		goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return nil, err
	}
	sources := p.ListSources()
	return &Schema{db, p, table, sources[len(sources)-1].Version, exists}, nil
}

// Known gives the version of the tables, 0 if there are none. One that a newer hed has
// written is refused.
func (s *Schema) Known(ctx context.Context) (v int64, err error) {
	// Goose would create its table to tell the version, so we look ourselves.
	if ok, err := s.exists(); err != nil || !ok {
		return 0, err
	}
	if v, err = (&tx{ctx, s.db}).version(s.table); err == nil && v > s.newest {
		err = fmt.Errorf("it was written by a newer hed (version %d of its tables, this hed knows %d): use that one", v, s.newest)
	}
	return v, err
}

// Need refuses a database without tables, and one that a newer hed has written.
func (s *Schema) Need(ctx context.Context) error {
	v, err := s.Known(ctx)
	if err == nil && v == 0 {
		err = ErrNoStudy()
	}
	return err
}

// Migrate brings the tables up to date. A database without tables gets them if create is
// set, and is refused otherwise.
func (s *Schema) Migrate(ctx context.Context, create bool) error {
	for try, before := 0, int64(0); ; try++ {
		v, err := s.Known(ctx)
		if v > before {
			try, before = 0, v
		}
		switch {
		case err != nil:
			return err
		case v == s.newest:
			return nil
		case v == 0 && !create:
			return ErrNoStudy()
		}
		// Another process may be at it; then it fails here, at each of the versions perhaps, and finds it done.
		if _, err := s.goose.Up(ctx); err != nil && try == 2 {
			return fmt.Errorf("make its tables: %w", err)
		}
	}
}

// MigrateTo makes the tables as they were at a version.
func (s *Schema) MigrateTo(ctx context.Context, v int64) error {
	_, err := s.goose.UpTo(ctx, v)
	return err
}

// version is that of the last migration, which a table tells.
func (t *tx) version(table string) (v int64, err error) {
	_, err = t.one(`SELECT coalesce(max(version_id), 0) FROM `+table, nil, &v)
	return v, err
}

// ErrLooking says that a store was opened for reading alone.
func ErrLooking() error {
	return study.Errorf(study.Unavailable, "the store is open for reading alone")
}

// ErrNoStudy says that there is no study in a database.
func ErrNoStudy() error {
	return study.Errorf(study.NoStudy, "it has no study")
}
