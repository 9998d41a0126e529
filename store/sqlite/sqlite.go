// Package sqlite keeps a study in one SQLite file, and for other packages what else has tables of its
// own in one.
//
// The file is in WAL mode and every commit is forced to disk. One goroutine writes,
// so that writers of this process wait in a queue and not for a lock, and commits
// what has gathered in the queue together; other processes are waited for. Readers
// have connections of their own and wait for nobody. store/internal/database has the
// statements.
//
// A process that has a store open must not open and close its file by other means:
// the system would drop SQLite's locks with it. A file that is moved, deleted or overwritten
// under an open store can still be written on most systems, and nobody would find what was
// written; so every transaction passes a gate, which looks whether the files are those that
// hed left.
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
	"sync"
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

// A Kind is what a file has.
type Kind struct {
	What        string // with its article, for people
	Application int    // marks a file as ours, in SQLite's field for it
	Schema      func(context.Context, *sql.DB) (*database.Schema, error)
	// Indexes: whether they fit their tables is looked at whenever the file is opened, too.
	Indexes bool
}

var ofStudy = &Kind{What: "a study", Application: application, Schema: schema}

// OpenKind opens a file of another kind, and makes it if it is not there.
func OpenKind(ctx context.Context, file string, k *Kind) (database.Engine, error) {
	return openKind(ctx, file, k, true)
}

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
	e, err := openKind(ctx, file, ofStudy, create)
	if err != nil {
		return nil, err
	}
	return database.New(e), nil
}

func openKind(ctx context.Context, file string, k *Kind, create bool) (database.Engine, error) {
	at, info, err := resolve(file)
	if err == nil && info == nil && !create {
		return nil, study.Errorf(study.NoStudy, "there is no study in %s", file)
	}
	var e *engine
	if err == nil {
		e, err = enter(ctx, at, info, k, create)
	}
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", file, explain(err))
	}
	return e, nil
}

// enter opens a store; info is nil if the file is to be made.
func enter(ctx context.Context, file string, info fs.FileInfo, k *Kind, create bool) (*engine, error) {
	g := newGate(file, info)
	err := g.take(ctx)
	if err != nil {
		return nil, err
	}
	if _, err = g.inquire(); err == nil && info == nil {
		err = touch(file)
	}
	if err == nil && info != nil {
		g.release() // to look at a large store takes a while, in which others save
		err = inspect(ctx, file, k, create)
		if e := g.take(ctx); e != nil {
			return nil, errors.Join(err, e)
		}
	}
	if err == nil {
		err = g.admit()
	}
	var e *engine
	if err == nil {
		e, err = start(ctx, g, k, create)
	}
	if err != nil {
		g.leave()
		return nil, err
	}
	g.release()
	return e, nil
}

