package database

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// A stamp is a time in the database: microseconds since 1970, in UTC. The zero time
// is null.
type stamp struct{ time.Time }

// at is the stamp of a time, which is cut to what the database keeps.
func at(t time.Time) stamp {
	if t.IsZero() {
		return stamp{}
	}
	return stamp{t.UTC().Truncate(time.Microsecond)}
}

// Value implements driver.Valuer.
func (s stamp) Value() (driver.Value, error) {
	if s.IsZero() {
		return nil, nil
	}
	return s.UnixMicro(), nil
}

// Scan implements sql.Scanner.
func (s *stamp) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		*s = stamp{}
	case int64:
		*s = stamp{time.UnixMicro(v).UTC()}
	default:
		return fmt.Errorf("a time should be a number and is %T", v)
	}
	return nil
}
