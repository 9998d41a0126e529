package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"hed/store/internal/database"
)

// TestDurable asks the connection that writes what it was set to.
func TestDurable(t *testing.T) {
	e, err := enter(t.Context(), filepath.Join(t.TempDir(), "study.hed"), nil, ofStudy, true)
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

// TestOnce lets a batch of jobs fail at each stage of its transaction. What was committed and not
// confirmed was done a second time, job by job: a note was there twice. And a store that was held by
// another program let each of 64 jobs wait for half a minute, one after another.
func TestOnce(t *testing.T) {
	broken := errors.New("broken")
	exec := func(ctx context.Context, conn database.Conn, statements ...string) error {
		for _, s := range statements {
			if _, err := conn.ExecContext(ctx, s); err != nil {
				return err
			}
		}
		return nil
	}
	for _, c := range []struct {
		name   string
		before func(*engine)
		// spoil is the work of the second of three jobs, after what all do.
		spoil func(context.Context, database.Conn, *engine) error
		times [3]int // that each is done
		rows  int
		fail  [3]bool
		same  bool // all get one error
	}{
		{name: "well", times: [3]int{1, 1, 1}, rows: 3},
		{
			name: "one fails", times: [3]int{1, 1, 1}, rows: 2, fail: [3]bool{1: true},
			spoil: func(context.Context, database.Conn, *engine) error { return broken },
		},
		{
			name: "look", rows: 0, fail: [3]bool{true, true, true}, same: true,
			before: func(e *engine) { e.gate.place[0].was = e.gate.place[1].was },
		},
		{
			name: "begin", rows: 0, fail: [3]bool{true, true, true}, same: true,
			before: func(e *engine) { e.conn.ExecContext(context.Background(), `BEGIN`) },
		},
		{
			name: "work", times: [3]int{2, 2, 1}, rows: 2, fail: [3]bool{1: true},
			spoil: func(ctx context.Context, conn database.Conn, _ *engine) error {
				return errors.Join(broken, exec(ctx, conn, `ROLLBACK`))
			},
		},
		{
			name: "commit", times: [3]int{2, 2, 2}, rows: 2, fail: [3]bool{1: true},
			spoil: func(ctx context.Context, conn database.Conn, _ *engine) error {
				return exec(ctx, conn, `INSERT INTO child VALUES (7)`)
			},
		},
		{
			name: "confirm", times: [3]int{1, 1, 1}, rows: 3, fail: [3]bool{true, true, true}, same: true,
			spoil: func(_ context.Context, _ database.Conn, e *engine) error {
				return e.gate.log.file.Close() // which is looked at after the commit alone
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "study.hed")
			e, err := enter(t.Context(), file, nil, ofStudy, true)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			err = exec(t.Context(), e.conn, `CREATE TABLE done (job INTEGER)`, `CREATE TABLE parent (id INTEGER PRIMARY KEY)`,
				`CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)`)
			if err != nil {
				t.Fatal(err)
			}
			var times [3]int
			var batch []*job
			for i := range times {
				batch = append(batch, &job{ctx: t.Context(), work: func(ctx context.Context, conn database.Conn) error {
					times[i]++
					err := exec(ctx, conn, `INSERT INTO done VALUES (1)`)
					if i == 1 && c.spoil != nil && err == nil {
						err = c.spoil(ctx, conn, e)
					}
					return err
				}})
			}
			was := e.gate.place[0].was
			if c.before != nil {
				c.before(e)
			}
			e.writer.do(batch)
			if times != c.times {
				t.Errorf("the jobs were done %d times, want %d", times, c.times)
			}
			for i, j := range batch {
				if (j.err != nil) != c.fail[i] {
					t.Errorf("job %d: %v", i, j.err)
				}
				if c.same && j.err != batch[0].err {
					t.Errorf("job %d was tried by itself: %v", i, j.err)
				}
			}
			e.gate.place[0].was = was
			e.conn.ExecContext(t.Context(), `ROLLBACK`) // of what was begun before
			var rows int
			if err := e.conn.QueryRowContext(t.Context(), `SELECT count(*) FROM done`).Scan(&rows); err != nil || rows != c.rows {
				t.Errorf("%d rows are there (%v), want %d", rows, err, c.rows)
			}
		})
	}
}

// TestClosed reads from a store that was closed, also where its lock could not be taken then. The
// number of its watch was still read from, when it was that of another file, and the log and the
// watch stayed open.
func TestClosed(t *testing.T) {
	for _, name := range []string{"well", "lock lost"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "study.hed")
			e, err := enter(t.Context(), file, nil, ofStudy, true)
			if err != nil {
				t.Fatal(err)
			}
			if name != "well" {
				e.gate.lock.close()
				e.gate.lock.name = filepath.Join(file+"-none", "lock")
			}
			if err := e.Close(); (err != nil) != (name != "well") {
				t.Error(err)
			}
			if e.gate.watch != nil {
				t.Error("the watch is still listened to")
			}
			if err := e.gate.log.file.Close(); !errors.Is(err, os.ErrClosed) {
				t.Errorf("the log was still open: %v", err)
			}
			if err := e.gate.take(t.Context()); err != errClosed {
				t.Errorf("the lock: got %v, want %v", err, errClosed)
			}
			nothing := func(context.Context, database.Conn) error { return nil }
			if err := e.Read(t.Context(), nothing); !errors.Is(err, errClosed) {
				t.Errorf("a question: got %v, want %v", err, errClosed)
			}
			if _, err := os.Stat(file + "-lock"); name == "well" && !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the lock was made again: %v", err)
			}
		})
	}
}
