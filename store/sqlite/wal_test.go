package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/store/internal/database"
)

// TestTornLog turns bits of a log that a killed process has left, and cuts it off. Where SQLite would take damage in the
// middle for the end, and forget what was acknowledged after it, the store is refused; and it is opened when the log
// was cut off where the error says.
func TestTornLog(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.db")
	db, err := sql.Open("sqlite", "file:"+name+"?_pragma=journal_mode(wal)&_pragma=wal_autocheckpoint(0)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const commits = 6
	var ends []int64 // of each
	for i := range commits {
		query := fmt.Sprintf(`INSERT INTO t VALUES (%d, hex(randomblob(5000)))`, i)
		if i == 0 {
			query = `CREATE TABLE t (a, b)`
		}
		if _, err := db.Exec(query); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(name + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, info.Size())
	}
	log, err := os.ReadFile(name + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	look := func(log []byte) int64 { return torn(bytes.NewReader(log)) }
	if got := look(log); got != -1 {
		t.Errorf("a whole log is damaged behind %d", got)
	}
	for at := 0; at < len(log); at += 61 {
		turned := append([]byte(nil), log...)
		turned[at] ^= 1 << (at % 8)
		want := int64(0)
		if at >= logHead {
			want = logHead
		}
		for _, end := range ends {
			if int64(at) >= end {
				want = end
			}
		}
		got := look(turned)
		// What the last commit lacks may never have been there; so may a commit whose mark the bit has taken away.
		if last := ends[commits-2]; int64(at) >= last || commitHead(at, last) {
			if got == -1 {
				continue
			}
		}
		if got != want {
			t.Errorf("a bit of byte %d: damaged behind %d, want %d", at, got, want)
		}
		if got := look(log[:at]); got != -1 {
			t.Errorf("cut off at %d: damaged behind %d", at, got)
		}
	}
	for at, want := range map[int]string{40: "truncate -s 32 ", int(ends[2]) + 100: fmt.Sprintf("truncate -s %d ", ends[2])} {
		other := filepath.Join(t.TempDir(), "b.db")
		base, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		turned := append([]byte(nil), log...)
		turned[at] ^= 1
		for file, data := range map[string][]byte{other: base, other + "-wal": turned} {
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for how, open := range map[string]func(context.Context, string) (*database.Store, error){"opened": Open, "looked at": Look} {
			if _, err := open(t.Context(), other); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("a store with a damaged log is %s: %v, want %s", how, err, want)
			}
		}
	}
}

// commitHead tells whether a byte is of the head of the last frame of a commit.
func commitHead(at int, end int64) bool {
	const frame = frameHead + 4096
	return int64(at) >= end-frame && int64(at) < end-frame+frameHead
}
