package shelf

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/pressly/goose/v3"

	"hed/store/internal/database"
	"hed/store/sqlite"
	"hed/study"
)

// An engine is a database. Both kinds understand the same statements; what differs is how a
// transaction is made and tried again, and who keeps others away.
type engine interface {
	// read runs f in a transaction that sees one state of the database, and write in one that is
	// on disk when it returns. f is called again where the transaction is tried again; a write is,
	// when nobody knows whether it was done, only if repeat says that twice is once.
	read(ctx context.Context, f database.Work) error
	write(ctx context.Context, repeat bool, f database.Work) error
	ping(ctx context.Context) error
	// claim keeps other servers away until it is released, and tells whether it could; lost is
	// told if another has it nevertheless.
	claim(ctx context.Context, lost func(error)) (release func(), err error)
	// alone is what a query ends with that keeps its rows from others until the transaction ends.
	alone() string
	// number lets new rows have numbers behind those that were copied.
	number(ctx context.Context, tx database.Conn) error
	Close() error
}

//go:embed migration/*.sql
var migrations embed.FS

// tables are what the migrations make, in an order in which they can be filled.
var tables = []string{"account", "thing", "token", "share", "secret", "deed", "session"}

// schema is that of the tables. The migrations are written for SQLite; translate
// makes those of another database of them, and list has more. version is the table that says which there were.
func schema(db *sql.DB, dialect goose.Dialect, translate func(string) string, version string, list []*goose.Migration, exists func() (bool, error)) (*database.Schema, error) {
	files, err := fs.Glob(migrations, "migration/*.sql")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := migrations.ReadFile(file)
		if err != nil {
			return nil, err
		}
		number, _, _ := strings.Cut(path.Base(file), "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, err
		}
		list = append(list, goose.NewGoMigration(n, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, translate(string(text)))
			return err
		}}, nil))
	}
	return database.NewSchema(db, dialect, version, nil, list, exists)
}

// A file is an engine in a SQLite file. Nobody but hed may write to it, and it is found out if somebody
// does: what would go into a file that was moved away or overwritten is not said to be kept.
type file struct{ database.Engine }

// kind is that of the file; its mark is "hedw".
var kind = &sqlite.Kind{What: "a workbench", Application: 0x68656477, Indexes: true, Schema: func(ctx context.Context, db *sql.DB) (*database.Schema, error) {
	same := func(text string) string { return text }
	return schema(db, goose.DialectSQLite3, same, database.Version, []*goose.Migration{sealing}, func() (bool, error) {
		var n int
		err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master WHERE name = $1`, database.Version).Scan(&n)
		return n > 0, err
	})
}}

// sealing seals the rows of workbenches from before there were seals, and finds those that are to be sealed quickly.
var sealing = goose.NewGoMigration(5, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
	for _, table := range sealed {
		if _, err := tx.ExecContext(ctx, `CREATE INDEX `+table+`_open ON `+table+` (seal) WHERE seal IS NULL`); err != nil {
			return err
		}
	}
	return seal(ctx, tx)
}}, nil)

func openFile(ctx context.Context, name string) (engine, error) {
	e, err := sqlite.OpenKind(ctx, name, kind)
	if err != nil {
		return nil, err
	}
	if err := e.Read(ctx, verify); err != nil {
		return nil, fmt.Errorf("open store %s: %w", name, errors.Join(err, e.Close()))
	}
	return file{e}, nil
}

// unavailable makes errors that are about the file, rather than what was asked of it, Away.
func unavailable(err error) error {
	if study.CodeOf(err) == study.Unavailable {
		return &Away{"the database cannot be used", err}
	}
	return err
}

func (f file) read(ctx context.Context, do database.Work) error {
	return unavailable(f.Read(ctx, do))
}

func (f file) write(ctx context.Context, repeat bool, do database.Work) error {
	return unavailable(f.Write(ctx, database.Claim{Again: repeat}, func(ctx context.Context, tx database.Conn) error {
		if err := do(ctx, tx); err != nil {
			return err
		}
		return seal(ctx, tx)
	}))
}

func (f file) ping(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	return f.read(ctx, func(ctx context.Context, tx database.Conn) error {
		var n int
		return tx.QueryRowContext(ctx, `SELECT count(*) FROM secret WHERE name = ''`).Scan(&n)
	})
}

// claim does nothing: who has the folder of the workbench has the file in it.
func (file) claim(context.Context, func(error)) (func(), error) { return func() {}, nil }

// alone is nothing: there is one transaction that writes.
func (file) alone() string { return "" }

// number does nothing: SQLite sees which numbers there were.
func (file) number(context.Context, database.Conn) error { return nil }
