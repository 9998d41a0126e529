package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"hed/internal/postgres"
	"hed/store/storetest"
	"hed/study"

	store "hed/store/postgres"
)

// raw connects beside the store.
func raw(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(t.Context()) })
	return conn
}

// testHistory tries to change it behind the store's back.
func testHistory(t *testing.T, server *postgres.Server) {
	url, s := storetest.Filled(t, server.Fresh, 1, 1)
	if _, err := s.Save(t.Context(), study.Answer{ID: "x", Judge: "j001", Question: "good.A", Value: "yes"}, storetest.Start, nil); err != nil {
		t.Fatal(err)
	}
	conn := raw(t, url)
	for _, statement := range []string{
		`UPDATE answer SET value = 'no'`, `DELETE FROM answer`, `TRUNCATE answer`,
		`UPDATE event SET what = 'x'`, `DELETE FROM event`, `TRUNCATE event`,
		`UPDATE study SET body = ''`, `DELETE FROM study`, `UPDATE subject SET body = ''`, `DELETE FROM subject`,
	} {
		if _, err := conn.Exec(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "history stays") {
			t.Errorf("%s: got %v, want it refused", statement, err)
		}
	}
}

// testChanged changes an answer as one may who owns the tables.
func testChanged(t *testing.T, server *postgres.Server) {
	url, s := storetest.Busy(t, server.Fresh)
	for _, statement := range []string{`ALTER TABLE answer DISABLE TRIGGER answer_stays`, `UPDATE answer SET value = 'maybe' WHERE id = '3' AND judge = 'j001'`} {
		if _, err := raw(t, url).Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	r, err := s.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Join(r.Problems, "\n")
	for _, want := range []string{"its trigger answer_stays was lost or switched off", "of judge j001 to good.A of case 0, is not what was saved"} {
		if len(r.Problems) != 2 || !strings.Contains(said, want) {
			t.Errorf("got %q, want %q", said, want)
		}
	}
}

// testSchema takes away what protects history, and changes the view by which answers are read.
// None of these was found.
func testSchema(t *testing.T, server *postgres.Server) {
	for _, c := range []struct{ statement, want string }{
		{`DROP TRIGGER event_remains ON event`, "its trigger event_remains was lost or switched off"},
		{`ALTER TABLE subject DISABLE TRIGGER subject_remains`, "its trigger subject_remains was lost or switched off"},
		{`DROP VIEW counting`, "its view counting was lost"},
		{`CREATE OR REPLACE VIEW counting AS SELECT seq, judge, id, number, question, value, at, millis, origin FROM answer WHERE judge <> 'j001'`, "its view counting does not show the answers that count"},
		{`CREATE OR REPLACE VIEW counting AS SELECT seq, judge, id, number, question, upper(value) AS value, at, millis, origin FROM answer`, "its view counting does not show the answers that count"},
	} {
		url, s := storetest.Busy(t, server.Fresh)
		if _, err := raw(t, url).Exec(t.Context(), c.statement); err != nil {
			t.Fatal(err)
		}
		if r, err := s.Verify(t.Context()); err != nil || len(r.Problems) != 1 || r.Problems[0] != c.want {
			t.Errorf("%s: got %+v, %v, want %q", c.statement, r, err, c.want)
		}
	}
}

func testRefused(t *testing.T, server *postgres.Server) {
	url, s := storetest.Filled(t, server.Fresh, 1, 1)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := raw(t, url).Exec(t.Context(), `INSERT INTO hed_version (version_id, is_applied) VALUES (9999, true)`); err != nil {
		t.Fatal(err)
	}
	occupied := server.Fresh(t)
	if _, err := raw(t, occupied).Exec(t.Context(), `CREATE TABLE judge (name text)`); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ url, want string }{
		{url, "newer hed"},
		{occupied, "has a table judge already"},
		{strings.Split(occupied, "&search_path=")[0] + "&search_path=nowhere", "CREATE SCHEMA"},
		{"postgres://hed:sesame@127.0.0.1:1/none?sslmode=disable", "cannot be reached"},
		{"postgres://hed:sesame@127.0.0.1:port/none", "open store"},
	} {
		_, err := store.Create(t.Context(), c.url)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.url, err, c.want)
		} else if strings.Contains(err.Error(), "sesame") {
			t.Errorf("the error tells the password: %v", err)
		}
	}
	var left bool
	if err := raw(t, occupied).QueryRow(t.Context(), `SELECT to_regclass('hed_version') IS NOT NULL`).Scan(&left); err != nil || left {
		t.Errorf("what belongs to others got a table of ours: %v, %v", left, err)
	}
}

// testDurable sets the server up for losing answers, which the store does not go along
// with.
func testDurable(t *testing.T, server *postgres.Server) {
	url := server.Fresh(t)
	conn := raw(t, url)
	if _, err := conn.Exec(t.Context(), `ALTER ROLE hed SET synchronous_commit = off`); err != nil {
		t.Fatal(err)
	}
	defer conn.Exec(t.Context(), `ALTER ROLE hed RESET synchronous_commit`)
	_, s := storetest.Filled(t, func(testing.TB) string { return url }, 1, 1)
	// The event's trigger is where the setting of the store's own connection shows.
	if _, err := conn.Exec(t.Context(), `CREATE FUNCTION show() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN NEW.note := current_setting('synchronous_commit'); RETURN NEW; END $$;
		CREATE TRIGGER show BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION show()`); err != nil {
		t.Fatal(err)
	}
	if err := s.Note(t.Context(), study.Event{What: "shown"}); err != nil {
		t.Fatal(err)
	}
	for e, err := range s.Events(t.Context()) {
		if err != nil || e.What == "shown" && e.Note != "on" {
			t.Errorf("synchronous_commit is %q, %v", e.Note, err)
		}
	}
}

// testLoss takes the server away, and then connections, while judges answer.
func testLoss(t *testing.T, server *postgres.Server) {
	url, s := storetest.Filled(t, server.Fresh, 1, 8)
	const each = 40
	var wg sync.WaitGroup
	var saved atomic.Int32
	for j := range 8 {
		wg.Go(func() {
			for i := range each {
				a := study.Answer{ID: fmt.Sprint(i), Judge: fmt.Sprintf("j%03d", j+1), Question: "good.A", Value: "yes"}
				if _, err := s.Save(t.Context(), a, storetest.Start, nil); err != nil {
					t.Errorf("%s %s: %v", a.Judge, a.ID, err)
				}
				saved.Add(1)
				time.Sleep(10 * time.Millisecond) // so that the server is lost to judges who are at work
			}
		})
	}
	for saved.Load() < 16 {
		time.Sleep(time.Millisecond)
	}
	server.Kill(t)
	short, cancel := context.WithTimeout(t.Context(), 2*time.Second) // in which it is tried often
	defer cancel()
	if err := s.Note(short, study.Event{What: "away"}); err == nil {
		t.Error("something was kept without a server")
	} else if study.CodeOf(err) != study.Unavailable {
		t.Errorf("got %v, want %s", err, study.Unavailable)
	}
	server.Up(t)
	conn := raw(t, url)
	for range 5 {
		if _, err := conn.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hed'`); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	wg.Wait()
	n := 0
	for _, err := range s.Answers(t.Context(), study.Filter{History: true}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 8*each {
		t.Errorf("%d answers are there, want %d", n, 8*each)
	}
}
