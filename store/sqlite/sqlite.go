// Package sqlite keeps a study in one SQLite file.
//
// The file is in WAL mode and every commit is forced to disk. One goroutine writes,
// so that writers of this process wait in a queue and not for a lock, and commits
// what has gathered in the queue together; other processes are waited for. Readers
// have connections of their own and wait for nobody. store/internal/database has the
// statements.
//
// A process that has a store open must not open and close its file by other means:
// the system would drop SQLite's locks with it. A file that is moved or deleted under an
// open store can still be written on most systems, and nobody would find what was
// written; so every transaction looks whether the file is where it was.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"

	"hed/store/internal/database"
	"hed/study"
)

//go:embed migration/*.sql
var migrations embed.FS

// application marks a file as ours, in SQLite's field for it: "heds".
const application = 0x68656473

// Open opens the store in a file, which must be there.
func Open(ctx context.Context, file string) (*database.Store, error) {
	return open(ctx, file, false)
}

// Create opens the store in a file, which it makes if it is not there. A file with
// something else in it is refused and stays as it is.
func Create(ctx context.Context, file string) (*database.Store, error) {
	return open(ctx, file, true)
}

func open(ctx context.Context, file string, create bool) (*database.Store, error) {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !create:
		return nil, study.Errorf(study.NoStudy, "there is no study in %s", file)
	case errors.Is(err, fs.ErrNotExist):
		err = touch(file)
	case err == nil && !info.Mode().IsRegular():
		err = errors.New("it is not a file")
	case err == nil:
		err = inspect(ctx, file, create)
	}
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", file, err)
	}
	e, err := start(ctx, file, create)
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", file, explain(err))
	}
	return database.New(e), nil
}

// touch makes an empty file that others cannot read, and makes its name durable,
// which SQLite leaves to us.
func touch(file string) error {
	// Exclusively, since to close a file that SQLite has open would drop its locks.
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil // another process was quicker
	} else if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(file))
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := dir.Sync(); err != nil && runtime.GOOS != "windows" { // which cannot
		return err
	}
	return nil
}

// inspect looks at a file without changing it: whether it is whole, and ours, or empty
// where one is to be made.
func inspect(ctx context.Context, file string, create bool) error {
	db, err := connect(file, "mode=ro", "_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	defer db.Close()
	var tables, app int
	var health string
	for _, q := range []struct {
		query string
		dest  any
	}{
		{`SELECT count(*) FROM sqlite_master`, &tables},
		{`PRAGMA application_id`, &app},
		{`PRAGMA quick_check(1)`, &health},
	} {
		if err := db.QueryRowContext(ctx, q.query).Scan(q.dest); err != nil {
			return explain(err)
		}
	}
	if health != "ok" {
		return study.Errorf(study.Unavailable, "it is damaged (%s): keep a copy, and restore it from a backup", health)
	}
	if tables > 0 && app != application {
		return errors.New("it is a SQLite file, but not of a study")
	}
	if tables == 0 && !create {
		return database.ErrNoStudy()
	}
	return nil
}

// connect opens a pool of connections with settings of SQLite and of the driver.
func connect(file string, settings ...string) (*sql.DB, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	path := (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath()
	c, err := sqlite.NewConnector("file:" + path + "?" + strings.Join(settings, "&"))
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(c), nil
}

// An engine is the two ways to a file.
type engine struct {
	place   place
	readers *sql.DB
	writer  *writer
}

func start(ctx context.Context, file string, create bool) (*engine, error) {
	// The lock of another process is waited for in short turns, see patiently, so
	// that a context that ends is noticed.
	common := []string{"mode=rw", "_pragma=busy_timeout(200)", "_pragma=foreign_keys(1)", "_dqs=0", "_defensive=1", "_error_rc=1"}
	// A REPLACE fires the triggers that protect answers only if triggers are
	// recursive; what is erased is overwritten in the file. A Mac forces to the disk
	// itself only with fullfsync, which means nothing elsewhere.
	db, err := connect(file, append(common, "_txlock=immediate", "_pragma=journal_mode(wal)", "_pragma=synchronous(full)",
		"_pragma=fullfsync(1)", "_pragma=checkpoint_fullfsync(1)", "_pragma=recursive_triggers(1)", "_pragma=secure_delete(1)")...)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	err = patiently(ctx, func() error { return migrate(ctx, db, create) })
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	readers, err := connect(file, append(common, "_pragma=query_only(1)")...)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	readers.SetMaxOpenConns(16)
	readers.SetMaxIdleConns(16)
	at, err := newPlace(file)
	if err != nil {
		return nil, errors.Join(err, readers.Close(), db.Close())
	}
	return &engine{at, readers, newWriter(db, at)}, nil
}

func migrate(ctx context.Context, db *sql.DB, create bool) error {
	var n int
	exists := func() (bool, error) {
		err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master WHERE name = $1`, database.Version).Scan(&n)
		return n > 0, err
	}
	if create { // before any table, so that inspect knows a file whose making was cut short
		if ok, err := exists(); err != nil {
			return err
		} else if !ok {
			if _, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, application)); err != nil {
				return err
			}
		}
	}
	dir, err := fs.Sub(migrations, "migration")
	if err != nil {
		return err
	}
	return database.Migrate(ctx, db, goose.DialectSQLite3, dir, exists, create)
}

// Read implements database.Engine.
func (e *engine) Read(ctx context.Context, f database.Work) error {
	return explain(patiently(ctx, func() error {
		if err := e.place.check(); err != nil {
			return err
		}
		tx, err := e.readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		defer tx.Rollback()
		return f(ctx, tx)
	}))
}

// Write implements database.Engine. There is one writer, so every claim is met.
func (e *engine) Write(ctx context.Context, c database.Claim, f database.Work) error {
	err := e.writer.write(ctx, f)
	if err == nil && c.Erase {
		// The log still has what was erased. If a reader needs the log now, it
		// goes with a later checkpoint.
		e.writer.db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	}
	return explain(err)
}

// Close implements database.Engine.
func (e *engine) Close() error {
	return errors.Join(e.readers.Close(), e.writer.close())
}

// patience is for how long another process may hold the file; none of hed does for
// more than a moment.
const patience = 30 * time.Second

// patiently calls f again as long as another process holds a lock on the file.
func patiently(ctx context.Context, f func() error) error {
	for deadline := time.Now().Add(patience); ; {
		err := f()
		if !busy(err) || time.Now().After(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}
