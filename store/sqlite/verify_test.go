package sqlite_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/internal/race"
	"hed/store"
	"hed/store/storetest"
	"hed/study"
)

// stored gives a file with a store that was closed.
func stored(t *testing.T) string {
	t.Helper()
	name, s := storetest.Busy(t, plain)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// unguarded runs statements without the triggers that would refuse them, which are there
// again afterwards.
func unguarded(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	rows, err := db.Query(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`)
	if err != nil {
		t.Fatal(err)
	}
	var drop, make []string
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		drop, make = append(drop, `DROP TRIGGER `+name), append(make, text)
	}
	exec(t, db, drop...)
	exec(t, db, statements...)
	exec(t, db, make...)
}

// TestChanged changes rows behind the store's back, as a disk, a copy or another program
// would. Before there were seals, nobody noticed.
func TestChanged(t *testing.T) {
	name := stored(t)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ statement, want string }{
		{`UPDATE answer SET value = 'maybe' WHERE seq = 5`, "answer 5, of judge j001 to good.A of case 0, is not what was saved"},
		{`UPDATE answer SET at = at + 1 WHERE seq = 5`, "answer 5, of judge j001"},
		{`UPDATE answer SET seal = zeroblob(32) WHERE seq = 5`, "answer 5, of judge j001"},
		{`UPDATE answer SET seal = NULL WHERE seq = 5`, "answer 5, of judge j001"},
		{`DELETE FROM answer WHERE seq = 5`, "answer 6, of judge j001 to good.B of case 1, does not follow the one before"},
		{`DELETE FROM answer WHERE seq = 8`, "judge j001 has 3 of 4 answers: the last were lost"},
		{`DELETE FROM answer WHERE seq = 1`, "judge j001 has 0 of 1 answer about themselves: the last were lost"},
		{`UPDATE answer SET seq = 50 WHERE seq = 8`, "judge j001 has 4 answers, but the last is not the one that was saved last"},
		{`UPDATE answer SET seq = CASE seq WHEN 3 THEN -5 WHEN 5 THEN -3 END WHERE seq IN (3, 5); UPDATE answer SET seq = -seq WHERE seq < 0`, "answer 3, of judge j001"},
		{`INSERT INTO answer (judge, id, number, question, value, at, millis, origin, seal) SELECT judge, 'y', number, question, 'no', at, millis, origin, seal FROM answer WHERE seq = 8`, "of judge j001 to good.A of case 2, is not what was saved"},
		{`UPDATE task SET state = 'finished' WHERE judge = 'j001' AND number = 1`, "how far judge j001 is with case 1 is not what was saved"},
		{`DELETE FROM task WHERE judge = 'j001' AND number = 1`, "that the judge was given the case was lost"},
		{`UPDATE judge SET state = 'active' WHERE id = 'j003'`, "judge j003 (state, link or beginning) is not what was saved"},
		{`DELETE FROM judge WHERE id = 'j005'`, "the study has 4 of 5 judges"},
		{`DELETE FROM judge WHERE id = 'j004'`, "names a row of table judge that was lost"},
		{`UPDATE judge SET answers = answers + 1 WHERE id = 'j001'`, "judge j001 has 4 of 5 answers"},
		{`UPDATE event SET note = 'agreed' WHERE what = 'verdict'`, "(verdict ) is not what was saved"},
		{`DELETE FROM event WHERE what = 'verdict'`, "the study has 8 of 9 events: the last were lost"},
		{`UPDATE study SET running = 0`, "the study itself"},
		{`UPDATE study SET body = replace(body, 'Sample', 'Simple')`, "the study itself"},
		{`UPDATE subject SET body = replace(body, 'One', 'Two') WHERE number = 1`, "case 1 is not what was saved"},
		{`DROP VIEW counting; CREATE VIEW counting AS SELECT * FROM answer`, "its view counting is not what hed made"},
		{`DROP INDEX answer_place`, "its index answer_place was lost"},
		{`CREATE TRIGGER own AFTER INSERT ON answer BEGIN SELECT 1; END`, "its trigger own is not one that hed made"},
	} {
		file := filepath.Join(t.TempDir(), "study.hed")
		if err := os.WriteFile(file, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		db := raw(t, file)
		db.SetMaxOpenConns(1)
		unguarded(t, db, c.statement)
		db.Close()
		r, err := store.Verify(t.Context(), file)
		if err != nil {
			t.Errorf("%s: %v", c.statement, err)
		} else if !strings.Contains(strings.Join(r.Problems, "\n"), c.want) {
			t.Errorf("%s: got %q, want %q", c.statement, r.Problems, c.want)
		}
	}
}

// TestBits flips single bits of a store: what can then be read without a word is what
// was saved. Of 150 such bits 13 changed exported answers without a word.
func TestBits(t *testing.T) {
	race.Skip(t, "one goroutine reads the store hundreds of times")
	name := stored(t)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	read := func(file string) (*study.Snapshot, error) {
		l, err := store.Look(t.Context(), file)
		if err != nil {
			return nil, err
		}
		defer l.Close()
		r, err := l.Verify(t.Context())
		if err != nil {
			return nil, err
		}
		if err := r.Err(); err != nil {
			return nil, err
		}
		all, err := l.Snapshot(t.Context())
		if err != nil {
			return nil, err
		}
		// When somebody was there last is news, not history.
		for i := range all.Judges {
			all.Judges[i].Seen = time.Time{}
		}
		for i := range all.Tasks {
			all.Tasks[i].Touched = time.Time{}
		}
		return all, nil
	}
	want, err := read(name)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	file := filepath.Join(t.TempDir(), "study.hed")
	said := 0
	for range 150 {
		spoilt := append([]byte(nil), whole...)
		bit := random.IntN(8 * len(spoilt))
		// Most of a page is empty; half of the bits are to hit something.
		for tries := 0; spoilt[bit/8] == 0 && tries < 2; tries++ {
			bit = random.IntN(8 * len(spoilt))
		}
		spoilt[bit/8] ^= 1 << (bit % 8)
		for _, beside := range []string{"-wal", "-shm"} {
			os.Remove(file + beside)
		}
		if err := os.WriteFile(file, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := read(file)
		if err != nil {
			said++
			continue
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("bit %d of byte %d: without a word there is (-want +got)\n%s", bit%8, bit/8, d)
		}
	}
	if said < 15 {
		t.Errorf("only %d of 150 bits were noticed: the test hits nothing", said)
	}
	t.Logf("%d of 150 bits were noticed, the others changed nothing", said)
}

// TestReplaced rewrites history by a statement that fires no trigger on what it deletes,
// as long as the connection has not asked for that, which none does by itself.
func TestReplaced(t *testing.T) {
	name := stored(t)
	db := raw(t, name)
	for _, statement := range []string{
		`INSERT OR REPLACE INTO answer SELECT seq, judge, id, number, question, 'maybe', at, millis, origin, seal FROM answer`,
		`INSERT OR REPLACE INTO answer SELECT seq + 100, judge, id, number, question, 'maybe', at, millis, origin, seal FROM answer`,
		`REPLACE INTO event SELECT seq, at, by, 'x', "of", note, seal FROM event`,
		`REPLACE INTO subject SELECT number, '{}', seal FROM subject`,
		`REPLACE INTO study SELECT one, '{}', consensus, running, seal FROM study`,
	} {
		if _, err := db.Exec(statement); err == nil || !strings.Contains(err.Error(), "not changed") {
			t.Errorf("%s: got %v, want it refused", statement, err)
		}
	}
	if r, err := store.Verify(t.Context(), name); err != nil || r.Err() != nil {
		t.Errorf("got %v, %v", r, err)
	}
	// One that a hed from before would write, which was at work when the store was migrated.
	_, err := db.Exec(`INSERT INTO answer (judge, id, number, question, value, at, millis, origin) VALUES ('j001', 'z', 0, 'good.A', 'no', 1, 1, '')`)
	if err == nil || !strings.Contains(err.Error(), "stop the older one") {
		t.Errorf("got %v, want it refused", err)
	}
}

// TestBackupRefused asks for backups that would destroy something, or be worth nothing.
func TestBackupRefused(t *testing.T) {
	name := stored(t)
	dir := t.TempDir()
	used := filepath.Join(dir, "used.db")
	for _, file := range []string{used, used + "-wal"} {
		if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ file, want string }{
		{name, "it is the store itself"},
		{used, "is in use, or was not closed"},
		{os.DevNull, "name a file"},
		{filepath.Join(dir, "no", "folder"), "there is no folder"},
	} {
		if _, err := store.Backup(t.Context(), name, c.file); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.file) {
			t.Errorf("got %v, want %s and %q", err, c.file, c.want)
		}
	}
	// A store that is damaged makes no backup, and the one from before stays.
	file := filepath.Join(dir, "backup.db")
	if _, err := store.Backup(t.Context(), name, file); err != nil {
		t.Fatal(err)
	}
	db := raw(t, name)
	db.SetMaxOpenConns(1)
	unguarded(t, db, `UPDATE answer SET value = 'maybe' WHERE seq = 5`)
	if _, err := store.Backup(t.Context(), name, file); err == nil || !strings.Contains(err.Error(), "answer 5, of judge j001") {
		t.Errorf("got %v, want it to say which answer", err)
	}
	if r, err := store.Verify(t.Context(), file); err != nil || r.Err() != nil {
		t.Errorf("the backup from before: %v, %v", r, err)
	}
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 3 {
		t.Errorf("there are %v, %v; want the two files and the backup", list, err)
	}
}

// TestKeepBackup lets a store be copied again and again while answers come.
func TestKeepBackup(t *testing.T) {
	name, s := storetest.Filled(t, plain, 1, 1)
	file := filepath.Join(t.TempDir(), "backup.db")
	n := 0
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	err := store.KeepBackup(ctx, name, file, time.Millisecond, func(r *store.Report, err error) {
		if err != nil {
			t.Errorf("backup %d: %v", n, err)
			return
		}
		if r.Answers != n {
			t.Errorf("backup %d has %d answers", n, r.Answers)
		}
		if n++; n == 4 {
			stop()
			return
		}
		if err := save(t, s, "j001", fmt.Sprint(n)); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Error(err)
	}
	if r, err := store.Verify(t.Context(), file); err != nil || r.Answers != 3 || r.Err() != nil {
		t.Errorf("at the end: %v, %v", r, err)
	}
}

// TestOlder reads a store that an older hed wrote, without seals, and leaves it as it is; its
// backup has seals, and so has the store once it is opened for writing.
func TestOlder(t *testing.T) {
	packed, err := os.Open(filepath.Join("..", "storetest", "testdata", "old", "study.db.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	name := plain(t)
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	want := store.Report{Cases: 2, Judges: 2, Tasks: 2, Answers: 15, Events: 3}
	verify := func(file string, unsealed bool) {
		t.Helper()
		want := want
		want.Unsealed = unsealed
		r, err := store.Verify(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(&want, r); d != "" {
			t.Error(d)
		}
	}
	verify(name, true)
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := store.Backup(t.Context(), name, copied); err != nil {
		t.Fatal(err)
	}
	verify(copied, false)
	if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, data) {
		t.Errorf("the store was changed, %v", err)
	}
	s, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	verify(name, false)
}
