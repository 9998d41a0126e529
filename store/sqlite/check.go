package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"hed/store/internal/database"
)

// Check implements database.Engine.
func (e *engine) Check(ctx context.Context) ([]string, error) { return check(ctx, e.readers, e.kind) }

// check has SQLite look at its file, and compares the tables, indexes, views and triggers
// with those that the migrations make: a bit in the text of a view changes what the view
// shows, and SQLite finds nothing wrong with that.
func check(ctx context.Context, db *sql.DB, k *Kind) (problems []string, err error) {
	for _, part := range []func(context.Context, *sql.DB) ([]string, error){integrity, references, k.definitions} {
		found, err := part(ctx, db)
		if c := code(err); c == sqlite3.SQLITE_CORRUPT || c == sqlite3.SQLITE_NOTADB {
			found, err = append(found, fmt.Sprintf("its file is damaged: %v", err)), nil
		}
		if err != nil {
			return nil, explain(err)
		}
		problems = append(problems, found...)
	}
	return problems, nil
}

// integrity asks for what is wrong with pages, indexes and constraints; SQLite stops at a
// hundred.
func integrity(ctx context.Context, db *sql.DB) ([]string, error) {
	var problems []string
	err := query(ctx, db, `PRAGMA integrity_check`, func(rows *sql.Rows) error {
		var said string
		if err := rows.Scan(&said); err != nil || said == "ok" {
			return err
		}
		problems = append(problems, "its file is damaged: "+said)
		return nil
	})
	return problems, err
}

// references asks for rows that name a judge or a case which is not there.
func references(ctx context.Context, db *sql.DB) ([]string, error) {
	var problems []string
	err := query(ctx, db, `PRAGMA foreign_key_check`, func(rows *sql.Rows) error {
		var table, parent string
		var row, key *int64
		if err := rows.Scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		if row == nil {
			row = new(int64)
		}
		problems = append(problems, fmt.Sprintf("row %d of table %s names a row of table %s that was lost", *row, table, parent))
		return nil
	})
	return problems, err
}

func (k *Kind) definitions(ctx context.Context, db *sql.DB) ([]string, error) {
	s, err := k.Schema(ctx, db)
	if err != nil {
		return nil, err
	}
	version, err := s.Known(ctx)
	if err != nil {
		return nil, err
	}
	got, err := defined(ctx, db)
	if err != nil {
		return nil, err
	}
	c, err := sqlite.NewConnector(":memory:")
	if err != nil {
		return nil, err
	}
	model := sql.OpenDB(c)
	defer model.Close()
	model.SetMaxOpenConns(1) // each connection has a database of its own
	if s, err = k.Schema(ctx, model); err != nil {
		return nil, err
	}
	if err := s.MigrateTo(ctx, version); err != nil {
		return nil, err
	}
	want, err := defined(ctx, model)
	if err != nil {
		return nil, err
	}
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(want)) {
		switch text, ok := got[name]; {
		case !ok:
			problems = append(problems, fmt.Sprintf("its %s was lost", name))
		case text != want[name]:
			problems = append(problems, fmt.Sprintf("its %s is not what hed made", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			problems = append(problems, fmt.Sprintf("its %s is not one that hed made", name))
		}
	}
	return problems, nil
}

// defined gives the text of every table, index, view and trigger, by what it is and its
// name; but not that of the table of versions, which is the library's.
func defined(ctx context.Context, db *sql.DB) (map[string]string, error) {
	texts := map[string]string{}
	err := query(ctx, db, `SELECT type, name, coalesce(sql, '') FROM sqlite_master`, func(rows *sql.Rows) error {
		var kind, name, text string
		err := rows.Scan(&kind, &name, &text)
		if name != database.Version {
			texts[kind+" "+name] = text
		}
		return err
	})
	return texts, err
}

// query hands each row to do.
func query(ctx context.Context, db *sql.DB, text string, do func(*sql.Rows) error) error {
	rows, err := db.QueryContext(ctx, text)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
