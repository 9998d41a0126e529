package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/store/sqlite"
	"hed/store/storetest"
	"hed/study"
)

// raw opens the file beside the store.
func raw(t *testing.T, file string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func exec(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func plain(t testing.TB) string { return filepath.Join(t.TempDir(), "study.hed") }

func save(t *testing.T, s study.Store, judge, id string) error {
	_, err := s.Save(t.Context(), study.Answer{ID: id, Judge: judge, Question: "good.A", Value: strings.Repeat("y", 2000)}, storetest.Start, nil)
	return err
}

// TestRefused opens files that are no stores, which stay as they are.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	name, s := storetest.Filled(t, plain, 40, 9)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	foreign, newer := filepath.Join(dir, "foreign"), filepath.Join(dir, "newer")
	exec(t, raw(t, foreign), `CREATE TABLE note (text)`)
	if err := os.WriteFile(newer, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	db := raw(t, newer)
	exec(t, db, `INSERT INTO hed_version (version_id, is_applied) VALUES (9999, 1)`)
	db.Close()
	spoilt := bytes.Clone(whole)
	copy(spoilt[len(spoilt)/2:], bytes.Repeat([]byte("spoilt"), 2000))
	for _, c := range []struct {
		name string
		data []byte // nil if the file is there
		want string
	}{
		{"text", []byte(strings.Repeat("This is not a database.\n", 100)), "not a SQLite file"},
		{"torn", whole[:len(whole)/2], "damaged"},
		{"header", whole[:60], "damaged"},
		{"spoilt", spoilt, "damaged"},
		{"foreign", nil, "does not have a study"},
		{"newer", nil, "newer hed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(dir, c.name)
			if c.data != nil {
				if err := os.WriteFile(file, c.data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			before, _ := os.ReadFile(file)
			for _, open := range []func(context.Context, string) error{
				func(ctx context.Context, f string) error { _, err := sqlite.Open(ctx, f); return err },
				func(ctx context.Context, f string) error { _, err := sqlite.Create(ctx, f); return err },
			} {
				if err := open(t.Context(), file); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), file) {
					t.Errorf("got %v, want the file and %q", err, c.want)
				}
			}
			if after, _ := os.ReadFile(file); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
	for _, file := range []string{dir, filepath.Join(dir, "no", "folder")} {
		if _, err := sqlite.Create(t.Context(), file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("got %v, want an error about %s", err, file)
		}
	}
}

// TestEmpty opens a file with nothing in it, which is no study and stays as it is.
func TestEmpty(t *testing.T) {
	file := plain(t)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(t.Context(), file); study.CodeOf(err) != study.NoStudy {
		t.Errorf("got %v, want %s", err, study.NoStudy)
	}
	if info, err := os.Stat(file); err != nil || info.Size() != 0 {
		t.Errorf("the file has %d bytes now, %v", info.Size(), err)
	}
	s, err := sqlite.Create(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// TestCopy makes a copy as the documentation says, while the store is open.
func TestCopy(t *testing.T) {
	name, s := storetest.Filled(t, plain, 2, 2)
	if err := save(t, s, "j001", "x"); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	exec(t, raw(t, name), `VACUUM INTO '`+copied+`'`)
	c, err := sqlite.Open(t.Context(), copied)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	want, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Snapshot(t.Context())
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Error(d, err)
	}
}

// TestMoved moves files of an open store away. Nothing is acknowledged until they are
// back, and nothing that was is lost.
func TestMoved(t *testing.T) {
	for _, suffix := range []string{"", "-wal"} {
		t.Run("study.hed"+suffix, func(t *testing.T) {
			name, s := storetest.Filled(t, plain, 1, 1)
			moved, away := name+suffix, name+suffix+".away"
			if err := save(t, s, "j001", "before"); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(moved, away); err != nil {
				t.Skip(err) // where a file in use stays
			}
			refused := func() {
				t.Helper()
				if err := save(t, s, "j001", "meanwhile"); study.CodeOf(err) != study.Unavailable {
					t.Errorf("an answer: got %v, want %s", err, study.Unavailable)
				}
				if _, err := s.Running(t.Context()); study.CodeOf(err) != study.Unavailable {
					t.Errorf("a question: got %v, want %s", err, study.Unavailable)
				}
			}
			refused()
			if err := os.WriteFile(moved, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			refused() // another file is not it
			if err := os.Rename(away, moved); err != nil {
				t.Fatal(err)
			}
			if err := save(t, s, "j001", "after"); err != nil {
				t.Fatal(err)
			}
			var ids []string
			for a, err := range s.Answers(t.Context(), study.Filter{History: true}) {
				if err != nil {
					t.Fatal(err)
				}
				ids = append(ids, a.ID)
			}
			if got := strings.Join(ids, " "); got != "before after" {
				t.Errorf("there are %s, want before and after", got)
			}
		})
	}
}

// TestHistory tries to change it behind the store's back.
func TestHistory(t *testing.T) {
	name, s := storetest.Filled(t, plain, 1, 1)
	if err := save(t, s, "j001", "x"); err != nil {
		t.Fatal(err)
	}
	db := raw(t, name)
	db.SetMaxOpenConns(1)
	exec(t, db, `PRAGMA recursive_triggers = 1`)
	for _, statement := range []string{
		`UPDATE answer SET value = 'no'`, `DELETE FROM answer`, `UPDATE event SET what = 'x'`, `DELETE FROM event`,
		`INSERT OR REPLACE INTO answer SELECT * FROM answer`,
		`UPDATE study SET body = ''`, `DELETE FROM study`, `UPDATE subject SET body = ''`, `DELETE FROM subject`,
	} {
		if _, err := db.Exec(statement); err == nil || !strings.Contains(err.Error(), "not changed") && !strings.Contains(err.Error(), "not deleted") {
			t.Errorf("%s: got %v, want it refused", statement, err)
		}
	}
	var plan strings.Builder
	rows, err := db.Query(`EXPLAIN QUERY PLAN SELECT question, value FROM counting WHERE judge = 'j001' AND number = 0`)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var a, b, c int
		var text string
		if err := rows.Scan(&a, &b, &c, &text); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(text + "\n")
	}
	if strings.Contains(plan.String(), "SCAN") || strings.Count(plan.String(), "answer_place") != 2 {
		t.Errorf("the answers that count are found by\n%s", plan.String())
	}
	var mode string
	if err := db.QueryRow(`PRAGMA journal_mode`).Scan(&mode); err != nil || mode != "wal" {
		t.Errorf("journal mode %s, %v", mode, err)
	}
}

// TestSpoilt reads rows that no hed has written.
func TestSpoilt(t *testing.T) {
	name, s := storetest.Filled(t, plain, 2, 2)
	db := raw(t, name)
	db.SetMaxOpenConns(1)
	exec(t, db, `PRAGMA ignore_check_constraints = 1`, `DROP TRIGGER study_stays`, `DROP TRIGGER subject_stays`,
		`UPDATE study SET body = '{"title": 3'`, `UPDATE subject SET body = x'00ff' WHERE number = 1`,
		`UPDATE judge SET state = 'asleep' WHERE id = 'j002'`, `UPDATE task SET state = 'lost', given = 'noon' WHERE judge = 'j002'`)
	ctx := t.Context()
	_, err1 := s.Study(ctx)
	_, err2 := s.Case(ctx, 1)
	_, err3 := s.Judges(ctx)
	_, err4 := s.Tasks(ctx, "j002")
	err5 := save(t, s, "j002", "x")
	err6 := s.Assign(ctx, func(*study.Board) ([]study.Task, error) { return nil, nil })
	for i, err := range []error{err1, err2, err3, err4, err5, err6} {
		if err == nil {
			t.Errorf("reading %d gave no error", i+1)
		}
	}
	if err := save(t, s, "j001", "x"); err != nil {
		t.Error(err)
	}
}

// TestBusy saves while another program holds the file.
func TestBusy(t *testing.T) {
	name, s := storetest.Filled(t, plain, 1, 1)
	db := raw(t, name)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), `BEGIN EXCLUSIVE`); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(700*time.Millisecond, func() { conn.ExecContext(context.Background(), `COMMIT`) })
	if _, err := s.Study(t.Context()); err != nil {
		t.Errorf("a reader waits for the writer: %v", err)
	}
	begin := time.Now()
	if err := save(t, s, "j001", "x"); err != nil {
		t.Error(err)
	}
	if time.Since(begin) < 300*time.Millisecond {
		t.Error("the lock was not held")
	}
}

// TestErased looks for what was erased in the file itself.
func TestErased(t *testing.T) {
	name, s := storetest.Filled(t, plain, 1, 1)
	const secret = "born in Atlantis"
	a := study.Answer{ID: "x", Judge: "j001", Case: study.About, Question: "origin", Value: secret}
	if _, err := s.Save(t.Context(), a, storetest.Start, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.EraseJudge(t.Context(), "j001", storetest.Event("erased")); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{name, name + "-wal"} {
		if data, _ := os.ReadFile(file); bytes.Contains(data, []byte(secret)) {
			t.Errorf("%s still has the answer", filepath.Base(file))
		}
	}
}
