package database

import "context"

// Copy hands every row of every table to what begin gives, all as they are at one moment;
// begin gets the version of the tables. It is called again if the reading has to be tried
// again.
func (s *Store) Copy(ctx context.Context, begin func(ctx context.Context, version int64) (Sink, error)) error {
	return s.read(ctx, func(t *tx) error {
		v, err := t.version(Version)
		if err != nil {
			return err
		}
		to, err := begin(t.ctx, v)
		if err != nil {
			return err
		}
		defer to.Rollback()
		for _, table := range []string{"study", "subject", "judge", "task", "answer", "event", "secret", "session", "chain"} {
			if table == "chain" && v < filled {
				continue
			}
			if err := t.copy(table, to); err != nil {
				return err
			}
		}
		return to.Commit()
	})
}

// A Sink takes the rows of a copy, which is there once Commit gives no error.
type Sink interface {
	// Put takes a row, whose values are in the order of columns.
	Put(table string, columns []string, values []any) error
	Commit() error
	Rollback() error
}

func (t *tx) copy(table string, to Sink) error {
	rows, err := t.conn.QueryContext(t.ctx, `SELECT * FROM `+table+` ORDER BY 1`)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, dest := make([]any, len(columns)), make([]any, len(columns))
	for i := range dest {
		dest[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		if err := to.Put(table, columns, values); err != nil {
			return err
		}
	}
	return rows.Err()
}
