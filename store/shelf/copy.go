package shelf

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"hed/store/internal/database"
)

// ErrUsed says that there is something on a shelf that should be empty.
var ErrUsed = errors.New("there is a workbench already")

// copied is the secret by which a copy knows itself, if it is not known whether it was made.
const copied = "copied"

// Copy puts all that a shelf has, as it is at one moment, onto another one, of either kind, which
// must be empty. Nobody has to wait meanwhile. Sessions stay behind: one that was ended since would
// be open again.
func Copy(ctx context.Context, from, to *Shelf) error {
	mark := []byte(rand.Text())
	return from.read(ctx, func(ctx context.Context, src database.Conn) error {
		return to.write(ctx, true, func(ctx context.Context, dst database.Conn) error {
			var there []byte
			err := dst.QueryRowContext(ctx, `SELECT value FROM secret WHERE name = $1`, copied).Scan(&there)
			if err == nil && bytes.Equal(there, mark) {
				return nil // the answer was lost, and not the copy
			}
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return err
			}
			if err := vacant(ctx, dst); err != nil {
				return err
			}
			for _, table := range tables {
				if table == "session" {
					continue
				}
				if err := copyTable(ctx, table, src, dst); err != nil {
					return fmt.Errorf("copy %s: %w", table, err)
				}
			}
			if _, err := dst.ExecContext(ctx, `INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value, seal = NULL`, copied, mark); err != nil {
				return err
			}
			return to.number(ctx, dst)
		})
	})
}

// Vacant is ErrUsed if there is something on a shelf.
func Vacant(ctx context.Context, s *Shelf) error {
	return s.read(ctx, func(ctx context.Context, tx database.Conn) error { return vacant(ctx, tx) })
}

func vacant(ctx context.Context, tx database.Conn) error {
	for _, table := range tables {
		var used bool
		if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM `+table+`)`).Scan(&used); err != nil {
			return err
		}
		if used {
			return ErrUsed
		}
	}
	return nil
}

func copyTable(ctx context.Context, table string, src, dst database.Conn) error {
	order := "1"
	if table == "thing" { // what they are in comes first
		order = "parent IS NOT NULL, id"
	}
	rows, err := src.QueryContext(ctx, `SELECT * FROM `+table+` ORDER BY `+order)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, dest := make([]any, len(columns)), make([]any, len(columns))
	var names, marks []string
	for i, name := range columns {
		dest[i] = &values[i]
		if name != "seal" { // the copy gets its own
			names = append(names, name)
			marks = append(marks, fmt.Sprintf("$%d", len(names)))
		}
	}
	insert := fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, table, strings.Join(names, ", "), strings.Join(marks, ", "))
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		var args []any
		for i, name := range columns {
			if name != "seal" {
				args = append(args, values[i])
			}
		}
		if _, err := dst.ExecContext(ctx, insert, args...); err != nil {
			return err
		}
	}
	return rows.Err()
}