// resolve gives the one file that a name leads to, and nil for what is not there. A
// file with two names would have two logs.
func resolve(name string) (string, fs.FileInfo, error) {
	file, err := filepath.Abs(name)
	if err != nil {
		return "", nil, err
	}
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		if link, err := os.Lstat(file); err == nil && link.Mode()&fs.ModeSymlink != 0 {
			return "", nil, errors.New("it is a symbolic link to a file that is missing: delete the link, or put the file back")
		}
		dir, err := filepath.EvalSymlinks(filepath.Dir(file))
		return filepath.Join(dir, filepath.Base(file)), nil, err
	}
	if err != nil {
		return "", nil, err
	}
	if !info.Mode().IsRegular() {
		return "", nil, errors.New("it is not a file")
	}
	if n := links(file, info); n > 1 {
		return "", nil, study.Errorf(study.Unavailable, "the file has %d names (hard links), and each of them would keep the latest answers in another place: delete the other names, or copy the file and use the copy", n)
	}
	file, err = filepath.EvalSymlinks(file)
	return file, info, err
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
func inspect(ctx context.Context, file string, k *Kind, create bool) error {
	db, err := connect(file, "mode=ro", "_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	defer db.Close()
	var tables, app int
	var health string
	look := `PRAGMA quick_check(1)`
	if k.Indexes {
		look = `PRAGMA integrity_check(1)`
	}
	for _, q := range []struct {
		query string
		dest  any
	}{
		{`SELECT count(*) FROM sqlite_master`, &tables},
		{`PRAGMA application_id`, &app},
		{look, &health},
	} {
		if err := db.QueryRowContext(ctx, q.query).Scan(q.dest); err != nil {
			return explain(err)
		}
	}
	if health != "ok" {
		return study.Errorf(study.Unavailable, "it is damaged (%s): keep a copy, and restore it from a backup", health)
	}
	if tables > 0 && app != k.Application {
		return errors.New("it is a SQLite file, but does not have " + k.What)
	}
	if tables == 0 && !create {
		return database.ErrNoStudy()
	}
	return nil
}

// connect opens a pool of connections with settings of SQLite and of the driver.
func connect(file string, settings ...string) (*sql.DB, error) {
	path := (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath()
	c, err := sqlite.NewConnector("file:" + path + "?" + strings.Join(settings, "&"))
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(c), nil
}

// An engine is the two ways to a file.
type engine struct {
	kind    *Kind
	gate    *gate
	readers *sql.DB
	writers *sql.DB   // one
	keeper  *sql.Conn // of the readers, see part
	conn    *sql.Conn // of the writers
	writer  *writer
	once    sync.Once
	err     error
}

// start opens a store whose gate has admitted it.
func start(ctx context.Context, g *gate, k *Kind, create bool) (_ *engine, err error) {
	// The lock of another process is waited for in short turns, see patiently, so
	// that a context that ends is noticed.
	common := []string{"_pragma=busy_timeout(200)", "_pragma=foreign_keys(1)", "_dqs=0", "_defensive=1", "_error_rc=1"}
	// A REPLACE fires the triggers that protect answers only if triggers are
	// recursive; what is erased is overwritten in the file. A Mac forces to the disk
	// itself only with fullfsync, which means nothing elsewhere. The log is moved to the
	// file when the gate says so.
	db, err := connect(g.file, append(common, "mode=rw", "_txlock=immediate", "_pragma=journal_mode(wal)", "_pragma=synchronous(full)",
		"_pragma=fullfsync(1)", "_pragma=checkpoint_fullfsync(1)", "_pragma=recursive_triggers(1)", "_pragma=secure_delete(1)",
		"_pragma=wal_autocheckpoint(0)")...)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	readers, err := connect(g.file, append(common, "mode=ro", "_pragma=query_only(1)")...)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	readers.SetMaxOpenConns(16)
	readers.SetMaxIdleConns(16)
	e := &engine{kind: k, gate: g, readers: readers, writers: db}
	if err := e.connect(ctx, create); err != nil {
		return nil, errors.Join(err, e.part())
	}
	e.writer = newWriter(e.conn, g)
	return e, nil
}

// connect makes the two connections that stay for as long as the store is open.
func (e *engine) connect(ctx context.Context, create bool) error {
	err := patiently(ctx, func() error { return migrate(ctx, e.writers, e.kind, create) })
	if err != nil {
		return err
	}
	if e.conn, err = e.writers.Conn(ctx); err != nil {
		return err
	}
	if e.keeper, err = e.readers.Conn(ctx); err != nil {
		return err
	}
	err = patiently(ctx, func() error {
		var n int
		return e.keeper.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master`).Scan(&n)
	})
	if err != nil {
		return err
	}
	return e.gate.enter(ctx, e.conn)
}

// part closes all connections. The keeper is the last: when SQLite closes the last connection
// it moves the log to the file, without a look, but one that only reads cannot.
func (e *engine) part() error {
	var errs []error
	if e.conn != nil {
		errs = append(errs, e.conn.Close())
	}
	errs = append(errs, e.writers.Close())
	if e.keeper != nil {
		errs = append(errs, e.keeper.Close())
	}
	return errors.Join(append(errs, e.readers.Close())...)
}

// Close implements database.Engine. If nobody else has the store open all of it is in one file
// then.
func (e *engine) Close() error {
	e.once.Do(func() { e.err = e.end() })
	return e.err
}

func (e *engine) end() error {
	e.writer.close()
	ctx := context.Background()
	if err := e.gate.take(ctx); err != nil {
		defer e.gate.abandon()
		return errors.Join(err, e.part())
	}
	defer e.gate.leave()
	if whole, _ := e.gate.checkpoint(ctx, e.conn, "TRUNCATE"); !whole {
		return e.part()
	}
	// There is nothing left to move, so that SQLite only deletes the log if nobody needs it.
	err := errors.Join(e.keeper.Close(), e.readers.Close())
	e.keeper = nil
	return errors.Join(err, e.part())
}

func migrate(ctx context.Context, db *sql.DB, k *Kind, create bool) error {
	s, err := k.Schema(ctx, db)
	if err != nil {
		return err
	}
	if create { // before any table, so that inspect knows a file whose making was cut short
		if v, err := s.Known(ctx); err != nil {
			return err
		} else if v == 0 {
			if _, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, k.Application)); err != nil {
				return err
			}
		}
	}
	return s.Migrate(ctx, create)
}

func schema(ctx context.Context, db *sql.DB) (*database.Schema, error) {
	dir, err := fs.Sub(migrations, "migration")
	if err != nil {
		return nil, err
	}
	return database.StudySchema(db, goose.DialectSQLite3, dir, func() (bool, error) {
		var n int
		err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master WHERE name = $1`, database.Version).Scan(&n)
		return n > 0, err
	})
}

// Read implements database.Engine.
func (e *engine) Read(ctx context.Context, f database.Work) error {
	return explain(patiently(ctx, func() error {
		if err := e.gate.glance(ctx); err != nil {
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
		e.writer.checkpoint("TRUNCATE")
	}
	return explain(err)
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
