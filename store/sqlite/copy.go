package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"hed/store/internal/database"
)

// Copy writes all that a store has, of either kind, to an empty file that nobody else
// knows. The file is a store, without a log beside it.
func Copy(ctx context.Context, from *database.Store, file string) (err error) {
	if file, err = filepath.Abs(file); err != nil {
		return err
	}
	// If it is cut short the file is worth nothing, so no journal is kept of it.
	db, err := connect(file, "mode=rw", "_txlock=immediate", "_pragma=journal_mode(memory)", "_pragma=synchronous(full)", "_pragma=fullfsync(1)", "_dqs=0", "_error_rc=1")
	if err != nil {
		return err
	}
	defer func() { err = explain(errors.Join(err, db.Close())) }()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, application)); err != nil {
		return err
	}
	s, err := schema(ctx, db)
	if err != nil {
		return err
	}
	err = from.Copy(ctx, func(ctx context.Context, version int64) (database.Sink, error) {
		// The rows of an older hed are brought up to date with their tables.
		if err := s.MigrateTo(ctx, version); err != nil {
			return nil, err
		}
		tx, err := db.BeginTx(ctx, nil)
		return &sink{Tx: tx, ctx: ctx}, err
	})
	if err != nil {
		return err
	}
	return s.Migrate(ctx, true)
}

// A sink is the transaction of a copy.
type sink struct {
	*sql.Tx
	ctx    context.Context
	table  string
	insert *sql.Stmt // into table
}

// Put implements database.Sink.
func (s *sink) Put(table string, columns []string, values []any) (err error) {
	if s.table != table {
		marks := strings.Repeat(", ?", len(columns))[2:]
		how := "INSERT"
		if table == "chain" { // a new store has the rows of an empty study
			how = "REPLACE"
		}
		s.insert, err = s.PrepareContext(s.ctx, fmt.Sprintf(`%s INTO %s ("%s") VALUES (%s)`, how, table, strings.Join(columns, `", "`), marks))
		if err != nil {
			return err
		}
		s.table = table
	}
	_, err = s.insert.ExecContext(s.ctx, values...)
	return err
}
