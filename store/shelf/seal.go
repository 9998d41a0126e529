package shelf

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"

	"hed/store/internal/database"
	"hed/study"
)

// sealed are the tables whose rows have seals. Sessions have none: who lost one signs in again.
var sealed = slices.DeleteFunc(slices.Clone(tables), func(table string) bool { return table == "session" })

// A sealedRow is a row as the disk has it.
type sealedRow struct {
	id        int64
	has, want int64 // seals; has is -1 for none
	shown     string
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// rows are those of a table, or those without a seal.
func rows(ctx context.Context, tx database.Conn, table, where string) (list []sealedRow, err error) {
	found, err := tx.QueryContext(ctx, `SELECT rowid, seal, * FROM `+table+where)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	names, err := found.Columns()
	if err != nil {
		return nil, err
	}
	values, dest := make([]any, len(names)), make([]any, len(names))
	for i := range dest {
		dest[i] = &values[i]
	}
	for found.Next() {
		if err := found.Scan(dest...); err != nil {
			return nil, err
		}
		r := sealedRow{has: -1, shown: fmt.Sprint(values[2])}
		r.id, _ = values[0].(int64) // which it is
		if has, ok := values[1].(int64); ok {
			r.has = has
		}
		sum := crc32.New(castagnoli)
		for i := 2; i < len(names); i++ {
			if names[i] != "seal" {
				text := fmt.Appendf(nil, "%T %[1]v", values[i])
				sum.Write(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
				sum.Write(text)
			}
		}
		r.want = int64(sum.Sum32())
		list = append(list, r)
	}
	return list, found.Err()
}

// seal seals the rows that are new or changed.
func seal(ctx context.Context, tx database.Conn) error {
	for _, table := range sealed {
		list, err := rows(ctx, tx, table, ` WHERE seal IS NULL`)
		if err != nil {
			return err
		}
		for _, r := range list {
			if _, err := tx.ExecContext(ctx, `UPDATE `+table+` SET seal = $2 WHERE rowid = $1`, r.id, r.want); err != nil {
				return err
			}
		}
	}
	return nil
}

// verify looks at all seals.
func verify(ctx context.Context, tx database.Conn) error {
	for _, table := range sealed {
		list, err := rows(ctx, tx, table, ``)
		if err != nil {
			return err
		}
		for _, r := range list {
			if r.has != r.want {
				return study.Errorf(study.Unavailable, "it is damaged: the row %.40q of the table %s is not as hed wrote it: keep a copy, and restore it from a backup", r.shown, table)
			}
		}
	}
	return nil
}
