package shelf

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"hed/store/internal/database"
)

// An engine is a database. Both kinds understand the same statements; what differs is how a
// transaction is made and tried again, and who keeps others away.
type engine interface {
	// read runs f in a transaction that sees one state of the database, and write in one that is
	// on disk when it returns. f is called again where the transaction is tried again; a write is,
	// when nobody knows whether it was done, only if repeat says that twice is once.
	read(ctx context.Context, f func(*sql.Tx) error) error
	write(ctx context.Context, repeat bool, f func(*sql.Tx) error) error
	ping(ctx context.Context) error
	// claim keeps other servers away until it is released, and tells whether it could; lost is
	// told if another has it nevertheless.
	claim(ctx context.Context, lost func(error)) (release func(), err error)
	// alone is what a query ends with that keeps its rows from others until the transaction ends.
	alone() string
	// number lets new rows have numbers behind those that were copied.
	number(ctx context.Context, tx *sql.Tx) error
	Close() error
}

//go:embed migration/*.sql
var migrations embed.FS

// tables are what the migrations make, in an order in which they can be filled.
var tables = []string{"account", "thing", "token", "share", "secret", "deed", "session"}

// migrate brings tables up to date, or makes them. The migrations are written for SQLite; translate
// makes those of another database of them. version is the table that says which there were.
func migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect, translate func(string) string, version string, exists func() (bool, error)) error {
	files, err := fs.Glob(migrations, "migration/*.sql")
	if err != nil {
		return err
	}
	var list []*goose.Migration
	for _, file := range files {
		text, err := migrations.ReadFile(file)
		if err != nil {
			return err
		}
		number, _, _ := strings.Cut(path.Base(file), "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return err
		}
		list = append(list, goose.NewGoMigration(n, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, translate(string(text)))
			return err
		}}, nil))
	}
	s, err := database.NewSchema(db, dialect, version, nil, list, exists)
	if err != nil {
		return err
	}
	return s.Migrate(ctx, true)
}

// A file is an engine in a SQLite file.
type file struct{ *sql.DB }

// application marks a file as ours, in SQLite's field for it: "hedw".
const application = 0x68656477

func openFile(ctx context.Context, name string) (engine, error) {
	at := (&url.URL{Path: filepath.ToSlash(name)}).EscapedPath()
	c, err := sqlite.NewConnector("file:" + at + "?" + strings.Join([]string{
		"_txlock=immediate", "_pragma=busy_timeout(10000)", "_pragma=foreign_keys(1)", "_pragma=journal_mode(wal)",
		"_pragma=synchronous(full)", "_pragma=fullfsync(1)", "_dqs=0", "_defensive=1",
	}, "&"))
	if err != nil {
		return nil, err
	}
	f := file{sql.OpenDB(c)}
	// Where several open a new file at once, SQLite does not wait for who makes its log.
	for end := time.Now().Add(10 * time.Second); ; {
		err := f.prepare(ctx)
		if err == nil {
			return f, nil
		}
		if e, ok := errors.AsType[*sqlite.Error](err); !ok || e.Code()&0xff != sqlite3.SQLITE_BUSY || time.Now().After(end) {
			return nil, fmt.Errorf("open %s: %w", name, errors.Join(err, f.Close()))
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), f.Close())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// prepare makes the tables, or brings them up to date.
func (f file) prepare(ctx context.Context) error {
	var tables, app int
	for query, dest := range map[string]*int{`SELECT count(*) FROM sqlite_master`: &tables, `PRAGMA application_id`: &app} {
		if err := f.QueryRowContext(ctx, query).Scan(dest); err != nil {
			return err
		}
	}
	if tables > 0 && app != application {
		return errors.New("it is a SQLite file, but not of a workbench")
	}
	if _, err := f.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, application)); err != nil {
		return err
	}
	same := func(text string) string { return text }
	return migrate(ctx, f.DB, goose.DialectSQLite3, same, database.Version, func() (bool, error) {
		var n int
		err := f.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master WHERE name = $1`, database.Version).Scan(&n)
		return n > 0, err
	})
}

func (f file) read(ctx context.Context, do func(*sql.Tx) error) error {
	return f.transact(ctx, &sql.TxOptions{ReadOnly: true}, do)
}

func (f file) write(ctx context.Context, _ bool, do func(*sql.Tx) error) error {
	return f.transact(ctx, nil, do)
}

func (f file) transact(ctx context.Context, o *sql.TxOptions, do func(*sql.Tx) error) error {
	tx, err := f.BeginTx(ctx, o)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (f file) ping(ctx context.Context) error {
	var n int
	return f.QueryRowContext(ctx, `SELECT count(*) FROM secret WHERE name = ''`).Scan(&n)
}

// claim does nothing: who has the folder of the workbench has the file in it.
func (file) claim(context.Context, func(error)) (func(), error) { return func() {}, nil }

// alone is nothing: there is one transaction that writes.
func (file) alone() string { return "" }

// number does nothing: SQLite sees which numbers there were.
func (file) number(context.Context, *sql.Tx) error { return nil }
