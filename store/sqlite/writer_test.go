package sqlite

import (
	"path/filepath"
	"testing"
)

// TestDurable asks the connection that writes what it was set to.
func TestDurable(t *testing.T) {
	e, err := enter(t.Context(), filepath.Join(t.TempDir(), "study.hed"), nil, true)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, c := range []struct{ pragma, want string }{
		{"journal_mode", "wal"}, {"synchronous", "2"}, {"foreign_keys", "1"}, {"recursive_triggers", "1"}, {"secure_delete", "1"},
		{"fullfsync", "1"}, {"checkpoint_fullfsync", "1"}, {"wal_autocheckpoint", "0"},
	} {
		var got string
		if err := e.conn.QueryRowContext(t.Context(), `PRAGMA `+c.pragma).Scan(&got); err != nil || got != c.want {
			t.Errorf("%s is %s (%v), want %s", c.pragma, got, err, c.want)
		}
	}
}
