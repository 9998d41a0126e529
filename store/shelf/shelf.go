// Package shelf keeps what a workbench knows in one SQLite file: its things, which are
// projects and what is in them, and the secrets and sessions of its server.
//
// Where people share a workbench they have accounts, which see what is theirs and what others
// let them.
//
// A Thing has a kind, a place in another, a name, notes and tags, by which it is found, and a
// body, which its users give a shape. Every change is on disk when its method returns.
package shelf

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
)

//go:embed migration/*.sql
var migrations embed.FS

// application marks a file as ours, in SQLite's field for it: "hedw".
const application = 0x68656477

// version is the name of the table that tells which migrations a file has had.
const version = "hed_version"

// ErrNone says that there is no such thing.
var ErrNone = errors.New("there is no such thing")

// A Thing is something of a workbench.
type Thing struct {
	ID     string
	Kind   string
	Parent string // the thing that it is in, which is in none; "" if it is in none
	Owner  string // the account whose it is; "" where it is in a thing, or nobody's
	Name   string
	Notes  string
	Tags   []string
	Made   time.Time
	// Changed is when the thing was last changed.
	Changed time.Time
	Body    json.RawMessage
}

// A Shelf is an open file.
type Shelf struct{ db *sql.DB }

// Open opens the shelf in a file, which it makes if it is not there.
func Open(ctx context.Context, file string) (*Shelf, error) {
	path := (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath()
	c, err := sqlite.NewConnector("file:" + path + "?" + strings.Join([]string{
		"_txlock=immediate", "_pragma=busy_timeout(10000)", "_pragma=foreign_keys(1)", "_pragma=journal_mode(wal)",
		"_pragma=synchronous(full)", "_pragma=fullfsync(1)", "_dqs=0", "_defensive=1",
	}, "&"))
	if err != nil {
		return nil, err
	}
	s := &Shelf{sql.OpenDB(c)}
	if err := s.prepare(ctx); err != nil {
		return nil, fmt.Errorf("open %s: %w", file, errors.Join(err, s.db.Close()))
	}
	return s, nil
}

// prepare makes the tables, or brings them up to date.
func (s *Shelf) prepare(ctx context.Context) error {
	var tables, app, known int
	for query, dest := range map[string]*int{`SELECT count(*) FROM sqlite_master`: &tables, `PRAGMA application_id`: &app} {
		if err := s.db.QueryRowContext(ctx, query).Scan(dest); err != nil {
			return err
		}
	}
	if tables > 0 && app != application {
		return errors.New("it is a SQLite file, but not of a workbench")
	}
	if _, err := s.db.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, application)); err != nil {
		return err
	}
	dir, err := fs.Sub(migrations, "migration")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, s.db, dir, goose.WithTableName(version), goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return err
	}
	if tables > 0 {
		if err := s.db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM `+version).Scan(&known); err != nil {
			return err
		}
	}
	if sources := p.ListSources(); int64(known) > sources[len(sources)-1].Version {
		return fmt.Errorf("it was written by a newer hed (version %d of its tables): use that one", known)
	}
	_, err = p.Up(ctx)
	return err
}

// Close closes the file.
func (s *Shelf) Close() error { return s.db.Close() }

// Ping tells whether the shelf can be read now. It waits for nothing.
func (s *Shelf) Ping(ctx context.Context) error {
	var n int
	return s.db.QueryRowContext(ctx, `SELECT count(*) FROM secret WHERE name = ''`).Scan(&n)
}

const columns = `id, kind, coalesce(parent, ''), owner, name, notes, tags, made, changed, body`

type row interface{ Scan(dest ...any) error }

func scan(r row) (*Thing, error) {
	var t Thing
	var tags, body string
	var made, changed int64
	if err := r.Scan(&t.ID, &t.Kind, &t.Parent, &t.Owner, &t.Name, &t.Notes, &tags, &made, &changed, &body); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			err = ErrNone
		}
		return nil, err
	}
	if err := json.Unmarshal([]byte(tags), &t.Tags); err != nil {
		return nil, err
	}
	t.Made, t.Changed, t.Body = time.UnixMicro(made).UTC(), time.UnixMicro(changed).UTC(), json.RawMessage(body)
	return &t, nil
}

// values are what the row of a thing has, in the order of columns, and what it is found by.
func (t *Thing) values() ([]any, error) {
	if t.Tags == nil {
		t.Tags = []string{}
	}
	tags, err := json.Marshal(t.Tags)
	if err != nil {
		return nil, err
	}
	search := strings.ToLower(t.Name + "\n" + t.Notes + "\n" + strings.Join(t.Tags, "\n"))
	parent := sql.NullString{String: t.Parent, Valid: t.Parent != ""}
	return []any{t.ID, t.Kind, parent, t.Name, t.Notes, string(tags), t.Made.UnixMicro(), t.Changed.UnixMicro(), string(cmp.Or(string(t.Body), "{}")), search, t.Owner}, nil
}

// Add puts a new thing on the shelf.
func (s *Shelf) Add(ctx context.Context, t *Thing) error {
	values, err := t.values()
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `INSERT INTO thing (id, kind, parent, name, notes, tags, made, changed, body, search, owner)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`, values...)
	return err
}

// Thing gives one thing.
func (s *Shelf) Thing(ctx context.Context, id string) (*Thing, error) {
	return scan(s.db.QueryRowContext(ctx, `SELECT `+columns+` FROM thing WHERE id = $1`, id))
}

// Change lets f change a thing, while nobody else does. If f gives an error nothing is
// changed.
func (s *Shelf) Change(ctx context.Context, id string, f func(*Thing) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	t, err := scan(tx.QueryRowContext(ctx, `SELECT `+columns+` FROM thing WHERE id = $1`, id))
	if err != nil {
		return err
	}
	if err := f(t); err != nil {
		return err
	}
	values, err := t.values()
	if err != nil {
		return err
	}
	values[0] = id
	if _, err := tx.ExecContext(ctx, `UPDATE thing SET kind = $2, parent = $3, name = $4, notes = $5, tags = $6, made = $7, changed = $8, body = $9, search = $10, owner = $11
		WHERE id = $1`, values...); err != nil {
		return err
	}
	return tx.Commit()
}

// Delete takes a thing away, with all that is in it.
func (s *Shelf) Delete(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM thing WHERE id = $1`, id)
	return err
}

