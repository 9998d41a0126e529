package sqlite

import (
	"path/filepath"
	"testing"
)

// TestDurable asks the connection that writes what it was set to.
func TestDurable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "study.hed")
	if err := touch(file); err != nil {
		t.Fatal(err)
	}
	e, err := start(t.Context(), file, true)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, c := range []struct{ pragma, want string }{
		{"journal_mode", "wal"}, {"synchronous", "2"}, {"foreign_keys", "1"}, {"recursive_triggers", "1"}, {"secure_delete", "1"},
		{"fullfsync", "1"}, {"checkpoint_fullfsync", "1"},
	} {
		var got string
		if err := e.writer.db.QueryRow(`PRAGMA ` + c.pragma).Scan(&got); err != nil || got != c.want {
			t.Errorf("%s is %s (%v), want %s", c.pragma, got, err, c.want)
		}
	}
}
