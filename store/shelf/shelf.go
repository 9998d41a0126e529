// Package shelf keeps what a workbench knows, in one SQLite file or in a PostgreSQL database: its
// things, which are projects and what is in them, and the secrets and sessions of its server.
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
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hed/store/internal/database"
	"hed/store/internal/pool"
)

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

// A Shelf is an open database.
type Shelf struct{ engine }

// Open opens the shelf in a PostgreSQL database if its name begins with postgres:// or
// postgresql://, and else in a file. What is not there is made: the file, or the tables.
func Open(ctx context.Context, name string) (*Shelf, error) {
	open := openFile
	if pool.Is(name) {
		open = openRemote
	}
	e, err := open(ctx, name)
	if err != nil {
		return nil, err
	}
	return &Shelf{e}, nil
}

// Ping tells whether the shelf can be read now. It does not wait long.
func (s *Shelf) Ping(ctx context.Context) error { return s.ping(ctx) }

// Claim keeps other servers away from the database until it is released; ErrClaimed if there is
// one. lost is told if another one has it nevertheless, after the database was away. A file is that
// of whoever has its folder.
func (s *Shelf) Claim(ctx context.Context, lost func(error)) (release func(), err error) {
	return s.claim(ctx, lost)
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
	tags := make([]string, len(t.Tags))
	for i, tag := range t.Tags {
		tags[i] = kept(tag)
	}
	t.Name, t.Notes, t.Tags = kept(t.Name), kept(t.Notes), tags
	list, err := json.Marshal(tags)
	if err != nil {
		return nil, err
	}
	search := strings.ToLower(t.Name + "\n" + t.Notes + "\n" + strings.Join(t.Tags, "\n"))
	parent := sql.NullString{String: t.Parent, Valid: t.Parent != ""}
	return []any{t.ID, t.Kind, parent, t.Name, t.Notes, string(list), t.Made.UnixMicro(), t.Changed.UnixMicro(), string(cmp.Or(string(t.Body), "{}")), search, t.Owner}, nil
}

// Add puts a new thing on the shelf.
func (s *Shelf) Add(ctx context.Context, t *Thing) error {
	values, err := t.values()
	if err != nil {
		return err
	}
	return s.exec(ctx, false, `INSERT INTO thing (id, kind, parent, name, notes, tags, made, changed, body, search, owner)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`, values...)
}

// Thing gives one thing.
func (s *Shelf) Thing(ctx context.Context, id string) (*Thing, error) {
	list, err := all(ctx, s, scan, `SELECT `+columns+` FROM thing WHERE id = $1`, id)
	if err == nil && len(list) == 0 {
		err = ErrNone
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// exec does one statement. repeat is as for write.
func (s *Shelf) exec(ctx context.Context, repeat bool, query string, args ...any) error {
	for i, a := range args {
		if text, ok := a.(string); ok {
			args[i] = kept(text)
		}
	}
	return s.write(ctx, repeat, func(ctx context.Context, tx database.Conn) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
}

// kept makes a text one that every database can keep: UTF-8 without zero bytes.
func kept(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// findable tells whether rows can have the values. Those of an address are anything.
func findable(args []any) bool {
	return !slices.ContainsFunc(args, func(a any) bool { text, ok := a.(string); return ok && text != kept(text) })
}

// get reads the first row of a query; sql.ErrNoRows if there is none.
func (s *Shelf) get(ctx context.Context, query string, args []any, dest ...any) error {
	if !findable(args) {
		return sql.ErrNoRows
	}
	return s.read(ctx, func(ctx context.Context, tx database.Conn) error {
		return tx.QueryRowContext(ctx, query, args...).Scan(dest...)
	})
}

// all reads every row of a query.
func all[T any](ctx context.Context, s *Shelf, scan func(row) (T, error), query string, args ...any) (list []T, err error) {
	if !findable(args) {
		return nil, nil
	}
	err = s.read(ctx, func(ctx context.Context, tx database.Conn) error {
		list = nil // it may be tried again
		rows, err := tx.QueryContext(ctx, query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			one, err := scan(rows)
			if err != nil {
				return err
			}
			list = append(list, one)
		}
		return rows.Err()
	})
	return list, err
}

// Change lets f change a thing, while nobody else does. If f gives an error nothing is
// changed.
func (s *Shelf) Change(ctx context.Context, id string, f func(*Thing) error) error {
	if !findable([]any{id}) {
		return ErrNone
	}
	return s.write(ctx, false, func(ctx context.Context, tx database.Conn) error {
		t, err := scan(tx.QueryRowContext(ctx, `SELECT `+columns+` FROM thing WHERE id = $1`+s.alone(), id))
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
		_, err = tx.ExecContext(ctx, `UPDATE thing SET kind = $2, parent = $3, name = $4, notes = $5, tags = $6, made = $7, changed = $8, body = $9, search = $10, owner = $11, seal = NULL
			WHERE id = $1`, values...)
		return err
	})
}

// Delete takes a thing away, with all that is in it.
func (s *Shelf) Delete(ctx context.Context, id string) error {
	return s.exec(ctx, true, `DELETE FROM thing WHERE id = $1`, id)
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
		with(`replace(search, $%d, '') <> search`, w) // it has the word; databases have no other name for that in common
	}
	if q.For != "" {
		with(`coalesce(parent, id) IN (SELECT id FROM thing WHERE owner = $%[1]d UNION SELECT thing FROM share WHERE account = $%[1]d)`, q.For)
	}
	list, err := all(ctx, s, scan, query+` ORDER BY made DESC, id`, args...)
	if q.Tag != "" {
		list = slices.DeleteFunc(list, func(t *Thing) bool { return !slices.Contains(t.Tags, q.Tag) })
	}
	return list, err
}