// A Query says which things are wanted. What is empty is not asked for.
type Query struct {
	Kind, Parent string
	// Words are what the name, the notes or the tags of a thing have, all of them, in
	// letters of any size.
	Words string
	Tag   string
	// For is an account which may see them.
	For string
}

// List gives the things that a query wants, the newest first.
func (s *Shelf) List(ctx context.Context, q Query) ([]*Thing, error) {
	query, args := `SELECT `+columns+` FROM thing WHERE true`, []any{}
	with := func(condition string, value any) {
		args = append(args, value)
		query += fmt.Sprintf(" AND "+condition, len(args))
	}
	if q.Kind != "" {
		with(`kind = $%d`, q.Kind)
	}
	if q.Parent != "" {
		with(`parent = $%d`, q.Parent)
	}
	for _, w := range strings.Fields(strings.ToLower(q.Words)) {
		with(`instr(search, $%d) > 0`, w)
	}
	if q.Tag != "" {
		with(`EXISTS (SELECT 1 FROM json_each(tags) WHERE value = $%d)`, q.Tag)
	}
	if q.For != "" {
		with(`coalesce(parent, id) IN (SELECT id FROM thing WHERE owner = $%[1]d UNION SELECT thing FROM share WHERE account = $%[1]d)`, q.For)
	}
	rows, err := s.db.QueryContext(ctx, query+` ORDER BY made DESC, id`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []*Thing
	for rows.Next() {
		t, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, rows.Err()
}
